//! `git clada doctor`: what works here, and what to do where something does not.

use crate::cli::clipboard::Clipboard;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::doctor;
use crate::report::{Check, doctor_json, doctor_text, doctor_works, write_json};

const HELP: &str = "\
Examples:
  git clada doctor
  git clada doctor --format json";

/// The arguments of `doctor`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// How it is written
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
}

/// Looks at the machine and the repository, and says what works.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    // Colours are as the repository's settings have them, where there is one.
    let _ = context.any_repository();
    let mut checks = doctor(&context.directory, Context::environment());
    checks.push(clipboard(context));
    if args.format == "json" {
        let mut json = Vec::new();
        write_json(&doctor_json(&checks), &mut json)
            .map_err(|error| Failure::new("cannot write what works").because(error))?;
        context.print_bytes(&json);
    } else {
        let text = doctor_text(&checks, &context.stdout.text_options());
        context.print(&text);
    }
    Ok(if doctor_works(&checks) { Exit::Success } else { Exit::SomeFailed })
}

/// Whether the clipboard can be reached. All else can do without.
fn clipboard(context: &Context) -> Check {
    const NAME: &str = "clipboard";
    match Clipboard::of(context).look() {
        Ok(display) => Check::yes(NAME, display),
        Err(error) => Check::absent(NAME, error.to_string()).but(
            "`apply --paste` and `--copy` do not work; `watch` writes its report to a file alone",
        ),
    }
}
