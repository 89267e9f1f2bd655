//! Applying without a repository: the same safety, no history. What a run replaced is kept in the
//! state directory, and can be put back, until the next run.

use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::base::failpoint::around;
use crate::base::hex;
use crate::git::{ObjectId, content_id};
use crate::history::{Course, FileRecovery, HistoryError, Journal, JournalStore, WrittenOut};
use crate::policy::{Gate, GateOptions};
use crate::workspace::ChangeSet;
use crate::workspace::disk::{Maker, Naming, Token};

use super::failure::EngineError;

/// A directory that responses are applied in without a repository.
#[derive(Clone, Debug)]
pub struct NoGit {
    directory: PathBuf,
    kept: PathBuf,
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

    /// The journal of a run that is under way.
    fn under_way(&self) -> JournalStore {
        JournalStore::in_directory(&self.kept)
    }

    /// Where the last run's journal is, and the contents that it names.
    fn last(&self) -> PathBuf {
        self.kept.join("replaced")
    }

    fn content(&self, id: ObjectId) -> PathBuf {
        self.last().join(id.to_string())
    }
}

/// Writes the changes out, after what they replace is kept. Returns what to tell the user.
pub(super) fn write(place: &NoGit, changes: &ChangeSet) -> Result<Option<String>, HistoryError> {
    if changes.is_empty() {
        return Ok(None);
    }
    let token = Token::random();
    let journal = keep(place, token, changes)?;
    let sealed = place.under_way().seal(&journal, true)?;
    let naming =
        Naming::new(token, Maker::Transaction, changes.changes.iter().map(|change| &change.path));
    match WrittenOut::write(changes, None, (naming, None)) {
        Ok(out) => {
            // What could not be removed stays beside the files.
            let _ = out.finish();
        }
        Err(error) => {
            // Where something could not be put back the journal stays, for another try.
            if !matches!(error, HistoryError::NotRolledBack { .. }) {
                sealed.remove()?;
            }
            return Err(error);
        }
    }
    sealed.keep_as(&place.last().join("journal"))?;
    let replaced = journal.files.iter().filter(|file| file.file.before.is_some()).count();
    let kept = place.last();
    let note = format!(
        "what was replaced is kept in {} until the next run; `git clada recover --no-git` puts it back",
        kept.display()
    );
    Ok((replaced > 0).then_some(note))
}

/// Keeps the contents before and after, in place of those that the last run kept.
fn keep(place: &NoGit, token: Token, changes: &ChangeSet) -> Result<Journal, HistoryError> {
    let last = place.last();
    let failed = |source: io::Error| HistoryError::Keep { path: last.clone(), source };
    let renew = || -> io::Result<()> {
        if last.exists() {
            around("remove what was kept", || fs_err::remove_dir_all(&last))?;
        }
        fs_err::create_dir_all(&last)
    };
    renew().map_err(failed)?;
    Journal::of(token.to_string(), changes, |_, bytes| {
        let id = content_id(bytes)?;
        let write = || -> io::Result<()> {
            let mut file = fs_err::File::create(place.content(id))?;
            io::Write::write_all(&mut file, bytes)?;
            crate::git::sync(file.file(), true)
        };
        around("keep content", write).map_err(failed)?;
        Ok(id)
    })
}

/// What was put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutBack {
    /// Whether the run had been cut short.
    pub cut_short: bool,
    /// How many files it was about.
    pub files: usize,
    /// What was kept of the user's, a line each.
    pub kept: Vec<String>,
}

/// Puts back what a run replaced that was cut short; first thing of the next one.
pub(super) fn put_back_interrupted(place: &NoGit) -> Result<Option<PutBack>, EngineError> {
    let store = place.under_way();
    store.sweep()?;
    let Some((journal, sealed)) = store.read()? else { return Ok(None) };
    let kept = put_back(place, &journal)?;
    sealed.remove()?;
    Ok(Some(PutBack { cut_short: true, files: journal.files.len(), kept }))
}

/// The same for a run that came to its end.
pub(super) fn put_back_last(place: &NoGit) -> Result<Option<PutBack>, EngineError> {
    let store = JournalStore::in_directory(&place.last());
    let Some((journal, sealed)) = store.read()? else { return Ok(None) };
    let kept = put_back(place, &journal)?;
    sealed.remove()?;
    Ok(Some(PutBack { cut_short: false, files: journal.files.len(), kept }))
}

fn put_back(place: &NoGit, journal: &Journal) -> Result<Vec<String>, EngineError> {
    let gate = Gate::new(GateOptions {
        worktree: None,
        base_dir: Some(&place.directory),
        pwd_spelling: None,
        aliases: &[],
        allow_roots: &journal.allow_roots,
        git_dirs: &[],
        blacklist: None,
    })?;
    let load = |id: ObjectId| {
        let path = place.content(id);
        fs_err::read(&path).map_err(|source| HistoryError::Keep { path, source })
    };
    let path = place.kept.join("journal");
    Ok(FileRecovery::new((journal, &path), &gate, (Course::Back, &load))?.run()?)
}
