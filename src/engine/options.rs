//! What an apply may do and how: the settings first, then what the caller says.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::{ByteSize, Clock, TimeSpan, settings};
use crate::git::{GitError, Identity, Repo, Settings};
use crate::history::LandingMode;
use crate::policy::Blacklist;
use crate::syntax::Dialect;
use crate::workspace::view::ViewChoice;

use super::around::Around;
use super::command_options::{CommandOptions, OutputMode, sandbox_mode};
use super::desk::Owning;
use super::failure::EngineError;
use super::notices::Notices;
use super::perform::PerformOptions;
use super::progress::Progress;

/// How long to wait for a lock, unless told otherwise.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// What an apply may do and how.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct ApplyOptions {
    /// Where it lands.
    pub mode: LandingMode,
    /// Show what would be done, do nothing.
    pub dry_run: bool,
    /// All blocks or none.
    pub atomic: bool,
    /// Whether the repository's own hooks are asked before the commit.
    pub verify: bool,
    /// Roots besides the worktree.
    pub allow_roots: Vec<PathBuf>,
    /// What a response may not name, if not what holds by default (`clada.blacklist`).
    pub blacklist: Option<Blacklist>,
    /// The one dialect that is read; all of them if none is named.
    pub syntax: Option<Dialect>,
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
    /// How commands are run.
    pub commands: CommandOptions,
    /// What runs before and after.
    pub around: Around,
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
            verify: false,
            allow_roots: Vec::new(),
            blacklist: None,
            syntax: None,
            author: nobody(),
            committer: [None, None],
            model: None,
            prompt: None,
            message_format: String::new(),
            lock_file: None,
            lock_timeout: LOCK_TIMEOUT,
            perform: PerformOptions::default(),
            commands: CommandOptions::default(),
            around: Around::default(),
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

    /// Whether anybody still wants the transaction.
    pub(super) fn go_on(&self) -> Result<(), EngineError> {
        let raised = self.commands.interrupt.raised();
        raised.map_or(Ok(()), |signal| Err(EngineError::Interrupted { signal }))
    }

    /// The defaults, as the repository's `clada.*` settings change them.
    pub fn configured(repo: &Repo) -> Result<Self, GitError> {
        let settings = repo.settings();
        let mut options = Self {
            mode: settings.read(&settings::SESSION, mode)?.unwrap_or_default(),
            allow_roots: settings.paths(settings::ALLOW_ROOT.key),
            message_format: settings.string(settings::MESSAGE_FORMAT.key).unwrap_or_default(),
            around: Around::configured(&settings),
            verify: settings.flag(&settings::VERIFY)?.unwrap_or(false),
            ..Self::default()
        };
        if let Some(author) = settings.read(&settings::AUTHOR, author_named)? {
            options.author = author;
        }
        let blacklist = settings.strings(settings::BLACKLIST.key);
        if !blacklist.is_empty() {
            options.blacklist = Some(listed(&blacklist)?);
        }
        if let Some(timeout) = settings.read(&settings::LOCK_TIMEOUT, duration)? {
            options.lock_timeout = timeout;
        }
        if let Some(size) = settings.read(&settings::MAX_WRITE, size_in_bytes)? {
            options.perform.max_write = size;
        }
        commands(&mut options.commands, &settings)?;
        if let Some(adds) = settings.read(&settings::FINAL_NEWLINE, final_newline)? {
            options.perform.final_newline = adds;
        }
        Ok(options)
    }
}

/// How commands are run, as the settings have it.
pub(super) fn commands(
    options: &mut CommandOptions,
    settings: &Settings<'_>,
) -> Result<(), GitError> {
    if let Some(mode) = settings.read(&settings::SANDBOX, sandbox_mode)? {
        options.sandbox.mode = mode;
    }
    if let Some(view) = settings.read(&settings::VIEW, ViewChoice::named)? {
        options.view = view;
    }
    if let Some(allowed) = settings.flag(&settings::SANDBOX_NET)? {
        options.sandbox.allow_net = allowed;
    }
    if let Some(timeout) = settings.read(&settings::TIMEOUT, duration)? {
        options.timeout = timeout;
    }
    if let Some(timeout) = settings.read(&settings::TOTAL_TIMEOUT, duration)? {
        options.total_timeout = Some(timeout);
    }
    if let Some(size) = settings.read(&settings::MAX_OUTPUT, size_in_bytes)? {
        options.max_output = usize::try_from(size).unwrap_or(usize::MAX);
    }
    if let Some(mode) = settings.read(&settings::OUTPUT_MODE, OutputMode::named)? {
        options.output_mode = mode;
    }
    if let Some(size) = settings.read(&settings::KEEP_IGNORED, size_in_bytes)? {
        options.keep_ignored = size;
    }
    Ok(())
}

fn mode(value: &str) -> Option<LandingMode> {
    match value {
        "branch" => Some(LandingMode::Session),
        "current" => Some(LandingMode::InPlace),
        "worktree" => Some(LandingMode::Worktree(None)),
        _ => None,
    }
}

pub(super) fn listed(values: &[String]) -> Result<Blacklist, GitError> {
    Blacklist::configured(values).map_err(|bad| GitError::BadSetting {
        key: settings::BLACKLIST.key,
        value: bad.pattern,
        expected: settings::BLACKLIST.form.expected(),
    })
}

fn duration(value: &str) -> Option<Duration> {
    value.parse::<TimeSpan>().ok().map(|span| span.0)
}

fn size_in_bytes(value: &str) -> Option<u64> {
    value.parse::<ByteSize>().ok().map(|size| size.0)
}

fn final_newline(value: &str) -> Option<bool> {
    match value {
        "keep" => Some(false),
        "add" => Some(true),
        _ => None,
    }
}
