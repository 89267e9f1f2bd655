//! The index as a transaction sees it: the entries of the touched paths, before and after.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{FileStat, RepoPath};
use crate::git::index::{
    Edit, Entry, EntryFlags, IndexBytes, IndexError, IndexForm, IndexOptions, IndexStat, NewEntry,
    PatchOptions, Patched, Scan, TreeChange, Version, latest_mtime, patch,
};
use crate::git::{DirWritten, IndexLock, ObjectId, Repo, TreeEntry, TreeMode};
use crate::workspace::file_stat;

use super::super::HistoryError;
use super::super::operation::StagedEntry;

/// The name of the files with attributes.
pub const ATTRIBUTES: &str = ".gitattributes";
/// The name of the files with what git ignores.
pub const IGNORE: &str = ".gitignore";

/// What the index is to hold for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexPlan {
    /// The path.
    pub path: RepoPath,
    /// All its entries; none: it goes.
    pub entries: Vec<StagedEntry>,
    /// Whether the file that is then on the disk is what the entry names, so that its stat data
    /// may stand in the index.
    pub fresh: bool,
    /// Whether the index agrees with the trees on both sides, so that the cache tree stays true.
    pub matches_tree: bool,
    /// Whether the file changes on the disk.
    pub on_disk: bool,
}

/// The index as it was read, and what it holds for the touched paths.
pub struct IndexView {
    bytes: IndexBytes,
    scan: Scan,
    wanted: Vec<RepoPath>,
    file: Option<FileStat>,
    /// The index's own form, where `bytes` is what git made of it.
    form: Option<IndexForm>,
}

impl IndexView {
    /// Reads the index and looks the paths up in it, in one pass, and the attribute and ignore
    /// files that bear on them: git takes those from the index where the worktree has them not.
    pub fn read<'p>(
        repo: &Repo,
        paths: impl IntoIterator<Item = &'p RepoPath>,
    ) -> Result<Self, HistoryError> {
        let mut wanted: Vec<RepoPath> = paths.into_iter().cloned().collect();
        let above: BTreeSet<RepoPath> = wanted.iter().flat_map(RepoPath::ancestors).collect();
        for dir in above.into_iter().chain([RepoPath::default()]) {
            wanted.extend([ATTRIBUTES, IGNORE].map(|name| dir.join(name.into())));
        }
        wanted.sort();
        wanted.dedup();
        let options = index_options(repo);
        let file = index_file(repo);
        let bytes = IndexBytes::open(&repo.index_path(), options)?;
        let (bytes, scan, form) = match bytes.scan(&wanted) {
            Err(IndexError::NotWhole(form)) => {
                let whole = repo.whole_index(&bytes, options)?;
                let scan = whole.scan(&wanted)?;
                (whole, scan, Some(form))
            }
            scan => (bytes, scan?, None),
        };
        Ok(Self { bytes, scan, wanted, file, form })
    }

    /// The index where none of its entries is asked for, which costs nothing whatever its size.
    pub fn unread(repo: &Repo) -> Result<Self, HistoryError> {
        let bytes = IndexBytes::empty(index_options(repo));
        let scan = bytes.scan(&[])?;
        Ok(Self { bytes, scan, wanted: Vec::new(), file: index_file(repo), form: None })
    }

    /// The index as it is now; read anew only where it is another file than before.
    pub fn refreshed(self, repo: &Repo) -> Result<Self, HistoryError> {
        if self.file == index_file(repo) {
            return Ok(self);
        }
        Self::read(repo, &self.wanted)
    }

    /// What the index holds for a path.
    pub fn staged(&self, path: &RepoPath) -> Vec<StagedEntry> {
        self.entries(path).iter().map(StagedEntry::of).collect()
    }

    /// The entries of other paths that go by a plan: of files where it needs directories, and of
    /// what is inside a directory of its name. Empty where they have plans of their own.
    pub fn displaced(
        &self,
        plans: &[IndexPlan],
    ) -> Result<BTreeMap<RepoPath, Vec<StagedEntry>>, HistoryError> {
        let planned: BTreeSet<&RepoPath> = plans.iter().map(|plan| &plan.path).collect();
        let mut displaced: BTreeMap<RepoPath, Vec<StagedEntry>> = BTreeMap::new();
        for plan in plans {
            let edit = plan.edit(&BTreeMap::new());
            for entry in self.scan.displaced_by(&self.bytes, &edit)? {
                if !planned.contains(&entry.path) {
                    let entries = displaced.entry(entry.path.clone()).or_default();
                    let staged = StagedEntry::of(&entry);
                    // Several plans may need the same room.
                    if !entries.contains(&staged) {
                        entries.push(staged);
                    }
                }
            }
        }
        Ok(displaced)
    }

    /// The entry that a file of that stat is known to be, without reading it; none where the
    /// index could be wrong about it.
    pub fn entry_of_file(&self, path: &RepoPath, stat: &FileStat) -> Option<TreeEntry> {
        let [entry] = self.entries(path) else { return None };
        let known = entry.stage == 0 && !entry.flags.intent_to_add;
        let racy = self.bytes.mtime().0 <= stat.mtime.0;
        if !known
            || racy
            || entry.stat != IndexStat::from(stat)
            || entry.mode != canonical(stat.mode)
        {
            return None;
        }
        let mode = match entry.mode {
            0o100_644 => TreeMode::File,
            0o100_755 => TreeMode::Executable,
            0o120_000 => TreeMode::Link,
            _ => return None,
        };
        Some(TreeEntry { mode, id: entry.id })
    }

    /// Whether a path, one of those that were looked up, is a submodule or inside one. One that is
    /// not checked out looks like an ordinary directory otherwise.
    pub fn is_in_submodule(&self, path: &RepoPath) -> bool {
        let own = self.entries(path).iter();
        own.chain(self.scan.blocking(path)).any(|entry| entry.mode == TreeMode::Commit.bits())
    }

    /// The attribute or ignore files that bear on the paths and that the worktree has not: their
    /// paths and entries.
    pub fn not_in_worktree(&self, repo: &Repo, name: &str) -> Vec<(RepoPath, StagedEntry)> {
        let named = self.wanted.iter().filter(|path| path.name() == name);
        let found = named.filter_map(|path| match self.entries(path) {
            [entry] if entry.stage == 0 => Some((path.clone(), StagedEntry::of(entry))),
            _ => None,
        });
        let on_disk = |path: &RepoPath| repo.worktree().join(path.as_path()).symlink_metadata();
        found.filter(|(path, _)| on_disk(path).is_err()).collect()
    }

    /// The mode that the index has for a path, if it is no conflict.
    pub fn mode_of(&self, path: &RepoPath) -> Option<u32> {
        self.entries(path).first().map(|entry| entry.mode)
    }

    /// The blob that the index has for a path, if it is no conflict.
    pub fn blob_of(&self, path: &RepoPath) -> Option<ObjectId> {
        match self.entries(path) {
            [entry] if entry.stage == 0 => Some(entry.id),
            _ => None,
        }
    }

    /// Writes the index that the plans make of this one into the lock file.
    pub fn write(
        &self,
        repo: &Repo,
        update: &IndexUpdate<'_>,
        lock: &mut IndexLock,
    ) -> Result<(), HistoryError> {
        let edits: Vec<Edit> = update.plans.iter().map(|plan| plan.edit(update.stats)).collect();
        let trees: Vec<TreeChange> = update.dirs.iter().map(tree_change).collect();
        let skip_hash = repo.settings().boolean("index.skipHash").unwrap_or(false);
        let options = PatchOptions { trees: &trees, skip_hash };
        let patched = patch(&self.bytes, &self.scan, &edits, options)?;
        let latest = latest_mtime(&self.bytes, &self.scan, &edits, update.since);
        let Some(form) = self.form else { return Ok(lock.fill(&patched, latest)?) };
        let like = repo.index_of_form(form, (&patched, latest), index_options(repo))?;
        Ok(lock.fill(&Patched::copy_of(&like, skip_hash), Some(like.mtime()))?)
    }

    fn entries(&self, path: &RepoPath) -> &[Entry] {
        self.scan.entries(path).unwrap_or_default()
    }
}

/// What becomes of an index.
pub struct IndexUpdate<'a> {
    /// The entries.
    pub plans: &'a [IndexPlan],
    /// The directories whose trees the operation wrote.
    pub dirs: &'a [DirWritten],
    /// The files that were written, as lstat found them.
    pub stats: &'a BTreeMap<&'a RepoPath, FileStat>,
    /// A time not later than any of these.
    pub since: Option<crate::base::FileTime>,
}

impl IndexPlan {
    fn edit(&self, stats: &BTreeMap<&RepoPath, FileStat>) -> Edit {
        let stat = stats.get(&self.path).copied();
        let entries = self.entries.iter().map(|entry| NewEntry {
            stage: entry.stage,
            mode: entry.mode,
            id: entry.id,
            stat: if self.fresh && entry.stage == 0 { stat } else { None },
            flags: EntryFlags {
                assume_valid: entry.assume_valid,
                skip_worktree: entry.skip_worktree,
                intent_to_add: entry.intent_to_add,
            },
        });
        Edit {
            path: self.path.clone(),
            entries: entries.collect(),
            matches_tree: self.matches_tree,
            renamed_on_disk: self.on_disk,
        }
    }
}

impl StagedEntry {
    fn of(entry: &Entry) -> Self {
        Self {
            stage: entry.stage,
            mode: entry.mode,
            id: entry.id,
            assume_valid: entry.flags.assume_valid,
            skip_worktree: entry.flags.skip_worktree,
            intent_to_add: entry.flags.intent_to_add,
        }
    }
}

fn index_file(repo: &Repo) -> Option<FileStat> {
    fs_err::symlink_metadata(repo.index_path()).ok().as_ref().map(file_stat)
}

fn index_options(repo: &Repo) -> IndexOptions {
    let settings = repo.settings();
    let many = settings.boolean("feature.manyFiles").unwrap_or(false);
    let set = settings.string("index.version").and_then(|version| version.parse::<u32>().ok());
    let version = if set == Some(4) || (set.is_none() && many) { Version::V4 } else { Version::V2 };
    IndexOptions { hash: repo.object_hash(), version_if_absent: version }
}

fn tree_change(dir: &DirWritten) -> TreeChange {
    TreeChange { path: dir.path.clone(), old: dir.old, new: dir.new }
}

/// The mode that git has for a file of that `st_mode`.
fn canonical(mode: u32) -> u32 {
    match mode & 0o170_000 {
        0o120_000 => 0o120_000,
        _ if mode & 0o100 != 0 => 0o100_755,
        _ => 0o100_644,
    }
}
