//! `git clada apply`: a response becomes one transaction.

use std::path::{Path, PathBuf};

use crate::action::Catalogue;
use crate::cli::args::{ErrorDetail, Format};
use crate::cli::clipboard::Clipboard;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{
    diagnostics::{self, Problems},
    report,
};
use crate::engine::{self, Applied, ApplyOptions, EngineError};
use crate::report::Report;
use crate::text::Response;

use super::manner::{Manner, REPORT, Ready};
use super::responses;

const HELP: &str = "\
A response may come from any model and in any of the dialects that `git clada
prompt` teaches; what is no action block is passed over. `git clada undo`
takes the whole of it back.

Examples:
  git clada apply response.md
  git clada apply -n response.md                   as a diff, change nothing
  git clada apply --paste                          from the clipboard
  git clada apply --format markdown response.md    to paste back to the model
  git clada apply --worktree=spike response.md     beside your checkout";

/// The arguments of `apply`.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(after_help = HELP)]
pub struct Args {
    /// Responses, each applied as one transaction; `-` or none reads stdin
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Read one response from the clipboard
    #[arg(long, conflicts_with = "files")]
    pub paste: bool,
    /// Show what would be done, as a diff; change nothing
    #[arg(short = 'n', long)]
    pub dry_run: bool,
    /// How they are applied
    #[command(flatten)]
    pub manner: Manner,
    /// How the report is written
    #[arg(help_heading = REPORT, long, value_enum, default_value_t)]
    pub format: Format,
    /// How much is said about a problem [default: full on a terminal, else minimal]
    #[arg(help_heading = REPORT, long, value_enum, value_name = "DETAIL")]
    pub error_detail: Option<ErrorDetail>,
    /// Put the report into the clipboard too, as markdown unless `--format` says json or xml
    #[arg(help_heading = REPORT, long)]
    pub copy: bool,
}

/// Applies the responses one after the other; the worst of their statuses is the command's.
pub fn run(args: &Args, context: &mut Context) -> Exit {
    let catalogue = Catalogue::embedded();
    let mut run = Run { args, catalogue: &catalogue, context, copied: String::new() };
    let mut worst = Exit::Success;
    let names = if args.paste { vec![None] } else { names(&args.files) };
    for name in &names {
        let exit = match run.next(name.as_deref()) {
            Ok(response) => run.apply(&response),
            Err(failure) => run.not_applied(&failure),
        };
        worst = worst.max(exit);
    }
    run.copy();
    worst
}

fn names(files: &[PathBuf]) -> Vec<Option<PathBuf>> {
    responses::names(files).into_iter().map(Some).collect()
}

struct Run<'a> {
    args: &'a Args,
    catalogue: &'a Catalogue,
    context: &'a mut Context,
    /// What is to be put into the clipboard.
    copied: String,
}

impl Run<'_> {
    /// Reads the next response, unless an earlier one was stopped; without a name, that of the
    /// clipboard.
    fn next(&mut self, name: Option<&Path>) -> Result<Response, Failure> {
        match (self.context.interrupt().raised(), name) {
            (Some(signal), _) => Err(EngineError::Interrupted { signal }.into()),
            (None, Some(name)) => responses::read(name, self.context),
            (None, None) => responses::paste(self.context),
        }
    }

    fn apply(&mut self, response: &Response) -> Exit {
        let text = self.args.format == Format::Text;
        let mut ready = match Ready::new(&self.args.manner, text, self.context) {
            Ok(ready) => ready,
            Err(failure) => return self.not_applied(&failure),
        };
        ready.options.dry_run = self.args.dry_run;
        let live = ready.tell_live(self.context);
        ready.ask(&live, self.context);
        let applied = engine::apply(response, ready.place(), self.catalogue, &ready.options);
        live.clear();
        self.tell(applied, ready.options.commands.max_output)
    }

    /// Prints the problems to stderr and the report to stdout.
    fn tell(&mut self, applied: Applied<'_>, max_output: usize) -> Exit {
        let Applied { plan, report: mut told, failure, awaits_approval } = applied;
        let args = self.args;
        // JSON and Markdown tell them among their own; CML's result has no warnings.
        if let Some(plan) = &plan
            && matches!(args.format, Format::Text | Format::Xml)
        {
            Problems::of(plan).print(args.error_detail, self.context);
        }
        if args.format == Format::Text {
            // Once is enough for who reads both.
            told.result.notes.retain(|note| !self.context.notices.holds(note));
        }
        self.print(&told, max_output);
        if let Some(plan) = &plan
            && args.error_detail == Some(ErrorDetail::Debug)
        {
            diagnostics::print_failed(plan, &told.result.results, self.context);
        }
        if let Some(error) = failure {
            let failure = Failure::from(error);
            self.context.print_error(&args.told(&failure));
            return failure.exit;
        }
        match told.result.success {
            true => Exit::Success,
            false if awaits_approval => Exit::AwaitsApproval,
            false => Exit::SomeFailed,
        }
    }

    /// Tells a failure that came before anything was tried, in the format that was asked for.
    fn not_applied(&mut self, failure: &Failure) -> Exit {
        let told = Report { fatal: failure.fatal, ..report::failed(failure.message()) };
        let max_output = ApplyOptions::default().commands.max_output;
        if self.args.format == Format::Text {
            self.keep(&told, max_output);
        } else {
            self.print(&told, max_output);
        }
        self.context.print_error(&self.args.told(failure));
        failure.exit
    }

    fn print(&mut self, told: &Report, max_output: usize) {
        let options = report::Options { format: self.args.format, max_output };
        report::print(told, self.catalogue, options, self.context);
        self.keep(told, max_output);
    }

    /// Keeps it for the clipboard, if it is to go there.
    fn keep(&mut self, told: &Report, max_output: usize) {
        if !self.args.copy {
            return;
        }
        if !self.copied.is_empty() {
            self.copied.push('\n');
        }
        let format = self.args.format;
        self.copied +=
            &report::to_paste(told, self.catalogue, report::Options { format, max_output });
    }

    /// Puts what was told into the clipboard. Where that fails, the status is still that of what was
    /// applied.
    fn copy(&mut self) {
        if !self.args.copy {
            return;
        }
        if let Err(error) = Clipboard::of(self.context).copy(&self.copied) {
            let failure = Failure::new("the report is not in the clipboard").because(error);
            let failure = failure.hint(
                "what was done is done; `git clada apply --format markdown response.md > report.md` \
                 would have kept the report, and `git clada show --result` has the results",
            );
            self.context.print_error(&failure.warning());
        }
    }
}

impl Args {
    fn told(&self, failure: &Failure) -> String {
        match self.error_detail {
            Some(ErrorDetail::Debug) => failure.chain(),
            _ => failure.text(),
        }
    }
}
