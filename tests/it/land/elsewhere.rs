//! The base, or the session, is checked out in another worktree.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::refused,
};

/// A session, and its base checked out beside it.
fn two(env: &TestEnv) -> (Repo<'_>, Repo<'_>) {
    let repo = env.repo().file("a", "a\n").file("b", "b\n").commit();
    repo.apply(&sham::write("c", "c\n")).exits(0);
    repo.git(&["worktree", "add", "-q", "../other", "main"]);
    (repo, Repo::new(env, env.root().join("other")))
}

#[test]
fn the_other_checkout_follows_and_head_leaves_the_session() {
    let env = TestEnv::new();
    let (here, there) = two(&env);
    let [before, others] = [&here, &there].map(Repo::snapshot);
    let there = there.file("b", "mine\n");
    let run = here.clada(&["land"]).exits(0);
    assert!(run.stdout.contains(&there.dir().display().to_string()), "{}", run.stdout);
    assert_eq!((there.text("c"), there.status()), ("c\n".to_owned(), " M b\n".to_owned()));
    assert_eq!((here.branch(), here.status()), (None, String::new()));
    assert_eq!(here.git(&["for-each-ref", "refs/heads/clada/"]), "");
    assert_eq!(here.git(&["rev-parse", "HEAD"]), there.git(&["rev-parse", "main"]));
    here.assert_sound();
    refused(&here, &["undo"], &["clada/main is at nothing"]);
    there.clada(&["undo"]).exits(0);
    here.clada(&["undo"]).exits(0);
    let there = there.file("b", "b\n");
    here.snapshot().assert_same_but_log(&before, "here");
    there.snapshot().assert_same_but_log(&others, "there");
    here.clada(&["redo"]).exits(0);
    there.clada(&["redo"]).exits(0);
    assert_eq!(there.text("c"), "c\n");
    there.assert_sound();
}

#[test]
fn a_path_in_the_way_there_ends_it_before_anything_moves() {
    let env = TestEnv::new();
    let (here, there) = two(&env);
    let there = there.file("c", "mine\n");
    let before = there.snapshot();
    refused(&here, &["land"], &["  c (untracked)\n"]);
    there.snapshot().assert_same(&before, "the other checkout");
    let there = there.file("c", "c\n");
    here.clada(&["land"]).exits(0);
    assert_eq!(there.status(), "");
}

#[test]
fn work_in_progress_there_is_in_the_way() {
    let env = TestEnv::new();
    let (here, there) = two(&env);
    there.git(&["bisect", "start"]);
    refused(&here, &["land"], &["a bisect is in progress"]);
}

#[test]
fn a_session_that_is_checked_out_elsewhere_is_landed_there() {
    let env = TestEnv::new();
    let (here, there) = two(&env);
    let way = format!("git -C {} clada", here.dir().display());
    refused(&there, &["land", "main"], &["is checked out in", &way]);
    refused(&there, &["drop", "main"], &["is checked out in", &way]);
}

#[test]
fn from_a_third_worktree_the_way_is_told() {
    let env = TestEnv::new();
    let (here, there) = two(&env);
    here.git(&["switch", "-q", "--detach"]);
    let place = there.dir().display().to_string();
    refused(&here, &["land", "main"], &["not checked out here", &place]);
}

#[test]
fn a_drop_leaves_head_on_the_bases_commit() {
    let env = TestEnv::new();
    let (here, there) = two(&env);
    let before = here.snapshot();
    here.clada(&["drop"]).exits(0);
    assert_eq!((here.branch(), here.exists("c")), (None, false));
    assert_eq!(here.git(&["rev-parse", "HEAD"]), there.git(&["rev-parse", "main"]));
    here.clada(&["undo"]).exits(0);
    here.snapshot().assert_same_but_log(&before, "undo is not the identity");
}
