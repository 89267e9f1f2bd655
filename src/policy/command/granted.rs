//! A command that may run: the only thing that is spawned for a response.

use std::{ffi::OsString, path::Path};

use super::{denial::Denial, line::split};

/// A language that code may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python 3.
    Python,
    /// `JavaScript`, by node.
    Javascript,
    /// Bash.
    Bash,
    /// Ruby.
    Ruby,
}

impl Language {
    /// The language of that name in the catalogue.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Python, Self::Javascript, Self::Bash, Self::Ruby]
            .into_iter()
            .find(|language| language.name() == name)
    }

    /// Its name in the catalogue.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Javascript => "javascript",
            Self::Bash => "bash",
            Self::Ruby => "ruby",
        }
    }

    /// The program that runs it.
    #[must_use]
    pub fn interpreter(self) -> &'static str {
        match self {
            Self::Python => "python3",
            Self::Javascript => "node",
            Self::Bash => "bash",
            Self::Ruby => "ruby",
        }
    }

    /// The interpreter's arguments before code that is one more argument.
    fn for_argument(self) -> &'static str {
        match self {
            Self::Python | Self::Bash => "-c",
            Self::Javascript | Self::Ruby => "-e",
        }
    }

    /// The interpreter's argument for code that it reads from standard input.
    fn for_input(self) -> &'static str {
        match self {
            Self::Python | Self::Javascript | Self::Ruby => "-",
            Self::Bash => "-s",
        }
    }
}

/// A command line with the words that a shell would make of it, which are what runs. Nobody can
/// put other words to a line: what the user approves is what runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine<'a> {
    line: &'a str,
    words: Vec<String>,
}

impl<'a> CommandLine<'a> {
    /// Takes a line apart; refuses what only a shell could do.
    pub fn read(line: &'a str) -> Result<Self, Denial> {
        Ok(Self { line, words: split(line)? })
    }

    /// As it is written.
    #[must_use]
    pub fn line(&self) -> &'a str {
        self.line
    }

    pub(super) fn words(&self) -> &[String] {
        &self.words
    }
}

/// What a response wants to run, before anybody has approved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// A command line; the user approves exactly what is written.
    Line(&'a CommandLine<'a>),
    /// Code.
    Code {
        /// Its language.
        language: Language,
        /// As it is written.
        code: &'a str,
    },
}

impl Wanted<'_> {
    /// What the list of allowed commands calls it: a line as it is, code below a line `#!LANGUAGE`,
    /// with which no line that may run begins.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Line(line) => line.line.to_owned(),
            Self::Code { language, code } => format!("#!{}\n{code}", language.name()),
        }
    }
}

/// On whose word something runs that is not built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// The user was asked.
    Asked,
    /// The user said so for all of this run: `--yes`.
    ForThisRun,
}

/// A command that may run. Only the policy makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantedCommand {
    argv: Vec<OsString>,
    input: Option<Vec<u8>>,
    built_in: bool,
    inside: bool,
}

/// The longest code that is given as an argument; Linux takes 128 KiB.
const MAX_ARGUMENT: usize = 100 * 1024;

impl GrantedCommand {
    /// A command that needs nobody's leave. `inside` says that it names nothing outside the
    /// worktree.
    pub(super) fn built_in(argv: Vec<OsString>, inside: bool) -> Self {
        Self { argv, input: None, built_in: true, inside }
    }

    /// This very program, asked for its version: a trial of what holds commands. It is there
    /// wherever the rest of the machine is.
    #[must_use]
    pub fn own_version() -> Self {
        let argv = ["/proc/self/exe", "--version"].map(OsString::from).to_vec();
        Self { argv, input: None, built_in: true, inside: true }
    }

    /// The repository's own hooks, which the user lets have their say (`--verify`): a script of this
    /// program, and its arguments.
    #[must_use]
    pub fn hooks(script: &str, arguments: impl IntoIterator<Item = OsString>) -> Self {
        let shell = ["sh", "-c", script, "verify"].map(OsString::from);
        let argv = shell.into_iter().chain(arguments).collect();
        Self { argv, input: None, built_in: false, inside: false }
    }

    /// What the user has approved.
    pub(super) fn approved(wanted: &Wanted<'_>) -> Self {
        let (argv, input) = match *wanted {
            Wanted::Line(line) => (line.words.iter().map(OsString::from).collect(), None),
            Wanted::Code { language, code } => {
                let program = OsString::from(language.interpreter());
                if code.len() > MAX_ARGUMENT {
                    (vec![program, language.for_input().into()], Some(code.as_bytes().to_vec()))
                } else {
                    (vec![program, language.for_argument().into(), code.into()], None)
                }
            }
        };
        Self { argv, input, built_in: false, inside: false }
    }

    /// What the user has agreed to just now.
    #[must_use]
    pub fn by_consent(wanted: &Wanted<'_>, _consent: Consent) -> Self {
        Self::approved(wanted)
    }

    /// The same with its program by its full name, so that `PATH` has no say; `None` where that is
    /// another program's name.
    #[must_use]
    pub fn found_at(&self, program: &Path) -> Option<Self> {
        let (name, rest) = self.argv.split_first()?;
        let same = program.is_absolute() && program.file_name() == Some(name.as_os_str());
        let argv = std::iter::once(program.into()).chain(rest.iter().cloned()).collect();
        same.then(|| Self { argv, ..self.clone() })
    }

    /// The program and its arguments.
    #[must_use]
    pub fn argv(&self) -> &[OsString] {
        &self.argv
    }

    /// What it reads from standard input.
    #[must_use]
    pub fn input(&self) -> Option<&[u8]> {
        self.input.as_deref()
    }

    /// Whether it only looks around.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.built_in
    }

    /// Whether it is known to name nothing outside the worktree.
    #[must_use]
    pub fn stays_inside(&self) -> bool {
        self.inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_is_not_put_in_the_place_of_a_granted_one() {
        let command = GrantedCommand::built_in(vec!["cat".into(), "f".into()], true);
        let found = command.found_at(Path::new("/bin/cat")).expect("its own name");
        assert_eq!(found.argv(), ["/bin/cat", "f"]);
        for other in ["/bin/sh", "cat", "./cat", "/bin/cat/.."] {
            assert_eq!(command.found_at(Path::new(other)), None, "{other}");
        }
    }
}
