//! A view of the worktree for one command.

use super::{
    error::{HarvestError, ViewError},
    options::{HarvestOptions, ViewOptions},
};
use crate::workspace::{
    Overlay,
    process::{CommandSpec, Ran},
};

/// What a command changed, beside what has joined the overlay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harvest {
    /// How many files, links and directories were written, made or removed.
    pub changed: usize,
    /// Ignored files that were changed and cannot be brought back by undo, by their topmost
    /// ignored directory.
    pub not_kept: Vec<String>,
}

/// A view of the worktree for one command. What the command changes is dropped with it, unless it
/// is harvested.
#[derive(Debug)]
pub struct View<'a> {
    _options: ViewOptions<'a>,
}

impl<'a> View<'a> {
    /// Makes a view of the worktree as the actions have left it.
    pub fn open(_overlay: &Overlay, options: ViewOptions<'a>) -> Result<Self, ViewError> {
        Ok(Self { _options: options })
    }

    /// Runs a command in it.
    pub fn run(&mut self, _spec: CommandSpec<'_>) -> Result<Ran, ViewError> {
        let what = "make a view".to_owned();
        Err(ViewError::Unavailable { what, why: "it is not built yet".to_owned() })
    }

    /// Lets what the command changed join the overlay: all of it, or nothing.
    pub fn harvest(
        self,
        _overlay: &mut Overlay,
        _options: HarvestOptions<'_>,
    ) -> Result<Harvest, HarvestError> {
        Ok(Harvest::default())
    }
}
