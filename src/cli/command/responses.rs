//! Reading responses: from files, or from stdin.

use std::path::{Path, PathBuf};

use crate::cli::args::Syntax;
use crate::cli::clipboard::Clipboard;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::output::diagnostics::Problems;
use crate::syntax::{self, Parsed};
use crate::text::{Diagnostic, MAX_BYTES, Response, Severity};

/// The name that stands for stdin.
const STDIN: &str = "-";

/// The responses that arguments name: none is stdin.
pub fn names(files: &[PathBuf]) -> Vec<PathBuf> {
    if files.is_empty() { vec![PathBuf::from(STDIN)] } else { files.to_vec() }
}

/// Reads the one response of a command that tells what is in it, and obeys the user's settings.
pub fn only(file: Option<&PathBuf>, context: &mut Context) -> Result<Response, Failure> {
    let name = file.map_or(Path::new(STDIN), PathBuf::as_path);
    let response = read(name, context).map_err(Failure::into_problem)?;
    context.obey_user();
    Ok(response)
}

/// Its blocks: those of one dialect, if the arguments name one.
pub fn parsed(response: &Response, named: Option<Syntax>) -> Parsed<'_> {
    match named.and_then(|syntax| syntax.0) {
        None => syntax::parse(response),
        Some(dialect) => syntax::parse_only(response, dialect),
    }
}

/// Prints what is wrong with them.
pub fn print_problems(response: &Response, parsed: &Parsed<'_>, context: &mut Context) {
    let problems = parsed.problems.iter();
    let diagnostics: Vec<Diagnostic> = problems.map(|it| it.diagnostic.clone()).collect();
    let omitted = parsed.omitted.total();
    let told = Problems { response, blocks: &parsed.blocks, diagnostics: &diagnostics, omitted };
    told.print(None, context);
}

/// Whether something in them is an error.
pub fn has_errors(parsed: &Parsed<'_>) -> bool {
    parsed.problems.iter().any(|problem| problem.diagnostic.severity == Severity::Error)
}

/// A response's name as it is told.
pub fn shown(name: &Path) -> String {
    if name == Path::new(STDIN) { "<stdin>".to_owned() } else { name.display().to_string() }
}

/// Reads one response, without reading more of a file than a response may have.
pub fn read(name: &Path, context: &Context) -> Result<Response, Failure> {
    if name == Path::new(STDIN) {
        if Context::stdin_is_terminal() {
            return Err(Failure::new("no response: nothing was named and nothing is piped in")
                .hint("name a file, or pipe the response in: `git clada apply response.md`"));
        }
        let bytes = Context::read_stdin(MAX_BYTES)
            .map_err(|error| Failure::new("cannot read the response from stdin").because(error))?;
        return Ok(Response::new("<stdin>", bytes)?);
    }
    let path = context.directory.join(name);
    let shown = shown(name);
    let failed = |error: std::io::Error| {
        Failure::new(format!("cannot read the response `{shown}`")).because(error)
    };
    let meta = path.metadata().map_err(failed)?;
    if meta.is_dir() {
        return Err(Failure::new(format!("cannot read the response `{shown}`: it is a directory"))
            .hint("name a file that holds a model's response"));
    }
    let bytes = Context::read_file(&path, MAX_BYTES).map_err(failed)?;
    Ok(Response::new(shown, bytes)?)
}

/// The response that the clipboard holds.
pub fn paste(context: &Context) -> Result<Response, Failure> {
    let bytes = Clipboard::of(context).paste().map_err(|error| {
        Failure::new("cannot read the response from the clipboard").because(error).hint(
            "paste it into the terminal, and end it with Ctrl-D: `cat | git clada apply`; or name a \
             file that holds it",
        )
    })?;
    Ok(Response::new("<clipboard>", bytes)?)
}
