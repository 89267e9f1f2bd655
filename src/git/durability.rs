//! What is synced to the disk, and when: git's `core.fsync` and `core.fsyncMethod`.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::base::failpoint::around;

use super::Repo;

/// What git would sync here. By default, as in git: packs and what belongs to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a component of git's own")]
pub struct Durability {
    /// Loose objects.
    pub loose_objects: bool,
    /// Packs.
    pub packs: bool,
    /// Their indexes.
    pub pack_indexes: bool,
    /// The index.
    pub index: bool,
    /// Refs.
    pub references: bool,
    /// Whether anything is: what clada itself needs after a crash is synced, then.
    pub any: bool,
}

/// git's words, and what they stand for: bits in the order of the fields.
const COMPONENTS: [(&str, u8); 11] = [
    ("loose-object", LOOSE),
    ("pack", PACK),
    ("pack-metadata", PACK_INDEX),
    ("commit-graph", 0),
    ("index", INDEX),
    ("reference", REFERENCE),
    ("objects", LOOSE | PACK),
    ("derived-metadata", PACK_INDEX),
    ("committed", LOOSE | PACK | REFERENCE),
    ("added", LOOSE | PACK | INDEX | REFERENCE),
    ("all", LOOSE | PACK | PACK_INDEX | INDEX | REFERENCE),
];
const LOOSE: u8 = 1;
const PACK: u8 = 2;
const PACK_INDEX: u8 = 4;
const INDEX: u8 = 8;
const REFERENCE: u8 = 16;
const DEFAULT: u8 = PACK | PACK_INDEX;

impl Durability {
    /// Reads the value of `core.fsync`; words that git does not know say nothing. `loose`: the
    /// old `core.fsyncObjectFiles`, which counts where there is none.
    fn of(setting: Option<&str>, loose: bool) -> Self {
        let Some(setting) = setting else {
            return Self::of_bits(DEFAULT | if loose { LOOSE } else { 0 }, true);
        };
        let (mut base, mut plus, mut minus) = (DEFAULT, 0, 0);
        let mut none = false;
        for word in setting.split([',', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()) {
            if word == "none" {
                (base, none) = (0, true);
                continue;
            }
            let (name, negative) =
                word.strip_prefix('-').map_or((word, false), |rest| (rest, true));
            let bits =
                COMPONENTS.iter().find(|(known, _)| *known == name).map_or(0, |known| known.1);
            if negative {
                minus |= bits;
            } else {
                plus |= bits;
            }
        }
        let bits = (base & !minus) | plus;
        Self::of_bits(bits, !none || bits != 0)
    }

    fn of_bits(bits: u8, any: bool) -> Self {
        let has = |bit: u8| bits & bit != 0;
        Self {
            loose_objects: has(LOOSE),
            packs: has(PACK),
            pack_indexes: has(PACK_INDEX),
            index: has(INDEX),
            references: has(REFERENCE),
            any,
        }
    }
}

impl Repo {
    /// What is to be synced in this repository.
    #[must_use]
    pub fn durability(&self) -> Durability {
        let settings = self.settings();
        let loose = settings.boolean("core.fsyncObjectFiles").unwrap_or(false);
        Durability::of(settings.string("core.fsync").as_deref(), loose)
    }
}

/// Waits until a file's content is on the disk, if that is wanted.
///
/// All values of `core.fsyncMethod` come to this: what `batch` and `writeout-only` save where
/// there are many files is saved by writing all of them before the first is synced.
pub fn sync(file: &File, wanted: bool) -> io::Result<()> {
    if wanted { around("sync", || file.sync_all()) } else { Ok(()) }
}

/// Waits until the names in a directory are on the disk, if that is wanted.
pub fn sync_directory(path: &Path, wanted: bool) -> io::Result<()> {
    if wanted { around("sync directory", || fs_err::File::open(path)?.sync_all()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_reads_as_git_reads_it() {
        let words = |setting: Option<&str>, loose: bool| {
            let Durability { loose_objects, packs, pack_indexes, index, references, any } =
                Durability::of(setting, loose);
            let all = [loose_objects, packs, pack_indexes, index, references, any];
            all.map(|set| if set { '1' } else { '0' }).iter().collect::<String>()
        };
        for (setting, expected) in [
            ("all", "111111"),
            ("none", "000000"),
            ("none,loose-object", "100001"),
            ("committed,-loose-object", "111011"),
            ("loose-object,-loose-object", "111001"),
            ("-pack, -pack-metadata", "000001"),
            ("added reference", "111111"),
            ("unheard-of", "011001"),
        ] {
            assert_eq!(words(Some(setting), true), expected, "{setting}");
        }
        assert_eq!(words(None, false), "011001");
        assert_eq!(words(None, true), "111001");
    }
}
