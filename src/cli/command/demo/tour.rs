//! The stations of the tour. Each runs the real command, as a user would.

use std::path::{Path, PathBuf};

use crate::cli::args::{ErrorDetail, OperateArgs};
use crate::cli::command::{apply, log, undo};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::git::cli;
use crate::report::escape_line;

/// What the model of the tour wrote, with a mistake in it.
const RESPONSE: &str = include_str!("response.md");
const README: &str = "# Numbers\n\nCounts, and soon greets.\n";
const COUNT: &str = "\"\"\"Counts.\"\"\"\n\n\ndef count(last: int) -> list[int]:\n    \
                     return list(range(1, last))\n";

const HELP: &str = "\
Examples:
  git clada demo";

/// The arguments of `demo`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {}

/// Takes the tour. The repository is left for the user to look at.
pub fn run(_: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let dir = tempfile::Builder::new()
        .prefix("git-clada-demo-")
        .tempdir()
        .map_err(|error| Failure::new("cannot make a temporary directory").because(error))?
        .keep();
    let repository = dir.join("numbers");
    make(&dir, &repository)?;
    context.without_pager();
    let mut tour = Tour { context, repository };
    tour.apply();
    tour.look()?;
    tour.undo()?;
    tour.farewell();
    Ok(Exit::Success)
}

/// Makes the repository that the tour goes through.
fn make(dir: &Path, repository: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::new("cannot make the repository of the tour").because(error);
    fs_err::create_dir_all(repository.join("src")).map_err(failed)?;
    fs_err::write(dir.join("response.md"), RESPONSE).map_err(failed)?;
    fs_err::write(repository.join("README.md"), README).map_err(failed)?;
    fs_err::write(repository.join("src/count.py"), COUNT).map_err(failed)?;
    let git = |args: &[&str]| cli::run(repository, args).map_err(Failure::from);
    git(&["init", "--quiet", "--initial-branch=main"])?;
    git(&["config", "user.name", "Ada"])?;
    git(&["config", "user.email", "ada@example.org"])?;
    git(&["config", "commit.gpgSign", "false"])?;
    git(&["add", "--all"])?;
    git(&["commit", "--quiet", "--no-verify", "--message=count"])?;
    Ok(())
}

struct Tour<'c> {
    context: &'c mut Context,
    repository: PathBuf,
}

impl Tour<'_> {
    fn apply(&mut self) {
        self.say(
            "A model was asked to mend a small program. It answered with three action blocks,\n\
             and misspelt the action of one. Apply the answer:\n",
        );
        self.command("git clada apply ../response.md");
        let args = apply::Args {
            files: vec![PathBuf::from("../response.md")],
            error_detail: Some(ErrorDetail::Full),
            ..apply::Args::default()
        };
        self.inside(|context| apply::run(&args, context));
        self.say(
            "\nThe block with the mistake was left out and its place is shown; the other two\n\
             are one commit, on a branch of its own. `--format markdown` is for the model.\n",
        );
    }

    fn look(&mut self) -> Result<(), Failure> {
        self.git(&["log", "--oneline", "--stat", "-1"])?;
        self.command("git clada log");
        let args = log::Args { max_count: None, format: "text".to_owned() };
        self.inside(|context| log::run(&args, context))?;
        self.say("");
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Failure> {
        self.say("Take it back: files, branch and index are as they were, to the byte.\n");
        self.command("git clada undo");
        let args =
            undo::Args { count: 1, merge: false, force: false, operate: OperateArgs::default() };
        self.inside(|context| undo::run(&args, context))?;
        self.say("");
        self.git(&["status"])
    }

    fn farewell(&mut self) {
        let place = self.repository.display().to_string();
        let place = escape_line(&place).into_owned();
        self.say(&format!("The repository is in {place}"));
        self.say(
            "Try it yourself: cd there, then `git clada redo`, `git clada show`,\n\
             `git clada status`.",
        );
    }

    fn say(&mut self, text: &str) {
        self.context.print(&format!("{text}\n"));
    }

    fn command(&mut self, line: &str) {
        let line = if self.context.stdout.colour {
            format!("\u{1b}[1m$ {line}\u{1b}[0m\n")
        } else {
            format!("$ {line}\n")
        };
        self.context.print(&line);
    }

    /// Shows what git itself says.
    fn git(&mut self, args: &[&str]) -> Result<(), Failure> {
        self.command(&format!("git {}", args.join(" ")));
        let output = cli::run(&self.repository, args)?;
        self.context.print_content(&output);
        self.say("");
        Ok(())
    }

    /// Runs a command inside the repository of the tour.
    fn inside<T>(&mut self, command: impl FnOnce(&mut Context) -> T) -> T {
        let outside = std::mem::replace(&mut self.context.directory, self.repository.clone());
        let done = command(self.context);
        self.context.directory = outside;
        done
    }
}
