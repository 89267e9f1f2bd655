//! The layer that took a command's changes, and what of it goes past memory.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use super::{
    carried::Carried,
    carried_changes::CarriedChanges,
    choice::{Choice, choose},
    error::{HarvestError, not_kept, unreadable},
    options::HarvestOptions,
    scan::Item,
};
use crate::{
    base::RepoPath,
    policy::{Gate, GrantedPath},
    workspace::{Overlay, crossing::Moment},
};

/// The layer that took a command's changes.
pub(super) struct Layer<'a> {
    pub(super) upper: &'a Path,
    pub(super) top: &'a GrantedPath,
    pub(super) gate: &'a Gate,
    /// When the view began.
    pub(super) since: Moment,
    /// Where what is carried may wait; none where it cannot.
    pub(super) scratch: Option<&'a Path>,
    /// What has been lent to the layer.
    pub(super) lent: Option<&'a CarriedChanges>,
}

impl Layer<'_> {
    /// What of it is carried.
    pub(super) fn choice(
        &self,
        items: &[Item],
        options: &HarvestOptions<'_>,
    ) -> Result<Choice, HarvestError> {
        if self.scratch.is_none() {
            return Ok(Choice::default());
        }
        let lent = self.lent.map(CarriedChanges::names).unwrap_or_default();
        let since = self.lent.map_or(self.since, CarriedChanges::since);
        choose(items, options, (&self.top.absolute(), since, &lent)).map_err(unreadable(self.upper))
    }

    /// All that is carried: what was lent, and what was chosen.
    pub(super) fn carried(&self, chosen: &BTreeMap<RepoPath, bool>) -> BTreeMap<RepoPath, bool> {
        let mut all = self.lent.map(CarriedChanges::roots).unwrap_or_default();
        all.extend(chosen.iter().map(|(root, kept)| (root.clone(), *kept)));
        all
    }

    /// Takes what is not held in memory out of it, to wait for its place.
    pub(super) fn carry(
        &self,
        overlay: &mut Overlay,
        (chosen, keep): (&BTreeMap<RepoPath, bool>, u64),
    ) -> Result<(), HarvestError> {
        let carried = match (self.lent, self.scratch) {
            (Some(lent), _) => Arc::clone(lent.carried()),
            (None, Some(scratch)) if !chosen.is_empty() => {
                let made = Carried::make(scratch, self.top, (self.since, keep));
                Arc::new(made.map_err(not_kept(scratch))?)
            }
            (None, _) => return Ok(()),
        };
        carried.take(self.upper, self.carried(chosen)).map_err(not_kept(self.upper))?;
        overlay.carry(carried, chosen.keys());
        Ok(())
    }
}
