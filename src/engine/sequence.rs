//! Sequences of tasks: the first failure skips the rest of its own, and of no other. And what the
//! result of an action begins with.

use std::collections::{HashMap, HashSet};

use crate::action::{Action, Kind};
use crate::report::ActionResult;
use crate::syntax::Block;

use super::perform::Scene;

/// Which sequences have come to an end.
#[derive(Debug)]
pub(super) struct Sequences {
    /// Of each block its group.
    groups: Vec<usize>,
    /// Of each group the first block that is no action.
    rejected: HashMap<usize, usize>,
    failed: HashSet<usize>,
}

impl Sequences {
    /// Those of a response. A block without an action was rejected.
    pub(super) fn of(blocks: &[Block<'_>], actions: &[Action<'_>]) -> Self {
        let sound: HashSet<usize> = actions.iter().map(|action| action.block).collect();
        let mut rejected = HashMap::new();
        for (index, block) in blocks.iter().enumerate().filter(|(at, _)| !sound.contains(at)) {
            rejected.entry(block.group).or_insert(index);
        }
        let groups = blocks.iter().map(|block| block.group).collect();
        Self { groups, rejected, failed: HashSet::new() }
    }

    /// Whether something before the block has failed in its sequence.
    pub(super) fn skips(&self, block: usize) -> bool {
        self.groups.get(block).is_some_and(|group| {
            self.failed.contains(group) || self.rejected.get(group).is_some_and(|at| *at < block)
        })
    }

    /// Takes down that the action of a block failed.
    pub(super) fn fail(&mut self, block: usize) {
        self.failed.extend(self.groups.get(block));
    }
}

/// A result of which nothing is known yet. The action's parameters move there.
pub(super) fn begun(
    index: usize,
    action: &mut Action<'_>,
    block: Option<&Block<'_>>,
) -> ActionResult {
    let own = block.filter(|block| !block.dialect.has_keys());
    ActionResult {
        seq: index + 1,
        block_id: block.map(|block| block.id.value.to_string()).unwrap_or_default(),
        dialect: own.map(|block| block.dialect.name().to_owned()),
        group: own.map(|block| block.group),
        note: own.and_then(|block| Some(block.note.as_ref()?.value.to_string())),
        action: action.name.clone(),
        params: std::mem::take(&mut action.params),
        ..ActionResult::default()
    }
}

/// Whether the action writes a file where nothing is yet.
pub(super) fn creates(action: &Action<'_>, scene: &Scene<'_>) -> bool {
    let Kind::FileWrite { path, .. } = &action.kind else { return false };
    !scene.gate.is_there(&path.value, scene.overlay)
}

/// The result of an action that is not tried.
pub(super) fn skipped(entry: ActionResult) -> ActionResult {
    ActionResult { skipped: Some(true), ..entry }
}
