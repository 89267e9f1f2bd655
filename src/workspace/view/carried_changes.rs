//! What commands left that is not held in memory, with what the actions have made of it since.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
    sync::Arc,
};

use super::{carried::Carried, fold::Folding};
use crate::{
    base::RepoPath,
    workspace::{
        Call, FsError,
        change_set::FileTime,
        crossing::{Beside, Crossing, CrossingError, Moment},
        entry::State,
    },
};

/// What commands left that is not held in memory, with what the actions have made of it since.
#[derive(Clone, Debug)]
pub struct CarriedChanges {
    carried: Arc<Carried>,
    /// The topmost ignored directories and files that are carried no more.
    released: BTreeSet<RepoPath>,
    /// What the actions left there, directories before what is in them.
    since: Vec<Since>,
}

/// What the actions left at a path.
#[derive(Clone, Debug)]
struct Since {
    root: RepoPath,
    path: RepoPath,
    state: State,
    time: Option<FileTime>,
}

impl CarriedChanges {
    pub(in crate::workspace) fn new(carried: &Arc<Carried>, released: &BTreeSet<RepoPath>) -> Self {
        let (carried, released) = (Arc::clone(carried), released.clone());
        Self { carried, released, since: Vec::new() }
    }

    /// Adds what the actions left at a path, if it is among what is carried.
    pub(in crate::workspace) fn add(
        &mut self,
        path: &RepoPath,
        (state, time): (&State, Option<FileTime>),
    ) {
        let Some(root) = self.carried.root_of(path) else { return };
        self.since.push(Since { root, path: path.clone(), state: state.clone(), time });
    }

    /// Puts what the actions left among what waits. To do it twice is to do it once.
    fn fold(&self) -> io::Result<()> {
        let (layer, top) = (self.carried.tree(), self.carried.top());
        for Since { root, path, state, time } in &self.since {
            let folding = Folding { layer: &layer, top: &top, root };
            folding.put(path, (state, *time))?;
        }
        Ok(())
    }

    /// The topmost ignored directories and files, and whether what they replace is kept.
    pub(super) fn roots(&self) -> BTreeMap<RepoPath, bool> {
        let mut roots = self.carried.roots();
        roots.retain(|root, _| !self.released.contains(root));
        roots
    }

    pub(super) fn names(&self) -> BTreeSet<RepoPath> {
        self.roots().into_keys().collect()
    }

    /// Lends all of it to a layer.
    pub(super) fn give(&self, layer: &Path) -> io::Result<()> {
        self.fold()?;
        self.carried.give(layer, self.roots().keys())
    }

    /// Takes back what it lent, as it is by now.
    pub(super) fn take_back(&self, layer: &Path) -> io::Result<()> {
        self.carried.take(layer, self.roots())
    }

    /// What waits, without what the actions made of it.
    pub(super) fn carried(&self) -> &Arc<Carried> {
        &self.carried
    }

    /// When the first command began that left any of it.
    pub(super) fn since(&self) -> Moment {
        self.carried.since()
    }

    /// Takes all of it into a store of its own, the directory `store`, and works out how it gets into
    /// the worktree, where `beside` changes as well. It is carried once.
    pub fn cross(&self, store: (&Path, bool), beside: &Beside) -> Result<Crossing, CrossingError> {
        let tree = self.carried.tree();
        let failed = |error: io::Error| FsError::new(error, Call::Open, &tree.to_string_lossy());
        self.fold().map_err(failed)?;
        self.carried.cross(self.roots(), store, beside)
    }

    /// The topmost ignored directories and files that are carried, and whether what they replace is
    /// kept for undo.
    #[must_use]
    pub fn told(&self) -> BTreeMap<String, bool> {
        self.roots().into_iter().map(|(path, kept)| (path.to_string(), kept)).collect()
    }

    /// How much is kept for undo of a transaction.
    #[must_use]
    pub fn keep(&self) -> u64 {
        self.carried.keep()
    }
}
