//! Text in files that are kept in another encoding than UTF-8 (`working-tree-encoding`).

use crate::base::FileStat;
use crate::git::{GitError, Repo};
use crate::workspace::{Change, FileState};

use super::super::HistoryError;
use super::super::transaction::{IndexView, StoredChange, Storing};

/// Stores changes, but refuses what a response, which is UTF-8, writes to a file that is kept in
/// another encoding: it would be other text there, or none. What reads the same in both may be
/// written, and a file that was there may be moved.
pub struct TextStoring<'r> {
    pub repo: &'r Repo,
    pub storing: Storing<'r>,
    pub changes: &'r [Change],
}

impl TextStoring<'_> {
    /// Stores both sides of one of the changes: see [`Storing::store`].
    pub fn store(
        &mut self,
        change: &Change,
        known: (&IndexView, Option<&FileStat>),
    ) -> Result<StoredChange, HistoryError> {
        let stored = self.storing.store(change, known);
        let (FileState::File { content, .. }, Some(path)) =
            (&change.after, change.path.worktree_path())
        else {
            return stored;
        };
        if let Ok(stored) = &stored
            && self.reads_the_same(stored, content)?
        {
            return Ok(*stored);
        }
        let Some(encoding) = self.storing.encoding(path)? else { return stored };
        if self.was_found(content) {
            return stored;
        }
        Err(HistoryError::Git(GitError::Unsupported {
            what: format!("writing text to `{path}`, which is kept in {encoding},"),
            instead:
                "a response is UTF-8: edit the file yourself, or take `working-tree-encoding` \
                      from its attributes"
                    .into(),
        }))
    }

    /// Whether a file that is changed, deleted or moved had that content.
    fn was_found(&self, content: &[u8]) -> bool {
        self.changes.iter().any(|change| match &change.before {
            FileState::File { content: found, .. } => **found == *content,
            FileState::Link { .. } | FileState::Absent => false,
        })
    }

    /// Whether what git keeps is the same text, but for line breaks.
    fn reads_the_same(&self, stored: &StoredChange, content: &[u8]) -> Result<bool, HistoryError> {
        let kept = stored.after.entry.map(|entry| entry.id);
        let Some(id) = kept.filter(|id| stored.after.raw != Some(*id)) else { return Ok(true) };
        let text = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().copied().filter(|byte| *byte != b'\r').collect()
        };
        Ok(text(&self.repo.blob(id)?) == text(content))
    }
}
