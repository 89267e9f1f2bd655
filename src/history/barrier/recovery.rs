//! Putting a worktree back whose command was cut short.

use crate::base::RepoPath;
use crate::git::{ObjectId, Repo};
use crate::policy::{Gate, GrantedPath};
use crate::workspace::disk::{Leftover, Token, is_temporary, leftovers};
use crate::workspace::view::Left;
use crate::workspace::{ChangeSet, FileState, Overlay};

use super::super::ignored::Ignored;
use super::super::journal::{BarrierPart, Journal};
use super::super::operation::{FileRecord, FileType, Location, Move, PathRecord};
use super::super::{HistoryError, OpLog};
use super::differences::{Comparing, Difference, Differences, below};
use super::found::Found;
use super::open::{keep_found, not_put_back, top};
use super::put_back::put_back;
use super::snapshot::{Snapshot, Was, keeper};

/// So many files are told; a command may have changed thousands.
const MOST_TOLD: usize = 50;

/// What was done to put a worktree back.
pub struct TakenBack {
    /// What was done to the files, for the record.
    pub paths: Vec<PathRecord>,
    /// What is told, a line each.
    pub told: Vec<String>,
    /// What stood there, which refs keep until it is recorded.
    pub found: Vec<Found>,
}

/// Puts the worktree back as it was before the barrier. What stood there by now is kept first.
pub fn take_back(
    (repo, gate): (&Repo, &Gate),
    journal: &Journal,
    part: &BarrierPart,
) -> Result<TakenBack, HistoryError> {
    let none = ChangeSet::default();
    let token = token(repo, journal)?;
    let snapshot = Snapshot::read(repo, part.kept)?;
    repo.keep(&keeper(&OpLog::open(repo)?), part.kept)?;
    let top = &top(gate)?;
    let before = snapshot.was.keys().filter_map(|rel| below(top, rel)).collect();
    let mut told = temporaries(repo, (before, top), token)?;
    let comparing = Comparing { repo, top, snapshot: &snapshot, by_numbers: false };
    // What git ignores is told by the patterns that there were: they come back first.
    let known = comparing.all(None)?;
    told.extend(temporaries(repo, (inside(&known), top), token)?);
    let mut kept: Vec<Found> = keep_found(repo, &known, (&known.all, &none))?.into_iter().collect();
    put_back(repo, &known, token).map_err(not_put_back)?;
    let mut found = known;
    if snapshot.whole {
        let nothing = Overlay::new();
        let ignored = Ignored::new(Some(repo), &nothing, gate);
        let passes = |path: &RepoPath, is_dir: bool| {
            is_temporary(path.name()) || ignored.passes(path, is_dir)
        };
        let new = comparing.all(Some(&passes))?;
        told.extend(temporaries(repo, (inside(&new), top), token)?);
        kept.extend(keep_found(repo, &new, (&new.all, &none))?);
        put_back(repo, &new, token).map_err(not_put_back)?;
        found.all.extend(new.all);
    }
    let lines: Vec<String> =
        found.all.iter().filter_map(|(path, difference)| line(path, difference)).collect();
    let more = lines.len().saturating_sub(MOST_TOLD);
    told.extend(lines.into_iter().take(MOST_TOLD));
    told.extend((more > 0).then(|| format!("… and {more} more files, all of them in the log")));
    Ok(TakenBack { paths: records(repo, &found)?, told, found: kept })
}

/// Lets go of the snapshot.
pub fn let_go(repo: &Repo) -> Result<(), HistoryError> {
    Ok(repo.let_go(&keeper(&OpLog::open(repo)?))?)
}

/// Removes the temporary files; what they hold is in the object database.
pub(super) fn temporaries(
    repo: &Repo,
    (mut paths, top): (Vec<GrantedPath>, &GrantedPath),
    token: Token,
) -> Result<Vec<String>, HistoryError> {
    paths.push(top.clone());
    let left: Vec<Leftover> = leftovers(token, &paths)?;
    for leftover in &left {
        match leftover.state()? {
            FileState::File { content, .. } => drop(repo.write_blob(&content)?),
            FileState::Link { target } => drop(repo.write_blob(&target)?),
            FileState::Absent => {}
        }
    }
    repo.flush_objects()?;
    let removed = |leftover: &Leftover| Some(format!("{}", leftover.remove().err()?));
    Ok(left.iter().filter_map(removed).collect())
}

/// The differences, and a place in each directory of theirs: a temporary file may be all that is
/// in one which the command has made.
fn inside(found: &Differences) -> Vec<GrantedPath> {
    let dirs = found.all.values().filter(|found| matches!(found.now, Left::Dir { .. }));
    let inside = dirs.filter_map(|dir| dir.path.child("file".into()));
    found.all.values().map(|found| found.path.clone()).chain(inside).collect()
}

/// What the names of its temporary files hold.
pub(super) fn token(repo: &Repo, journal: &Journal) -> Result<Token, HistoryError> {
    journal.token.parse().map_err(|_| HistoryError::BadJournal {
        path: repo.git_dir().join("clada/journal"),
        why: "its token is no number".to_owned(),
    })
}

/// What is told of a path: what the user may have done to it since is in the record.
fn line(path: &RepoPath, difference: &Difference) -> Option<String> {
    let what = match (difference.was, &difference.now) {
        (Was::Dir { .. }, Left::Dir { .. }) | (Was::Absent, Left::Dir { .. }) => return None,
        (Was::Absent, _) => "was removed: it was not there before the command",
        (_, Left::Gone) => "is back",
        _ => "is as it was before the command",
    };
    Some(format!("{path} {what}"))
}

/// What stood at each path, and what stands there.
fn records(repo: &Repo, found: &Differences) -> Result<Vec<PathRecord>, HistoryError> {
    let mut records = Vec::new();
    for Difference { path, was, now } in found.all.values() {
        let location = Location::of(path);
        let file = Move { before: of_now(repo, now)?, after: of_was(*was) };
        if location.is_utf8() && file.before != file.after {
            records.push(PathRecord { location, file, staged: None });
        }
    }
    Ok(records)
}

fn of_now(repo: &Repo, now: &Left) -> Result<Option<FileRecord>, HistoryError> {
    Ok(match now {
        Left::Gone | Left::Dir { .. } | Left::Special => None,
        Left::File { content, mode, .. } => Some(file(repo.blob_id(content)?, *mode)),
        Left::Link { target } => Some(link(repo.blob_id(target)?)),
    })
}

fn of_was(was: Was) -> Option<FileRecord> {
    match was {
        Was::Absent | Was::Dir { .. } | Was::Closed => None,
        Was::File { mode, blob, .. } => Some(file(blob, mode)),
        Was::Link { blob } => Some(link(blob)),
    }
}

fn file(blob: ObjectId, mode: u32) -> FileRecord {
    FileRecord { kind: FileType::File, mode: Some(mode), blob, git_blob: None }
}

fn link(blob: ObjectId) -> FileRecord {
    FileRecord { kind: FileType::Link, mode: None, blob, git_blob: None }
}
