//! How the commands of a response are run: on whose word, how far, and who sees their output.

use std::{ffi::OsString, fmt, path::PathBuf, sync::Arc, time::Duration};

use crate::workspace::process::{Interrupt, SandboxMode, SandboxOptions};
use crate::workspace::view::{Launcher, ViewChoice};

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
    /// Who is told that they run, and what they print.
    pub told: Option<Tell>,
    /// Whether and when what they print is shown.
    pub output_mode: OutputMode,
    /// How long one may take, where the response does not say.
    pub timeout: Duration,
    /// How long one may take whatever the response says.
    pub longest: Option<Duration>,
    /// How long all of them may take together.
    pub total_timeout: Option<Duration>,
    /// How many bytes of each stream are kept, and how many of both are told as they come.
    pub max_output: usize,
    /// How many bytes of ignored files are kept for undo.
    pub keep_ignored: u64,
    /// Stops them, and all that is not published.
    pub interrupt: Interrupt,
    /// How they are held.
    pub sandbox: SandboxOptions,
    /// Where they run (`clada.view`).
    pub view: ViewChoice,
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

/// Whether and when what commands print is shown (`clada.outputMode`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputMode {
    /// As it comes.
    #[default]
    Stream,
    /// When the command has ended.
    Buffer,
    /// Not at all.
    Silent,
}

/// What there is to be told of a command while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Running<'a> {
    /// It begins.
    Begun {
        /// What runs: a line, or a language.
        what: &'a str,
    },
    /// It has printed a line, on either of its streams; or more than is told, and this is the end.
    Printed {
        /// The number of the action, from 1.
        number: usize,
        /// The line, without its break.
        line: &'a str,
    },
    /// It has ended.
    Ended,
    /// What a command of the user's own has printed, which has ended.
    Beside {
        /// What it is.
        name: &'a str,
        /// A line.
        line: &'a str,
    },
}

/// Is told of commands, in the thread that applies.
pub type Tell = Arc<dyn Fn(Running<'_>)>;

impl Default for CommandOptions {
    fn default() -> Self {
        Self {
            approve_all: false,
            ask: None,
            told: None,
            output_mode: OutputMode::default(),
            timeout: TIMEOUT,
            longest: None,
            total_timeout: None,
            max_output: MAX_OUTPUT,
            keep_ignored: KEEP_IGNORED,
            interrupt: Interrupt::default(),
            sandbox: SandboxOptions::default(),
            view: ViewChoice::default(),
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

impl OutputMode {
    /// The mode that has that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "stream" => Some(Self::Stream),
            "buffer" => Some(Self::Buffer),
            "silent" => Some(Self::Silent),
            _ => None,
        }
    }
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

    pub(super) fn tell(&self, running: Running<'_>) {
        if let Some(told) = &self.told {
            told(running);
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
            .field("view", &self.view)
            .finish_non_exhaustive()
    }
}
