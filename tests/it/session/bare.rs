//! A bare repository: sessions in worktrees of their own work there, and nothing else that writes.

use super::scene::repo;
use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

fn bare(env: &TestEnv) -> std::path::PathBuf {
    repo(env).git(&["clone", "-q", "--bare", ".", "../proj.git"]);
    env.root().join("proj.git")
}

#[test]
fn responses_go_to_a_worktree_beside_it() {
    let env = TestEnv::new();
    let dir = bare(&env);
    for file in ["1", "2"] {
        let run = Clada::new(&env, &dir, &["apply", "--worktree", "-"]);
        run.stdin(sham::write(file, "x")).exits(0);
    }
    let session = Repo::new(&env, env.root().join("proj.clada/main"));
    assert!(session.exists("1") && session.exists("2") && session.exists("a.txt"));
    assert_eq!(session.status(), "");
    session.clada(&["undo"]).exits(0);
    assert!(!session.exists("2"));
    session.assert_sound();
    assert!(!dir.join("index").exists());
}

#[test]
fn sessions_are_begun_listed_and_taken_back_there() {
    let env = TestEnv::new();
    let dir = bare(&env);
    let refs = || env.git(&dir, &["for-each-ref", "refs/heads"]);
    let before = refs();
    let clada = |args: &[&str]| Clada::new(&env, &dir, args).exits(0);
    clada(&["session", "start", "s", "--worktree"]);
    assert!(env.root().join("proj.clada/s/a.txt").exists());
    assert!(clada(&["session", "list"]).stdout.contains("proj.clada/s"));
    assert!(clada(&["log"]).stdout.contains("session start"));
    clada(&["status"]);
    clada(&["undo"]);
    assert!(!env.root().join("proj.clada").exists());
    assert_eq!(refs(), before);
    clada(&["redo"]);
    assert!(env.root().join("proj.clada/s/a.txt").exists());
}

#[test]
fn all_else_that_writes_is_refused_with_the_way_on() {
    let env = TestEnv::new();
    let dir = bare(&env);
    for args in
        [&["apply", "-"][..], &["apply", "--in-place", "-"], &["apply", "-n", "--worktree=s", "-"]]
    {
        let run = Clada::new(&env, &dir, args).stdin(sham::write("n", "x"));
        run.exits(3).says(&["bare", "--worktree"]);
    }
    for args in [&["session", "start", "s"][..], &["session", "switch", "s"]] {
        Clada::new(&env, &dir, args).exits(3).says(&["bare"]);
    }
    assert!(!env.root().join("proj.clada").exists());
}
