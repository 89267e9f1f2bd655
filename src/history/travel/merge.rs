//! Merging what has changed since with what comes back, a path at a time.

use crate::base::RepoPath;
use crate::git::{FileMerge, MergedContent, Repo, Three, TreeEntry, TreeMode};
use crate::workspace::FileState;

use super::super::HistoryError;
use super::super::operation::{FileRecord, FileType, Move, StagedEntry};
use super::check::is_executable;

/// What came of merging three states of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedFile {
    /// What shall stand there.
    pub state: FileState,
    /// What could not be merged, where that is so.
    pub conflict: Option<&'static str>,
}

/// Merges what stands at a path (`ours`) with what comes back (`theirs`); `base` is what was left
/// there. Where both cannot be had, ours stays, or what is left of it, as git leaves it.
pub fn merge_file(
    (files, path): (&mut FileMerge<'_>, Option<&RepoPath>),
    states: Three<&FileState>,
    names: Three<&str>,
) -> Result<MergedFile, HistoryError> {
    let Three { base, ours, theirs } = states;
    let clean = |state: &FileState| MergedFile { state: state.clone(), conflict: None };
    let kept = |state: &FileState, what| MergedFile { state: state.clone(), conflict: Some(what) };
    if is_same(base, ours) {
        return Ok(clean(theirs));
    }
    if is_same(base, theirs) || is_same(ours, theirs) {
        return Ok(clean(ours));
    }
    Ok(match (base, ours, theirs) {
        (_, FileState::Absent, _) => kept(theirs, "deleted since, but it changes"),
        (_, _, FileState::Absent) => kept(ours, "changed since, but it would go"),
        (
            FileState::File { .. } | FileState::Absent,
            FileState::File { content: our, mode: our_mode },
            FileState::File { content: their, mode: their_mode },
        ) => {
            let (before, mode) = match base {
                FileState::File { content, mode } => {
                    (&**content, merge_mode(*mode, *our_mode, *their_mode))
                }
                FileState::Absent | FileState::Link { .. } => (&b""[..], *our_mode),
            };
            if **our == *before || our == their {
                return Ok(clean(&FileState::File { content: their.clone(), mode }));
            }
            if **their == *before {
                return Ok(clean(&FileState::File { content: our.clone(), mode }));
            }
            let contents = Three { base: before, ours: &**our, theirs: &**their };
            let merged = match files.merge(path, contents, names)? {
                MergedContent::Binary => return Ok(kept(ours, "binary, and changed since")),
                MergedContent::Text(merged) => merged,
            };
            MergedFile {
                state: FileState::File { content: merged.content.into(), mode },
                conflict: merged.conflicts.then_some("changed since in the same place"),
            }
        }
        _ => kept(ours, "of another kind since"),
    })
}

/// Who may execute the file, by the side that changed it; else the bits that it has.
fn merge_mode(base: Option<u32>, ours: Option<u32>, theirs: Option<u32>) -> Option<u32> {
    let [base_may, our_may, their_may] = [base, ours, theirs].map(is_executable);
    if our_may == their_may || base_may != our_may { ours } else { theirs }
}

/// Whether git would see no change between the two.
fn is_same(one: &FileState, other: &FileState) -> bool {
    match (one, other) {
        (
            FileState::File { content: one, mode: one_mode },
            FileState::File { content: other, mode: other_mode },
        ) => one == other && is_executable(*one_mode) == is_executable(*other_mode),
        _ => one == other,
    }
}

/// The index's three entries of a conflict: what was left, what stands there, what comes back.
pub fn stages(file: &Move<Option<FileRecord>>, ours: Option<TreeEntry>) -> Vec<StagedEntry> {
    let recorded = |record: &Option<FileRecord>| record.as_ref().map(entry_of);
    let sides = [recorded(&file.after), ours, recorded(&file.before)];
    let numbered = (1..).zip(sides);
    numbered.filter_map(|(stage, side)| side.map(|entry| StagedEntry::new(stage, entry))).collect()
}

/// What comes of the index's entries for a path: of what the record left (`after`), what stands
/// there now, and what the record found (`before`). `Err`: what could not be merged, as stages.
pub fn merge_staged(
    (repo, files, path): (&Repo, &mut FileMerge<'_>, &RepoPath),
    record: &Move<Vec<StagedEntry>>,
    now: &[StagedEntry],
    names: Three<&str>,
) -> Result<Result<Vec<StagedEntry>, Vec<StagedEntry>>, HistoryError> {
    let (left, found) = (&record.after, &record.before);
    if now == left.as_slice() {
        return Ok(Ok(found.clone()));
    }
    if left == found || now == found.as_slice() {
        return Ok(Ok(now.to_vec()));
    }
    let single = |entries: &[StagedEntry]| match entries {
        [] => Some(None),
        [entry] if entry.stage == 0 && !entry.intent_to_add => Some(Some(entry.clone())),
        _ => None,
    };
    let (Some(base), Some(ours), Some(theirs)) = (single(left), single(now), single(found)) else {
        // A conflict of the user's own stays as it is.
        return Ok(Ok(now.to_vec()));
    };
    let load = |entry: &Option<StagedEntry>| state_of(repo, entry.as_ref());
    let (base_state, our_state, their_state) = (load(&base)?, load(&ours)?, load(&theirs)?);
    let states = Three { base: &base_state, ours: &our_state, theirs: &their_state };
    let merged = merge_file((files, Some(path)), states, names)?;
    if merged.conflict.is_some() {
        let sides = (1..).zip([base, ours, theirs]);
        let entries = sides.filter_map(|(stage, entry)| Some(StagedEntry { stage, ..entry? }));
        return Ok(Err(entries.collect()));
    }
    let Some(tree) = entry_of_state(repo, &merged.state)? else { return Ok(Ok(Vec::new())) };
    let flags = ours.unwrap_or_else(|| StagedEntry::new(0, tree));
    Ok(Ok(vec![StagedEntry { mode: tree.mode.bits(), id: tree.id, ..flags }]))
}

fn state_of(repo: &Repo, entry: Option<&StagedEntry>) -> Result<FileState, HistoryError> {
    let Some(entry) = entry else { return Ok(FileState::Absent) };
    let content = repo.blob(entry.id)?;
    Ok(if entry.mode == TreeMode::Link.bits() {
        FileState::Link { target: content.into() }
    } else {
        FileState::File { content: content.into(), mode: Some(entry.mode & 0o777) }
    })
}

fn entry_of_state(repo: &Repo, state: &FileState) -> Result<Option<TreeEntry>, HistoryError> {
    Ok(match state {
        FileState::Absent => None,
        FileState::File { content, mode } => {
            let mode = if is_executable(*mode) { TreeMode::Executable } else { TreeMode::File };
            Some(TreeEntry { mode, id: repo.write_blob(content)? })
        }
        FileState::Link { target } => {
            Some(TreeEntry { mode: TreeMode::Link, id: repo.write_blob(target)? })
        }
    })
}

/// The entry that a tree has for a recorded file.
fn entry_of(file: &FileRecord) -> TreeEntry {
    let mode = match file.kind {
        FileType::Link => TreeMode::Link,
        FileType::File if is_executable(file.mode) => TreeMode::Executable,
        FileType::File => TreeMode::File,
    };
    TreeEntry { mode, id: file.git_blob.unwrap_or(file.blob) }
}
