//! What git does not know and stands in the way of what a checkout brings.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::git::ObjectId;
use crate::policy::{Access, GrantedPath};
use crate::workspace::{EntryKind, Overlay};

use super::super::{Desk, HistoryError};

/// How many files of a directory are put aside for a file that takes its place.
const MOST: usize = 1000;

/// The files that stand where the new tree needs a directory, and those in a directory where it
/// needs a file, sorted. Those that HEAD's tree has are among the paths that differ anyway.
pub fn obstacles(
    desk: &Desk<'_>,
    (from, to): (ObjectId, ObjectId),
) -> Result<Vec<RepoPath>, HistoryError> {
    let mut looking = Looking { desk, overlay: Overlay::new(), found: BTreeSet::new() };
    let mut known = BTreeSet::new();
    let come = desk.repo.difference(from, to)?.into_iter().filter(|found| found.to.is_some());
    for path in come.map(|found| found.path) {
        for dir in path.ancestors() {
            if !known.insert(dir.clone()) {
                break;
            }
            let granted = looking.grant(&dir)?;
            if matches!(looking.overlay.kind(&granted)?, EntryKind::File | EntryKind::Link) {
                looking.found.insert(dir);
            }
        }
        let granted = looking.grant(&path)?;
        if looking.overlay.kind(&granted)? == EntryKind::Dir {
            looking.below(&granted)?;
        }
    }
    Ok(looking.found.into_iter().collect())
}

struct Looking<'d, 'r> {
    desk: &'d Desk<'r>,
    overlay: Overlay,
    found: BTreeSet<RepoPath>,
}

impl Looking<'_, '_> {
    fn grant(&self, path: &RepoPath) -> Result<GrantedPath, HistoryError> {
        let granted = self.desk.gate.grant_in(path, Access::Entry);
        granted.map_err(|refusal| HistoryError::Path(refusal.message))
    }

    /// The files below a directory. One with too many of them, or with a repository of its own,
    /// is nothing to put aside.
    fn below(&mut self, dir: &GrantedPath) -> Result<(), HistoryError> {
        let too_much = || HistoryError::InTheWay(vec![dir.shown().to_owned()]);
        for name in self.overlay.some_names(dir, MOST)? {
            let child = dir.child(name.as_ref()).filter(|_| self.found.len() < MOST);
            let child = child.ok_or_else(too_much)?;
            match self.overlay.kind(&child)? {
                EntryKind::Dir => self.below(&child)?,
                EntryKind::File | EntryKind::Link => {
                    self.found.insert(child.rel().clone());
                }
                EntryKind::Absent => {}
            }
        }
        Ok(())
    }
}
