//! The user's edits that snapshots hold are uncommitted edits again.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::{refused, there_and_back},
};

const LINES: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

fn base(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a", LINES).file("b", "b\n").file("gone", "x\n").commit()
}

#[test]
fn edits_of_every_kind_come_back() {
    let env = TestEnv::new();
    let repo = base(&env).file("a", LINES.replace('8', "eight")).file("new", "mine\n");
    let repo = repo.staged("b", "staged\n").link("link", "a");
    fs_err::remove_file(repo.path("gone")).expect("a file");
    repo.chmod("b", 0o755);
    let (status, before) = (repo.status(), repo.snapshot());
    let paths = ["a", "new", "b", "gone"];
    let response: String = paths.iter().map(|path| sham::write(path, "theirs\n")).collect();
    repo.apply(&response).exits(0);
    let run = there_and_back(&repo, &["drop"]);
    assert!(run.stdout.contains("your edits"), "{}", run.stdout);
    assert_eq!(repo.snapshot().files, before.files);
    // What was staged is an edit that is not.
    assert_eq!(repo.status(), status.replace("MM b", " M b").replace("M  b", " M b"));
}

#[test]
fn they_come_back_from_the_base_too() {
    let env = TestEnv::new();
    let repo = base(&env).file("a", LINES.replace('8', "eight"));
    repo.apply(&sham::replace("a", "2", "two")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    there_and_back(&repo, &["drop", "main"]);
    assert_eq!(repo.text("a"), LINES.replace('8', "eight"));
    assert_eq!(repo.status(), " M a\n");
}

#[test]
fn edits_between_responses_come_back_together() {
    let env = TestEnv::new();
    let repo = base(&env).file("a", LINES.replace('8', "eight"));
    repo.apply(&sham::replace("a", "2", "two")).exits(0);
    let edited = repo.text("a").replace('5', "five");
    let repo = repo.file("a", edited);
    repo.apply(&sham::replace("a", "4", "four")).exits(0);
    repo.apply(&sham::write("b", "theirs\n")).exits(0);
    there_and_back(&repo, &["drop"]);
    assert_eq!(repo.text("a"), LINES.replace('8', "eight").replace('5', "five"));
    assert_eq!(repo.status(), " M a\n");
}

#[test]
fn they_come_back_on_a_base_that_moved_on() {
    let env = TestEnv::new();
    let repo = base(&env).file("a", LINES.replace('8', "eight"));
    repo.apply(&sham::replace("a", "2", "two")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("a", LINES.replace('3', "drei")).commit();
    repo.git(&["switch", "-q", "clada/main"]);
    there_and_back(&repo, &["drop"]);
    assert_eq!(repo.text("a"), LINES.replace('3', "drei").replace('8', "eight"));
}

#[test]
fn an_edit_of_what_a_response_wrote_is_refused_with_the_way_on() {
    let env = TestEnv::new();
    let repo = base(&env);
    repo.apply(&sham::replace("a", "2", "two")).exits(0);
    let edited = repo.text("a").replace("two", "two of mine");
    let repo = repo.file("a", edited);
    repo.apply(&sham::replace("a", "4", "four")).exits(0);
    let snapshot = repo.git_line(&["rev-parse", "--short=10", "HEAD~1"]);
    let words = ["do not fit on `main`: a", &snapshot, "git cherry-pick -n"];
    refused(&repo, &["drop"], &words);
    refused(&repo, &["drop", "--force"], &words);
}

#[test]
fn crlf_in_the_worktree_comes_back_as_it_was() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitattributes", "*.txt text eol=crlf\n");
    let crlf = LINES.replace('\n', "\r\n");
    let repo = repo.file("a.txt", &crlf).commit().file("a.txt", crlf.replace('8', "eight"));
    repo.apply(&sham::replace("a.txt", "2", "two")).exits(0);
    there_and_back(&repo, &["drop"]);
    assert_eq!(repo.text("a.txt"), crlf.replace('8', "eight"));
    assert_eq!(repo.status(), " M a.txt\n");
}

#[test]
fn an_edit_that_the_base_has_by_now_is_none() {
    let env = TestEnv::new();
    let repo = base(&env).file("a", LINES.replace('8', "eight"));
    repo.apply(&sham::replace("a", "2", "two")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("a", LINES.replace('8', "eight")).commit();
    repo.git(&["switch", "-q", "clada/main"]);
    there_and_back(&repo, &["drop"]);
    assert_eq!(repo.status(), "");
}
