//! What holds of the reading of diffs, patches and aider's blocks, for any text and for texts made
//! to be slow to read; and that what is written in one of these dialects is read as it was meant.

use std::borrow::Cow;

use git_clada::{
    syntax::{Dialect, Parsed, Wording, parse, parse_only, render},
    text::{DrawOptions, Response, Severity, draw},
};
use proptest::{collection::vec, prelude::*, sample::select};

const PATCHES: [Dialect; 3] = [Dialect::Aider, Dialect::ApplyPatch, Dialect::Diff];

/// Lines that mean something, and some that only look like it.
const LINES: &[&str] = &[
    "diff --git a/x b/x",
    "diff --git a/x b/y",
    "diff --git \"a/\\303\\244\" \"b/\\303\\244\"",
    "diff --git é é",
    "index 1..2 100644",
    "index 1..2 160000",
    "new file mode 100644",
    "new file mode 100755",
    "new file mode 120000",
    "deleted file mode 100644",
    "old mode 100644",
    "new mode 100755",
    "rename from x",
    "rename to y",
    "copy from x",
    "copy to y",
    "similarity index 90%",
    "Binary files a/x and b/x differ",
    "GIT binary patch",
    "--- a/x",
    "+++ b/x",
    "--- /dev/null",
    "+++ /dev/null",
    "--- \"a/\\q\"",
    "+++ x\t2024",
    "--- ",
    "+++ ",
    "@@ -1 +1 @@",
    "@@ -1,3 +1,4 @@ fn",
    "@@ -0,0 +1 @@",
    "@@",
    "@@ ... @@",
    "@@ class A",
    "@@@ -1 @@@",
    "@@ -99999999999999999999,1 +1 @@",
    "\\ No newline at end of file",
    " ",
    " a",
    "-a",
    "+a",
    "- ",
    "-- ",
    "2.39.2",
    "",
    "\r",
    "a",
    "é",
    "```",
    "```diff",
    "~~~",
    "*** Begin Patch",
    "*** End Patch",
    "*** Add File: x",
    "*** Update File: x",
    "*** Update File: ",
    "*** Delete File: x",
    "*** Move to: y",
    "*** End of File",
    "x.py",
    "**x.py**",
    "# `x.py`:",
    "<<<<<<< SEARCH",
    "<<<<< SEARCH",
    "<<<<<<<<< SEARCH>",
    "<<<<<<< SEARCH path=\"x\"",
    "<<<<<<< HEAD",
    "=======",
    "=====",
    ">>>>>>> REPLACE",
    ">>>>> REPLACE",
    ">>>>>>> main",
    "#!SHAM [@three-char-SHA-256: abc]",
    "#!END_SHAM_abc",
    "k = <<'EOT_SHAM_abc'",
    "EOT_SHAM_abc",
];

fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![20 => select(LINES).prop_map(str::to_owned), 1 => any::<String>()];
    let breaks = prop_oneof![9 => Just("\n"), 1 => Just("\r\n")];
    (vec((line, breaks), 0..40), any::<bool>()).prop_map(|(lines, ended)| {
        let text: String = lines.iter().flat_map(|(line, end)| [line.as_str(), end]).collect();
        if ended { text } else { text.trim_end_matches('\n').to_owned() }
    })
}

fn response(text: &str) -> Response {
    Response::new("r.md", text.as_bytes().to_vec()).expect("a response")
}

/// What holds of all that was read.
fn check(response: &Response, parsed: &Parsed<'_>) -> Result<(), TestCaseError> {
    let following = parsed.blocks.iter().skip(1);
    for (block, next) in parsed.blocks.iter().zip(following) {
        prop_assert!(block.span.end <= next.span.start, "they overlap");
    }
    for (index, block) in parsed.blocks.iter().enumerate() {
        let own = parsed.problems.iter().filter(|problem| problem.block == Some(index));
        let mut errors = own.filter(|it| it.diagnostic.severity == Severity::Error);
        prop_assert_eq!(block.has_errors, errors.next().is_some());
        prop_assert!(response.text().get(block.span.range()).is_some());
        for field in &block.fields {
            let written = response.text().get(field.value.span.range());
            prop_assert!(written.is_some(), "{:?}", field);
            if let (Cow::Borrowed(value), "path" | "new_path" | "hunks" | "content", true) =
                (&field.value.value, field.key.value, PATCHES.contains(&block.dialect))
            {
                prop_assert!(written == Some(value) || value.is_empty(), "{:?}", field);
            }
        }
    }
    for problem in &parsed.problems {
        prop_assert!(!problem.diagnostic.label.is_empty() && problem.diagnostic.help.is_some());
        let drawn = draw(response, &problem.diagnostic, DrawOptions::default());
        prop_assert!(!drawn.is_empty());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_its_spans_are_true(text in text()) {
        let response = response(&text);
        check(&response, &parse(&response))?;
        for dialect in PATCHES {
            check(&response, &parse_only(&response, dialect))?;
        }
    }

    #[test]
    fn what_is_written_in_a_dialect_is_read_as_it_was_meant(text in text()) {
        for from in PATCHES {
            let response = response(&text);
            let parsed = parse_only(&response, from);
            for block in parsed.blocks.iter().filter(|block| !block.has_errors) {
                let task = wording(block);
                let says_it = render(from, &[vec![task.clone()]]).is_ok();
                for to in PATCHES {
                    let Ok(written) = render(to, &[vec![task.clone()]]) else { continue };
                    // Nothing is lost: back in its own dialect it is the same again.
                    let response = self::response(&written);
                    let read = parse_only(&response, to);
                    prop_assert_eq!(read.blocks.len(), 1, "{}", written);
                    let back = wording(&read.blocks[0]);
                    prop_assert_eq!(back.value("path"), task.value("path"), "{}", written);
                    prop_assert!(!says_it || render(from, &[vec![back]]).is_ok(), "{}", written);
                }
            }
        }
    }
}

fn wording<'b>(block: &'b git_clada::syntax::Block<'_>) -> Wording<'b> {
    let field = |field: &'b git_clada::syntax::Field<'_>| {
        (field.key.value.into(), field.value.value.as_ref().into())
    };
    Wording { fields: block.fields.iter().map(field).collect(), note: None }
}

fn task(fields: &[(&'static str, &'static str)]) -> Wording<'static> {
    let fields = fields.iter().map(|&(key, value)| (key.into(), value.into())).collect();
    Wording { fields, note: None }
}

#[test]
fn a_patch_is_written_in_each_dialect_that_can_say_it() {
    let hunks = "@@ -3,2 +3,2 @@\n a\n-b\n+c\n";
    let patch = task(&[("action", "file_patch"), ("path", "x.py"), ("hunks", hunks)]);
    let written = |dialect| render(dialect, &[vec![patch.clone()]]).expect("it can say it");
    assert_eq!(
        written(Dialect::Aider),
        "x.py\n```\n<<<<<<< SEARCH\na\nb\n=======\na\nc\n>>>>>>> REPLACE\n```\n"
    );
    assert_eq!(
        written(Dialect::ApplyPatch),
        "*** Begin Patch\n*** Update File: x.py\n@@\n a\n-b\n+c\n*** End Patch\n"
    );
    assert_eq!(
        written(Dialect::Diff),
        format!("diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n{hunks}")
    );
    let error = render(Dialect::Sham, &[vec![patch]]).expect_err("it cannot");
    assert_eq!(
        error.to_string(),
        "SHAM cannot say task 1, `file_patch`: a block may not name this action"
    );
}

#[test]
fn what_a_dialect_cannot_say_is_told() {
    let run = task(&[("action", "run"), ("command", "ls")]);
    let moved = [("action", "file_patch"), ("path", "x"), ("new_path", "y")];
    for dialect in PATCHES {
        let error = render(dialect, &[vec![run.clone()]]).expect_err("no patch");
        assert!(error.to_string().contains("task 1, `run`: it is neither"), "{error}");
    }
    assert!(render(Dialect::Aider, &[vec![task(&moved)]]).is_err());
    assert!(render(Dialect::Diff, &[vec![task(&moved)]]).is_ok());
    let odd = [("action", "file_create"), ("path", "x"), ("content", "no line break")];
    assert!(render(Dialect::ApplyPatch, &[vec![task(&odd)]]).is_err());
    assert!(render(Dialect::Diff, &[vec![task(&odd)]]).is_ok());
}

/// A parser that looks twice at what it has seen would need hours for these.
#[test]
fn texts_that_go_on_and_on_are_read_in_one_pass() {
    const MANY: usize = 1 << 16;
    let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    for (piece, head, tail) in [
        ("<<<<<<< SEARCH\n", "x.py\n", ""),
        ("x.py\n<<<<<<< SEARCH\na\n", "", ""),
        ("<<<<<<< SEARCH\n=======\n", "x.py\n", ">>>>>>> REPLACE\n"),
        ("<<<<<<< HEAD\n=======\n", "x.py\n<<<<<<< SEARCH\n", ">>>>>>> REPLACE\n"),
        ("*** Begin Patch\n", "", ""),
        ("*** Begin Patch\n*** Update File: x\n+a\n", "", ""),
        ("*** Update File: x\n", "*** Begin Patch\n", "*** End Patch\n"),
        ("\n", "*** Begin Patch\n*** Update File: x\n+a\n", "*** End Patch\n"),
        ("--- a/x\n", "", ""),
        ("--- a/x\n+++ b/x\n", "", ""),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "", ""),
        ("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n\nprose\n", "", ""),
        ("@@ -1,99999999 +1,9 @@\n", "--- a/x\n+++ b/x\n", ""),
        ("@@ -1,99999999 +1,99999999 @@\n a\n\n", "--- a/x\n+++ b/x\n", "```\n"),
        ("\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n", "+b\n"),
        ("diff --git a/x b/x\n", "", ""),
        ("rename from x\n", "diff --git a/x b/x\n", ""),
        (block, "x.py\n", ""),
        (block, "", ""),
    ] {
        let text = format!("{head}{}{tail}", piece.repeat(MANY));
        let response = response(&text);
        let parsed = parse(&response);
        assert!(parsed.blocks.len() <= MANY + 1, "{piece:?}");
    }
}
