//! Failures in the words of CML's specification, for the blocks of its family.
//!
//! A failure has one identity, its `code`; here it is translated.

use crate::syntax::Dialect;

use super::ActionResult;

/// How many places a text was found in, and in how many it was meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matches {
    /// Found.
    pub found: usize,
    /// Meant.
    pub expected: i64,
}

/// The specification's name of a failure; the code itself where it has none.
#[must_use]
pub fn error_name(code: &str) -> &str {
    match code {
        "MATCH_NOT_FOUND" | "MATCH_COUNT" => "match_count_mismatch",
        "ENOENT" | "ENOTDIR" => "file_not_found",
        "EACCES" | "EPERM" | "EROFS" | "PATH_FORBIDDEN" | "PATH_BLACKLISTED" | "PATH_SPECIAL"
        | "PATH_RESERVED" => "permission_denied",
        "SYMLINK_NOT_ALLOWED" => "symlink_not_allowed",
        "EXEC_TIMEOUT" => "exec_timeout",
        "EXEC_FAILED" | "EXEC_NOT_FOUND" => "exec_failed",
        "PATH_ESCAPE" => "path_escape",
        "COMMAND_NOT_ALLOWED" => "command_not_allowed",
        "INPUT_TOO_LARGE" => "input_too_large",
        other => other,
    }
}

/// What to do about a failure, as the specification's table has it.
#[must_use]
pub fn recovery(name: &str) -> Option<&'static str> {
    Some(match name {
        "match_count_mismatch" => "adjust the count attribute, or the text that is searched for",
        "file_not_found" => "check the path",
        "permission_denied" => "check the permissions",
        "symlink_not_allowed" => "use the real path",
        "exec_timeout" => "increase the timeout (`--timeout`)",
        "exec_failed" => "check the command",
        "path_escape" => "use `--allow-escape`, or a path below the repository's top",
        "input_too_large" => "split it into batches",
        "git_operation_failed" => "check `git status`",
        "command_not_allowed" => "the user has to approve the command",
        _ => return None,
    })
}

/// Whether a command lacks the user's approval alone.
pub(super) fn awaits_approval(result: &ActionResult) -> bool {
    let lacks =
        ["command", "code"].map(|what| format!("COMMAND_NOT_ALLOWED: {what} is not approved, '"));
    result.error.as_deref().is_some_and(|error| lacks.iter().any(|lacks| error.starts_with(lacks)))
}

/// Words a result as the block's dialect has it.
pub fn word(entry: &mut ActionResult, dialect: Dialect, matches: Option<Matches>) {
    if dialect.has_keys() {
        return;
    }
    if let Some(hint) = &mut entry.hint {
        *hint = in_words_of(dialect, hint);
    }
    if !dialect.has_tasks() {
        return;
    }
    let Some(code) = &entry.code else { return };
    let name = error_name(code);
    if let Some(Matches { found, expected }) = matches {
        let matches = if found == 1 { "match" } else { "matches" };
        entry.error = Some(format!("Found {found} {matches}, expected {expected}"));
    }
    // No approval lets run what only a shell could.
    let is_of_use = name != "command_not_allowed" || awaits_approval(entry);
    let recovery = recovery(name).filter(|_| is_of_use || entry.hint.is_none());
    entry.hint = match (recovery, entry.hint.take()) {
        (Some(recovery), Some(hint)) => Some(format!("{recovery}\n{hint}")),
        (recovery, hint) => recovery.map(str::to_owned).or(hint),
    };
    entry.kind = Some(name.to_owned());
}

/// A hint's prose with the dialect's names for the parts of an edit. Its rows, which begin with a
/// space, are what stands in files.
fn in_words_of(dialect: Dialect, hint: &str) -> String {
    let names = [
        ("old_text", "search text"),
        ("start_text", if dialect == Dialect::Cml { "search-start" } else { "SEARCH-START" }),
        ("end_text", if dialect == Dialect::Cml { "search-end" } else { "SEARCH-END" }),
        ("new_text", "replacement"),
    ];
    let line = |line: &str| {
        let prose = !line.starts_with(' ');
        let names = names.iter().filter(|_| prose);
        names.fold(line.to_owned(), |text, (key, word)| text.replace(key, word))
    };
    hint.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worded(code: &str, dialect: Dialect, matches: Option<Matches>) -> ActionResult {
        let mut entry = ActionResult {
            code: Some(code.to_owned()),
            error: Some(format!("action: {code}")),
            hint: Some("old_text is at line 1\n 1 |old_text".to_owned()),
            ..ActionResult::default()
        };
        word(&mut entry, dialect, matches);
        entry
    }

    #[test]
    fn a_failure_keeps_its_identity_and_gets_the_words_of_its_dialect() {
        let matches = Some(Matches { found: 2, expected: 1 });
        let entry = worded("MATCH_COUNT", Dialect::Markers, matches);
        assert_eq!(entry.code.as_deref(), Some("MATCH_COUNT"));
        assert_eq!(entry.kind.as_deref(), Some("match_count_mismatch"));
        assert_eq!(entry.error.as_deref(), Some("Found 2 matches, expected 1"));
        let hint = entry.hint.expect("a hint");
        let recovery = recovery("match_count_mismatch").expect("one");
        assert_eq!(hint, format!("{recovery}\nsearch text is at line 1\n 1 |old_text"));
    }

    #[test]
    fn approval_is_not_advised_where_it_does_not_help() {
        let denied = |error: &str| {
            let mut entry = ActionResult {
                code: Some("COMMAND_NOT_ALLOWED".to_owned()),
                error: Some(format!("COMMAND_NOT_ALLOWED: {error}")),
                hint: Some("hint".to_owned()),
                ..ActionResult::default()
            };
            word(&mut entry, Dialect::Cml, None);
            entry.hint.expect("a hint")
        };
        assert_eq!(denied("redirections are a shell's, 'a > b'"), "hint");
        let approval = "the user has to approve the command\nhint";
        assert_eq!(denied("command is not approved, 'make'"), approval);
    }

    #[test]
    fn other_dialects_keep_the_messages_that_the_catalogue_has() {
        let entry = worded("MATCH_COUNT", Dialect::Replacer, None);
        assert_eq!((entry.kind, entry.error.as_deref()), (None, Some("action: MATCH_COUNT")));
        assert_eq!(entry.hint.as_deref(), Some("search text is at line 1\n 1 |old_text"));
        let entry = worded("MATCH_COUNT", Dialect::Sham, None);
        assert_eq!(entry.hint.as_deref(), Some("old_text is at line 1\n 1 |old_text"));
    }
}
