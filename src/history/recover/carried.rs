//! The ignored files of a transaction that was cut short.

use std::path::PathBuf;

use crate::git::Repo;
use crate::policy::Gate;
use crate::workspace::crossing::{Crossing, Side};

use super::super::HistoryError;
use super::super::journal::Journal;
use super::super::operation::CarriedRecord;
use super::super::transaction::{
    carried_of, cut_short, not_carried, record, tidy_settled, unusable,
};
use super::files::Course;

/// Ignored files on their way to the worktree, or back, and the side that they are brought to.
pub struct Carrying {
    crossing: Option<(Crossing, Side)>,
    /// Where what is not in the worktree is kept.
    store: PathBuf,
    /// What stays as it is: the user's.
    stays: Vec<String>,
}

impl Carrying {
    /// Of a journal.
    pub fn of(
        (repo, gate): (&Repo, &Gate),
        journal: &Journal,
        way: Course,
    ) -> Result<Self, HistoryError> {
        let name = journal.carried.as_deref();
        let crossing = name.map(|name| cut_short((repo, gate), name)).transpose()?.flatten();
        if let (None, Some(name), Course::Forward) = (&crossing, name, way) {
            tidy_settled((repo, gate), name)?;
        }
        let crossing = crossing.map(|crossing| {
            let to = crossing.to();
            let side = if way == Course::Forward { to } else { to.other() };
            (crossing, side)
        });
        let store = carried_of(repo).join(name.unwrap_or_default());
        Ok(Self { crossing, store, stays: Vec::new() })
    }

    /// Brings them there. Returns what was kept of the user's, a line each.
    pub fn run(&mut self) -> Result<Vec<String>, HistoryError> {
        let Some((crossing, side)) = &self.crossing else { return Ok(Vec::new()) };
        self.stays = crossing.recover(*side).map_err(not_carried)?;
        let store = self.store.join("tree");
        let told = self.stays.iter().map(|path| {
            format!("{path} was changed since: it is kept, the other one in {}", store.display())
        });
        Ok(told.collect())
    }

    /// Nothing of them is left to do. Returns what stays in the store, for the log, which keeps it as
    /// long as it has the record.
    pub fn end(self) -> Result<Option<CarriedRecord>, HistoryError> {
        let Self { crossing, store, stays } = self;
        let Some((crossing, side)) = crossing else { return Ok(None) };
        let kept = record(&crossing);
        crossing.end(side, &stays).map_err(unusable(&store))?;
        Ok((!stays.is_empty() && store.exists()).then_some(kept))
    }
}
