//! Applying without a repository: the same safety, no history. What is replaced is kept in the
//! state directory until the next run.

use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::base::hex;
use crate::history::{HistoryError, WrittenOut};
use crate::workspace::{ChangeSet, FileState};

/// The version of the list of kept files.
const VERSION: u32 = 1;

/// A directory that responses are applied in without a repository.
#[derive(Clone, Debug)]
pub struct NoGit {
    directory: PathBuf,
    kept: PathBuf,
}

/// The list of what was replaced.
#[derive(Serialize)]
struct Kept<'a> {
    version: u32,
    directory: &'a Path,
    files: Vec<KeptFile>,
}

/// A file that was replaced.
#[derive(Serialize)]
struct KeptFile {
    /// Where it was.
    path: PathBuf,
    /// Permission bits; none for a symbolic link.
    mode: Option<u32>,
    /// The file beside the list that holds its bytes, or a link's target.
    content: String,
}

impl NoGit {
    /// Applies in `directory`, and keeps what is replaced under `state`
    /// (`$XDG_STATE_HOME/git-clada`).
    #[must_use]
    pub fn new(directory: &Path, state: &Path) -> Self {
        let name = hex(&Sha256::digest(directory.as_os_str().as_encoded_bytes()));
        let kept = state.join(name.get(..16).unwrap_or_default());
        Self { directory: directory.to_owned(), kept }
    }

    /// Where responses are applied.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where what is replaced is kept.
    pub(super) fn kept(&self) -> &Path {
        &self.kept
    }

    pub(super) fn lock_path(&self) -> PathBuf {
        self.kept.join("lock")
    }
}

/// Writes the changes out, after what they replace is kept. Returns what to tell the user.
pub(super) fn write(place: &NoGit, changes: &ChangeSet) -> Result<Option<String>, HistoryError> {
    if changes.is_empty() {
        return Ok(None);
    }
    let replaced = place.kept.join("replaced");
    let kept = keep(place, &replaced, changes)
        .map_err(|source| HistoryError::Keep { path: replaced.clone(), source })?;
    WrittenOut::write(changes, None)?.finish();
    let note = format!("what was replaced is kept in {} until the next run", replaced.display());
    Ok((kept > 0).then_some(note))
}

fn keep(place: &NoGit, replaced: &Path, changes: &ChangeSet) -> std::io::Result<usize> {
    if replaced.exists() {
        fs_err::remove_dir_all(replaced)?;
    }
    fs_err::create_dir_all(replaced)?;
    let mut files = Vec::new();
    for (number, change) in changes.changes.iter().enumerate() {
        let (bytes, mode): (&[u8], Option<u32>) = match &change.before {
            FileState::Absent => continue,
            FileState::File { content, mode } => (content, *mode),
            FileState::Link { target } => (target, None),
        };
        let content = format!("{number}");
        fs_err::write(replaced.join(&content), bytes)?;
        files.push(KeptFile { path: change.path.absolute(), mode, content });
    }
    let count = files.len();
    let list = Kept { version: VERSION, directory: &place.directory, files };
    let json = serde_json::to_vec_pretty(&list).map_err(std::io::Error::other)?;
    fs_err::write(replaced.join("list.json"), json)?;
    Ok(count)
}
