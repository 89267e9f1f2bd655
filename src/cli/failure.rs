//! What went wrong, for the person at the terminal: a message, its causes, what to do; and the
//! exit status.

use std::error::Error;
use std::fmt::Write as _;

use crate::engine::EngineError;
use crate::git::GitError;
use crate::history::{ContextError, HistoryError, SessionError};
use crate::policy::ApprovalError;
use crate::report::Fatal;
use crate::text::ResponseError;

use super::session_hint::ending_hint;

const ALLOW_ROOT: &str = "`git config --add clada.allowRoot DIR` allows what is below DIR";

const BRANCH_IN_THE_WAY: &str =
    "rename it with `git branch -m clada NAME`, or apply with `--in-place`";
const CUT_SHORT: &str = "\
`git clada recover --keep` leaves all files as they are, and ends the matter
`git clada recover --force` puts them back as they were before the command, and keeps in the log \
what stands there now";

/// The exit status, as documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All succeeded, or there was nothing to do.
    Success = 0,
    /// Some block or action failed; what succeeded is committed.
    SomeFailed = 1,
    /// Wrong usage.
    Usage = 2,
    /// Nothing was applied.
    NothingApplied = 3,
    /// There was nothing but commands that wait for approval, and nobody to ask.
    AwaitsApproval = 4,
}

impl Exit {
    /// The number that the process ends with.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// A failure of a command. Nothing was changed by the command.
#[derive(Debug)]
pub struct Failure {
    message: String,
    causes: Vec<String>,
    details: Vec<String>,
    hint: Option<String>,
    /// The status that the process ends with.
    pub exit: Exit,
    /// Its kind, where it is told as a report.
    pub fatal: Fatal,
}

impl Failure {
    /// A failure after which nothing was applied.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            causes: Vec::new(),
            details: Vec::new(),
            hint: None,
            exit: Exit::NothingApplied,
            fatal: Fatal::default(),
        }
    }

    /// Adds why it happened, the nearest cause first.
    #[must_use]
    pub fn because(mut self, error: impl Error) -> Self {
        let mut cause: Option<&dyn Error> = Some(&error);
        while let Some(error) = cause {
            self.causes.push(error.to_string());
            cause = error.source();
        }
        self.causes.dedup();
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same failure where it is a problem of the input and not of an operation.
    #[must_use]
    pub fn into_problem(mut self) -> Self {
        self.exit = Exit::SomeFailed;
        self
    }

    /// The same failure where the command was not used as it can be.
    #[must_use]
    pub fn into_usage(mut self) -> Self {
        self.exit = Exit::Usage;
        self
    }

    /// The message and its causes on one line, as `fatalError` has them.
    #[must_use]
    pub fn message(&self) -> String {
        let mut text = self.message.clone();
        for cause in &self.causes {
            let _ = write!(text, ": {cause}");
        }
        for detail in &self.details {
            let _ = write!(text, "\n  {detail}");
        }
        text
    }

    /// The failure as it is printed: `error: …`, the details, `hint: …`.
    #[must_use]
    pub fn text(&self) -> String {
        self.printed(format!("error: {}\n", self.message()))
    }

    /// The same with each cause on a line of its own, from the outermost to the first.
    #[must_use]
    pub fn chain(&self) -> String {
        let mut text = format!("error: {}\n", self.message);
        for detail in &self.details {
            let _ = writeln!(text, "  {detail}");
        }
        for cause in &self.causes {
            let _ = writeln!(text, "caused by: {cause}");
        }
        self.printed(text)
    }

    fn printed(&self, mut text: String) -> String {
        if let Some(hint) = &self.hint {
            for line in hint.lines() {
                let _ = writeln!(text, "hint: {line}");
            }
        }
        crate::report::escape(&text).into_owned()
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        let hint = history_hint(&error);
        let details = error.details().to_vec();
        let mut failure = with_causes(&error);
        failure.details = details;
        failure.hint = hint;
        failure
    }
}

impl From<GitError> for Failure {
    fn from(error: GitError) -> Self {
        let hint = git_hint(&error);
        let mut failure = with_causes(&error);
        failure.hint = hint;
        failure
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::History(error) => error.into(),
            EngineError::Gate(error) => Self::new("cannot use a root").because(error),
            EngineError::Atomic { .. } => Self::new(error.to_string())
                .hint("nothing was applied; mend what failed, or apply without `--atomic`"),
            EngineError::Verify { .. } => Self::new(error.to_string())
                .hint("nothing was applied; without `--verify` (`clada.verify`) no hook is asked"),
            EngineError::Before { .. } => Self::new(error.to_string()).hint("nothing was applied"),
            EngineError::Quit | EngineError::Interrupted { .. } => Self::new(error.to_string()),
            EngineError::Approval(error) => error.into(),
            EngineError::Context(error) => {
                let mut failure = with_causes(&error);
                failure.hint = context_hint(&error);
                failure
            }
            EngineError::NotDone { ref problems, outside, .. } => {
                let mut failure = Self::new(error.to_string());
                failure.details.clone_from(problems);
                failure.hint = outside.then(|| ALLOW_ROOT.to_owned());
                failure
            }
        }
    }
}

impl From<ResponseError> for Failure {
    fn from(error: ResponseError) -> Self {
        let hint = match &error {
            ResponseError::TooLarge { .. } => "split the response, and apply its parts one by one",
            ResponseError::InvalidUtf8 { .. } => "save the response as UTF-8",
        };
        let fatal = match &error {
            ResponseError::TooLarge { .. } => Fatal::TooLarge,
            ResponseError::InvalidUtf8 { .. } => Fatal::Operation,
        };
        Self { fatal, ..Self::new(format!("{}: {error}", error.code())).hint(hint) }
    }
}

impl From<ApprovalError> for Failure {
    fn from(error: ApprovalError) -> Self {
        let hint = match &error {
            ApprovalError::Io { .. } => "nothing was changed",
            ApprovalError::Damaged { .. } => {
                "nothing was changed; it is `{\"commands\": [\"npm test\"], \"added\": {}}`"
            }
            ApprovalError::NotTrusted { .. } => {
                "look at it with `git clada allow --list`; `git clada allow --trust` accepts it"
            }
        };
        with_causes(&error).hint(hint)
    }
}

fn with_causes(error: &dyn Error) -> Failure {
    let mut failure = Failure::new(error.to_string());
    let mut cause = error.source();
    while let Some(error) = cause {
        failure.causes.push(error.to_string());
        cause = error.source();
    }
    failure.causes.dedup();
    failure
}

fn history_hint(error: &HistoryError) -> Option<String> {
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
        HistoryError::RevertConflict { commit, .. } => {
            let short = commit.get(..10).unwrap_or(commit);
            return Some(format!(
                "nothing was changed; `git revert {short}` leaves the conflicts for you to mend"
            ));
        }
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

fn context_hint(error: &ContextError) -> Option<String> {
    let ContextError::Damaged { path, .. } = error else { return None };
    let path = path.display();
    Some(format!("nothing was changed; mend the file, or move it away: `mv {path} {path}.old`"))
}

fn git_hint(error: &GitError) -> Option<String> {
    let hint = match error {
        GitError::NoRepository(_) => {
            "`git init` makes a repository here; `--no-git` applies without one"
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
        GitError::AtWork => {
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

/// Prints a failure that came before there was a context to print with.
#[expect(clippy::print_stderr, reason = "there is no context yet")]
pub fn exit_before_start(failure: &Failure) -> Exit {
    eprint!("{}", failure.text());
    failure.exit
}
