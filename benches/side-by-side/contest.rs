//! The commands that are compared, and one round of all of them.

use std::path::PathBuf;
use std::process::Command;

use crate::Result;
use crate::repository::Repository;
use crate::statistics::{Cell, Measure};
use crate::tree;

/// Whoever makes the commit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Contestant {
    /// `git-clada apply`, then `git-clada undo`, each timed.
    Clada,
    /// `git add -A && git commit`.
    AddAll,
    /// `git add -- paths && git commit`.
    AddPaths,
    /// `git apply --index && git commit`.
    Patch,
}

/// Lets the contestants make the same kind of commit again and again.
#[derive(Debug)]
pub(crate) struct Contest<'a> {
    repository: &'a Repository,
    touched: Vec<usize>,
    rounds: u64,
    /// The version of the files that was written last.
    version: u64,
}

impl<'a> Contest<'a> {
    pub(crate) fn new(repository: &'a Repository, touched: usize) -> Result<Self> {
        repository.reset_all()?;
        let touched = tree::touched(repository.files(), touched);
        Ok(Self { repository, touched, rounds: 0, version: tree::BASE })
    }

    /// Lets each contestant make one commit, in an order that differs from round to round.
    pub(crate) fn round(&mut self, cell: &mut Cell) -> Result<()> {
        // Hundreds of loose objects a round would slow down whoever comes later.
        if self.touched.len() >= 100 && self.rounds > 0 {
            self.repository.tidy()?;
        }
        let mut order =
            [Contestant::Clada, Contestant::AddAll, Contestant::AddPaths, Contestant::Patch];
        order.rotate_left(usize::try_from(self.rounds % 4)?);
        if tree::mix(self.rounds) % 2 == 1 {
            order.reverse();
        }
        for contestant in order {
            self.prepare(contestant)?;
            self.run(contestant, cell)?;
        }
        self.rounds += 1;
        Ok(())
    }

    /// Brings the repository to the contestant's starting line, with content that no object holds
    /// yet.
    pub(crate) fn prepare(&mut self, contestant: Contestant) -> Result<()> {
        self.version += 1;
        self.repository.reset(&self.touched)?;
        match contestant {
            Contestant::Clada => {
                fs_err::write(self.response(), tree::response(&self.touched, self.version))?;
            }
            Contestant::AddAll | Contestant::AddPaths => {
                self.repository.write(&self.touched, self.version)?;
            }
            Contestant::Patch => {
                self.repository.write(&self.touched, self.version)?;
                fs_err::write(self.patch(), self.repository.git(["diff"])?)?;
                self.repository.write(&self.touched, tree::BASE)?;
                self.repository.age(&self.touched)?;
            }
        }
        self.repository.sync()
    }

    /// Returns what the contestant has to run after [`Contest::prepare`]: of git two commands, of
    /// git-clada `apply`.
    pub(crate) fn commands(&self, contestant: Contestant) -> Vec<Command> {
        let runner = &self.repository.runner;
        let commit = || runner.git(["commit", "-q", "-m", "x", "--no-verify"]);
        match contestant {
            Contestant::Clada => vec![runner.clada(["apply", &self.response().to_string_lossy()])],
            Contestant::AddAll => vec![runner.git(["add", "-A"]), commit()],
            Contestant::AddPaths => {
                let mut add = runner.git(["add", "--"]);
                add.args(self.touched.iter().map(|&file| tree::path(file)));
                vec![add, commit()]
            }
            Contestant::Patch => {
                vec![runner.git(["apply", "--index", &self.patch().to_string_lossy()]), commit()]
            }
        }
    }

    /// Makes sure that the commit is there; in the warm-up, that every file holds what it should.
    pub(crate) fn expect_applied(&self) -> Result<()> {
        self.repository.expect_commit(self.touched.len())?;
        self.expect_files(self.version)
    }

    /// Makes sure that the commit is gone; in the warm-up, that every file is the base's again.
    pub(crate) fn expect_undone(&self) -> Result<()> {
        self.repository.expect_base()?;
        self.expect_files(tree::BASE)
    }

    fn run(&self, contestant: Contestant, cell: &mut Cell) -> Result<()> {
        let runner = &self.repository.runner;
        let measure = match contestant {
            Contestant::Clada => Measure::Apply,
            Contestant::AddAll => Measure::AddAll,
            Contestant::AddPaths => Measure::AddPaths,
            Contestant::Patch => Measure::Patch,
        };
        cell.add(measure, runner.time(self.commands(contestant))?);
        self.expect_applied().map_err(|error| format!("after `{measure:?}`: {error}"))?;
        if matches!(contestant, Contestant::Clada) {
            cell.add(Measure::Undo, runner.time(vec![runner.clada(["undo"])])?);
            self.expect_undone().map_err(|error| format!("after `undo`: {error}"))?;
        }
        Ok(())
    }

    fn expect_files(&self, version: u64) -> Result<()> {
        if self.rounds > 0 {
            return Ok(());
        }
        self.repository.expect_files(&self.touched, version)
    }

    fn response(&self) -> PathBuf {
        self.repository.beside("response.md")
    }

    fn patch(&self) -> PathBuf {
        self.repository.beside("change.patch")
    }
}
