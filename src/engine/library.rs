//! The engine without the terminal.

use std::path::PathBuf;

use crate::action::Catalogue;
use crate::git::Repo;
use crate::report::ExecutionResult;
use crate::text::Response;

use super::apply::apply;
use super::failure::EngineError;
use super::no_git::NoGit;
use super::options::ApplyOptions;
use super::place::Place;

/// Where and how a [`Clada`] works.
#[derive(Clone, Debug)]
pub struct CladaOptions {
    /// A directory of the repository; relative to the current directory.
    pub repo_path: PathBuf,
    /// Whether responses become commits. Without, files are written and there is no history.
    pub git_commit: bool,
    /// Where what is replaced without history is kept.
    pub state_dir: PathBuf,
}

impl Default for CladaOptions {
    fn default() -> Self {
        let state_dir = std::env::temp_dir().join("git-clada");
        Self { repo_path: PathBuf::from("."), git_commit: true, state_dir }
    }
}

/// Applies responses, each as one transaction.
#[derive(Clone, Debug, Default)]
pub struct Clada {
    options: CladaOptions,
}

impl Clada {
    /// Works in the repository that the options name. Nothing is opened yet.
    #[must_use]
    pub fn new(options: CladaOptions) -> Self {
        Self { options }
    }

    /// Applies a response. Never panics, prints or fails: what goes wrong with git or the system
    /// is the result's `fatal_error`.
    #[must_use]
    pub fn execute(&self, response: &str) -> ExecutionResult {
        let run = || -> Result<ExecutionResult, String> {
            let response = Response::new("response", response.as_bytes().to_vec())
                .map_err(|error| error.to_string())?;
            self.apply(&response).map_err(|error| error.chain())
        };
        run().unwrap_or_else(|error| ExecutionResult {
            fatal_error: Some(error),
            ..ExecutionResult::default()
        })
    }

    fn apply(&self, response: &Response) -> Result<ExecutionResult, EngineError> {
        let catalogue = Catalogue::embedded();
        let CladaOptions { repo_path, git_commit, state_dir } = &self.options;
        let applied = if *git_commit {
            let repo = Repo::discover_any(repo_path)?;
            let options = ApplyOptions::configured(&repo)?;
            apply(response, Place::Repo(&repo), &catalogue, &options)
        } else {
            let place = NoGit::new(repo_path, state_dir);
            apply(response, Place::NoGit(&place), &catalogue, &ApplyOptions::default())
        };
        Ok(applied.report.result)
    }
}
