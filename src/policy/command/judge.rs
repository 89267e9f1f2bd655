//! What becomes of a command line: built in, carried out as actions, or for the user to approve.

use super::{
    built_in::{NotBuiltIn, built_in},
    denial::Denial,
    file_command::{FileCommand, file_command},
    granted::{CommandLine, GrantedCommand, Language, Wanted},
    operand::Place,
};
use crate::policy::{Gate, GrantedPath, View};

/// Judges command lines that run in one directory.
pub struct Judge<'a> {
    place: Place<'a>,
}

/// What becomes of a command line.
#[derive(Debug)]
pub enum Judged<'l> {
    /// It only looks around.
    BuiltIn(GrantedCommand),
    /// It changes files, which is done without it.
    Files(FileCommand),
    /// The user decides.
    NeedsApproval {
        /// The line, taken apart.
        line: CommandLine<'l>,
        /// Why a command that is built in otherwise is not, in a clause.
        because: Option<String>,
    },
}

impl<'a> Judge<'a> {
    /// Judges commands that run in `dir`, with links as they are by now.
    #[must_use]
    pub fn new((gate, view): (&'a Gate, &'a dyn View), dir: &'a GrantedPath) -> Self {
        Self { place: Place { gate, view, dir } }
    }

    /// Judges a line.
    pub fn line<'l>(&self, line: &'l str) -> Result<Judged<'l>, Denial> {
        let line = CommandLine::read(line)?;
        let words = line.words();
        let because = match file_command(words) {
            Some(Ok(command)) => return Ok(Judged::Files(command)),
            Some(Err(NotBuiltIn(because))) => Some(because),
            None => match built_in(words, &self.place) {
                Some(Ok(granted)) => return Ok(Judged::BuiltIn(granted?)),
                Some(Err(NotBuiltIn(because))) => Some(because),
                None => None,
            },
        };
        Ok(Judged::NeedsApproval { line, because })
    }
}

impl Wanted<'_> {
    /// Refuses the name of what no approval lets run, as `run` and `exec` would.
    pub fn check(key: &str) -> Result<(), Denial> {
        let Some(code) = key.strip_prefix("#!") else { return CommandLine::read(key).map(drop) };
        let (name, below) = match code.split_once('\n') {
            Some((name, below)) => (name, Some(below)),
            None => (code, None),
        };
        if Language::named(name).is_none() {
            let why = "no language is called so";
            let help = "code is in `python`, `javascript`, `bash` or `ruby`: `#!bash`, and the \
                        code on the lines below";
            return Err(Denial::never(key, why, help));
        }
        below.map(|_| ()).ok_or_else(|| {
            Denial::never(key, "the code is missing", "it stands on the lines below that one")
        })
    }

    /// Why it does not run as long as the user has not approved it.
    #[must_use]
    pub fn denied(&self, because: Option<&str>, list_has_changed: bool) -> Denial {
        let (what, shown) = match *self {
            Self::Line(line) => ("command", line.line().to_owned()),
            Self::Code { language, .. } => ("code", language.name().to_owned()),
        };
        let help = match shlex::try_quote(&self.key()) {
            Ok(quoted) if quoted.len() <= MOST_QUOTED => {
                format!("the user approves it with `git clada allow {quoted}`")
            }
            Ok(_) | Err(_) => "the user approves it with `git clada allow`".to_owned(),
        };
        let changed = list_has_changed.then_some(
            "the list of allowed commands has changed since it was trusted: \
             `git clada allow --trust` accepts it",
        );
        // The command to copy is what the help ends with.
        let clauses = because.into_iter().chain(changed).chain([help.as_str()]);
        let help = clauses.collect::<Vec<_>>().join("; ");
        Denial::not_approved(what, &shown, help)
    }
}

/// The longest command that is quoted in a help, in bytes.
const MOST_QUOTED: usize = 2000;

impl Language {
    /// Code in this language, for approval.
    #[must_use]
    pub fn code(self, code: &str) -> Wanted<'_> {
        Wanted::Code { language: self, code }
    }
}
