//! Why a command does not run, in the words that the response's author reads.

use crate::policy::Refusal;

/// The code of a command that is not allowed.
const CODE: &str = "COMMAND_NOT_ALLOWED";
/// How much of a command is shown, in characters.
const SHOWN: usize = 200;

/// A command that the policy does not grant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Denial {
    /// Upper case, as in JSON.
    pub code: &'static str,
    /// What is denied, and why.
    pub message: String,
    /// What to write instead, or who can allow it.
    pub help: Option<String>,
    /// Whether the user's approval is all that it lacks.
    pub awaits_approval: bool,
}

impl Denial {
    /// A command that no approval lets run.
    pub(super) fn never(line: &str, why: &str, help: &str) -> Self {
        Self {
            code: CODE,
            message: format!("{CODE}: {why}, '{}'", shown(line)),
            help: Some(help.to_owned()),
            awaits_approval: false,
        }
    }

    /// A command that the user has not approved.
    pub(super) fn not_approved(what: &str, shown_as: &str, help: String) -> Self {
        Self {
            code: CODE,
            message: format!("{CODE}: {what} is not approved, '{}'", shown(shown_as)),
            help: Some(help),
            awaits_approval: true,
        }
    }
}

impl From<Refusal> for Denial {
    fn from(refusal: Refusal) -> Self {
        let Refusal { code, message, help } = refusal;
        Self { code, message, help, awaits_approval: false }
    }
}

/// As much of a command as fits a line.
fn shown(command: &str) -> String {
    let line = command.lines().next().unwrap_or_default();
    if line.len() < command.trim_end().len() && line.chars().count() <= SHOWN {
        return format!("{line}…");
    }
    let mut chars = line.chars();
    let mut shown: String = chars.by_ref().take(SHOWN).collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}
