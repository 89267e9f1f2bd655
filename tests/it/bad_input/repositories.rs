//! Repositories and branches that a session cannot be made on as usual.

use super::refusal::{refused_with, repo};
use crate::{
    env::{Clada, TestEnv},
    sham,
};

#[test]
fn that_are_none_are_told_how_to_become_one() {
    let env = TestEnv::new();
    let dir = env.root().join("plain");
    fs_err::create_dir(&dir).expect("a directory");
    let run = Clada::new(&env, &dir, &["apply", "-"]).stdin(sham::write("a.txt", "a"));
    run.exits(3).says(&["git init", "--no-git"]);
    assert_eq!(fs_err::read_dir(&dir).expect("a directory").count(), 0);
}

#[test]
fn with_a_detached_head_get_a_session_named_after_the_short_hash() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["checkout", "-q", "--detach"]);
    let before = repo.snapshot();
    let short = repo.git_line(&["rev-parse", "--short", "HEAD"]);
    repo.apply(&sham::write("d.txt", "d\n")).exits(0);
    assert_eq!(repo.branch(), Some(format!("refs/heads/clada/{short}")));
    assert_eq!(repo.status(), "A  b.txt\n?? c.txt\n");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo detaches HEAD again");
}

#[test]
fn without_a_commit_get_their_root_commit_in_place() {
    let env = TestEnv::new();
    let repo = env.repo().staged("b.txt", "b\n").file("c.txt", "c\n");
    let before = repo.snapshot();
    repo.apply(&sham::write("d.txt", "d\n")).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!(
        repo.git(&["for-each-ref", "--format=%(refname)", "refs/heads"]),
        "refs/heads/main\n"
    );
    assert_eq!(repo.git_line(&["rev-list", "--count", "HEAD"]), "1");
    assert_eq!(repo.git(&["ls-tree", "-r", "--name-only", "HEAD"]), "d.txt\n");
    assert_eq!(repo.status(), "A  b.txt\n?? c.txt\n");
    repo.assert_sound();
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo takes the root commit back");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo makes it again");
}

#[test]
fn with_a_branch_called_clada_are_refused_and_told_of_it() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["branch", "clada"]);
    refused_with(&repo, repo.apply(&sham::write("d.txt", "d")), &["`clada`"]);
}

#[test]
fn with_a_taken_session_name_get_the_next_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["branch", "clada/main"]);
    repo.apply(&sham::write("d.txt", "d\n")).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main-2"));
}

#[test]
fn on_a_branch_with_slashes_get_a_session_with_dashes() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["checkout", "-q", "-b", "topic/of/mine"]);
    repo.apply(&sham::write("d.txt", "d\n")).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/topic-of-mine"));
}

#[test]
fn with_branches_below_the_sessions_name_get_the_next_name() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["branch", "clada/main/mine"]);
    repo.git(&["branch", "clada/main-2/packed"]);
    repo.git(&["pack-refs", "--all"]);
    let run = repo.clada(&["apply", "--branch", "main", "-"]).stdin(sham::write("d.txt", "d\n"));
    refused_with(&repo, run, &["clada/main/", "rename"]);
    repo.apply(&sham::write("d.txt", "d\n")).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main-3"));
    repo.assert_sound();
}

#[test]
fn where_a_reflog_cannot_be_written_keep_their_head() {
    let env = TestEnv::new();
    let repo = repo(&env);
    // A directory that is not empty stands where the reflog would.
    repo.write(".git/logs/refs/heads/clada/main/in-the-way", "");
    refused_with(&repo, repo.apply(&sham::write("d.txt", "d\n")), &["cannot move the refs"]);
    fs_err::remove_dir_all(repo.path(".git/logs/refs/heads/clada")).expect("directories");
    repo.apply(&sham::write("d.txt", "d\n")).exits(0);
    repo.assert_sound();
}
