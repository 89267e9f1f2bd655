//! `git clada complete`: what the shells' scripts ask for where a person presses TAB.

use std::ffi::OsString;
use std::fmt::Write as _;

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::generate::{Candidate, candidates};

/// The arguments of `complete`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The words after the program's name, as far as the one that is completed
    #[arg(last = true, value_name = "WORD")]
    pub words: Vec<OsString>,
}

/// Prints each word that may stand there on a line, with what it is after a tab; nothing where the
/// shell is to offer files.
#[expect(clippy::unnecessary_wraps, reason = "as all commands")]
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let mut text = String::new();
    for Candidate { word, about } in candidates(&args.words, &context.directory) {
        // What stands in the repository must not look like another candidate.
        let plain = |text: &str| text.replace(|c: char| c.is_control(), " ");
        let (word, about) = (plain(&word), plain(&about));
        // A `String` takes whatever is written to it.
        let _ = if about.is_empty() {
            writeln!(text, "{word}")
        } else {
            writeln!(text, "{word}\t{about}")
        };
    }
    context.print(&text);
    Ok(Exit::Success)
}
