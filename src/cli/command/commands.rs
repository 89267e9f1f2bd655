//! The options of `apply` about the commands that a response runs.

use clap::ValueEnum;

use crate::base::TimeSpan;
use crate::cli::context::Context;
use crate::engine::{self, CommandOptions, SandboxMode, launcher};

/// The heading over these options in help.
const COMMANDS: &str = "Commands of the response";

/// How commands are run.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Commands {
    /// Approve every command of the response, this once
    #[arg(help_heading = COMMANDS, short = 'y', long)]
    pub yes: bool,
    /// Let commands reach the network
    #[arg(help_heading = COMMANDS, long)]
    pub allow_net: bool,
    /// Let commands write the git directory, its `config` and `hooks` excepted
    #[arg(help_heading = COMMANDS, long)]
    pub allow_git: bool,
    /// How commands are held [default: workspace]
    #[arg(help_heading = COMMANDS, long, value_enum, value_name = "MODE")]
    pub sandbox: Option<Sandbox>,
    /// How long a command may take, such as `2m` [default: 30s]
    #[arg(help_heading = COMMANDS, long, value_name = "TIME")]
    pub timeout: Option<TimeSpan>,
    /// How long the commands of a response may take together
    #[arg(help_heading = COMMANDS, long, value_name = "TIME")]
    pub total_timeout: Option<TimeSpan>,
    /// Whether and when what commands print is shown [default: stream]
    #[arg(help_heading = COMMANDS, long, value_enum, value_name = "MODE")]
    pub output_mode: Option<OutputMode>,
}

/// How commands are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sandbox {
    /// They write the worktree alone, and read no secrets of the home
    Workspace,
    /// They read the worktree and the system's folders alone
    Strict,
    /// They may do what the user may do
    Off,
}

/// Whether and when what commands print is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputMode {
    /// As it comes
    Stream,
    /// When the command has ended
    Buffer,
    /// Not at all
    Silent,
}

impl Commands {
    /// Puts the settings and these arguments together.
    pub fn settle(&self, options: &mut CommandOptions) {
        options.approve_all = self.yes;
        options.sandbox.allow_net |= self.allow_net;
        options.sandbox.allow_git |= self.allow_git;
        if let Some(sandbox) = self.sandbox {
            options.sandbox.mode = match sandbox {
                Sandbox::Workspace => SandboxMode::Workspace,
                Sandbox::Strict => SandboxMode::Strict,
                Sandbox::Off => SandboxMode::Off,
            };
        }
        if let Some(timeout) = self.timeout {
            options.timeout = timeout.0;
            options.longest = Some(timeout.0);
        }
        if let Some(timeout) = self.total_timeout {
            options.total_timeout = Some(timeout.0);
        }
        options.environment = Context::environment();
        options.launcher = Some(launcher());
        if let Some(mode) = self.output_mode {
            options.output_mode = match mode {
                OutputMode::Stream => engine::OutputMode::Stream,
                OutputMode::Buffer => engine::OutputMode::Buffer,
                OutputMode::Silent => engine::OutputMode::Silent,
            };
        }
    }
}
