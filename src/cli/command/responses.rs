//! Reading responses: from files, or from stdin.

use std::path::{Path, PathBuf};

use crate::cli::clipboard::Clipboard;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::text::{MAX_BYTES, Response};

/// The name that stands for stdin.
const STDIN: &str = "-";

/// The responses that arguments name: none is stdin.
pub fn names(files: &[PathBuf]) -> Vec<PathBuf> {
    if files.is_empty() { vec![PathBuf::from(STDIN)] } else { files.to_vec() }
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
    let shown = name.display().to_string();
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
