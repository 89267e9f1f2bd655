//! What is to be run, and how far it may go.

use std::{ffi::OsString, fmt, time::Duration};

use serde::{Deserialize, Serialize};

use super::{inherited_lock::InheritedLock, interrupt::Interrupt};
use crate::policy::{GrantedCommand, GrantedPath};

/// How much of the machine a command sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SandboxMode {
    /// It reads all but the home's secrets and writes the worktree alone.
    #[default]
    Workspace,
    /// It reads the worktree and the system's folders alone.
    Strict,
    /// It is not held back.
    Off,
}

/// How a command is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxOptions {
    /// How much it sees.
    pub mode: SandboxMode,
    /// Whether it has the machine's network.
    pub allow_net: bool,
    /// Whether it may write the git directory, `config` and `hooks` excepted.
    pub allow_git: bool,
}

/// Where a line of output came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Is told each line of output as it comes, without its line break. What is not UTF-8 is replaced.
pub type OnOutput<'a> = &'a mut dyn FnMut(Stream, &str);

/// A command to run.
pub struct CommandSpec<'a> {
    /// The program, looked for in `PATH` where it holds no `/`, its arguments, and what it reads from
    /// standard input. Only the policy makes one, so nothing else is ever started.
    pub command: GrantedCommand,
    /// Where it starts; the worktree's top where there is none.
    pub cwd: Option<&'a GrantedPath>,
    /// All of its environment. In a sandbox it is less what looks like a secret.
    pub env: Vec<(OsString, OsString)>,
    /// How long it may take.
    pub timeout: Duration,
    /// How many bytes of each stream are kept.
    pub max_output: usize,
    /// How it is held.
    pub sandbox: SandboxOptions,
    /// Stops it.
    pub interrupt: Interrupt,
    /// Is held by it and by all that it starts, until the last of them has ended.
    pub lock: Option<&'a InheritedLock>,
    /// Who is told of output as it comes.
    pub on_output: Option<OnOutput<'a>>,
}

impl fmt::Debug for CommandSpec<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.env.iter().map(|(name, _)| name).collect();
        f.debug_struct("CommandSpec")
            .field("command", &self.command)
            .field("cwd", &self.cwd)
            .field("env", &names)
            .field("timeout", &self.timeout)
            .field("sandbox", &self.sandbox)
            .finish_non_exhaustive()
    }
}
