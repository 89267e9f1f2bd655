//! Outputs that are compared with files: redaction, comparison, `CLADA_BLESS`.

use std::path::Path;

use crate::env::{Repo, Run};

/// How short an abbreviated commit is.
const SHORTEST: usize = 7;

/// Whether this is an operation's id: twelve letters from `k` to `z`.
pub(crate) fn is_id(word: &str) -> bool {
    word.len() == 12 && word.bytes().all(|byte| (b'k'..=b'z').contains(&byte))
}

/// Puts `<commit>`, `<id>`, `<repo>` and `<root>`, where that stands, for what names this run alone.
///
/// Only commits that are in the repository are taken for commits.
pub(crate) fn redacted(repo: &Repo<'_>, run: Run) -> Run {
    let commits = repo.git(&["rev-list", "--all"]);
    let top = repo.dir().to_str().expect("the directory is UTF-8");
    let root = repo.dir().parent().and_then(|root| root.to_str()).expect("a directory above");
    let redact =
        |text: String| redact(&text.replace(top, "<repo>").replace(root, "<root>"), &commits);
    Run { stdout: redact(run.stdout), stderr: redact(run.stderr), ..run }
}

fn redact(text: &str, commits: &str) -> String {
    let mut redacted = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let commit = word.len() >= SHORTEST && commits.lines().any(|one| one.starts_with(word));
        redacted.push_str(if commit {
            "<commit>"
        } else if is_id(word) {
            "<id>"
        } else {
            word
        });
        let next = after.chars().next();
        redacted.extend(next);
        rest = after.split_at(next.map_or(0, char::len_utf8)).1;
    }
    redacted
}

/// Compares each text with its file, or writes the files where `CLADA_BLESS=1`.
#[track_caller]
pub(crate) fn check_all(goldens: &[(&Path, &str)]) {
    if std::env::var_os("CLADA_BLESS").is_some_and(|value| value == "1") {
        for (path, text) in goldens {
            fs_err::write(path, text).expect("a golden");
        }
        return;
    }
    let mut said = String::new();
    for (path, text) in goldens {
        let golden = fs_err::read_to_string(path).expect("a golden; CLADA_BLESS=1 writes it");
        if golden != **text {
            let diff = similar::TextDiff::from_lines(golden.as_str(), *text);
            let name = path.display().to_string();
            said += &diff.unified_diff().header(&name, "what was printed").to_string();
        }
    }
    assert!(said.is_empty(), "{said}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_and_known_commits_are_redacted() {
        let commits = "0123456789abcdef0123456789abcdef01234567\n";
        let text = "0123456 at klmnopqrstuv, 012345, 89abcdef; klmnopqrstuvw é";
        assert_eq!(redact(text, commits), "<commit> at <id>, 012345, 89abcdef; klmnopqrstuvw é");
    }
}
