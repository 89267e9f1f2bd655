//! The base has moved on since the session began.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::{refused, there_and_back},
};

const LINES: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

/// A session that changed `a`, deleted `gone` and wrote `new/x`; a base that changed `a` elsewhere.
fn both(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a", LINES).file("b", "b\n").file("gone", "x\n").commit();
    let response =
        sham::replace("a", "2", "two") + &sham::delete("gone") + &sham::write("new/x", "x");
    repo.apply(&response).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("a", LINES.replace('8', "eight")).file_with_mode("run", "#!\n", 0o755);
    let repo = repo.commit();
    repo.git(&["switch", "-q", "clada/main"]);
    repo
}

#[test]
fn both_sides_are_in_the_merge_and_in_the_files() {
    let env = TestEnv::new();
    let repo = both(&env);
    there_and_back(&repo, &["land"]);
    assert_eq!(repo.text("a"), LINES.replace('8', "eight").replace('2', "two"));
    assert!(!repo.exists("gone") && repo.exists("new/x"));
    assert_eq!(repo.mode("run") & 0o100, 0o100);
    assert_eq!(repo.status(), "");
    assert_eq!(repo.git(&["log", "-1", "--format=%P"]).split(' ').count(), 2);
}

#[test]
fn from_the_base_the_files_follow_too() {
    let env = TestEnv::new();
    let repo = both(&env);
    repo.git(&["switch", "-q", "main"]);
    there_and_back(&repo, &["land", "main", "--squash"]);
    assert_eq!(repo.text("a"), LINES.replace('8', "eight").replace('2', "two"));
    assert!(!repo.exists("gone") && repo.exists("new/x"));
    assert_eq!(repo.status(), "");
    assert_eq!(repo.git(&["log", "-1", "--format=%P"]).split(' ').count(), 1);
}

#[test]
fn no_fast_forward_is_a_refusal() {
    let env = TestEnv::new();
    let repo = both(&env);
    refused(&repo, &["land", "--ff-only"], &["`main` has moved on", "land --merge"]);
}

#[test]
fn a_conflict_ends_it_before_anything_moves() {
    let env = TestEnv::new();
    let repo = both(&env);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("a", LINES.replace('2', "zwei")).file("new/x", "other\n").commit();
    repo.git(&["switch", "-q", "clada/main"]);
    let words = ["changed the same: a, new/x", "git switch main && git merge clada/main"];
    for args in [&["land"][..], &["land", "--squash"], &["land", "--merge"]] {
        refused(&repo, args, &words);
    }
}

#[test]
fn work_elsewhere_stays_and_work_in_the_way_is_named() {
    let env = TestEnv::new();
    let repo = both(&env).staged("b", "staged\n").file("b", "mine\n").file("u", "u\n");
    there_and_back(&repo, &["land"]);
    assert_eq!(repo.status(), "MM b\n?? u\n");
    repo.clada(&["undo"]).exits(0);
    let repo = repo.file("a", "mine\n").file("run", "in the way\n");
    refused(&repo, &["land"], &["  a (modified)\n", "  run (untracked)\n", "git stash"]);
    let repo = repo.file("a", LINES.replace('2', "two")).staged("a", "staged\n");
    fs_err::remove_file(repo.path("run")).expect("a file");
    let repo = repo.file("a", LINES.replace('2', "two"));
    refused(&repo, &["land"], &["  a (staged)\n"]);
}

#[test]
fn an_ignored_file_in_the_way_is_named() {
    let env = TestEnv::new();
    let repo = both(&env);
    repo.write(".git/info/exclude", "run\n");
    let repo = repo.file("run", "precious\n");
    refused(&repo, &["land"], &["  run (untracked)\n"]);
}

#[test]
fn a_directory_in_the_way_of_a_file_is_named() {
    let env = TestEnv::new();
    let repo = both(&env).file("run/mine", "precious\n");
    refused(&repo, &["land"], &["run"]);
}

#[test]
fn line_endings_and_filters_are_as_git_has_them() {
    let env = TestEnv::new();
    let attributes = "*.txt text eol=crlf\n";
    let repo = env.repo().file(".gitattributes", attributes).file("a.txt", LINES).commit();
    repo.git(&["rm", "-q", "--cached", "-r", "."]);
    repo.git(&["reset", "-q", "--hard"]);
    repo.apply(&sham::write("other", "x\n")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("a.txt", LINES.replace('8', "eight").replace('\n', "\r\n")).commit();
    repo.git(&["switch", "-q", "clada/main"]);
    there_and_back(&repo, &["land"]);
    assert_eq!(repo.text("a.txt"), LINES.replace('8', "eight").replace('\n', "\r\n"));
    assert_eq!(repo.status(), "");
}

#[test]
fn another_base_than_main_is_named_in_the_merge() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", LINES).commit();
    repo.git(&["switch", "-q", "-c", "topic/one"]);
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.git(&["switch", "-q", "topic/one"]);
    let repo = repo.file("c", "c\n").commit();
    there_and_back(&repo, &["land", "topic-one"]);
    let subject = repo.git_line(&["log", "-1", "--format=%s"]);
    assert_eq!(subject, "Merge branch 'clada/topic-one' into topic/one");
}
