//! What a command left in the worktree itself joins the overlay just as what one left in a view.

use std::{path::Path, sync::Arc};

use bstr::BString;

use super::{
    error::HarvestError,
    harvest::{Harvest, join},
    layer::Layer,
    options::HarvestOptions,
    scan::{At, Found, Item},
};
use crate::{
    base::RepoPath,
    policy::{Access, Gate},
    workspace::{Overlay, change_set::FileTime},
};

/// What stands at a path after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// Nothing any more.
    Gone,
    /// A directory.
    Dir {
        /// Its permission bits.
        mode: u32,
    },
    /// A file.
    File {
        /// Its bytes.
        content: Arc<[u8]>,
        /// Its permission bits.
        mode: u32,
        /// When it was changed.
        time: FileTime,
    },
    /// A link.
    Link {
        /// Where it leads.
        target: BString,
    },
    /// What no action may leave.
    Special,
}

impl Left {
    fn item(&self, rel: &RepoPath) -> Item {
        let (found, held): (_, Arc<[u8]>) = match self {
            Self::Gone => (Found::Gone, Arc::default()),
            Self::Dir { mode } => (Found::Dir { mode: *mode, replaces: false }, Arc::default()),
            Self::File { content, mode, time } => {
                let size = u64::try_from(content.len()).unwrap_or(u64::MAX);
                (Found::File { mode: *mode, size, time: *time }, Arc::clone(content))
            }
            Self::Link { target } => (Found::Link, target.as_slice().into()),
            Self::Special => (Found::Special, Arc::default()),
        };
        Item { rel: rel.clone(), at: At::Held(held), found }
    }
}

/// Lets what a command left join the overlay: all of it, or nothing. The worktree is as it was
/// before the command. `left` is sorted by path, and holds the pending files that are still there.
pub fn take_in(
    left: &[(RepoPath, Left)],
    gate: &Gate,
    (overlay, options): (&mut Overlay, HarvestOptions<'_>),
) -> Result<Harvest, HarvestError> {
    let top = gate.grant_in(&RepoPath::default(), Access::Entry);
    let top = top.map_err(|refusal| HarvestError::Refused(vec![refusal.message]))?;
    let items: Vec<Item> = left.iter().map(|(rel, left)| left.item(rel)).collect();
    let layer = Layer {
        upper: Path::new(""),
        top: &top,
        gate,
        // Who else wrote to the worktree meanwhile is not known here.
        since: (i64::MAX, 0),
        scratch: None,
        lent: None,
    };
    gate.forget();
    join(&layer, &items, (overlay, options))
}
