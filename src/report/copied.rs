//! The command that a hint ends with: it is to be copied, so that no line of it may be broken.

use std::borrow::Cow;

use super::{escape::escape_line, model::ActionResult};

/// What a hint says before the command that approves another.
const BEFORE: &str = "approves it with ";
/// How that command begins; without an argument it asks about those that wait.
const APPROVE: &str = "git clada allow";

/// The hint of a failure, and apart from it the command that it ends with. One that cannot be
/// copied from what is shown, as it has several lines or what is escaped, is left to be asked for.
pub(super) fn hint(result: &ActionResult) -> (Cow<'_, str>, Option<&str>) {
    let hint = result.hint.as_deref().unwrap_or_default();
    let whole = (Cow::Borrowed(hint), None);
    // No other hint has words of a response in front of ours.
    if result.code.as_deref() != Some("COMMAND_NOT_ALLOWED") {
        return whole;
    }
    let marker = format!("{BEFORE}`{APPROVE} ");
    let Some(at) = hint.find(&marker) else { return whole };
    let Some((prose, rest)) = hint.split_at_checked(at + BEFORE.len()) else { return whole };
    let Some(command) = rest.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) else {
        return whole;
    };
    if escape_line(command) != command {
        return (Cow::Owned(format!("{prose}`{APPROVE}`")), None);
    }
    (Cow::Borrowed(prose.trim_end()), Some(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(code: &str, text: &str) -> (String, Option<String>) {
        let (code, text) = (Some(code.to_owned()), Some(text.to_owned()));
        let result = ActionResult { code, hint: text, ..ActionResult::default() };
        let (prose, command) = hint(&result);
        (prose.into_owned(), command.map(str::to_owned))
    }

    #[test]
    fn the_command_that_approves_stands_apart() {
        let code = "COMMAND_NOT_ALLOWED";
        let (prose, command) =
            shown(code, "x; the user approves it with `git clada allow 'a `b`'`");
        assert_eq!(prose, "x; the user approves it with");
        assert_eq!(command.as_deref(), Some("git clada allow 'a `b`'"));
        let bare = ("the user approves it with `git clada allow`".to_owned(), None);
        assert_eq!(shown(code, "the user approves it with `git clada allow 'a\nb'`"), bare);
        assert_eq!(shown(code, "the user approves it with `git clada allow 'a\u{1b}b'`"), bare);
        assert_eq!(shown(code, &bare.0), bare);
        let other = "it approves it with `git clada allow x`";
        assert_eq!(shown("ENOENT", other), (other.to_owned(), None));
    }
}
