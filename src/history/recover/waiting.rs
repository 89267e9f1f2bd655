//! Whether a run that was cut short waits for its recovery. Nothing is touched.

use crate::git::Repo;

use super::super::WorktreeLock;
use super::super::journal::JournalStore;
use super::super::operation::OperationKind;

/// What was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A command that ran in the worktree itself.
    Command,
    /// An operation.
    Operation(OperationKind),
    /// The making of a linked worktree, for an operation of which no more is known.
    Worktree,
    /// Something of which the journal cannot be read.
    Unreadable,
}

/// What waits, if anything does; nothing as long as whoever it belongs to is at work.
#[must_use]
pub fn waiting(repo: &Repo) -> Option<Waiting> {
    let store = JournalStore::of(repo.git_dir());
    let is_at_work = || WorktreeLock::is_held(&WorktreeLock::default_path(repo.git_dir()));
    if !store.is_there() || is_at_work() {
        return None;
    }
    let journal = match store.read() {
        // Whoever wrote it has come to its end since, or had not sealed it.
        Ok(None) => return None,
        Ok(Some((journal, _))) => journal,
        Err(_) => return Some(Waiting::Unreadable),
    };
    let operation = journal.git.map(|part| Waiting::Operation(part.operation.kind));
    let command = journal.barrier.map(|_| Waiting::Command);
    operation.or(command).or_else(|| journal.making.map(|_| Waiting::Worktree))
}
