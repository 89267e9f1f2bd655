//! What an apply may do and how: the settings first, then what the caller says.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::{ByteSize, Clock, TimeSpan};
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
            mode: mode(settings.string("clada.session").as_deref())?,
            allow_roots: settings.paths("clada.allowRoot"),
            message_format: settings.string("clada.messageFormat").unwrap_or_default(),
            around: Around::configured(&settings),
            verify: settings.boolean("clada.verify").unwrap_or(false),
            ..Self::default()
        };
        if let Some(author) = settings.string("clada.author") {
            options.author = author_named(&author).ok_or(GitError::BadSetting {
                key: "clada.author",
                value: author,
                expected: "it is a name, or `NAME <EMAIL>`",
            })?;
        }
        let blacklist = settings.strings("clada.blacklist");
        if !blacklist.is_empty() {
            options.blacklist = Some(listed(&blacklist)?);
        }
        if let Some(timeout) = settings.string("clada.lockTimeout") {
            options.lock_timeout = duration("clada.lockTimeout", timeout)?;
        }
        if let Some(size) = settings.string("clada.maxWrite") {
            options.perform.max_write = size_in_bytes("clada.maxWrite", size)?;
        }
        commands(&mut options.commands, &settings)?;
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

/// How commands are run, as the settings have it.
pub(super) fn commands(
    options: &mut CommandOptions,
    settings: &Settings<'_>,
) -> Result<(), GitError> {
    if let Some(mode) = settings.string("clada.sandbox") {
        options.sandbox.mode = sandbox_mode(&mode).ok_or(GitError::BadSetting {
            key: "clada.sandbox",
            value: mode,
            expected: "it may be `workspace`, `strict` or `off`",
        })?;
    }
    if let Some(view) = settings.string("clada.view") {
        options.view = ViewChoice::named(&view).ok_or(GitError::BadSetting {
            key: "clada.view",
            value: view,
            expected: "it may be `auto`, `overlay` or `in-place`",
        })?;
    }
    if let Some(allowed) = settings.boolean("clada.sandboxNet") {
        options.sandbox.allow_net = allowed;
    }
    if let Some(timeout) = settings.string("clada.timeout") {
        options.timeout = duration("clada.timeout", timeout)?;
    }
    if let Some(timeout) = settings.string("clada.totalTimeout") {
        options.total_timeout = Some(duration("clada.totalTimeout", timeout)?);
    }
    if let Some(size) = settings.string("clada.maxOutput") {
        let size = size_in_bytes("clada.maxOutput", size)?;
        options.max_output = usize::try_from(size).unwrap_or(usize::MAX);
    }
    if let Some(mode) = settings.string("clada.outputMode") {
        options.output_mode = OutputMode::named(&mode).ok_or(GitError::BadSetting {
            key: "clada.outputMode",
            value: mode,
            expected: "it may be `stream`, `buffer` or `silent`",
        })?;
    }
    if let Some(size) = settings.string("clada.keepIgnored") {
        options.keep_ignored = size_in_bytes("clada.keepIgnored", size)?;
    }
    Ok(())
}

fn listed(values: &[String]) -> Result<Blacklist, GitError> {
    Blacklist::configured(values).map_err(|bad| GitError::BadSetting {
        key: "clada.blacklist",
        value: bad.pattern,
        expected: "it is a regular expression that matches whole paths, or empty",
    })
}

fn duration(key: &'static str, value: String) -> Result<Duration, GitError> {
    let parsed = value.parse::<TimeSpan>().map(|span| span.0);
    parsed.map_err(|_| GitError::BadSetting {
        key,
        value,
        expected: "it is a duration such as `10s` or `500ms`",
    })
}

fn size_in_bytes(key: &'static str, value: String) -> Result<u64, GitError> {
    let parsed = value.parse::<ByteSize>().map(|size| size.0);
    parsed.map_err(|_| GitError::BadSetting {
        key,
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
