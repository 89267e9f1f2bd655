//! One application of a watched file: applied as `apply` would, and told in four places.

use std::collections::BTreeSet;
use std::path::Path;

use chrono::{DateTime, FixedOffset};
use serde::Serialize;

use crate::action::Catalogue;
use crate::base::Timestamp;
use crate::cli::args::Format;
use crate::cli::clipboard::Clipboard;
use crate::cli::context::{Context, now};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::report;
use crate::cli::watch::{AROUND, Beside, OnTop, Saved, Target, Watcher, summary};
use crate::engine::{self, Applied, EngineError, Place};
use crate::report::{ExecutionResult, Glance, Report, escape_line, glance, json_line, rfc3339};
use crate::syntax;
use crate::text::{Response, ResponseError};

use super::manner::Ready;
use super::watch::Args;

/// How many blocks have a line of the summary at the most.
const MOST_ROWS: usize = 40;
/// The lines of a summary besides those of the blocks: the headline, what landed, what next.
const LINES: usize = 3;
/// The version of a line of JSON.
const VERSION: u32 = 1;

/// What `watch` works with.
#[derive(Debug)]
pub struct Watched<'a> {
    /// Its arguments.
    pub args: &'a Args,
    /// The actions.
    pub catalogue: Catalogue,
    /// The file.
    pub target: Target,
    /// Where the full output goes.
    pub beside: Beside,
    /// Where it goes too, unless it is not to.
    pub clipboard: Option<Clipboard>,
    /// What was told already.
    pub told: Told,
}

/// The warnings that were told, which are told once.
#[derive(Debug, Default)]
pub struct Told(BTreeSet<String>);

/// What came of an application.
struct Outcome {
    report: Report,
    exit: Exit,
    failure: Option<Failure>,
    max_output: usize,
    /// Whether the response changed the watched file itself.
    touched_itself: bool,
}

/// Where the full output is.
#[derive(Clone, Copy, Debug)]
struct Full {
    beside: bool,
    copied: bool,
}

/// A line of `--format json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'l> {
    version: u32,
    time: String,
    file: &'l str,
    exit: u8,
    /// The file that has the full output.
    output: Option<&'l str>,
    copied: bool,
    /// Whether the summary is on top of the file.
    on_top: bool,
    result: &'l ExecutionResult,
}

impl Watched<'_> {
    /// Applies what was saved, and tells it. The status is the one that `apply` would have.
    pub fn apply(&mut self, saved: &Saved, watcher: &mut Watcher, context: &mut Context) -> Exit {
        let (rows, response) = self.response(saved);
        let may_be_topped = response.is_ok();
        let outcome = match response.map_err(Failure::from) {
            Ok(response) => self.try_it(&response, context),
            Err(failure) => Outcome::of(failure),
        };
        if context.interrupt().raised().is_some() && outcome.exit == Exit::NothingApplied {
            Self::print_failure(&outcome, context);
            return outcome.exit;
        }
        let again = matches!(outcome.exit, Exit::NothingApplied | Exit::AwaitsApproval);
        watcher.done(saved, again);
        let time = now(context);
        let full = self.tell_in_full(&outcome, time, context);
        let seen = glance(&outcome.report, &self.catalogue, rows);
        let on_top = if outcome.touched_itself {
            self.leave(watcher, context)
        } else {
            may_be_topped && self.put_on_top((saved, watcher), (&seen, full, time), context)
        };
        self.print((&outcome, &seen), (full, on_top, time), context);
        outcome.exit
    }

    /// The response, at the line where it will stand below its summary; and how many lines of that
    /// tell of blocks.
    fn response(&self, saved: &Saved) -> (usize, Result<Response, ResponseError>) {
        let below = |lines| Response::below(lines, &self.target.shown, saved.content());
        let response = match below(0) {
            Ok(response) => response,
            Err(error) => return (0, Err(error)),
        };
        let parsed = match self.args.manner.syntax.and_then(|syntax| syntax.0) {
            None => syntax::parse(&response),
            Some(dialect) => syntax::parse_only(&response, dialect),
        };
        let rows = parsed.blocks.len().min(MOST_ROWS);
        (rows, below(rows + LINES + AROUND))
    }

    fn try_it(&self, response: &Response, context: &mut Context) -> Outcome {
        let mut ready = match Ready::new(&self.args.manner, true, context) {
            Ok(ready) => ready,
            Err(failure) => return Outcome::of(failure),
        };
        ready.options.diffstat = true;
        let live = ready.tell_live(context);
        let applied = engine::apply(response, ready.place(), &self.catalogue, &ready.options);
        live.clear();
        let Applied { report, failure, awaits_approval, .. } = applied;
        let stopped = matches!(failure, Some(EngineError::Interrupted { .. }));
        let failure = failure.map(Failure::from);
        let exit = match &failure {
            Some(failure) => failure.exit,
            None if report.result.success => Exit::Success,
            None if awaits_approval => Exit::AwaitsApproval,
            None => Exit::SomeFailed,
        };
        let touched_itself = !stopped && self.is_touched(&report, ready.place());
        let max_output = ready.options.commands.max_output;
        Outcome { report, exit, failure, max_output, touched_itself }
    }

    /// Whether the watched file is among those that were changed.
    fn is_touched(&self, report: &Report, place: Place<'_>) -> bool {
        let elsewhere =
            report.result.transaction.as_ref().and_then(|info| info.worktree.as_deref());
        let top = match (elsewhere, place) {
            (Some(worktree), _) => Path::new(worktree),
            (None, Place::Repo(repo)) => repo.worktree(),
            (None, Place::NoGit(place)) => place.directory(),
        };
        let real = self.target.real().unwrap_or_else(|_| self.target.path.clone());
        report.diffstat.iter().any(|stat| {
            let path = top.join(&stat.path);
            path == self.target.path || path.canonicalize().is_ok_and(|path| path == real)
        })
    }

    /// The full output: beside the file, and in the clipboard.
    fn tell_in_full(&mut self, outcome: &Outcome, time: Timestamp, context: &mut Context) -> Full {
        let Outcome { report, max_output, .. } = outcome;
        let options = report::Options {
            format: Format::Markdown,
            max_output: *max_output,
            among_others: None,
        };
        let text = report::to_paste(report, &self.catalogue, options);
        let written = self.beside.write(&rfc3339(time), &text);
        let beside = written.is_ok();
        if let Err(error) = written {
            let what = format!("the full output is not in `{}`", self.beside.shown);
            self.told.warn(&Failure::new(what).because(error), context);
        }
        let copied = self.clipboard.as_mut().map(|clipboard| clipboard.copy(&text));
        let is_copied = matches!(copied, Some(Ok(())));
        if let Some(Err(error)) = copied {
            let failure = Failure::new("the full output is not in the clipboard").because(error);
            let hint = format!("it is in `{}`; `--no-copy` does not try", self.beside.shown);
            self.told.warn(&failure.hint(hint), context);
        }
        Full { beside, copied: is_copied }
    }

    fn put_on_top(
        &mut self,
        (saved, watcher): (&Saved, &mut Watcher),
        (seen, full, time): (&Glance, Full, Timestamp),
        context: &mut Context,
    ) -> bool {
        let landed = seen.landed.clone().unwrap_or_else(|| "no file changed".to_owned());
        let mut lines = seen.rows.clone();
        lines.extend([landed, self.where_it_is(full)]);
        let headline = format!("{}: {}", clock(time), seen.headline);
        let why = match watcher.put_on_top(saved, &summary(&headline, &lines)) {
            Ok(OnTop::Done) => return true,
            // It is applied again, and told then.
            Ok(OnTop::Changed) => return false,
            Ok(OnTop::BeingWritten) => "it is still open for writing elsewhere".to_owned(),
            Err(error) => error.to_string(),
        };
        let shown = &self.target.shown;
        self.told
            .warn(&Failure::new(format!("no summary is put on top of `{shown}`: {why}")), context);
        false
    }

    /// The response has changed the watched file: what it wrote there is not applied in its turn.
    fn leave(&mut self, watcher: &mut Watcher, context: &mut Context) -> bool {
        let shown = &self.target.shown;
        let what =
            format!("the response changed `{shown}` itself: what it wrote there is not applied");
        let left = watcher.take_for_known();
        let failure = Failure::new(what);
        context.print_error(&match left {
            Ok(()) => failure.warning(),
            Err(error) => failure.because(error).warning(),
        });
        false
    }

    fn where_it_is(&self, full: Full) -> String {
        let shown = escape_line(&self.beside.shown);
        match full {
            Full { beside: true, copied: true } => {
                format!("full output, for the model: {shown}, and in the clipboard")
            }
            Full { beside: true, copied: false } => format!("full output, for the model: {shown}"),
            Full { beside: false, copied: true } => {
                "full output, for the model: in the clipboard".to_owned()
            }
            Full { beside: false, copied: false } => {
                "full output: none could be written".to_owned()
            }
        }
    }

    fn print(
        &self,
        (outcome, seen): (&Outcome, &Glance),
        (full, on_top, time): (Full, bool, Timestamp),
        context: &mut Context,
    ) {
        Self::print_failure(outcome, context);
        let told = outcome.report.result.notes.iter().chain(&outcome.report.notes);
        for note in told.filter(|note| !context.notices.holds(note)).collect::<Vec<_>>() {
            context.print_error(&format!("note: {}\n", escape_line(note)));
        }
        for notice in context.notices.take() {
            context.print_error(&format!("note: {notice}\n"));
        }
        if self.args.format == "json" {
            let line = Line {
                version: VERSION,
                time: rfc3339(time),
                file: &self.target.shown,
                exit: outcome.exit.code(),
                output: full.beside.then_some(self.beside.shown.as_str()),
                copied: full.copied,
                on_top,
                result: &outcome.report.result,
            };
            // Writing to memory does not fail.
            context.print(&json_line(&line).unwrap_or_default());
        } else if !context.quiet || outcome.exit != Exit::Success {
            let good = outcome.exit == Exit::Success;
            let mark = if good { '✓' } else { '✗' };
            let mut text = format!("{}  {mark} {}", clock(time), seen.headline);
            text.extend(seen.landed.iter().flat_map(|landed| [": ", landed]));
            if !good {
                text.extend(["; ", &self.where_it_is(full)]);
            }
            context.print(&(text + "\n"));
        }
        context.flush();
    }

    /// What to do about it where nothing was applied.
    fn print_failure(outcome: &Outcome, context: &mut Context) {
        if let Some(failure) = &outcome.failure {
            context.print_error(&failure.text());
        }
    }
}

impl Outcome {
    fn of(failure: Failure) -> Self {
        let max_output = engine::ApplyOptions::default().commands.max_output;
        let (report, exit) = (report::failed(failure.message()), failure.exit);
        Self { report, exit, failure: Some(failure), max_output, touched_itself: false }
    }
}

impl Told {
    fn warn(&mut self, failure: &Failure, context: &mut Context) {
        let text = failure.warning();
        if self.0.insert(text.clone()) {
            context.print_error(&text);
        }
    }
}

/// The time of day.
fn clock(moment: Timestamp) -> String {
    let offset = FixedOffset::east_opt(moment.offset);
    let time = offset.zip(DateTime::from_timestamp(moment.seconds, 0));
    time.map(|(offset, time)| time.with_timezone(&offset).format("%H:%M:%S").to_string())
        .unwrap_or_default()
}
