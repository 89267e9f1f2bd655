//! The way from where a record left things to where it found them.

use crate::git::Repo;
use crate::policy::{Access, GrantedPath};
use crate::workspace::FileState;

use super::super::operation::{FileRecord, Location, Operation, PassingLinks};
use super::super::{Desk, HistoryError};

/// The way from where a record left things (its `after`) to where it found them (its `before`).
pub struct Way<'w> {
    /// What to work with; its gate grants the recorded paths again.
    pub desk: &'w Desk<'w>,
    /// The record.
    pub left: &'w Operation,
    links: PassingLinks<'w>,
}

impl<'w> Way<'w> {
    /// The way of a record.
    pub fn of(desk: &'w Desk<'w>, left: &'w Operation) -> Self {
        let links = PassingLinks::of(left.paths.iter().map(|path| (&path.location, &path.file)));
        Self { desk, left, links }
    }

    /// A recorded place, as the policy grants it now.
    pub fn grant(&self, location: &Location) -> Result<GrantedPath, String> {
        let granted = match &location.root {
            None => self.desk.gate.grant_in_over(&location.path, Access::Entry, &self.links),
            Some(root) => {
                self.desk.gate.grant_absolute(&root.join(location.path.as_path()), Access::Entry)
            }
        };
        granted.map_err(|refusal| refusal.message)
    }
}

/// What a record says that stood at a path.
pub fn state(repo: &Repo, record: Option<&FileRecord>) -> Result<FileState, HistoryError> {
    let Some(record) = record else { return Ok(FileState::Absent) };
    Ok(record.state(repo.blob(record.blob)?))
}
