//! Who else may use what is made in the git directory (`core.sharedRepository`).

use std::io;
use std::path::Path;

use super::Repo;

/// The permissions of what is made in the git directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// As git has it: 0 is the umask's, bits to be added, or negative, all the bits.
    bits: i32,
}

impl Repo {
    /// The permissions of what is made in the git directory.
    #[must_use]
    pub fn sharing(&self) -> Sharing {
        let snapshot = self.inner.config_snapshot();
        let value = snapshot.string("core.sharedRepository");
        let key = &gix::config::tree::Core::SHARED_REPOSITORY;
        // A value that git does not know is left for git to complain of.
        let bits = value.and_then(|value| key.try_into_shared_repository(Some(&*value)).ok());
        Sharing { bits: bits.unwrap_or(0) }
    }

    /// Shares what an operation has made in the git directory beside objects: HEAD, the files and
    /// reflogs of those refs, the directories above them, the index, and what is our own.
    pub fn share<'n>(&self, refs: impl IntoIterator<Item = &'n str>) {
        let sharing = self.sharing();
        if sharing.bits == 0 {
            return;
        }
        let top = self.common_dir();
        for name in refs {
            for path in [top.join(name), top.join("logs").join(name)] {
                path.ancestors()
                    .take_while(|path| *path != top)
                    .for_each(|path| sharing.try_give(path));
            }
        }
        for name in ["HEAD", "logs/HEAD", "index", "clada"] {
            sharing.try_give(&self.git_dir().join(name));
        }
        let own = self.git_dir().join("clada");
        for below in [own.clone(), own.join("context")] {
            let made = fs_err::read_dir(below).into_iter().flatten().flatten();
            made.for_each(|entry| sharing.try_give(&entry.path()));
        }
    }
}

impl Sharing {
    /// Gives a file or directory that was just made its permissions.
    #[cfg(unix)]
    pub fn give(self, path: &Path) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        if self.bits == 0 {
            return Ok(());
        }
        let meta = fs_err::symlink_metadata(path)?;
        let old = meta.permissions().mode();
        let new = self.mode(old, meta.is_dir());
        if old & 0o7777 == new & 0o7777 {
            return Ok(());
        }
        fs_err::set_permissions(path, std::fs::Permissions::from_mode(new & 0o7777))
    }

    /// Gives a file or directory that was just made its permissions.
    #[cfg(not(unix))]
    pub fn give(self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    /// The same for what may not be there, or be another user's, who shared it then.
    pub(super) fn try_give(self, path: &Path) {
        let _ = self.give(path);
    }

    /// As git reckons it: what cannot be written stays so, what its owner may enter or run others
    /// who may read it may too, and a directory hands its group on.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no modes"))]
    fn mode(self, old: u32, is_dir: bool) -> u32 {
        let mut tweak = self.bits.unsigned_abs();
        if old & 0o200 == 0 {
            tweak &= !0o222;
        }
        if old & 0o100 != 0 {
            tweak |= (tweak & 0o444) >> 2;
        }
        let mut mode = if self.bits < 0 { (old & !0o777) | tweak } else { old | tweak };
        if is_dir {
            mode |= (mode & 0o444) >> 2;
            if mode & 0o060 != 0 {
                mode |= 0o2000;
            }
        }
        mode
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_those_that_git_gives() {
        let cases = [
            (0o660, 0o100_644, false, 0o100_664),
            (0o660, 0o100_444, false, 0o100_444),
            (0o664, 0o100_600, false, 0o100_664),
            (0o660, 0o040_755, true, 0o042_775),
            (0o664, 0o040_700, true, 0o042_775),
            (-0o640, 0o100_664, false, 0o100_640),
            (-0o640, 0o040_775, true, 0o042_750),
            (-0o600, 0o040_755, true, 0o040_700),
        ];
        for (bits, old, is_dir, new) in cases {
            let found = Sharing { bits }.mode(old, is_dir);
            assert_eq!(found, new, "{bits:o} {old:o}: {found:o}, not {new:o}");
        }
    }
}
