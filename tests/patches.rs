//! Patches against git itself: it applies them, and would have written the same.

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use fs_err as fs;
use git_clada::{
    action::OutputDisplay,
    base::Timestamp,
    report::{
        self, FileDiff, PathQuoting, Presentation, Report, Side, TextOptions, UnifiedOptions,
        file_stats, text, unified,
    },
};
use proptest::prelude::*;
use tempfile::TempDir;

const FILE: u32 = 0o100_644;
const EXECUTABLE: u32 = 0o100_755;

/// What a file holds and how git would write its mode.
type Content = Option<(Vec<u8>, u32)>;

/// A path, and the file before and after.
type Case = (String, Content, Content);

#[expect(clippy::unnecessary_wraps, reason = "the table of cases reads better")]
fn file(content: &str) -> Content {
    Some((content.as_bytes().to_vec(), FILE))
}

fn case(path: &str, before: Content, after: Content) -> Case {
    (path.to_owned(), before, after)
}

fn side(content: &Content) -> Option<Side<'_>> {
    content.as_ref().map(|(content, mode)| Side { content, mode: *mode })
}

fn file_diff((path, before, after): &Case) -> FileDiff<'_> {
    FileDiff { path: path.as_str().into(), before: side(before), after: side(after) }
}

fn patch_of(cases: &[Case], options: &UnifiedOptions) -> Vec<u8> {
    let files: Vec<FileDiff<'_>> = cases.iter().map(file_diff).collect();
    unified(&files, options).into()
}

/// Runs the real git, cut off from the settings of whoever runs the tests.
#[expect(clippy::disallowed_methods, reason = "the real git is what these tests compare with")]
fn git(dir: &Path, args: &[&str], input: &[u8]) -> Output {
    use std::io::Write as _;
    let mut child = Command::new("git")
        .current_dir(dir)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("GIT_TEST_DATE_NOW", "1700000000")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CEILING_DIRECTORIES", dir.parent().expect("not the root"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("git runs");
    child.stdin.take().expect("piped").write_all(input).expect("git reads");
    child.wait_with_output().expect("git ends")
}

fn succeed(dir: &Path, args: &[&str], input: &[u8]) -> Vec<u8> {
    let output = git(dir, args, input);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let shown = String::from_utf8_lossy(input).into_owned();
    assert!(output.status.success(), "git {args:?}: {told}\n{shown}");
    output.stdout
}

fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    let permissions = std::fs::Permissions::from_mode(mode & 0o777);
    fs::set_permissions(path, permissions).expect("mode set");
}

fn write(dir: &Path, path: &str, content: &Content) {
    let target = dir.join(path);
    match content {
        Some((bytes, mode)) => {
            fs::create_dir_all(target.parent().expect("inside")).expect("made");
            fs::write(&target, bytes).expect("written");
            set_mode(&target, *mode);
        }
        None if target.exists() => fs::remove_file(&target).expect("removed"),
        None => {}
    }
}

fn write_all(dir: &Path, cases: &[Case], content: impl Fn(&Case) -> &Content) {
    for case in cases {
        write(dir, &case.0, content(case));
    }
}

/// Applies the patch to the files before and compares them with the files after.
fn check_that_git_applies(cases: &[Case]) {
    let dir = TempDir::new().expect("a directory");
    let root = dir.path();
    write_all(root, cases, |case| &case.1);
    let patch = patch_of(cases, &UnifiedOptions::default());
    if patch.is_empty() {
        return;
    }
    succeed(root, &["apply", "--check", "-"], &patch);
    succeed(root, &["apply", "--whitespace=nowarn", "-"], &patch);
    for (path, _, after) in cases {
        let found = fs::read(root.join(path)).ok();
        assert_eq!(found.as_ref(), after.as_ref().map(|(bytes, _)| bytes), "{path}");
        if let Some((_, mode)) = after {
            use std::os::unix::fs::PermissionsExt as _;
            let found = fs::metadata(root.join(path)).expect("there").permissions().mode();
            assert_eq!(found & 0o100, mode & 0o100, "{path}");
        }
    }
}

/// Makes a repository whose index holds the files after; gives the tree of the files before.
fn stage(root: &Path, cases: &[Case]) -> String {
    succeed(root, &["init", "-q"], b"");
    write_all(root, cases, |case| &case.1);
    succeed(root, &["add", "-A"], b"");
    let tree = String::from_utf8(succeed(root, &["write-tree"], b"")).expect("an id");
    write_all(root, cases, |case| &case.2);
    succeed(root, &["add", "-A"], b"");
    tree.trim().to_owned()
}

/// Our patch is the one that `git diff` prints, but for the `index` lines.
fn check_that_git_writes_the_same(cases: &[Case], options: &UnifiedOptions) {
    let dir = TempDir::new().expect("a directory");
    let root = dir.path();
    let tree = stage(root, cases);
    let quoting = match options.quoting {
        PathQuoting::Full => "core.quotePath=true",
        PathQuoting::Letters => "core.quotePath=false",
    };
    let context = format!("-U{}", options.context);
    let args = ["-c", quoting, "diff", "--cached", "--no-renames", "--no-indent-heuristic"];
    let args = [&args[..], &[context.as_str(), &tree]].concat();
    let theirs = succeed(root, &args, b"");
    let theirs: Vec<_> = theirs
        .split_inclusive(|&byte| byte == b'\n')
        .filter(|line| !line.starts_with(b"index "))
        .collect();
    let ours = patch_of(cases, options);
    assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&theirs.concat()));
}

fn cases() -> Vec<Case> {
    let long: Vec<String> = (1..=40).map(|n| format!("line {n}\n")).collect();
    let long = long.concat();
    let edited = long.replace("line 3\n", "line three\n").replace("line 30\n", "");
    let edited = edited + "more\n";
    let code = "fn first() {\n    a\n    b\n    c\n    d\n    e\n}\n";
    vec![
        case("added", None, file("a\nb\n")),
        case("added-empty", None, file("")),
        case("added-without-end", None, file("a")),
        case("code.rs", file(code), file(&code.replace("    e\n", "    E\n"))),
        case("crlf", file("a\r\nb\r\n"), file("a\r\nc\r\n")),
        case("deleted", file("a\n"), None),
        case("deleted-empty", file(""), None),
        case("dir/sub/long", file(&long), file(&edited)),
        case("ends", file("a\nb"), file("a\nb\n")),
        case("executable", Some((b"x\n".to_vec(), FILE)), Some((b"x\n".to_vec(), EXECUTABLE))),
        case("executable-too", Some((b"x\n".to_vec(), EXECUTABLE)), file("y\n")),
        case("größe", file("a\n"), file("b\n")),
        case("no ends", file("a\nb"), file("a\nc")),
        case("same", file("a\n"), file("a\n")),
        case("tab\tand \"quote\"", file("a\n"), file("b\n")),
        case("to-empty", file("a\nb\n"), file("")),
        case("with space", None, file("b\n")),
    ]
}

#[test]
fn git_applies_each_kind_of_change() {
    check_that_git_applies(&cases());
}

#[test]
fn git_would_have_written_the_same() {
    check_that_git_writes_the_same(&cases(), &UnifiedOptions::default());
}

/// What our report shows of the files, without its summary.
fn stat_of(cases: &[Case], width: usize) -> String {
    struct NoCatalogue;
    impl Presentation for NoCatalogue {
        fn primary_param(&self, _: &str) -> Option<&str> {
            None
        }
        fn is_path(&self, _: &str, _: &str) -> bool {
            false
        }
        fn output_display(&self, _: &str) -> OutputDisplay {
            OutputDisplay::Never
        }
    }
    let files: Vec<FileDiff<'_>> = cases.iter().map(file_diff).collect();
    let report = Report { diffstat: file_stats(&files), ..Report::default() };
    let drawn = text(&report, &NoCatalogue, &TextOptions { width, ..TextOptions::default() });
    drawn.split_once("\n\n").expect("a summary follows").0.to_owned() + "\n"
}

#[test]
fn the_diffstat_is_the_one_that_git_draws() {
    let lines = |count: usize| "x\n".repeat(count);
    let cases = [
        case("added", None, file(&lines(250))),
        case("deleted", file(&lines(90)), None),
        case("dir/edited", file(&lines(40)), file(&(lines(10) + "y\n"))),
        case("one", file("a\nb\n"), file("a\nc\n")),
    ];
    let dir = TempDir::new().expect("a directory");
    let tree = stage(dir.path(), &cases);
    for width in [30, 50, 80, 120, 300] {
        let stat = format!("--stat={width}");
        let args = ["diff", "--cached", "--no-renames", "--compact-summary", &stat, &tree];
        let theirs = String::from_utf8(succeed(dir.path(), &args, b"")).expect("text");
        assert_eq!(stat_of(&cases, width), theirs, "{width}");
    }
}

#[test]
fn other_contexts_and_quoting_are_gits_too() {
    for context in [0, 1, 13, 100] {
        let options = UnifiedOptions { context, quoting: PathQuoting::Letters };
        check_that_git_writes_the_same(&cases(), &options);
    }
}

#[test]
fn binary_files_are_named() {
    let data = |byte| Some((vec![0, byte], FILE));
    let cases = [
        case("added", None, data(1)),
        case("changed", data(1), data(2)),
        case("deleted", data(1), None),
        case("to text", data(1), file("a\n")),
    ];
    check_that_git_writes_the_same(&cases, &UnifiedOptions::default());
}

#[test]
fn a_file_that_becomes_a_link_is_deleted_and_made() {
    let link = Side { content: b"target", mode: 0o120_000 };
    let plain = Side { content: b"text\n", mode: FILE };
    let diff = FileDiff { path: "f".into(), before: Some(plain), after: Some(link) };
    assert_eq!(
        unified(&[diff], &UnifiedOptions::default()),
        "diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n\
         -text\ndiff --git a/f b/f\nnew file mode 120000\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n\
         +target\n\\ No newline at end of file\n"
    );
}

#[test]
fn ages_are_told_in_gits_words() {
    let dir = TempDir::new().expect("a directory");
    succeed(dir.path(), &["init", "-q"], b"");
    let now = 1_700_000_000;
    let minute = 60;
    let (hour, day) = (60 * minute, 24 * 60 * minute);
    let mut ages = vec![-5, 0, 1, 2, 89, 90, 91, 149, 150, 89 * minute + 29, 89 * minute + 31];
    ages.extend([35 * hour + 1700, 35 * hour + 1800, 36 * hour, 13 * day, 14 * day, 69 * day]);
    ages.extend([70 * day, 364 * day, 365 * day, 400 * day, 729 * day, 730 * day, 760 * day]);
    ages.extend([1824 * day, 1825 * day, 2000 * day, 13 * day + 12 * hour, 9999 * day]);
    for age in ages {
        let when = now - age;
        let tree = succeed(dir.path(), &["hash-object", "-wt", "tree", "--stdin"], b"");
        let tree = String::from_utf8(tree).expect("an id");
        let who = format!("a <a@b> {when} +0230");
        let commit = format!("tree {tree}author {who}\ncommitter {who}\n\nx\n");
        let args = ["hash-object", "-wt", "commit", "--stdin"];
        let id = String::from_utf8(succeed(dir.path(), &args, commit.as_bytes())).expect("an id");
        let format = "--format=%ad%n";
        let told = |date: &str| {
            let args = ["show", "-s", format, date, id.trim()];
            String::from_utf8(succeed(dir.path(), &args, b"")).expect("text").trim().to_owned()
        };
        let then = Timestamp { seconds: when, offset: 9000 };
        let now = Timestamp { seconds: now, offset: 0 };
        assert_eq!(report::age(then, now), told("--date=relative"), "{age}");
        assert_eq!(report::git_date(then), told("--date=default"), "{age}");
    }
}

fn content() -> impl Strategy<Value = Option<String>> {
    proptest::option::weighted(0.9, "((a|b|fn x|  c|é)?\r?\n){0,30}[ab]?")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn git_applies_any_change(pairs in prop::collection::vec((content(), content()), 1..6)) {
        let bytes = |text: &Option<String>| text.as_ref().and_then(|text| file(text));
        let cases: Vec<Case> = pairs
            .iter()
            .enumerate()
            .map(|(n, (before, after))| case(&format!("d/f {n}"), bytes(before), bytes(after)))
            .collect();
        check_that_git_applies(&cases);
    }
}
