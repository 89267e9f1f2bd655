//! The touched files as git stores them. Runs the clean filters, before any lock of git's is held.

use crate::base::{FileStat, RepoPath};
use crate::git::{AttributeFile, Filters, ObjectId, Repo, TreeEntry, TreeMode};
use crate::workspace::{Change, FileState};

use super::super::HistoryError;
use super::super::operation::{FileRecord, FileType};
use super::IndexView;
use super::index_plan::ATTRIBUTES;

/// A file's content in the object database: as it is on the disk, and as git stores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// The blob of the exact bytes; `None` where there is no file.
    pub raw: Option<ObjectId>,
    /// The entry that a tree has for it; `None` where there is no file.
    pub entry: Option<TreeEntry>,
}

impl Stored {
    /// The record of the file; `None` where there is none.
    #[must_use]
    pub fn record(self, state: &FileState) -> Option<FileRecord> {
        let blob = self.raw?;
        let git_blob = self.entry.map(|entry| entry.id);
        match state {
            FileState::Absent => None,
            FileState::File { mode, .. } => {
                Some(FileRecord { kind: FileType::File, mode: *mode, blob, git_blob })
            }
            FileState::Link { .. } => {
                Some(FileRecord { kind: FileType::Link, mode: None, blob, git_blob })
            }
        }
    }
}

/// A change of a file, before and after, in the object database.
#[derive(Clone, Copy, Debug)]
pub struct StoredChange {
    /// Before.
    pub before: Stored,
    /// After.
    pub after: Stored,
}

/// Puts the touched files into the object database, filtered as git would filter them.
pub struct Storing<'r> {
    repo: &'r Repo,
    /// By the attributes as they will be.
    filters: Filters<'r>,
    /// By the attributes as they are, where the changes bear on them.
    filters_before: Option<Filters<'r>>,
    file_mode: bool,
    symlinks: bool,
}

/// A side of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl<'r> Storing<'r> {
    /// Makes the filters ready for the changes.
    pub fn new(
        repo: &'r Repo,
        changes: &[Change],
        index: &IndexView,
    ) -> Result<Self, HistoryError> {
        let mut known = indexed(repo, changes, index);
        let pending = pending_attributes(repo, changes)?;
        let filters_before =
            if pending.is_empty() { None } else { Some(Filters::new(repo, &known)?) };
        known.retain(|file| pending.iter().all(|pending| pending.path != file.path));
        known.extend(pending);
        let filters = Filters::new(repo, &known)?;
        let on = |key: &str| repo.settings().boolean(key).unwrap_or(true);
        let (file_mode, symlinks) = (on("core.fileMode"), on("core.symlinks"));
        Ok(Self { repo, filters, filters_before, file_mode, symlinks })
    }

    /// Stores both sides of a change. A file in the worktree goes through the filters; one
    /// outside is kept as it is. `stat`: of the file as it was read.
    pub fn store(
        &mut self,
        change: &Change,
        (index, stat): (&IndexView, Option<&FileStat>),
    ) -> Result<StoredChange, HistoryError> {
        let Some(path) = change.path.worktree_path() else {
            let raw = |state: &FileState| {
                Ok::<_, HistoryError>(Stored { raw: self.raw(state)?, entry: None })
            };
            return Ok(StoredChange { before: raw(&change.before)?, after: raw(&change.after)? });
        };
        let known = stat.and_then(|stat| index.entry_of_file(path, stat));
        let before = match known {
            Some(entry) => self.unfiltered(&change.before, entry)?,
            None => self.filtered(path, (&change.before, Side::Before), index)?,
        };
        let after = self.filtered(path, (&change.after, Side::After), index)?;
        Ok(StoredChange { before, after })
    }

    /// The encoding that a file will be kept in, where it is not UTF-8.
    pub fn encoding(&mut self, path: &RepoPath) -> Result<Option<String>, HistoryError> {
        Ok(self.filters.encoding(path)?)
    }

    /// A file that is known to be the entry of the index: its bytes are in the object database
    /// unless a filter changed them on their way there.
    fn unfiltered(&self, state: &FileState, entry: TreeEntry) -> Result<Stored, HistoryError> {
        let raw = match state {
            FileState::File { content, .. } if self.repo.blob_id(content)? == entry.id => {
                Some(entry.id)
            }
            FileState::File { .. } | FileState::Link { .. } | FileState::Absent => {
                self.raw(state)?
            }
        };
        Ok(Stored { raw, entry: Some(entry) })
    }

    fn raw(&self, state: &FileState) -> Result<Option<ObjectId>, HistoryError> {
        Ok(match state {
            FileState::Absent => None,
            FileState::File { content, .. } => Some(self.repo.write_blob(content)?),
            FileState::Link { target } => Some(self.repo.write_blob(target)?),
        })
    }

    fn filtered(
        &mut self,
        path: &RepoPath,
        (state, side): (&FileState, Side),
        index: &IndexView,
    ) -> Result<Stored, HistoryError> {
        let raw = self.raw(state)?;
        let entry = match (state, raw) {
            // Where the file system has no links (`core.symlinks`), git keeps them as files.
            (FileState::File { .. }, Some(id))
                if !self.symlinks && index.mode_of(path) == Some(TreeMode::Link.bits()) =>
            {
                Some(TreeEntry { mode: TreeMode::Link, id })
            }
            (FileState::File { content, mode }, Some(raw)) => {
                let before = self.filters_before.as_mut().filter(|_| side == Side::Before);
                let filters = before.unwrap_or(&mut self.filters);
                let to_git = filters.to_git(path, content)?;
                let same = *to_git.content == **content;
                let id = if same { raw } else { self.repo.write_blob(&to_git.content)? };
                Some(TreeEntry { mode: self.mode(*mode, index.mode_of(path)), id })
            }
            (FileState::Link { .. }, Some(id)) => Some(TreeEntry { mode: TreeMode::Link, id }),
            _ => None,
        };
        Ok(Stored { raw, entry })
    }

    /// The executable bit as git sees it: where the file system has none (`core.fileMode`), the
    /// index tells.
    fn mode(&self, mode: Option<u32>, staged: Option<u32>) -> TreeMode {
        let executable = if self.file_mode {
            mode.is_some_and(|mode| mode & 0o100 != 0)
        } else {
            staged == Some(TreeMode::Executable.bits())
        };
        if executable { TreeMode::Executable } else { TreeMode::File }
    }
}

/// The blobs that the index has for the touched paths, which the filters look up, and those of the
/// attribute files that are in the index alone: what is on the disk counts more.
fn indexed(repo: &Repo, changes: &[Change], index: &IndexView) -> Vec<AttributeFile> {
    let paths = changes.iter().filter_map(|change| change.path.worktree_path());
    let touched = paths
        .filter(|path| path.name() != ATTRIBUTES)
        .filter_map(|path| index.blob_of(path).map(|id| (path.clone(), id)));
    let attributes = index.not_in_worktree(repo, ATTRIBUTES).into_iter();
    let all = touched.chain(attributes.map(|(path, entry)| (path, entry.id)));
    all.map(|(path, id)| AttributeFile { path, id }).collect()
}

/// The `.gitattributes` files that are about to change, as they will be.
fn pending_attributes(repo: &Repo, changes: &[Change]) -> Result<Vec<AttributeFile>, HistoryError> {
    let mut files = Vec::new();
    for change in changes {
        let path = change.path.worktree_path().filter(|path| path.name() == ATTRIBUTES);
        let Some(path) = path else { continue };
        let content: &[u8] = match &change.after {
            FileState::File { content, .. } => content,
            FileState::Absent | FileState::Link { .. } => b"",
        };
        files.push(AttributeFile { path: path.clone(), id: repo.write_blob(content)? });
    }
    Ok(files)
}
