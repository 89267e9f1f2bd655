//! The message of a commit, before git takes it.

use std::path::Path;

use crate::git::Repo;
use crate::history::{BadTrailer, trailers_last};

use super::HooksError;

/// How git's comments begin, unless it is told otherwise.
const COMMENT: &str = "#";

/// Puts our trailers at the end of the message in a file, which is written only where they are
/// elsewhere. A trailer of ours that says nothing is told, and nothing is written.
pub fn keep_trailers(repo: &Repo, file: &Path) -> Result<Option<BadTrailer>, HooksError> {
    let failed = |what: &str| HooksError::io(format!("{what} the message `{}`", file.display()));
    let message = fs_err::read(file).map_err(failed("read"))?;
    let settings = repo.settings();
    let set = settings.string("core.commentString").or_else(|| settings.string("core.commentChar"));
    let comment = set.filter(|set| !set.is_empty() && set != "auto");
    let comment = comment.as_deref().unwrap_or(COMMENT);
    match trailers_last(&message, comment.as_bytes()) {
        Ok(None) => Ok(None),
        Ok(Some(mended)) => {
            fs_err::write(file, mended.as_slice()).map_err(failed("write"))?;
            Ok(None)
        }
        Err(bad) => Ok(Some(bad)),
    }
}
