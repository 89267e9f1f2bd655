//! What to do about an error: the hint below it.

use std::fmt::Write as _;

use crate::git::GitError;
use crate::history::{ContextError, HistoryError, SessionError};

use super::session_hint::ending_hint;

const BRANCH_IN_THE_WAY: &str =
    "rename it with `git branch -m clada NAME`, or apply with `--in-place`";
const CUT_SHORT: &str = "\
`git clada recover --keep` leaves all files as they are, and ends the matter
`git clada recover --force` puts them back as they were before the command, and keeps in the log \
what stands there now";

/// What to do where history was not made.
pub fn history_hint(error: &HistoryError) -> Option<String> {
    let hint = match error {
        HistoryError::Git(error) => return git_hint(error),
        HistoryError::Ending(refusal) => return Some(ending_hint(refusal)),
        HistoryError::Busy { .. } => "wait for it to end, or give it longer with `--lock-timeout`",
        HistoryError::Conflict(_) => "nothing was written; look at the files, then try again",
        HistoryError::Write(_) | HistoryError::Path(_) | HistoryError::Index(_) => {
            "nothing was changed"
        }
        HistoryError::InTheWay(_) => "nothing was changed; move it elsewhere, then try again",
        HistoryError::NotRolledBack { .. } => {
            "the contents are in git's object database; `git fsck --lost-found` lists them"
        }
        HistoryError::NotPutBack(_) => {
            "nothing is lost: take away what is in the way, then `git clada recover` puts it back"
        }
        HistoryError::CutShort(_) => CUT_SHORT,
        HistoryError::StillRunning(_) => return Some(still_running(error)),
        HistoryError::Interrupted => "`git clada recover` sees to it",
        HistoryError::InProgress(_) => "finish or abort it, then try again; `git status` says how",
        HistoryError::BranchInTheWay => BRANCH_IN_THE_WAY,
        HistoryError::SessionElsewhere(name) => {
            return Some(format!("`git switch clada/{name}` goes there; or choose another name"));
        }
        HistoryError::Sessions(error) => return Some(session_hint(error)),
        HistoryError::BranchesBelow(_) => "choose another name, or rename those branches",
        HistoryError::Submodule(_) => {
            "nothing was touched; one that is not checked out counts too: \
             `git submodule status` lists them"
        }
        HistoryError::SessionName(_) => "`git help check-ref-format` tells what a name may hold",
        HistoryError::Refused { ways, .. } => {
            return Some(format!("nothing was touched; the ways on:\n{}", ways.join("\n")));
        }
        HistoryError::NotRevertible { hint, .. } => return Some(hint.clone()),
        HistoryError::RevertConflict { commit, .. } => return Some(revert_by_hand(commit)),
        HistoryError::Uncommitted(_) => {
            "nothing was changed; commit them, or `git stash` them, then try again"
        }
        HistoryError::BadRecord { .. } => "a newer git-clada may have written it",
        HistoryError::NotFound(_) | HistoryError::Ambiguous(_) => {
            "`git clada log` lists the operations"
        }
        HistoryError::Journal { .. } => {
            "nothing was changed; `git clada recover` sees to what may be left"
        }
        HistoryError::BadJournal { .. } => {
            "nothing was touched now; a newer git-clada may read it. The contents from before are \
             in git's object database: `git fsck --lost-found` lists them"
        }
        HistoryError::Step(error) => return Some(error.way_on()),
        HistoryError::Carried { .. } => {
            "nothing was changed; what is kept there is needed to take changes of ignored files back"
        }
        HistoryError::Keep { .. } => "set XDG_STATE_HOME to a directory that can be written",
    };
    Some(hint.to_owned())
}

fn revert_by_hand(commit: &str) -> String {
    let short = commit.get(..10).unwrap_or(commit);
    format!("nothing was changed; `git revert {short}` leaves the conflicts for you to mend")
}

/// How a command ends that nobody waits for any more.
fn still_running(error: &HistoryError) -> String {
    let mut kill = "kill".to_owned();
    if let HistoryError::StillRunning(left) = error {
        for process in left {
            let _ = write!(kill, " {}", process.pid);
        }
    }
    let end = if kill == "kill" { "end it".to_owned() } else { format!("end it (`{kill}`)") };
    format!(
        "nothing was touched; wait, or {end}: then `git clada recover` puts the files back\n\
         `git clada recover --keep` leaves all files as they are, and what it does to them"
    )
}

fn session_hint(error: &SessionError) -> String {
    let hint = match error {
        SessionError::Unknown(_) => "`git clada session list` lists them",
        SessionError::Unborn => "commit something first",
        SessionError::CheckedOut { path, .. } => {
            return format!("go there: `cd {}`", path.display());
        }
        SessionError::EditsInTheWay(_) => {
            "nothing was touched; commit them, or put them aside with `git stash`"
        }
        SessionError::PlaceTaken { .. } => {
            "nothing was touched; move it away, choose another name, or set `clada.worktreeDir`"
        }
        SessionError::WorktreeGone { path, locked: true } => {
            let path = path.display();
            return format!(
                "bring it back; or forget it: `git worktree unlock {path}`, `git worktree prune`"
            );
        }
        SessionError::WorktreeGone { path, .. } => {
            let path = path.display();
            return format!(
                "`git worktree prune` forgets it, and the next response makes it anew;\n\
                 if you moved it, `git worktree repair` with its new place mends it (it was {path})"
            );
        }
        SessionError::WorktreeLocked { path, .. } => {
            return format!("`git worktree unlock {}` unlocks it", path.display());
        }
        SessionError::WorktreeHolds { path, .. } => {
            return format!(
                "nothing was touched; commit or remove these first\n\
                 (`git -C {} clean -fdX` removes what is ignored)",
                path.display()
            );
        }
    };
    hint.to_owned()
}

/// What to do about the working context.
pub fn context_hint(error: &ContextError) -> Option<String> {
    let ContextError::Damaged { path, .. } = error else { return None };
    let path = path.display();
    Some(format!("nothing was changed; mend the file, or move it away: `mv {path} {path}.old`"))
}

/// What to do about what git refuses.
pub fn git_hint(error: &GitError) -> Option<String> {
    let hint = match error {
        GitError::NoRepository(_) => {
            "`git init` makes a repository here; `git clada apply --no-git` works without one"
        }
        GitError::Bare(_) => {
            "`git clada apply --worktree` works in a worktree of its own; or make one: \
             `git worktree add ../work`"
        }
        GitError::Unsupported { .. } => "nothing was touched",
        GitError::Locked { .. } => {
            "wait for it to end, or give it longer with `--lock-timeout`;\n\
             if no git runs any more, remove the file"
        }
        GitError::AtWork(_) => {
            "a process of git-clada's may have been killed while git worked for it;\n\
             wait for git to end, or give it longer with `--lock-timeout`"
        }
        GitError::RefChanged { .. } => "nothing was written; try again",
        GitError::Hook { .. } => "nothing was changed; the hook is the repository's own",
        GitError::Distrusted { name, .. } => {
            return Some(format!(
                "nothing was touched; install the program outside the worktree, or trust what \
                 responses make of it:\n  git config --add clada.trustFilter {name}"
            ));
        }
        GitError::NoIdentity => {
            "tell git who you are:\n  git config user.name \"Your Name\"\n  \
             git config user.email you@example.com"
        }
        GitError::BadSetting { .. } | GitError::Storage { .. } | GitError::Io { .. } => {
            return None;
        }
    };
    Some(hint.to_owned())
}
