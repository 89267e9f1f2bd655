//! How a worktree differs from its snapshot.

use std::collections::BTreeMap;

use bstr::ByteSlice;

use crate::base::RepoPath;
use crate::git::Repo;
use crate::policy::GrantedPath;
use crate::workspace::FileState;
use crate::workspace::census::{self, Census, Going, Stands};
use crate::workspace::view::Left;

use super::super::HistoryError;
use super::snapshot::{Snapshot, Was};

/// A place that does not hold what it held.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    pub(super) path: GrantedPath,
    pub(super) was: Was,
    pub(super) now: Left,
}

/// All differences.
#[derive(Debug, Default)]
pub(super) struct Differences {
    pub(super) all: BTreeMap<RepoPath, Difference>,
    /// Repositories of their own, in which nothing is looked at.
    pub(super) repositories: Vec<RepoPath>,
}

/// Tells what a path is to be passed over, a directory (`true`) with all that is in it.
pub type Passes<'a> = &'a dyn Fn(&RepoPath, bool) -> bool;

/// Compares a worktree with its snapshot.
pub(super) struct Comparing<'a> {
    pub(super) repo: &'a Repo,
    pub(super) top: &'a GrantedPath,
    pub(super) snapshot: &'a Snapshot,
    /// Whether a file whose numbers are the same is taken for the same.
    pub(super) by_numbers: bool,
}

impl Comparing<'_> {
    /// Looks at the places of the snapshot and, with `passes`, for what is new.
    pub(super) fn all(&self, passes: Option<Passes<'_>>) -> Result<Differences, HistoryError> {
        let census = match passes {
            Some(passes) => {
                // What was closed to us was not kept, and stays closed.
                let was_closed =
                    |path: &RepoPath| self.snapshot.was.get(path) == Some(&Was::Closed);
                let passes = |path: &RepoPath, is_dir| was_closed(path) || passes(path, is_dir);
                Census::take(self.top, Going { passes: &passes, opens: true })?
            }
            None => Census::default(),
        };
        let mut found = Differences { repositories: census.repositories, ..Differences::default() };
        for (path, stands) in census.stands.values() {
            self.compare((path, Some(stands)), &mut found)?;
        }
        for rel in self.snapshot.was.keys().filter(|rel| !census.stands.contains_key(*rel)) {
            let Some(path) = below(self.top, rel) else { continue };
            let stands = census::look(&path)?;
            self.compare((&path, stands.as_ref()), &mut found)?;
        }
        self.look_into_what_is_in_the_way(&mut found)?;
        Ok(found)
    }

    fn compare(
        &self,
        (path, stands): (&GrantedPath, Option<&Stands>),
        found: &mut Differences,
    ) -> Result<(), HistoryError> {
        let was = self.snapshot.was.get(path.rel()).copied().unwrap_or(Was::Absent);
        let now = match (was, stands) {
            (Was::Closed, _) | (_, Some(Stands::Closed)) | (Was::Absent, None) => return Ok(()),
            (Was::Dir { mode: was }, Some(Stands::Dir { mode })) if was == *mode => return Ok(()),
            (_, None) => Left::Gone,
            (_, Some(Stands::Special)) => Left::Special,
            (_, Some(Stands::Dir { mode })) => Left::Dir { mode: *mode },
            (_, Some(stands @ Stands::File { stat })) => {
                if self.by_numbers && self.snapshot.known(path.rel(), stat) == Some(was) {
                    return Ok(());
                }
                content(path, stands)?
            }
            (_, Some(stands @ Stands::Link { .. })) => content(path, stands)?,
        };
        if !self.is_same(was, &now)? {
            let difference = Difference { path: path.clone(), was, now };
            found.all.insert(path.rel().clone(), difference);
        }
        Ok(())
    }

    fn is_same(&self, was: Was, now: &Left) -> Result<bool, HistoryError> {
        Ok(match (was, now) {
            (Was::Absent, Left::Gone) => true,
            (Was::File { mode, blob, .. }, Left::File { content, mode: is, .. }) => {
                mode == *is && self.repo.blob_id(content)? == blob
            }
            (Was::Link { blob }, Left::Link { target }) => self.repo.blob_id(target)? == blob,
            _ => false,
        })
    }

    /// Where a directory stands in place of a file, all goes that is in it, ignored or not.
    fn look_into_what_is_in_the_way(&self, found: &mut Differences) -> Result<(), HistoryError> {
        let in_the_way = found.all.values().filter(|difference| {
            matches!(difference.was, Was::File { .. } | Was::Link { .. })
                && matches!(difference.now, Left::Dir { .. })
        });
        let dirs: Vec<GrantedPath> = in_the_way.map(|difference| difference.path.clone()).collect();
        for dir in dirs {
            let census = Census::take(&dir, Going { passes: &|_, _| false, opens: true })?;
            for (path, stands) in census.stands.values() {
                self.compare((path, Some(stands)), found)?;
            }
        }
        Ok(())
    }
}

/// What stands at a place, in full.
pub(super) fn present(path: &GrantedPath) -> Result<Left, HistoryError> {
    Ok(match census::look(path)? {
        None | Some(Stands::Closed) => Left::Gone,
        Some(Stands::Special) => Left::Special,
        Some(Stands::Dir { mode }) => Left::Dir { mode },
        Some(stands @ (Stands::File { .. } | Stands::Link { .. })) => content(path, &stands)?,
    })
}

fn content(path: &GrantedPath, stands: &Stands) -> Result<Left, HistoryError> {
    let mut state = census::read(path)?;
    if state.is_none() {
        // A command has taken the right to read it, which is no more than a mode.
        let _ = census::open_for_owner(path, 0o400);
        state = census::read(path)?;
    }
    Ok(match (state, stands) {
        (Some(FileState::File { content, mode }), Stands::File { stat }) => {
            // Reading it may have needed another mode than it was found with.
            let found = stat.mode & 0o7777;
            let mode = if found & 0o400 == 0 { found } else { mode.unwrap_or(found) };
            Left::File { content, mode, time: stat.mtime }
        }
        (Some(FileState::File { content, mode }), _) => {
            Left::File { content, mode: mode.unwrap_or(0o600), time: (0, 0) }
        }
        (Some(FileState::Link { target }), _) => Left::Link { target },
        (Some(FileState::Absent) | None, _) => Left::Gone,
    })
}

/// The place of a path below the top; none where no setting allows such a name.
pub(super) fn below(top: &GrantedPath, rel: &RepoPath) -> Option<GrantedPath> {
    let mut path = top.clone();
    for name in rel.as_bstr().split_str("/") {
        path = path.child(name.as_bstr())?;
    }
    Some(path)
}
