//! One crossing: all of its moves, or none.

use std::{cell::Cell, collections::BTreeMap, io, path::Path};

use super::{
    error::{CrossingError, failed},
    look::look,
    places::{Places, ends},
    store::{Amount, Move, Plan, Side, Stamp, Store},
};
use crate::{base::RepoPath, policy::GrantedPath, workspace::view::remove_tree};

/// How far a crossing has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing has moved, or all is back.
    Ready,
    /// Everything has, or something could not be taken back.
    Under,
    /// It is done for good.
    Settled,
}

/// Carried changes that are about to go to the worktree, or back. Dropped before they do, what
/// commands left is gone.
#[derive(Debug)]
pub struct Crossing {
    top: GrantedPath,
    store: Store,
    plan: Plan,
    state: Cell<State>,
}

impl Crossing {
    pub(super) fn new(top: &GrantedPath, store: Store) -> Self {
        let plan = Plan::new(Side::After, BTreeMap::new(), Vec::new());
        Self { top: top.clone(), store, plan, state: Cell::new(State::Ready) }
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn begin(&mut self, plan: Plan, durable: bool) -> io::Result<()> {
        self.plan = plan;
        self.store.begin(&self.plan, durable)
    }

    /// One that was cut short, by its store; nothing where it had not begun, or was over.
    pub fn cut_short(dir: &Path, top: &GrantedPath) -> io::Result<Option<Self>> {
        let store = Store::at(dir);
        let Some((plan, _)) = store.plan()? else { return Ok(None) };
        Ok(Some(Self { top: top.clone(), store, plan, state: Cell::new(State::Under) }))
    }

    /// Removes the directories that came with one whose way back is done, by its store. A temporary
    /// file may have stood in one of them when it ended.
    pub fn tidy_settled(dir: &Path, top: &GrantedPath) -> io::Result<()> {
        let store = Store::at(dir);
        if let Some((plan, _)) = store.last()?.filter(|(plan, _)| plan.to == Side::Before) {
            Places::new(top, &store).remove_empty(&plan.dirs);
        }
        Ok(())
    }

    /// The name of its store.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.store.dir.file_name();
        name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Where it goes.
    #[must_use]
    pub fn to(&self) -> Side {
        self.plan.to
    }

    /// The topmost ignored directories and files that are carried.
    #[must_use]
    pub fn roots(&self) -> Vec<RepoPath> {
        self.plan.roots.keys().cloned().collect()
    }

    /// How much of each came, and went.
    #[must_use]
    pub fn amounts(&self) -> BTreeMap<RepoPath, Amount> {
        self.plan.roots.iter().map(|(path, root)| (path.clone(), root.amount)).collect()
    }

    /// The same of those of which undo brings nothing back.
    #[must_use]
    pub fn not_kept(&self) -> Vec<RepoPath> {
        let roots = self.plan.roots.iter().filter(|(_, root)| !root.kept);
        roots.map(|(path, _)| path.clone()).collect()
    }

    /// Makes all the moves. Where one fails, those before it are taken back; returns what could not
    /// be.
    pub fn go(&self) -> Result<(), (CrossingError, Vec<String>)> {
        self.state.set(State::Under);
        let mut places = Places::new(&self.top, &self.store);
        for (made, step) in self.in_order(self.plan.to).into_iter().enumerate() {
            if let Err(error) = places.go(step, true) {
                return Err((error, self.take_back(made)));
            }
        }
        Ok(())
    }

    /// Takes all the moves back. Returns what could not be.
    pub fn back(&self) -> Vec<String> {
        self.take_back(usize::MAX)
    }

    /// Takes the first moves back, that many of them.
    fn take_back(&self, count: usize) -> Vec<String> {
        let mut places = Places::new(&self.top, &self.store);
        let mut left = Vec::new();
        let made: Vec<&Move> = self.in_order(self.plan.to).into_iter().take(count).collect();
        for step in made.into_iter().rev() {
            if places.go(step, false).is_err() {
                left.push(step.path.to_string());
            }
        }
        if left.is_empty() {
            self.state.set(State::Ready);
        }
        left
    }

    /// The moves as they are made towards a side: as they were worked out, or the other way round.
    fn in_order(&self, side: Side) -> Vec<&Move> {
        match side {
            Side::After => self.plan.moves().collect(),
            Side::Before => self.plan.moves().rev().collect(),
        }
    }

    /// Makes it final: the store keeps what was replaced, as far as it is to be kept.
    pub fn settle(&self) -> io::Result<()> {
        self.tidy(self.plan.to);
        self.store.settle()?;
        self.state.set(State::Settled);
        for path in self.not_kept() {
            let place = self.store.place(&path);
            remove_tree(&place);
            let _ = fs_err::remove_file(place);
        }
        Ok(())
    }

    /// Removes the directories that came with it, when all else is back.
    fn tidy(&self, side: Side) {
        if side == Side::Before {
            Places::new(&self.top, &self.store).remove_empty(&self.plan.dirs);
        }
    }

    /// Brings one that was cut short to a side, from wherever it stands. Returns what is neither as
    /// before nor as after, and so the user's: it stays.
    pub fn recover(&self, side: Side) -> Result<Vec<String>, CrossingError> {
        let failed = failed(&self.store.dir);
        let since = self.store.plan().map_err(&failed)?.map(|(_, since)| since).unwrap_or_default();
        let there = side == self.plan.to;
        let mut places = Places::new(&self.top, &self.store);
        let mut kept = Vec::new();
        for step in self.in_order(side) {
            let (goes, comes) = ends(step, there);
            let on_disk = self.top.absolute().join(step.path.as_path());
            let stands = Stamp::at(&on_disk).map_err(&failed)?;
            let waits = Stamp::at(&self.store.place(&step.path)).map_err(&failed)?;
            if stands == comes && waits == goes {
                continue;
            }
            let stood = look(&on_disk).map_err(&failed)?;
            let is_old = stood.is_none_or(|stood| stood.inside <= since);
            let moves = stands == goes && waits == comes && is_old;
            match moves.then(|| places.go(step, there)) {
                Some(Ok(())) => {}
                Some(Err(CrossingError::Changed(_))) | None => kept.push(step.path.to_string()),
                Some(Err(error @ CrossingError::Io(_))) => return Err(error),
            }
        }
        Ok(kept)
    }

    /// Ends one that was cut short and has been brought to a side. What the user has in the place of
    /// something else is no reason to lose that: then the store stays as it is.
    pub fn end(self, side: Side, kept: &[String]) -> io::Result<()> {
        if side == self.plan.to {
            return self.settle();
        }
        self.tidy(side);
        if kept.is_empty() || !self.store.is_new() {
            self.state.set(State::Ready);
            return Ok(());
        }
        self.store.settle()
    }
}

impl Drop for Crossing {
    fn drop(&mut self) {
        if self.state.get() != State::Ready {
            return;
        }
        // What stays is in nobody's way: the next one removes it.
        if self.store.is_new() {
            remove_tree(&self.store.dir);
        } else {
            let _ = self.store.forgo();
        }
    }
}
