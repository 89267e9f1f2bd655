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
///
/// More may be asked for in later versions: begin with `CladaOptions::default()` and name what
/// differs. What is not here is the repository's to say, by its `clada.*` settings, which hold as
/// they do for the command (`docs/reference.md`): where commits land, which roots are allowed, how
/// long locks are waited for.
///
/// ```
/// use git_clada::{Clada, CladaOptions};
///
/// let directory = tempfile::tempdir()?;
/// let options = CladaOptions {
///     repo_path: directory.path().to_owned(),
///     // No repository is needed, and none is made: files are written and there is no history.
///     git_commit: false,
///     state_dir: directory.path().join("state"),
///     ..CladaOptions::default()
/// };
/// let response = "<write path=\"hello.txt\"><![CDATA[hello\n]]></write>";
///
/// let rehearsal = Clada::new(CladaOptions { dry_run: true, ..options.clone() });
/// assert!(rehearsal.execute(response).success);
/// assert!(!directory.path().join("hello.txt").exists());
///
/// let half = format!("{response}\n<edit path=\"missing.txt\"></edit>");
/// let all_or_none = Clada::new(CladaOptions { atomic: true, ..options.clone() });
/// assert!(all_or_none.execute(&half).fatal_error.is_some());
/// assert!(!directory.path().join("hello.txt").exists());
///
/// assert!(Clada::new(options).execute(response).success);
/// assert!(directory.path().join("hello.txt").exists());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CladaOptions {
    /// A directory of the repository; relative to the current directory, which is the default.
    /// Without a repository: the directory that paths of responses are relative to.
    pub repo_path: PathBuf,
    /// Whether responses become commits; `true` by default. Without, files are written and there
    /// is no history.
    pub git_commit: bool,
    /// Where what is replaced without history is kept until the next run. Nothing is written
    /// there with it.
    pub state_dir: PathBuf,
    /// Whether all is done in memory and nothing is written; `false` by default.
    pub dry_run: bool,
    /// Whether a response with any failure is refused as a whole, as the result's
    /// `fatal_error`; `false` by default.
    pub atomic: bool,
    /// The model's name, for the trailer `Clada-Model` of commits.
    pub model: Option<String>,
}

impl Default for CladaOptions {
    fn default() -> Self {
        Self {
            repo_path: PathBuf::from("."),
            git_commit: true,
            state_dir: std::env::temp_dir().join("git-clada"),
            dry_run: false,
            atomic: false,
            model: None,
        }
    }
}

/// Applies responses, each as one transaction: the engine without the terminal.
///
/// Sessions and the working context live in the repository, so they outlast the value; several
/// values, and processes, may work in one repository at a time, and wait for each other's locks.
/// `exec` and `run` fail, each with a result that says so, unless they are changes of files (`mv`,
/// `rm`, `cp`, `mkdir`, `touch`): a command's view of the worktree is entered by the program
/// `git-clada`, which a library cannot count on.
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

    /// Applies a response. Never panics, prints or returns an error: what is wrong with a block
    /// stands in `parse_errors`, what failed in `results`, and why nothing was applied (a conflict,
    /// a lock, a failure of git or the system, more than 50 MiB) in `fatal_error`.
    ///
    /// The result serializes to what `git clada apply --format json` prints.
    ///
    /// ```
    /// # use std::process::Command;
    /// use git_clada::{Clada, CladaOptions};
    ///
    /// # let directory = tempfile::tempdir()?;
    /// # let git = |args: &[&str]| {
    /// #     let run = Command::new("git").current_dir(directory.path()).args(args).output();
    /// #     assert!(run.expect("git runs").status.success());
    /// # };
    /// # git(&["init", "--quiet", "--initial-branch=main"]);
    /// # git(&["config", "user.name", "Ada"]);
    /// # git(&["config", "user.email", "ada@example.org"]);
    /// # git(&["commit", "--quiet", "--allow-empty", "--message=first"]);
    /// let clada = Clada::new(CladaOptions {
    ///     repo_path: directory.path().to_owned(),
    ///     ..CladaOptions::default()
    /// });
    /// let result = clada.execute(concat!(
    ///     "#!SHAM [@three-char-SHA-256: k7m]\n",
    ///     "action = \"file_write\"\n",
    ///     "path = \"hello.txt\"\n",
    ///     "content = \"hello\\n\"\n",
    ///     "#!END_SHAM_k7m\n",
    ///     "#!SHAM [@three-char-SHA-256: d3l]\n",
    ///     "action = \"file_delete\"\n",
    ///     "path = \"missing.txt\"\n",
    ///     "#!END_SHAM_d3l\n",
    /// ));
    ///
    /// // One did it and one did not; what was done is committed all the same.
    /// assert!(!result.success && result.fatal_error.is_none());
    /// let codes: Vec<_> = result.results.iter().map(|one| one.code.as_deref()).collect();
    /// assert_eq!(codes, [None, Some("ENOENT")]);
    /// assert_eq!(result.transaction.as_ref().expect("it landed").branch, "clada/main");
    ///
    /// let mut json = Vec::new();
    /// git_clada::write_json(&result, &mut json)?;
    /// assert!(String::from_utf8_lossy(&json).contains("\"executedActions\": 2"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
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
        let CladaOptions { repo_path, git_commit, state_dir, .. } = &self.options;
        let applied = if *git_commit {
            let repo = Repo::discover_any(repo_path)?;
            let options = self.on_top_of(ApplyOptions::configured(&repo)?);
            apply(response, Place::Repo(&repo), &catalogue, &options)
        } else {
            let place = NoGit::new(repo_path, state_dir);
            let options = self.on_top_of(ApplyOptions::default());
            apply(response, Place::NoGit(&place), &catalogue, &options)
        };
        Ok(applied.report.result)
    }

    /// What the caller says goes before what the settings say.
    fn on_top_of(&self, settings: ApplyOptions) -> ApplyOptions {
        let CladaOptions { dry_run, atomic, model, .. } = &self.options;
        ApplyOptions { dry_run: *dry_run, atomic: *atomic, model: model.clone(), ..settings }
    }
}
