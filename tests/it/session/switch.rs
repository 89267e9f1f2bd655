//! `git clada session switch`: the files that differ follow, and nothing else.

use super::scene::{apply_in, repo};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Two sessions that began at `main`: `one` is left, HEAD is on `two`.
fn two_sessions(env: &TestEnv) -> Repo<'_> {
    let repo = env
        .repo()
        .file("a.txt", "a\n")
        .file("gone.txt", "g\n")
        .file("same.txt", "same\n")
        .file_with_mode("run.sh", "#!/bin/sh\n", 0o755)
        .commit();
    repo.clada(&["session", "start", "one"]).exits(0);
    let response = sham::write("a.txt", "one\n")
        + &sham::write("deep/er/new.txt", "new\n")
        + &sham::delete("gone.txt");
    repo.apply(&response).exits(0);
    repo.git(&["rm", "-q", "--cached", "run.sh"]);
    let repo = repo.link("link", "a.txt");
    repo.chmod("run.sh", 0o644);
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-q", "-m", "a link, and a mode"]);
    repo.git(&["switch", "-q", "main"]);
    repo.clada(&["session", "start", "two"]).exits(0);
    repo.apply(&sham::write("two.txt", "two\n")).exits(0);
    repo
}

#[test]
fn files_follow_there_and_back() {
    let env = TestEnv::new();
    let repo = two_sessions(&env);
    let before = repo.snapshot();
    repo.clada(&["session", "switch", "one"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/one"));
    assert_eq!(repo.status(), "");
    assert_eq!(repo.text("deep/er/new.txt"), "new\n");
    assert!(!repo.exists("gone.txt") && !repo.exists("two.txt"));
    assert_eq!(repo.mode("run.sh") & 0o111, 0);
    let there = repo.snapshot();
    repo.clada(&["session", "switch", "clada/two"]).exits(0);
    assert!(!repo.exists("deep"), "directories that are left empty go");
    repo.snapshot().assert_same_but_log(&before, "there and back is not the identity");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&there, "undo is not the identity");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&there, "redo is not the switch");
    repo.assert_sound();
}

#[test]
fn git_knows_the_way_back() {
    let env = TestEnv::new();
    let repo = two_sessions(&env);
    repo.clada(&["session", "switch", "one"]).exits(0);
    repo.git(&["switch", "-q", "-"]);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/two"));
}

#[test]
fn edits_in_other_files_travel_along() {
    let env = TestEnv::new();
    let repo = two_sessions(&env)
        .staged("same.txt", "staged\n")
        .file("same.txt", "edited\n")
        .file("untracked.txt", "u\n");
    let before = repo.snapshot();
    let status = repo.status();
    repo.clada(&["session", "switch", "one"]).exits(0);
    assert_eq!(repo.status(), status);
    assert_eq!(repo.text("same.txt"), "edited\n");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
}

#[test]
fn edits_in_the_way_are_refused_with_their_paths() {
    let env = TestEnv::new();
    for (path, edit) in [
        ("a.txt", &(|repo: &Repo<'_>| repo.write("a.txt", "mine\n")) as &dyn Fn(&Repo<'_>)),
        ("gone.txt", &|repo| fs_err::remove_file(repo.path("gone.txt")).expect("removed")),
        ("deep/er/new.txt", &|repo| repo.write("deep/er/new.txt", "untracked\n")),
        ("link", &|repo| repo.write("link", "no link\n")),
        ("run.sh", &|repo| repo.write("run.sh", "#!/bin/bash\n")),
        ("a.txt", &|repo| {
            repo.write("a.txt", "staged\n");
            repo.git(&["add", "a.txt"]);
            repo.write("a.txt", "a\n");
        }),
    ] {
        let repo = two_sessions(&env);
        edit(&repo);
        if path == "gone.txt" {
            // It goes there too: nothing is lost by it.
            repo.clada(&["session", "switch", "one"]).exits(0);
        } else {
            let before = repo.snapshot();
            repo.clada(&["session", "switch", "one"]).exits(3).says(&["in the way", path]);
            repo.snapshot().assert_same(&before, "something changed");
        }
        fs_err::remove_dir_all(repo.dir()).expect("removed");
    }
}

#[test]
fn an_ignored_file_in_the_way_is_refused_too() {
    let env = TestEnv::new();
    let repo = two_sessions(&env).file(".git/info/exclude", "deep\n");
    repo.write("deep/er/new.txt", "ignored\n");
    repo.clada(&["session", "switch", "one"]).exits(3).says(&["deep/er/new.txt"]);
    assert_eq!(repo.text("deep/er/new.txt"), "ignored\n");
}

#[test]
fn one_that_is_checked_out_elsewhere_is_refused_with_the_way() {
    let env = TestEnv::new();
    let repo = repo(&env);
    apply_in(&repo, "s", "n.txt");
    let before = repo.snapshot();
    let run = repo.clada(&["session", "switch", "s"]).exits(3);
    run.says(&["checked out in", "cd ", "repo.clada/s"]);
    repo.clada(&["session", "switch", "none"]).exits(3).says(&["no session `none`", "list"]);
    repo.clada(&["session", "switch", ".."]).exits(3).says(&["no session"]);
    repo.snapshot().assert_same(&before, "something changed");
}

#[test]
fn to_where_head_is_already_does_nothing() {
    let env = TestEnv::new();
    let repo = two_sessions(&env);
    let before = repo.snapshot();
    let run = repo.clada(&["session", "switch", "two"]).exits(0);
    assert!(run.stdout.contains("already"), "{}", run.stdout);
    repo.snapshot().assert_same(&before, "something changed");
}
