//! The way back, and there again.

use std::{io, path::Path};

use super::{
    crossing::Crossing,
    look::{Moment, Stood, look},
    store::{Move, Plan, Root, Side, Stamp, Store},
};
use crate::policy::GrantedPath;

/// Why something stays whose store is not there, or not whole.
pub const NOT_KEPT: &str = "what stood there is not kept";

/// A way back that is worked out.
#[derive(Debug)]
pub struct Travelling {
    /// What goes; none where nothing does.
    pub crossing: Option<Crossing>,
    /// What stays as it is, a line each with why.
    pub stays: Vec<String>,
    /// What has been changed since, and goes all the same.
    pub changed: Vec<String>,
}

/// Works out the way to a side, by the store of an earlier crossing. What has changed since stays,
/// unless it is `forced`: then it waits in the store like all else. What is `durable` stays so even
/// if the machine stops.
pub fn travel(
    (dir, top): (&Path, &GrantedPath),
    side: Side,
    (forced, durable): (bool, bool),
) -> io::Result<Option<Travelling>> {
    let store = Store::at(dir);
    let Some((Plan { roots, dirs, .. }, then)) = store.last()? else { return Ok(None) };
    let mut travelling = Travelling { crossing: None, stays: Vec::new(), changed: Vec::new() };
    let mut crossing = Crossing::new(top, store);
    let mut planned = std::collections::BTreeMap::new();
    for (path, mut root) in roots {
        let since = if root.goes { then } else { root.since.unwrap_or(then) };
        (root.since, root.goes) = (Some(since), false);
        let whole = root.kept && is_whole(&root, crossing.store())?;
        let goes = root.at != side;
        let changed = goes && has_changed(&root, &top.absolute(), since)?;
        if goes && !whole {
            travelling.stays.push(format!("{path}: {NOT_KEPT}"));
        } else if changed && !forced {
            travelling.stays.push(format!("{path}: it has changed since"));
        } else if goes {
            aim(&mut root, side, (&top.absolute(), crossing.store()))?;
            travelling.changed.extend(changed.then(|| path.to_string()));
        }
        planned.insert(path, root);
    }
    if planned.values().any(|root| root.goes) {
        crossing.begin(Plan::new(side, planned, dirs), durable)?;
        travelling.crossing = Some(crossing);
    }
    Ok(Some(travelling))
}

/// Whether all that a root needs for its way is in the store.
fn is_whole(root: &Root, store: &Store) -> io::Result<bool> {
    for step in &root.moves {
        if comes(step, root.at.other()) && Stamp::at(&store.place(&step.path))?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether anything stands at a path at a side.
fn comes(step: &Move, side: Side) -> bool {
    match side {
        Side::Before => step.ends.0,
        Side::After => step.ends.1,
    }
}

/// Whether a root is not as it was left.
fn has_changed(root: &Root, top: &Path, since: Moment) -> io::Result<bool> {
    for step in &root.moves {
        let stood = look(&top.join(step.path.as_path()))?;
        // Where the repository was copied, all is new and the same.
        let is_old = |stood: &Stood| stood.files <= since && stood.inside <= since;
        let same = match &stood {
            None => !comes(step, root.at),
            Some(stood) => {
                comes(step, root.at) && (is_old(stood) || step.seal.as_ref() == Some(&stood.seal))
            }
        };
        if !same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Lets a root go to a side, from what stands and waits now.
fn aim(root: &mut Root, side: Side, (top, store): (&Path, &Store)) -> io::Result<()> {
    root.waits = 0;
    for step in &mut root.moves {
        let on_disk = top.join(step.path.as_path());
        step.goes = Stamp::at(&on_disk)?;
        let waits = store.place(&step.path);
        step.comes = Stamp::at(&waits)?;
        step.seal = look(&waits)?.map(|stood| stood.seal);
        let stood = look(&on_disk)?.unwrap_or_default();
        root.waits = root.waits.saturating_add(stood.bytes);
    }
    (root.at, root.goes, root.since) = (side, true, None);
    Ok(())
}
