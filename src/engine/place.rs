//! Where a response is applied, and what it may touch there.

use crate::git::Repo;
use crate::policy::{Gate, GateOptions};

use super::enter::aliases;
use super::failure::EngineError;
use super::no_git::NoGit;
use super::options::ApplyOptions;
use super::perform::CommandPlaces;

/// Where a response is applied.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// In a repository.
    Repo(&'a Repo),
    /// In a directory, without history.
    NoGit(&'a NoGit),
}

impl Place<'_> {
    /// Where commands run, and where what they need is kept.
    pub(super) fn for_commands(self) -> CommandPlaces {
        match self {
            Self::Repo(repo) => CommandPlaces {
                top: repo.worktree().to_owned(),
                git_dirs: vec![repo.git_dir().to_owned(), repo.common_dir().to_owned()],
                scratch: repo.git_dir().join("clada/scratch"),
                accepted: repo.common_dir().to_owned(),
            },
            Self::NoGit(place) => CommandPlaces {
                top: place.directory().to_owned(),
                git_dirs: Vec::new(),
                scratch: place.kept().join("scratch"),
                accepted: place.kept().to_owned(),
            },
        }
    }
}

/// Opens the gate for a place.
pub fn gate(place: Place<'_>, options: &ApplyOptions) -> Result<Gate, EngineError> {
    let (worktree, base_dir, git_dirs, aliases) = match place {
        Place::Repo(repo) => {
            repo.is_written_below(&options.allow_roots);
            let git_dirs = vec![repo.git_dir().to_owned(), repo.common_dir().to_owned()];
            (Some(repo.worktree()), None, git_dirs, aliases(repo, options))
        }
        Place::NoGit(place) => (None, Some(place.directory()), Vec::new(), Vec::new()),
    };
    Ok(Gate::new(GateOptions {
        worktree,
        base_dir,
        pwd_spelling: options.pwd.as_deref(),
        aliases: &aliases,
        allow_roots: &options.allow_roots,
        git_dirs: &git_dirs,
        blacklist: options.blacklist.as_ref(),
    })?)
}
