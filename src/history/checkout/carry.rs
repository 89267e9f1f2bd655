//! Uncommitted edits that a checkout carries to where it goes.

use crate::git::Difference;
use crate::workspace::FileState;

use super::super::HistoryError;
use super::look::{Checkout, Targets};

impl Checkout<'_> {
    /// Lets each path hold an edit in the worktree: what `to` of it has, while the index has what
    /// the new tree has. The checkout must go over the paths.
    pub fn carry(&mut self, edits: &[Difference]) -> Result<(), HistoryError> {
        let mut targets = Targets::new(self.repo, edits)?;
        for edit in edits {
            let Some(place) = self.place_mut(&edit.path) else { continue };
            place.target.state = match edit.to {
                Some(entry) => targets.state(edit, entry, &place.now)?,
                None => FileState::Absent,
            };
        }
        Ok(())
    }
}
