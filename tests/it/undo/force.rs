//! `undo --force` puts what has changed since aside, from where redo brings it back exactly.

use super::round_trip::refused;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn applied(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit();
    let response =
        sham::write("a.txt", "A\n") + &sham::delete("b.txt") + &sham::write("new/d.txt", "D\n");
    repo.apply(&response).exits(0);
    repo
}

#[test]
fn edits_make_room_and_come_back() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit();
    let before = repo.snapshot();
    let response =
        sham::write("a.txt", "A\n") + &sham::delete("b.txt") + &sham::write("new/d.txt", "D\n");
    repo.apply(&response).exits(0);
    let repo = repo.staged("a.txt", "staged\n").file("a.txt", "mine\n").file("b.txt", "mine\n");
    fs_err::remove_file(repo.path("new/d.txt")).expect("a file");
    repo.chmod("a.txt", 0o755);
    let edited = repo.snapshot();
    let run = repo.clada(&["undo", "--force"]).exits(0);
    for line in ["put aside a.txt has other content", "`git clada redo` brings"] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
    repo.snapshot().assert_same_but_log(&before, "it is undo");
    repo.assert_sound();
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&edited, "redo brings back what stood there");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "and undo takes it back");
    repo.git(&["gc", "-q", "--prune=now"]);
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&edited, "git gc keeps what was put aside");
}

#[test]
fn later_commits_leave_the_branch_and_come_back() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", "mine\n").file("e.txt", "mine\n").commit();
    let tip = repo.git_line(&["rev-parse", "--short=10", "HEAD"]);
    let committed = repo.snapshot();
    let run = repo.clada(&["undo", "--force"]).exits(0);
    assert!(run.stdout.contains(&format!("              {tip} before")), "{}", run.stdout);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!(repo.text("a.txt"), "a\n");
    assert_eq!(repo.status(), "A  e.txt\n", "what the commits did elsewhere is staged");
    repo.assert_sound();
    repo.git(&["gc", "-q", "--prune=now"]);
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&committed, "redo brings the commits back");
}

#[test]
fn the_index_has_no_trees_that_are_not_its_own() {
    let env = TestEnv::new();
    let repo = env.repo().file("d/a.txt", "a\n").file("d/b.txt", "b\n").commit();
    repo.apply(&sham::write("d/a.txt", "A\n")).exits(0);
    let repo = repo.file("d/b.txt", "mine\n").file("d/e/f.txt", "mine\n").commit();
    repo.clada(&["undo", "--force"]).exits(0);
    let tree = repo.git_line(&["write-tree"]);
    assert_eq!(repo.git(&["show", &format!("{tree}:d/b.txt")]), "mine\n");
    assert_eq!(repo.git(&["show", &format!("{tree}:d/a.txt")]), "a\n");
    assert_eq!(repo.git(&["show", &format!("{tree}:d/e/f.txt")]), "mine\n");
}

#[test]
fn elsewhere_it_is_refused() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.git(&["checkout", "-q", "-b", "elsewhere"]);
    refused(&repo, &["undo", "--force"], &["HEAD is on elsewhere, not on clada/main"]);
}

#[test]
fn a_directory_in_the_way_is_refused() {
    let env = TestEnv::new();
    let repo = applied(&env).file("b.txt/mine.txt", "mine\n");
    refused(&repo, &["undo", "--force"], &["b.txt is a directory"]);
}

#[test]
fn redo_is_forced_too() {
    let env = TestEnv::new();
    let repo = applied(&env);
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    let repo = repo.file("a.txt", "mine\n");
    let edited = repo.snapshot();
    repo.clada(&["redo", "--force"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "it is redo");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&edited, "undo brings back what stood there");
}

#[test]
fn a_refusal_names_the_ways_on() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", "mine\n").file("e.txt", "mine\n").commit();
    let tip = repo.git_line(&["rev-parse", "--short=10", "HEAD"]);
    let ways = ["undo --merge", "undo --force", "git clada revert ", "commits on clada/main since"];
    refused(&repo, &["undo"], &ways);
    refused(&repo, &["undo"], &[&format!("{tip} before"), "a.txt has other content"]);
}
