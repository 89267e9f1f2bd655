//! `ls`, `grep` and `glob` in real repositories: what git ignores, what may not be entered, and
//! what is too much.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    env::{NOBODY, Repo, TestEnv},
    sham,
};

/// The `data` of an action that is tried and nothing else.
fn data(repo: &Repo<'_>, action: &str, params: &[(&str, &str)]) -> Value {
    let response = sham::block(action, params);
    let run = repo.clada(&["apply", "--dry-run", "--format", "json", "-"]).stdin(response);
    run.exits(0).json()["results"][0]["data"].take()
}

fn all_files(repo: &Repo<'_>) -> Value {
    data(repo, "glob", &[("pattern", "**"), ("base_path", ".")])["paths"].take()
}

#[test]
fn what_the_repository_and_the_user_exclude_is_passed_over() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.own", "").file("b.users", "").file("c.users", "");
    repo.write(".git/info/exclude", "*.own\n!b.users\n");
    fs_err::write(env.root().join("home/excludes"), "*.users\n").expect("written");
    let repo = repo.config("core.excludesFile", "~/excludes");
    assert_eq!(all_files(&repo), json!(["b.users"]));
}

#[test]
fn tracked_files_that_match_a_pattern_are_passed_over_as_ripgrep_does() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.log", "x\n").commit().file(".gitignore", "*.log\n");
    assert_eq!(all_files(&repo), json!([".gitignore"]));
    let found = data(&repo, "grep", &[("path", "."), ("pattern", "x")]);
    assert_eq!(found, json!({"matches": []}));
}

#[test]
fn a_submodule_is_listed_and_not_entered() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "x\n").commit();
    repo.git(&["init", "--quiet", "sub"]);
    repo.write("sub/b.txt", "x\n");
    assert_eq!(all_files(&repo), json!(["a.txt"]));
    let listed = data(&repo, "ls", &[("path", ".")]);
    assert_eq!(listed["entries"][1]["name"], "sub");
}

#[test]
fn a_fifo_is_never_opened() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "x\n").commit();
    let made = env.command("mkfifo", repo.dir()).arg("pipe").status();
    assert!(made.expect("mkfifo runs").success());
    let found = data(&repo, "grep", &[("path", "."), ("pattern", "x")]);
    assert_eq!(found["matches"].as_array().map(Vec::len), Some(1));
    assert_eq!(all_files(&repo), json!(["a.txt"]));
}

#[test]
fn what_may_not_be_read_is_told_and_the_search_goes_on() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "x\n").file("closed/b.txt", "x\n").file("d.txt", "x\n");
    repo.chmod("a.txt", 0o200);
    repo.chmod("closed", 0o300);
    env.open_to_all();
    if rustix::process::geteuid().is_root() {
        let owner = format!("{NOBODY}:{NOBODY}");
        let given = env.command("chown", env.root()).args(["-R", &owner]).arg(repo.dir()).status();
        assert!(given.expect("chown runs").success());
    }
    let response = sham::block("grep", &[("path", "."), ("pattern", "x")]);
    let run = repo.clada(&["apply", "--dry-run", "--format", "json", "-"]).stdin(response);
    let found = run.unprivileged().exits(0).json()["results"][0]["data"].take();
    let expected = json!({
        "matches": [{"file": "d.txt", "line_number": 1, "line": "x"}],
        "skipped": [
            {"path": "a.txt", "error": "EACCES: permission denied, open 'a.txt'"},
            {"path": "closed", "error": "EACCES: permission denied, scandir 'closed'"},
        ],
    });
    assert_eq!(found, expected);
    repo.chmod("closed", 0o700);
}

#[test]
fn what_is_too_much_is_cut_off_and_said_to_be() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "x\n".repeat(9_999)).file("b.txt", "x\nx\nx\n");
    let repo = repo.file("long.txt", "é".repeat(20_000));
    let found = data(&repo, "grep", &[("path", "."), ("pattern", "x")]);
    assert_eq!(found["truncated"], true);
    let matches = found["matches"].as_array().expect("a list");
    assert_eq!(matches.len(), 10_000);
    assert_eq!(matches[9_999], json!({"file": "b.txt", "line_number": 1, "line": "x"}));
    let exactly = data(&repo, "grep", &[("path", "a.txt"), ("pattern", "x")]);
    assert_eq!(exactly.get("truncated"), None, "nothing was cut off");
    let long = data(&repo, "grep", &[("path", "long.txt"), ("pattern", "é")]);
    assert_eq!(long["matches"][0]["line"], "é".repeat(8 * 1024) + "…");
}

#[test]
fn lines_beyond_all_measure_are_told_and_not_searched() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "x".repeat(40 * 1024 * 1024)).file("b.txt", "x\n");
    let found = data(&repo, "grep", &[("path", "."), ("pattern", "x")]);
    let expected = json!({
        "matches": [{"file": "b.txt", "line_number": 1, "line": "x"}],
        "skipped": [{"path": "a.txt", "error": "a line is longer than 16 MiB"}],
    });
    assert_eq!(found, expected);
}

const NAMES: [&str; 16] = [
    "a", "b", "ab", "a b", "{a}", "#a", "!a", "[a", "d/a", "d/b", "d/ab", "d/e/a", "d/e/b", "e/a",
    "e/d/ab", "d/e/a.b",
];
const PIECES: [&str; 22] = [
    "a", "b", "ab", "d", "e", "*", "?", "**", "/", "/", "[ab]", "[!a]", "[^b]", "\\a", "\\#",
    "\\!", "{", "}", " ", ".", "\\ ", "[",
];

/// Whether each `**` stands alone between slashes. Of others git makes one thing or another, as
/// the text before them has wild cards or not.
fn is_plain(pattern: &str) -> bool {
    let stars = |part: &str| part.contains("**") && part != "**";
    !pattern.split('/').any(stars)
}

fn patterns() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES.to_vec());
    let pattern = prop::collection::vec(piece, 1..5)
        .prop_map(|pieces| pieces.concat())
        .prop_filter("plain", |pattern| is_plain(pattern));
    let line = (prop::bool::weighted(0.2), pattern)
        .prop_map(|(again, pattern)| format!("{}{pattern}\n", if again { "!" } else { "" }));
    prop::collection::vec(line, 0..5).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// A repository holds many cases: making one takes longer than asking git.
    #[test]
    fn patterns_are_obeyed_as_git_obeys_them(
        cases in prop::collection::vec((patterns(), patterns(), patterns()), 12)
    ) {
        let env = TestEnv::new();
        let repo = NAMES.iter().fold(env.repo(), |repo, name| repo.file(name, ""));
        for (exclude, top, inner) in cases {
            repo.write(".git/info/exclude", &exclude);
            repo.write(".gitignore", &top);
            repo.write("d/.gitignore", &inner);
            let listed = repo.git(&["ls-files", "--others", "--exclude-standard", "-z"]);
            let mut listed: Vec<&str> = listed.split_terminator('\0').collect();
            listed.sort_unstable();
            prop_assert_eq!(all_files(&repo), json!(listed), "{:?}", (exclude, top, inner));
        }
    }
}
