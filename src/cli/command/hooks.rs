//! `git clada hooks`: the hooks that git runs for us.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::cli::args::Locks;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::EngineError;
use crate::engine::hooks::{
    Done, Folder, Found, Hook, KEPT, Refused, Script, State, install_hooks, keep_trailers,
    note_rewrites, pushes_refused, uninstall_hooks,
};
use crate::report::{HookLine, HooksFacts, done_json, escape_line, hooks_text};

use super::check;

/// How much git may tell a hook: some hundred thousand commits or refs.
const MOST_TOLD: usize = 64 * 1024 * 1024;

const HELP: &str = "\
Examples:
  git clada hooks install
  git clada hooks status
  git clada hooks uninstall
  git clada hooks run pre-commit                   from a hook of your own";

/// The arguments of `hooks`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// Put the hooks in place; those that are there are kept, and run too
    Install {
        /// Also where `core.hooksPath` names a folder of the worktree
        #[arg(long)]
        in_worktree: bool,
        /// How it is told
        #[arg(long, value_parser = ["text", "json"], default_value = "text")]
        format: String,
    },
    /// Remove the hooks, and put back those that were there before
    Uninstall {
        /// How it is told
        #[arg(long, value_parser = ["text", "json"], default_value = "text")]
        format: String,
    },
    /// Say of each hook whether it is in place, and what runs with it
    Status {
        /// How it is told
        #[arg(long, value_parser = ["text", "json"], default_value = "text")]
        format: String,
    },
    /// Do what a hook does: for hooks of your own to call, with what git gave them
    Run {
        #[command(subcommand)]
        hook: Running,
    },
}

/// The hooks, each with the arguments that git gives it.
#[derive(clap::Subcommand, Clone, Debug)]
enum Running {
    /// Check the responses that are staged: `git clada check --staged`
    PreCommit {
        #[arg(hide = true, allow_hyphen_values = true)]
        given: Vec<OsString>,
    },
    /// Put git-clada's trailers last in the message
    CommitMsg {
        /// The file with the message
        #[arg(value_name = "FILE")]
        message: PathBuf,
    },
    /// Tell the log what became of commits, which standard input lists
    PostRewrite {
        /// What git did: `amend` or `rebase`
        #[arg(value_name = "COMMAND")]
        by: String,
        #[arg(hide = true, allow_hyphen_values = true)]
        given: Vec<OsString>,
    },
    /// Refuse to push sessions, of the refs that standard input lists
    PrePush {
        #[arg(hide = true, allow_hyphen_values = true)]
        given: Vec<OsString>,
    },
}

/// Does what was asked for.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    match &args.command {
        Command::Install { in_worktree, format } => {
            let repo = context.repository_or_bare()?;
            let done = install_hooks(&repo, *in_worktree).map_err(EngineError::from)?;
            tell(done, format, context)
        }
        Command::Uninstall { format } => {
            let repo = context.repository_or_bare()?;
            let done = uninstall_hooks(&repo).map_err(EngineError::from)?;
            tell(done, format, context)
        }
        Command::Status { format } => {
            let repo = context.repository_or_bare()?;
            let folder = Folder::of(&repo).map_err(EngineError::from)?;
            tell((folder, Vec::new()), format, context)
        }
        Command::Run { hook } => match hook {
            Running::PreCommit { .. } => check::run_staged(context),
            Running::CommitMsg { message } => commit_msg(message, context),
            Running::PostRewrite { by, .. } => post_rewrite(by, context),
            Running::PrePush { .. } => pre_push(context),
        },
    }
}

/// Says what stands there now, and what was done about it.
fn tell(
    (folder, done): (Folder, Vec<(Hook, Done)>),
    format: &str,
    context: &mut Context,
) -> Result<Exit, Failure> {
    let found = folder.look().map_err(EngineError::from)?;
    let done_to = |hook: Hook| done.iter().find(|(of, _)| *of == hook).map(|(_, done)| *done);
    let hooks = found.iter().map(|found| line(&folder, found, done_to(found.hook)));
    let shown = folder.path.strip_prefix(&context.directory).unwrap_or(&folder.path);
    let facts = HooksFacts {
        folder: context.directory.join(&folder.path).display().to_string(),
        shown: shown.display().to_string(),
        in_worktree: folder.in_worktree,
        shared: folder.shared,
        hooks: hooks.collect(),
    };
    if format == "json" {
        context.print_json(&done_json(&facts))?;
    } else {
        let text = hooks_text(&facts, &context.stdout.text_options());
        context.say(&text);
    }
    let left = |(_, done): &(Hook, Done)| matches!(done, Done::LeftEdited | Done::LeftForeign);
    Ok(if done.iter().any(left) { Exit::SomeFailed } else { Exit::Success })
}

fn line(folder: &Folder, found: &Found, done: Option<Done>) -> HookLine {
    let Found { hook, state, version, executable, kept, kept_executable } = found;
    let chained = kept.then(|| format!("{KEPT}/{hook}"));
    let (told, good) = told(folder, found, done);
    HookLine {
        name: hook.name(),
        purpose: hook.purpose(),
        state: match state {
            State::Missing => "missing",
            State::There(Script::Ours) => "installed",
            State::There(Script::Edited) => "edited",
            State::There(Script::Foreign) => "foreign",
        },
        version: *version,
        executable: *executable,
        chained_executable: kept.then_some(*kept_executable),
        chained,
        done: done.map(word),
        told,
        good,
    }
}

fn word(done: Done) -> &'static str {
    match done {
        Done::Installed => "installed",
        Done::Chained => "chained",
        Done::Removed => "removed",
        Done::Restored => "restored",
        Done::Unchanged => "unchanged",
        Done::LeftEdited => "left-edited",
        Done::LeftForeign => "left-foreign",
    }
}

/// A line about a hook, and whether that is as it should be.
fn told(folder: &Folder, found: &Found, done: Option<Done>) -> (String, Option<bool>) {
    let kept = folder.kept(found.hook);
    let kept = kept.strip_prefix(&folder.path).unwrap_or(&kept).display();
    let (mut told, good) = match (found.state, done) {
        (State::Missing, Some(Done::Removed)) => ("removed".to_owned(), Some(true)),
        (_, Some(Done::Restored)) => {
            return ("removed; the hook that was there before is back".to_owned(), Some(true));
        }
        (State::Missing, _) => (format!("missing ({})", found.hook.purpose()), None),
        (State::There(Script::Foreign), _) if found.kept => (
            format!("somebody else's has taken its place; what was there before is kept in {kept}"),
            Some(false),
        ),
        (State::There(Script::Foreign), _) => {
            (format!("missing, somebody else's is there ({})", found.hook.purpose()), None)
        }
        (State::There(Script::Ours), Some(Done::Installed | Done::Chained)) => {
            (format!("installed: {}", found.hook.purpose()), Some(true))
        }
        (State::There(Script::Ours), _) => {
            let version = found.version.unwrap_or_default();
            (format!("installed, version {version}: {}", found.hook.purpose()), Some(true))
        }
        (State::There(Script::Edited), Some(_)) => (
            "edited since it was installed, and left as it is: remove it yourself".to_owned(),
            Some(false),
        ),
        (State::There(Script::Edited), None) => {
            ("edited since it was installed".to_owned(), Some(false))
        }
    };
    let ours = !matches!(found.state, State::Missing | State::There(Script::Foreign));
    if found.kept && ours {
        let runs =
            if found.kept_executable { "runs too" } else { "is kept (it is not executable)" };
        told = format!("{told}; {kept} {runs}");
    }
    if ours && !found.executable {
        return (format!("{told}; not executable: git does not run it"), Some(false));
    }
    (told, good)
}

fn commit_msg(message: &Path, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let file = context.directory.join(message);
    let Some(bad) = keep_trailers(&repo, &file).map_err(EngineError::from)? else {
        return Ok(Exit::Success);
    };
    let (shown, line, name) = (message.display(), bad.line, bad.name);
    let wrong = match name {
        "Clada-Transaction" | "Clada-Reverts" => format!("`{}` is no operation's id", bad.value),
        _ => "it says nothing".to_owned(),
    };
    let failure = Failure::new(format!("{shown}:{line}: the trailer `{name}`: {wrong}"));
    let hint = "write it as it was (`git log -1 --format=%B` shows the last commit's), or remove \
                the line;\nan id has 12 letters from k to z: `git clada log` lists them";
    context.print_error(&failure.hint(hint).text());
    Ok(Exit::SomeFailed)
}

fn post_rewrite(by: &str, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let told = read_told()?;
    let options = context.operate_options(&repo, &Locks::default())?;
    note_rewrites(&repo, (by, &told), &options).map_err(|error| {
        let mut failure = Failure::from(error);
        failure.exit = Exit::SomeFailed;
        context.print_error(
            "warning: the log of git-clada does not know of this rewrite: `git clada undo` will \
             take the new\ncommits for somebody else's\n",
        );
        failure
    })?;
    Ok(Exit::Success)
}

fn pre_push(context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let refused = pushes_refused(&repo, &read_told()?)?;
    if refused.is_empty() {
        return Ok(Exit::Success);
    }
    let mut text = "error: not pushed: it would publish what git-clada keeps to you\n".to_owned();
    for refused in &refused {
        let _ = writeln!(text, "  {}", escape_line(&words(refused)));
    }
    text.push_str(
        "hint: `git clada land` takes a session's commits home; push that branch then\n\
         hint: `git push --no-verify` pushes them all the same, this once\n\
         hint: `git config clada.allowPush true` lets sessions be pushed from here\n",
    );
    context.print_error(&text);
    Ok(Exit::SomeFailed)
}

fn words(refused: &Refused) -> String {
    match refused {
        Refused::Session { branch, to: None } => format!("{branch}: a session's branch"),
        Refused::Session { branch, to: Some(to) } => {
            format!("{branch}: a session's branch, as {to}")
        }
        Refused::Log { name } => format!("{name}: the log holds what stood in your files"),
        Refused::Snapshot { pushed, commit, session } => {
            format!("{pushed}: your edits, in the session {session}: {commit}")
        }
    }
}

fn read_told() -> Result<String, Failure> {
    let bytes = Context::read_stdin(MOST_TOLD)
        .map_err(|error| Failure::new("cannot read what git tells its hook").because(error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
