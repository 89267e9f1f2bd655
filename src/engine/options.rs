//! What an apply may do and how: the settings first, then what the caller says.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::{ByteSize, Clock, TimeSpan};
use crate::git::{GitError, Identity, Repo};
use crate::history::LandingMode;

use super::desk::Owning;
use super::notices::Notices;
use super::perform::PerformOptions;
use super::progress::Progress;

/// How long to wait for a lock, unless told otherwise.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// What an apply may do and how.
#[derive(Clone, Debug)]
pub struct ApplyOptions {
    /// Where it lands.
    pub mode: LandingMode,
    /// Show what would be done, do nothing.
    pub dry_run: bool,
    /// All blocks or none.
    pub atomic: bool,
    /// Roots besides the worktree.
    pub allow_roots: Vec<PathBuf>,
    /// Who is named as the author.
    pub author: Identity,
    /// Who commits, where the environment says so: name and address.
    pub committer: [Option<String>; 2],
    /// The model that wrote the response.
    pub model: Option<String>,
    /// The SHA-256 of the prompt, in hexadecimal.
    pub prompt: Option<String>,
    /// `clada.messageFormat`.
    pub message_format: String,
    /// Where the worktree's lock is, if not in its git directory.
    pub lock_file: Option<PathBuf>,
    /// How long to wait for locks.
    pub lock_timeout: Duration,
    /// How actions are performed.
    pub perform: PerformOptions,
    /// Whether the report is to say how much each file changed.
    pub diffstat: bool,
    /// Who is told how far the actions are.
    pub progress: Progress,
    /// The clock.
    pub clock: Clock,
    /// Takes what is to be told beside the result.
    pub notices: Notices,
    /// `$PWD`, under which paths may be written too.
    pub pwd: Option<PathBuf>,
}

/// The author of commits, where nobody is named.
fn nobody() -> Identity {
    Identity { name: "clada".to_owned(), email: "clada@localhost".to_owned() }
}

/// Reads an author, `NAME <EMAIL>` or a name alone.
#[must_use]
pub fn author_named(text: &str) -> Option<Identity> {
    let author = Identity::parse(text)?;
    Some(if author.email.is_empty() { Identity { name: author.name, ..nobody() } } else { author })
}

impl Default for ApplyOptions {
    fn default() -> Self {
        Self {
            mode: LandingMode::default(),
            dry_run: false,
            atomic: false,
            allow_roots: Vec::new(),
            author: nobody(),
            committer: [None, None],
            model: None,
            prompt: None,
            message_format: String::new(),
            lock_file: None,
            lock_timeout: LOCK_TIMEOUT,
            perform: PerformOptions::default(),
            diffstat: false,
            progress: Progress::default(),
            clock: Clock::System,
            notices: Notices::default(),
            pwd: None,
        }
    }
}

impl ApplyOptions {
    pub(super) fn owning(&self) -> Owning<'_> {
        let Self { lock_file, lock_timeout, clock, .. } = self;
        Owning { lock_file: lock_file.as_ref(), lock_timeout: *lock_timeout, time: clock.now() }
    }

    /// The defaults, as the repository's `clada.*` settings change them.
    pub fn configured(repo: &Repo) -> Result<Self, GitError> {
        let settings = repo.settings();
        let mut options = Self {
            mode: mode(settings.string("clada.session").as_deref())?,
            allow_roots: settings.paths("clada.allowRoot"),
            message_format: settings.string("clada.messageFormat").unwrap_or_default(),
            ..Self::default()
        };
        if let Some(author) = settings.string("clada.author") {
            options.author = author_named(&author).ok_or(GitError::BadSetting {
                key: "clada.author",
                value: author,
                expected: "it is a name, or `NAME <EMAIL>`",
            })?;
        }
        if let Some(timeout) = settings.string("clada.lockTimeout") {
            options.lock_timeout = duration(timeout)?;
        }
        if let Some(size) = settings.string("clada.maxWrite") {
            options.perform.max_write = size_in_bytes(size)?;
        }
        options.perform.final_newline =
            final_newline(settings.string("clada.finalNewline").as_deref())?;
        Ok(options)
    }
}

fn mode(value: Option<&str>) -> Result<LandingMode, GitError> {
    match value {
        None | Some("branch") => Ok(LandingMode::Session),
        Some("current") => Ok(LandingMode::InPlace),
        Some("worktree") => Ok(LandingMode::Worktree(None)),
        Some(value) => Err(GitError::BadSetting {
            key: "clada.session",
            value: value.to_owned(),
            expected: "it may be `branch`, `worktree` or `current`",
        }),
    }
}

fn duration(value: String) -> Result<Duration, GitError> {
    let parsed = value.parse::<TimeSpan>().map(|span| span.0);
    parsed.map_err(|_| GitError::BadSetting {
        key: "clada.lockTimeout",
        value,
        expected: "it is a duration such as `10s` or `500ms`",
    })
}

fn size_in_bytes(value: String) -> Result<u64, GitError> {
    let parsed = value.parse::<ByteSize>().map(|size| size.0);
    parsed.map_err(|_| GitError::BadSetting {
        key: "clada.maxWrite",
        value,
        expected: "it is a size such as `1GiB` or `4096`",
    })
}

fn final_newline(value: Option<&str>) -> Result<bool, GitError> {
    match value {
        None | Some("keep") => Ok(false),
        Some("add") => Ok(true),
        Some(value) => Err(GitError::BadSetting {
            key: "clada.finalNewline",
            value: value.to_owned(),
            expected: "it may be `keep` or `add`",
        }),
    }
}
