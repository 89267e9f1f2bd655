//! Writing the files of a transaction out, and putting them back.

use std::{collections::BTreeMap, path::Path};

use crate::base::{FileStat, RepoPath};
use crate::policy::GrantedPath;
use crate::workspace::crossing::{Crossing, CrossingError};
use crate::workspace::disk::{Disk, Emptying, Naming, Swap, SwapError, Undone};
use crate::workspace::{Change, ChangeSet, FsError, Step};

use super::super::HistoryError;

/// One thing done on the disk, and how to take it back.
enum Done<'c> {
    /// A file was put in place; what stood there is kept beside it.
    Put(Swap, &'c Change),
    /// A directory was made.
    Made(&'c GrantedPath),
    /// A directory was removed; its permission bits.
    Removed(&'c GrantedPath, Option<u32>),
    /// Ignored files went to the worktree, or back.
    Crossed(&'c Crossing),
}

/// Files written out and not yet final. Dropped, everything is put back.
#[must_use = "the files are put back when this is dropped"]
pub struct WrittenOut<'c> {
    disk: Disk,
    done: Vec<Done<'c>>,
    /// What could not be put back.
    left: Vec<String>,
}

impl<'c> WrittenOut<'c> {
    /// Writes the files out, each by a temporary name of `naming` and an exchange. Where one does not hold
    /// what it held when it was read, and on any failure, everything is put back. What is
    /// replaced in the end waits in the directory `trash`, where it is much. Ignored files go
    /// last, there or back.
    pub fn write(
        changes: &'c ChangeSet,
        crossing: Option<&'c Crossing>,
        (naming, trash): (Naming, Option<&Path>),
    ) -> Result<Self, HistoryError> {
        let disk = Disk::new(changes, naming, trash);
        let mut out = Self { disk, done: Vec::new(), left: Vec::new() };
        match out.steps(changes, crossing) {
            Ok(()) => Ok(out),
            Err(error) => Err(out.put_back(error)),
        }
    }

    fn steps(
        &mut self,
        changes: &'c ChangeSet,
        crossing: Option<&'c Crossing>,
    ) -> Result<(), HistoryError> {
        for step in changes.steps() {
            self.step(step, changes)?;
        }
        let Some(crossing) = crossing else { return Ok(()) };
        crossing.go().map_err(|(error, left)| {
            self.left.extend(left);
            not_carried(error)
        })?;
        self.done.push(Done::Crossed(crossing));
        Ok(())
    }

    /// The stat data of the files of the worktree that are now in place.
    #[must_use]
    pub fn stats(&self) -> BTreeMap<&'c RepoPath, FileStat> {
        let stats = self.done.iter().filter_map(|done| match done {
            Done::Put(swap, change) => change.path.worktree_path().zip(swap.stat()),
            Done::Made(_) | Done::Removed(..) | Done::Crossed(_) => None,
        });
        stats.collect()
    }

    /// The files that hold something else by now: somebody has edited them since they were written.
    /// A directory that was made where a file was is none of theirs.
    #[must_use]
    pub fn edited(&self) -> Vec<String> {
        let made = |path: &GrantedPath| {
            self.done.iter().any(|done| matches!(done, Done::Made(dir) if *dir == path))
        };
        let edited = self.done.iter().filter_map(|done| match done {
            Done::Put(swap, change) => {
                (!swap.still_holds() && !made(&change.path)).then_some(&change.path)
            }
            Done::Made(_) | Done::Removed(..) | Done::Crossed(_) => None,
        });
        edited.map(|path| path.shown().to_owned()).collect()
    }

    /// Begins to remove what earlier transactions replaced, where too much of it waits.
    pub fn empty_full_trash(&self) -> Emptying {
        self.disk.empty_full_trash()
    }

    /// Makes it final: what was replaced goes. What cannot be removed stays beside the files
    /// under a temporary name, which is no reason to undo what is done. Says whether all is gone.
    #[must_use]
    pub fn finish(mut self) -> bool {
        let mut all = true;
        for done in std::mem::take(&mut self.done) {
            all &= match done {
                Done::Put(swap, _) => swap.finish().is_ok(),
                Done::Crossed(crossing) => crossing.settle().is_ok(),
                Done::Made(_) | Done::Removed(..) => true,
            };
        }
        all
    }

    /// Puts everything back and says why: `error`, or that something could not be put back.
    #[must_use]
    pub fn put_back(mut self, error: HistoryError) -> HistoryError {
        let left = self.roll_back();
        if left.is_empty() {
            return error;
        }
        HistoryError::NotRolledBack { why: error.to_string(), left }
    }

    fn step(&mut self, step: Step<'c>, changes: &ChangeSet) -> Result<(), HistoryError> {
        match step {
            Step::Put(change) => {
                let swap = self.disk.put(&change.path, &change.after, &change.before);
                self.done.push(Done::Put(swap.map_err(refused)?, change));
            }
            Step::MakeDir(dir) => {
                let mode = changes.mode_of_made(dir);
                if self.disk.make_dir(dir, mode).map_err(failed)? {
                    self.done.push(Done::Made(dir));
                }
            }
            Step::RemoveDir(dir) => {
                self.disk.remove_dir(dir).map_err(failed)?;
                self.done.push(Done::Removed(dir, changes.mode_of_removed(dir)));
            }
        }
        Ok(())
    }

    /// Takes the steps back, the last first; returns what could not be.
    fn roll_back(&mut self) -> Vec<String> {
        let mut left = std::mem::take(&mut self.left);
        while let Some(done) = self.done.pop() {
            let (path, back) = match done {
                Done::Put(swap, change) => {
                    (&change.path, swap.undo().is_ok_and(|undone| undone == Undone::Restored))
                }
                Done::Made(dir) => (dir, self.disk.remove_dir(dir).is_ok()),
                Done::Removed(dir, mode) => (dir, self.disk.make_dir(dir, mode).is_ok()),
                Done::Crossed(crossing) => {
                    left.extend(crossing.back());
                    continue;
                }
            };
            if !back {
                left.push(path.shown().to_owned());
            }
        }
        left
    }
}

impl Drop for WrittenOut<'_> {
    fn drop(&mut self) {
        self.roll_back();
    }
}

/// Why ignored files did not go.
pub fn not_carried(error: CrossingError) -> HistoryError {
    match error {
        CrossingError::Changed(paths) => HistoryError::Conflict(paths),
        CrossingError::Io(error) => failed(error),
    }
}

fn refused(error: SwapError) -> HistoryError {
    match error {
        SwapError::Changed { path } => HistoryError::Conflict(vec![path]),
        SwapError::Io(error) => failed(error),
    }
}

fn failed(error: FsError) -> HistoryError {
    HistoryError::Write(error)
}
