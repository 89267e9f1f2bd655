//! The one table of settings: the code that reads them, `git clada config list`, the documentation and
//! the man pages are made of it.

use super::setting::{list, many, one};
use super::{Form, Setting};

/// Where the commits of a response go.
pub static SESSION: Setting = one(
    "clada.session",
    Form::OneOf(&["branch", "worktree", "current"]),
    &["branch"],
    "Where responses are committed: on a session branch `clada/NAME` (`branch`), on one that has a \
     linked worktree of its own (`worktree`), or on the branch that is checked out (`current`).",
)
.option("--branch, --worktree, --in-place");

/// Where sessions' worktrees are made.
pub static WORKTREE_DIR: Setting = one(
    "clada.worktreeDir",
    Form::Directory,
    &["../REPOSITORY.clada"],
    "Where the worktrees of sessions are made. It is taken from the top of the main worktree, unless \
     it is absolute or begins with `~/`.",
);

/// Roots besides the worktree.
pub static ALLOW_ROOT: Setting = many(
    "clada.allowRoot",
    Form::Directory,
    &[],
    "A directory that responses may read and write besides the worktree.",
)
.option("--allow-root");

/// What no response may name.
pub static BLACKLIST: Setting = list(
    "clada.blacklist",
    Form::Pattern,
    &[r".*\.ssh.*", r".*\.git/config", "/etc/.*", "/sys/.*", "/proc/.*"],
    "A regular expression of whole paths that no response may name, besides those that hold by \
     default. An empty value takes away all before it, the defaults too, and then files that may hold \
     secrets (`.env*`, `*.pem`, `id_*`) may be read into a report.",
);

/// How much a response may write.
pub static MAX_WRITE: Setting = one(
    "clada.maxWrite",
    Form::Size,
    &["1GiB"],
    "How much one response may write. Beyond that, actions fail.",
);

/// Whether written files end in a line break.
pub static FINAL_NEWLINE: Setting = one(
    "clada.finalNewline",
    Form::OneOf(&["keep", "add"]),
    &["keep"],
    "Whether `file_write` and `file_create` write a content as it is (`keep`), or end it with a line \
     break where it has none (`add`).",
);

/// The author of the commits.
pub static AUTHOR: Setting = one(
    "clada.author",
    Form::Author,
    &["clada <clada@localhost>"],
    "The author of the commits. The committer is you.",
)
.option("--git-author");

/// The subject of the commits.
pub static MESSAGE_FORMAT: Setting = one(
    "clada.messageFormat",
    Form::Text,
    &["AI: {summary}"],
    "The subject of the commits. `{summary}` (also written `{operation_summary}`) stands for what was \
     done, `{timestamp}` for the time.",
);

/// Whether the repository's hooks are asked.
pub static VERIFY: Setting = one(
    "clada.verify",
    Form::Boolean,
    &["false"],
    "Whether the repository's `pre-commit` and `commit-msg` hooks are asked before each commit.",
)
.option("--verify");

/// How long locks are waited for.
pub static LOCK_TIMEOUT: Setting = one(
    "clada.lockTimeout",
    Form::Duration,
    &["10s"],
    "How long another git, or another git clada, is waited for.",
)
.option("--lock-timeout");

/// How commands are held.
pub static SANDBOX: Setting = one(
    "clada.sandbox",
    Form::OneOf(&["workspace", "strict", "off"]),
    &["workspace"],
    "How the commands of a response are held: they write the worktree alone and read no secrets of \
     your home (`workspace`), they read the worktree and the system's folders alone (`strict`), or \
     they may do all that you may do (`off`).",
)
.option("--sandbox");

/// Whether commands reach the network.
pub static SANDBOX_NET: Setting =
    one("clada.sandboxNet", Form::Boolean, &["false"], "Whether commands reach the network.")
        .option("--allow-net");

/// Where commands run.
pub static VIEW: Setting = one(
    "clada.view",
    Form::OneOf(&["auto", "overlay", "in-place"]),
    &["auto"],
    "Where commands run: in a view of the worktree or not at all (`overlay`); in the worktree itself, \
     with the sandbox `off` (`in-place`); or there where no view can be made and the sandbox is `off` \
     (`auto`).",
);

/// How long a command may take.
pub static TIMEOUT: Setting = one(
    "clada.timeout",
    Form::Duration,
    &["30s"],
    "How long a command may take, where the response does not say.",
)
.option("--timeout");

/// How long all commands may take.
pub static TOTAL_TIMEOUT: Setting = one(
    "clada.totalTimeout",
    Form::Duration,
    &[],
    "How long all commands of a response may take together.",
)
.option("--total-timeout");

/// When output is shown.
pub static OUTPUT_MODE: Setting = one(
    "clada.outputMode",
    Form::OneOf(&["stream", "buffer", "silent"]),
    &["stream"],
    "When what commands print is shown: as it comes (`stream`), when the command has ended \
     (`buffer`), or never (`silent`).",
)
.option("--output-mode");

/// How much output is kept.
pub static MAX_OUTPUT: Setting = one(
    "clada.maxOutput",
    Form::Size,
    &["10MB"],
    "How much of what a command prints is shown and kept, and how long a report in Markdown may be.",
)
.option("--max-output");

/// How much of ignored files is kept.
pub static KEEP_IGNORED: Setting = one(
    "clada.keepIgnored",
    Form::Size,
    &["64MiB"],
    "How much of what the commands of a response replace in ignored files is kept for undo.",
);

/// Commands before a response.
pub static BEFORE_APPLY: Setting = list(
    "clada.beforeApply",
    Form::Command,
    &[],
    "A command of your own that runs before a response is applied, and refuses it by failing. It is \
     told of it in `CLADA_TRANSACTION`, `CLADA_SESSION`, `CLADA_BRANCH` and `CLADA_PATHS`. An empty \
     value takes away those before it.",
);

/// Commands after a response.
pub static AFTER_APPLY: Setting = list(
    "clada.afterApply",
    Form::Command,
    &[],
    "A command of your own that runs after a response was applied, told the same and \
     `CLADA_COMMIT`. An empty value takes away those before it.",
);

/// Which files are responses.
pub static FILES: Setting = many(
    "clada.files",
    Form::Glob,
    &[],
    "Files that are responses besides `*.sham`, `*.sham.md` and `*.nesl`, for `check --staged` and the \
     `pre-commit` hook.",
);

/// Where a text may be a response.
pub static CHECK_PATHS: Setting = many(
    "clada.checkPaths",
    Form::Folder,
    &[],
    "A folder in which a text with a `#!SHAM [` line is a response too, for `check --staged` and the \
     `pre-commit` hook.",
);

/// Whether sessions may be pushed.
pub static ALLOW_PUSH: Setting = one(
    "clada.allowPush",
    Form::Boolean,
    &["false"],
    "Whether the `pre-push` hook lets sessions be pushed, and snapshots that have not landed.",
);

/// Drivers that run whatever they name.
pub static TRUST_FILTER: Setting = many(
    "clada.trustFilter",
    Form::Text,
    &[],
    "The name of a filter or merge driver that runs although its command names a file in the \
     worktree, which responses may write.",
);

/// All of them, in the order in which they are told.
pub static SETTINGS: [&Setting; 24] = [
    &SESSION,
    &WORKTREE_DIR,
    &AUTHOR,
    &MESSAGE_FORMAT,
    &VERIFY,
    &BEFORE_APPLY,
    &AFTER_APPLY,
    &ALLOW_ROOT,
    &BLACKLIST,
    &MAX_WRITE,
    &FINAL_NEWLINE,
    &LOCK_TIMEOUT,
    &TRUST_FILTER,
    &SANDBOX,
    &SANDBOX_NET,
    &VIEW,
    &TIMEOUT,
    &TOTAL_TIMEOUT,
    &OUTPUT_MODE,
    &MAX_OUTPUT,
    &KEEP_IGNORED,
    &FILES,
    &CHECK_PATHS,
    &ALLOW_PUSH,
];
