//! `git clada watch`: whatever is saved into a file is applied.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::action::Catalogue;
use crate::base::TimeSpan;
use crate::cli::clipboard::Clipboard;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::watch::{Beside, Next, Saved, Sight, Target, Watcher};
use crate::report::escape_line;

use super::manner::Manner;
use super::watched::{Told, Watched};

/// How long a file must stand still before it is applied.
const DEBOUNCE: Duration = Duration::from_millis(500);

const HELP: &str = "\
A summary is put on top of FILE, the full report into FILE.clada-output and
the clipboard. Ctrl-C ends it.

Examples:
  git clada watch answer.md
  git clada watch --now ~/answer.md                also what it holds already
  git clada watch --poll=5s /net/answer.md         where changes are not told";

/// The arguments of `watch`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The file that responses are saved into; it may be outside the repository, and need not be
    /// there yet
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Apply what FILE holds at the start too
    #[arg(long)]
    pub now: bool,
    /// How long FILE must stand still before it is applied [default: 500ms]
    #[arg(long, value_name = "TIME")]
    pub debounce: Option<TimeSpan>,
    /// Look at FILE every second, or so often, instead of being told of changes; done by itself
    /// where the system cannot tell of them, as on a network
    #[arg(long, value_name = "TIME", num_args = 0..=1, require_equals = true,
        default_missing_value = "1s")]
    pub poll: Option<TimeSpan>,
    /// Leave the clipboard as it is
    #[arg(long)]
    pub no_copy: bool,
    /// How it is told what came of it; json is a value on a line of its own each time
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
    /// How responses are applied
    #[command(flatten)]
    pub manner: Manner,
}

/// Applies FILE whenever it changes, until Ctrl-C.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let target = target(&args.file, context)?;
    // What is wrong with the place is better told now than when the first response is there.
    super::manner::Ready::new(&args.manner, false, context)?;
    let interrupt = context.interrupt();
    let _held = interrupt.hold();
    let debounce = args.debounce.map_or(DEBOUNCE, |span| span.0);
    let ways = (args.poll.map(|span| span.0.max(Duration::from_millis(10))), debounce);
    let (mut watcher, sight) = Watcher::begin(&target, ways, args.now)
        .map_err(|error| unreadable(&target).because(error))?;
    begun(&target, (&sight, args.now), context);
    let mut work = Watched {
        args,
        catalogue: Catalogue::embedded(),
        beside: Beside::of(&target),
        clipboard: (!args.no_copy).then(|| Clipboard::of(context)),
        told: Told::default(),
        target,
    };
    loop {
        let saved = match watcher.next(&interrupt) {
            Next::End => return Ok(Exit::Success),
            Next::Saved(saved) => saved,
            Next::Gone => {
                let shown = escape_line(&work.target.shown).into_owned();
                say(&format!("{shown} is gone; waiting for it to come back\n"), context);
                continue;
            }
            Next::Unreadable(error) => {
                context.print_error(&unreadable(&work.target).because(error).text());
                continue;
            }
        };
        if let Some(exit) = apply(&saved, &mut work, &mut watcher, context) {
            return Ok(exit);
        }
    }
}

/// Applies what was saved. With a status where this was stopped.
fn apply(
    saved: &Saved,
    work: &mut Watched<'_>,
    watcher: &mut Watcher,
    context: &mut Context,
) -> Option<Exit> {
    let exit = work.apply(saved, watcher, context);
    let stopped = context.interrupt().raised().is_some();
    // What has been applied was not stopped: then the end is as any other.
    stopped.then_some(if exit == Exit::NothingApplied { exit } else { Exit::Success })
}

fn target(file: &Path, context: &Context) -> Result<Target, Failure> {
    let target = Target::named(file, context);
    let cannot = |why: &str| Failure::new(format!("cannot watch `{}`: {why}", target.shown));
    if target.path.file_name().is_none() || target.path.is_dir() {
        return Err(cannot("it is a directory").hint("name the file that you save responses into"));
    }
    if !target.path.parent().is_some_and(Path::is_dir) {
        return Err(cannot("there is no such directory").hint("make it first: `mkdir`"));
    }
    if target.path.metadata().is_ok_and(|meta| !meta.is_file()) {
        return Err(cannot("it is no regular file").hint("`git clada apply` reads pipes"));
    }
    Ok(target)
}

fn unreadable(target: &Target) -> Failure {
    Failure::new(format!("cannot read `{}`", target.shown))
}

/// Says what will happen, on stderr: stdout has what came of responses and nothing else.
fn begun(target: &Target, (sight, now): (&Sight, bool), context: &mut Context) {
    let shown = escape_line(&target.shown).into_owned();
    let mut text = format!("watching {shown}: save a response into it; Ctrl-C ends it\n");
    if !now && target.stamp().is_some() {
        text += "  what it holds is not applied until it changes (`--now` does)\n";
    }
    match sight {
        Sight::Told => {}
        Sight::Asked(every) => text.extend(["  it is looked at every ", &told(*every), "\n"]),
        Sight::Needed(every, why) => {
            let why = escape_line(why);
            text.extend(["  it is looked at every ", &told(*every), ": ", &why, "\n"]);
        }
    }
    say(&text, context);
}

fn say(text: &str, context: &mut Context) {
    if !context.quiet {
        context.print_error(text);
    }
}

fn told(every: Duration) -> String {
    format!("{every:?}")
}
