//! `git clada completions`: the scripts that teach shells to complete our command line.

use clap::ValueEnum;

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};

const HELP: &str = "\
Each script serves `git clada` and `git-clada`; PowerShell's serves the latter
alone.

Examples:
  git clada completions bash > git-clada.bash
  git clada completions zsh > ~/.zfunc/_git-clada       in a directory of $fpath
  git clada completions fish > ~/.config/fish/conf.d/git-clada.fish
  git clada completions elvish >> ~/.config/elvish/rc.elv
  git clada completions powershell >> $PROFILE";

/// The arguments of `completions`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// A shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(clippy::enum_variant_names, reason = "it is called so")]
pub enum Shell {
    /// The Bourne-again shell
    Bash,
    /// The Z shell
    Zsh,
    /// The friendly interactive shell
    Fish,
    /// Elvish
    Elvish,
    /// PowerShell
    #[value(name = "powershell")]
    PowerShell,
}

impl Shell {
    fn script(self) -> &'static str {
        match self {
            Self::Bash => include_str!("../../../completions/git-clada.bash"),
            Self::Zsh => include_str!("../../../completions/_git-clada"),
            Self::Fish => include_str!("../../../completions/git-clada.fish"),
            Self::Elvish => include_str!("../../../completions/git-clada.elv"),
            Self::PowerShell => include_str!("../../../completions/git-clada.ps1"),
        }
    }
}

/// Prints the script.
#[expect(clippy::unnecessary_wraps, reason = "as all commands")]
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    context.print(args.shell.script());
    Ok(Exit::Success)
}
