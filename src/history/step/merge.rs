//! Merging an edit that was put aside into what stands now, in the file and in the index.

use crate::base::RepoPath;
use crate::git::{FileMerge, Filters, MergedContent, ObjectId, Repo, Three, TreeEntry, TreeMode};
use crate::workspace::FileState;

use super::super::HistoryError;
use super::super::checkout::agrees;
use super::super::operation::StagedEntry;

/// A path at which an edit that came back and what stands now do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The path.
    pub path: RepoPath,
    /// How they do not.
    pub kind: ConflictKind,
}

/// How two versions do not go together. Both are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictKind {
    /// The same lines were changed: both are in the file, between markers.
    BothChanged,
    /// The file was made on both sides: both are in it, between markers.
    BothMade,
    /// It was deleted by the commits; the edited file stands.
    DeletedHere,
    /// The edit deleted it; the file of the commits stands.
    DeletedByEdit,
    /// It is no text, or of another type: the file as it was stands, the index has the edit's.
    NotText,
    /// The file could be merged. What was staged could not: it is in the log.
    Staged,
}

/// A file with its index entries.
#[derive(Clone, Debug)]
pub struct Version {
    /// The file.
    pub state: FileState,
    /// The same as git stores it.
    pub entry: Option<TreeEntry>,
    /// What the index holds.
    pub staged: Vec<StagedEntry>,
}

/// Merges edits into what stands.
pub struct Merging<'r> {
    repo: &'r Repo,
    filters: Filters<'r>,
    files: FileMerge<'r>,
    /// What the markers call our side.
    ours: String,
}

type Merged<T> = Result<(T, Option<ConflictKind>), HistoryError>;

impl<'r> Merging<'r> {
    /// Makes ready to merge into what `ours` names.
    pub fn new(repo: &'r Repo, ours: String) -> Result<Self, HistoryError> {
        let (filters, files) = (Filters::new(repo, &[])?, FileMerge::new(repo));
        Ok(Self { repo, filters, files, ours })
    }

    /// Merges the edit `theirs` of `base` into `ours`.
    pub fn merge(&mut self, path: &RepoPath, versions: Three<&Version>) -> Merged<Version> {
        let (state, conflict) = self.file(path, versions)?;
        let Three { base, ours, theirs } = versions;
        if conflict.is_some() {
            let sides = [(1, base.entry), (2, ours.entry), (3, theirs.entry)];
            let staged = sides
                .into_iter()
                .filter_map(|(stage, entry)| Some(StagedEntry::new(stage, entry?)));
            let version = Version { state, entry: ours.entry, staged: staged.collect() };
            return Ok((version, conflict));
        }
        let (staged, conflict) = self.index(path, versions)?;
        let entry = self.entry(path, &state)?;
        Ok((Version { state, entry, staged }, conflict))
    }

    fn file(&mut self, path: &RepoPath, versions: Three<&Version>) -> Merged<FileState> {
        let Three { base, ours, theirs } = versions;
        if theirs.entry == base.entry || theirs.entry == ours.entry {
            return Ok((ours.state.clone(), None));
        }
        if ours.entry == base.entry {
            return Ok((theirs.state.clone(), None));
        }
        let states = Three { base: &base.state, ours: &ours.state, theirs: &theirs.state };
        match (states.ours, states.theirs) {
            (FileState::Absent, _) => Ok((theirs.state.clone(), Some(ConflictKind::DeletedHere))),
            (_, FileState::Absent) => Ok((ours.state.clone(), Some(ConflictKind::DeletedByEdit))),
            _ => match contents(states) {
                Some(contents) => self.content(path, (contents, states), base.entry.is_some()),
                None => Ok((ours.state.clone(), Some(ConflictKind::NotText))),
            },
        }
    }

    fn content(
        &mut self,
        path: &RepoPath,
        (contents, states): (Three<&[u8]>, Three<&FileState>),
        has_base: bool,
    ) -> Merged<FileState> {
        let base = format!("{path} before");
        let names = Three { base: base.as_str(), ours: &*self.ours, theirs: "stashed changes" };
        let merged = match self.files.merge(Some(path), contents, names)? {
            MergedContent::Binary => {
                return Ok((states.ours.clone(), Some(ConflictKind::NotText)));
            }
            MergedContent::Text(merged) => merged,
        };
        let kind = if has_base { ConflictKind::BothChanged } else { ConflictKind::BothMade };
        let mode = if is_executable(states.theirs) == is_executable(states.base) {
            permissions(states.ours)
        } else {
            permissions(states.theirs)
        };
        let state = FileState::File { content: merged.content.into(), mode };
        Ok((state, merged.conflicts.then_some(kind)))
    }

    /// What was staged, merged into what is.
    fn index(&mut self, path: &RepoPath, versions: Three<&Version>) -> Merged<Vec<StagedEntry>> {
        let Three { base, ours, theirs } = versions;
        if agrees(&theirs.staged, base.entry) || theirs.staged == ours.staged {
            return Ok((ours.staged.clone(), None));
        }
        if agrees(&ours.staged, base.entry) {
            return Ok((theirs.staged.clone(), None));
        }
        let sides = (base.entry, ours.staged.as_slice(), theirs.staged.as_slice());
        let merged = match sides {
            (Some(base), [ours], [theirs]) => {
                self.blobs(path, Three { base: &StagedEntry::new(0, base), ours, theirs })?
            }
            _ => None,
        };
        Ok(match merged {
            Some(entry) => (vec![entry], None),
            None => (ours.staged.clone(), Some(ConflictKind::Staged)),
        })
    }

    fn blobs(
        &mut self,
        path: &RepoPath,
        Three { base, ours, theirs }: Three<&StagedEntry>,
    ) -> Result<Option<StagedEntry>, HistoryError> {
        let file = |mode: u32| mode & 0o170_000 == 0o100_000;
        let files = [base.mode, ours.mode, theirs.mode].into_iter().all(file);
        if !files || ours.stage != 0 || theirs.stage != 0 {
            return Ok(None);
        }
        let content = |id: ObjectId| self.repo.blob(id);
        let (base_text, our_text, their_text) =
            (content(base.id)?, content(ours.id)?, content(theirs.id)?);
        let contents = Three { base: &*base_text, ours: &*our_text, theirs: &*their_text };
        let names = Three { base: "", ours: "", theirs: "" };
        let merged = match self.files.merge(Some(path), contents, names)? {
            MergedContent::Text(merged) if !merged.conflicts => merged,
            MergedContent::Text(_) | MergedContent::Binary => return Ok(None),
        };
        let id = self.repo.write_blob(&merged.content)?;
        let mode = if theirs.mode == base.mode { ours.mode } else { theirs.mode };
        Ok(Some(StagedEntry { mode, id, ..ours.clone() }))
    }

    /// A file as git stores it.
    fn entry(
        &mut self,
        path: &RepoPath,
        state: &FileState,
    ) -> Result<Option<TreeEntry>, HistoryError> {
        Ok(match state {
            FileState::Absent => None,
            FileState::Link { target } => {
                Some(TreeEntry { mode: TreeMode::Link, id: self.repo.write_blob(target)? })
            }
            FileState::File { content, .. } => {
                let executable = is_executable(state);
                let mode = if executable { TreeMode::Executable } else { TreeMode::File };
                let to_git = self.filters.to_git(path, content)?;
                Some(TreeEntry { mode, id: self.repo.write_blob(&to_git.content)? })
            }
        })
    }

    /// What a tree has for a path, as it would stand in the worktree with nothing staged.
    pub fn in_tree(
        &mut self,
        path: &RepoPath,
        entry: Option<TreeEntry>,
    ) -> Result<Version, HistoryError> {
        let state = match entry {
            None => FileState::Absent,
            Some(TreeEntry { mode: TreeMode::Link, id }) => {
                FileState::Link { target: self.repo.blob(id)?.into() }
            }
            Some(TreeEntry { mode, id }) => {
                let content = self.filters.to_worktree(path, &self.repo.blob(id)?)?;
                let executable = mode == TreeMode::Executable;
                FileState::File { content: content.into(), mode: executable.then_some(0o755) }
            }
        };
        let staged = entry.map(|entry| StagedEntry::new(0, entry)).into_iter().collect();
        Ok(Version { state, entry, staged })
    }
}

/// The contents of three files, where none of them is a link.
fn contents(states: Three<&FileState>) -> Option<Three<&[u8]>> {
    let Three { base, ours, theirs } = states;
    let link = |state: &FileState| matches!(state, FileState::Link { .. });
    if [base, ours, theirs].into_iter().any(link) {
        return None;
    }
    Some(Three { base: content_of(base), ours: content_of(ours), theirs: content_of(theirs) })
}

fn content_of(state: &FileState) -> &[u8] {
    match state {
        FileState::File { content, .. } => content,
        FileState::Absent | FileState::Link { .. } => b"",
    }
}

fn permissions(state: &FileState) -> Option<u32> {
    match state {
        FileState::File { mode, .. } => *mode,
        FileState::Absent | FileState::Link { .. } => None,
    }
}

fn is_executable(state: &FileState) -> bool {
    permissions(state).is_some_and(|mode| mode & 0o100 != 0)
}
