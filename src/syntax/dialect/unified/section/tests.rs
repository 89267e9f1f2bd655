//! Files of diffs, and what only looks like one.

use super::*;

/// Action and values of each change, all faults, and what follows.
fn told(text: &str) -> (Vec<String>, Vec<Fault>, &str) {
    let claim = read(text, 0).expect("a diff");
    let change = |change: &FileChange<'_>| {
        let values = change.values.iter().map(|(name, value)| format!(" {name}={}", value.value));
        format!("{}{}", change.action, values.collect::<String>())
    };
    let inside = claim.changes.iter().flat_map(|change| &change.flaws);
    let faults = inside.chain(&claim.flaws).map(|flaw| flaw.fault).collect();
    let rest = text.get(claim.next..).expect("a boundary");
    (claim.changes.iter().map(change).collect(), faults, rest)
}

#[track_caller]
fn is(text: &str, changes: &[&str]) {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    assert_eq!(told(text), (changes, vec![], ""), "{text}");
}

#[track_caller]
fn is_wrong(text: &str, fault: Fault) {
    assert_eq!(told(text).1, [fault], "{text}");
}

const HUNK: &str = "@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn a_file_is_edited() {
    is(&format!("--- a/x\n+++ b/x\n{HUNK}"), &[&format!("file_patch path=x hunks={HUNK}")]);
    let git = format!("diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n{HUNK}");
    is(&git, &[&format!("file_patch path=x hunks={HUNK}")]);
}

#[test]
fn a_file_is_new_or_goes() {
    is("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n", &["file_create path=x content=a\nb\n"]);
    let no_end = "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n";
    is(no_end, &["file_create path=x content=a"]);
    let gone = "@@ -1 +0,0 @@\n-a\n";
    is(
        &format!("--- a/x\n+++ /dev/null\n{gone}"),
        &[&format!("file_patch path=x delete=true hunks={gone}")],
    );
    is("diff --git a/x b/x\nnew file mode 100644\nindex 0..e\n", &["file_create path=x content="]);
    is("diff --git a/x b/x\ndeleted file mode 100644\n", &["file_delete path=x"]);
    let run = "diff --git a/x b/x\nnew file mode 100755\n";
    is(run, &["file_patch path=x create=true executable=true"]);
}

#[test]
fn a_file_is_renamed_copied_or_made_executable() {
    let head = "diff --git a/x b/y\nsimilarity index 100%\n";
    let renamed = format!("{head}rename from x\nrename to y\n");
    is(&renamed, &["file_patch path=x new_path=y"]);
    is(
        &format!("{renamed}--- a/x\n+++ b/y\n{HUNK}"),
        &[&format!("file_patch path=x new_path=y hunks={HUNK}")],
    );
    let copied = format!("{head}copy from x\ncopy to y\n");
    is(&copied, &["file_patch path=x new_path=y copy=true"]);
    is(
        "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n",
        &["file_patch path=x executable=true"],
    );
    is(
        &format!("--- a/x\n+++ b/y\n{HUNK}"),
        &[&format!("file_patch path=x new_path=y hunks={HUNK}")],
    );
}

#[test]
fn what_is_no_text_is_refused() {
    is_wrong(
        "diff --git a/x b/x\nBinary files a/x and b/x differ\n",
        Fault::NotText("a binary file"),
    );
    let link =
        "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+t\n";
    is_wrong(link, Fault::NotText("a symbolic link"));
    let module = format!("diff --git a/x b/x\nindex 1..2 160000\n--- a/x\n+++ b/x\n{HUNK}");
    is_wrong(&module, Fault::NotText("a submodule"));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    is_wrong(&format!("--- src/x\n+++ lib/x\n{HUNK}"), Fault::NamesDiffer);
    is_wrong(&format!("--- \"a/x\n+++ b/x\n{HUNK}"), Fault::BadName);
    is_wrong("--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n", Fault::NoChange);
    is_wrong("--- /dev/null\n+++ b/x\n@@ -1 +1,2 @@\n a\n+b\n", Fault::NotAdded);
    is_wrong("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-a\n+b\nc\n", Fault::StrayLine);
}

#[test]
fn empty_lines_without_their_space_are_told() {
    is_wrong("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-a\n+b\n\n c\n", Fault::BareLines(1));
    let new = "--- /dev/null\n+++ b/x\n@@ -0,0 +1,3 @@\n+a\n\n+b\n";
    assert_eq!(told(new).0, ["file_create path=x content=a\n\nb\n"]);
    is_wrong(new, Fault::BareLines(1));
}

#[test]
fn a_diff_without_hunks_is_told_and_prose_is_passed_over() {
    is_wrong("--- a/x\n+++ b/x\n\nno hunks", Fault::Doubt(Doubt::NoHunks));
    is_wrong("diff --git a/x b/x\nindex 1..2 100644\n", Fault::Doubt(Doubt::NoHunks));
    for text in [
        "--- a line of prose\nand more\n",
        "--- \n+++\n",
        "diff --git shows more than diff -u\n",
        "diff --git a/x b/y\n",
        "----\n",
    ] {
        assert_eq!(read(text, 0), None, "{text}");
    }
    assert_eq!(read(" --- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 1), None, "not at a line's start");
}

#[test]
fn a_span_ends_with_the_last_line_of_the_last_hunk() {
    let text = format!("--- a/x\n+++ b/x\n{HUNK}\n```\n");
    let claim = read(&text, 0).expect("a diff");
    let change = &claim.changes[0];
    assert_eq!(text.get(change.span.range()), Some(text.trim_end_matches("\n\n```\n")));
    let [(_, path), (_, hunks)] = change.values.as_slice() else { panic!("two values") };
    assert_eq!(text.get(path.span.range()), Some("x"));
    assert_eq!(text.get(hunks.span.range()), Some(HUNK));
}
