//! How the commands of a response are run: on whose word, how far, and who sees their output.

use std::{ffi::OsString, fmt, path::PathBuf, sync::Arc, time::Duration};

use crate::workspace::process::{SandboxMode, SandboxOptions, Stream};
use crate::workspace::view::Launcher;

/// How long a command may take, unless told otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How much of each of its streams is kept.
const MAX_OUTPUT: usize = 10_000_000;
/// How many bytes of ignored files are kept for undo.
const KEEP_IGNORED: u64 = 64 * 1024 * 1024;

/// How the commands of a response are run.
#[derive(Clone)]
pub struct CommandOptions {
    /// Whether all of them are approved for this run.
    pub approve_all: bool,
    /// Who is asked, where somebody can be.
    pub ask: Option<Ask>,
    /// Who is told what they print, as it comes.
    pub told: Option<Tell>,
    /// How long one may take, where the response does not say.
    pub timeout: Duration,
    /// How long one may take whatever the response says.
    pub longest: Option<Duration>,
    /// How long all of them may take together.
    pub total_timeout: Option<Duration>,
    /// How many bytes of each stream are kept.
    pub max_output: usize,
    /// How many bytes of ignored files are kept for undo.
    pub keep_ignored: u64,
    /// How they are held.
    pub sandbox: SandboxOptions,
    /// The environment that they inherit.
    pub environment: Vec<(OsString, OsString)>,
    /// The `git-clada` program, which starts them; none where this is another program.
    pub launcher: Option<PathBuf>,
}

/// A question to the user.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// The list of allowed commands is not as it was accepted: its text then and now.
    Trust {
        /// As it was; empty where none was accepted.
        before: &'a str,
        /// As it is.
        after: &'a str,
    },
    /// A command, exactly as it will run.
    Run {
        /// The number of the action, from 1.
        number: usize,
        /// `run`, or the language of the code.
        what: &'a str,
        /// The line, or the code.
        text: &'a str,
        /// Where it runs, if not at the top.
        dir: Option<&'a str>,
    },
}

/// What the user says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This once.
    Once,
    /// From now on.
    Always,
    /// Not this.
    No,
    /// Nothing of all this: the response is not applied.
    Quit,
}

/// Asks the user.
pub type Ask = Arc<dyn Fn(Question<'_>) -> Answer>;

/// A line that a command printed.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// The number of the action, from 1.
    pub number: usize,
    /// The action's name.
    pub action: &'a str,
    /// Whether it came on standard error.
    pub on_stderr: bool,
    /// The line, without its break.
    pub line: &'a str,
}

/// Is told a line as it comes.
pub type Tell = Arc<dyn Fn(Printed<'_>)>;

impl Default for CommandOptions {
    fn default() -> Self {
        Self {
            approve_all: false,
            ask: None,
            told: None,
            timeout: TIMEOUT,
            longest: None,
            total_timeout: None,
            max_output: MAX_OUTPUT,
            keep_ignored: KEEP_IGNORED,
            sandbox: SandboxOptions::default(),
            environment: Vec::new(),
            launcher: None,
        }
    }
}

/// The program that runs now, as the one that starts commands. It must be `git-clada`.
#[must_use]
pub fn launcher() -> PathBuf {
    Launcher::this_program().0
}

/// The way of holding commands that has that name.
#[must_use]
pub fn sandbox_mode(name: &str) -> Option<SandboxMode> {
    match name {
        "workspace" => Some(SandboxMode::Workspace),
        "strict" => Some(SandboxMode::Strict),
        "off" => Some(SandboxMode::Off),
        _ => None,
    }
}

/// The name of a way of holding commands.
pub(super) fn sandbox_name(mode: SandboxMode) -> &'static str {
    match mode {
        SandboxMode::Workspace => "workspace",
        SandboxMode::Strict => "strict",
        SandboxMode::Off => "off",
    }
}

impl CommandOptions {
    /// A variable of the environment that commands inherit.
    pub(super) fn variable(&self, name: &str) -> Option<&OsString> {
        let found = self.environment.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }

    pub(super) fn tell(&self, (number, action): (usize, &str), (stream, line): (Stream, &str)) {
        if let Some(told) = &self.told {
            told(Printed { number, action, on_stderr: stream == Stream::Stderr, line });
        }
    }
}

impl fmt::Debug for CommandOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandOptions")
            .field("approve_all", &self.approve_all)
            .field("timeout", &self.timeout)
            .field("total_timeout", &self.total_timeout)
            .field("sandbox", &self.sandbox)
            .finish_non_exhaustive()
    }
}
