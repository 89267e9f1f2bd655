//! A session in a worktree of its own: it goes with the session, from wherever that is ended.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::{refused, there_and_back},
};

/// A session with a commit in its own worktree, and that worktree; work of the user's in the main.
fn session(env: &TestEnv) -> (Repo<'_>, Repo<'_>) {
    let repo = env.repo().file("a", "1\n2\n3\n4\n5\n6\n").file("b", "b\n").commit();
    let repo = repo.file("b", "mine\n").file("u", "u\n");
    repo.clada(&["apply", "--worktree=s", "-"]).stdin(sham::write("c", "c\n")).exits(0);
    (repo, Repo::new(env, env.root().join("repo.clada/s")))
}

fn is_gone(main: &Repo<'_>, own: &Repo<'_>) {
    assert!(!own.dir().exists());
    assert_eq!(main.git(&["worktree", "list"]).lines().count(), 1);
    assert_eq!(main.git(&["for-each-ref", "refs/heads/clada/"]), "");
}

#[test]
fn it_is_landed_by_name_from_the_base() {
    let env = TestEnv::new();
    let (main, own) = session(&env);
    let run = there_and_back(&main, &["land", "s"]);
    assert!(run.stdout.contains("removed   "), "{}", run.stdout);
    is_gone(&main, &own);
    assert_eq!((main.text("c"), main.status()), ("c\n".to_owned(), " M b\n?? u\n".to_owned()));
    main.clada(&["undo"]).exits(0);
    assert_eq!((own.text("c"), own.status()), ("c\n".to_owned(), String::new()));
    assert_eq!(own.branch().as_deref(), Some("refs/heads/clada/s"));
}

#[test]
fn it_is_landed_and_dropped_from_within() {
    let env = TestEnv::new();
    let (main, own) = session(&env);
    let before = main.snapshot();
    for (command, landed) in [("land", true), ("drop", false)] {
        let run = own.clada(&[command]).exits(0);
        assert!(run.stdout.contains(&main.dir().display().to_string()), "{}", run.stdout);
        is_gone(&main, &own);
        assert_eq!((main.exists("c"), main.status()), (landed, " M b\n?? u\n".to_owned()));
        main.assert_sound();
        main.clada(&["undo"]).exits(0);
        main.snapshot().assert_same_but_log(&before, "undo is not the identity");
        assert_eq!(own.text("c"), "c\n");
    }
}

#[test]
fn what_is_in_the_way_on_either_side_ends_it() {
    let env = TestEnv::new();
    let (main, own) = session(&env);
    let own = own.file("junk", "mine\n");
    for command in ["land", "drop"] {
        refused(&main, &[command, "s"], &["junk"]);
        refused(&own, &[command], &["junk"]);
    }
    fs_err::remove_file(own.path("junk")).expect("a file");
    let main = main.file("c", "in the way\n");
    refused(&main, &["land", "s"], &["  c (untracked)"]);
    refused(&own, &["land"], &["  c (untracked)"]);
    assert_eq!(own.text("c"), "c\n");
}

#[test]
fn a_drop_brings_the_edits_made_there_to_the_base() {
    let env = TestEnv::new();
    let (main, own) = session(&env);
    let own = own.file("a", "1\n2\n3\n4\n5\nsix\n");
    own.apply(&sham::replace("a", "1", "one")).exits(0);
    there_and_back(&main, &["drop", "s"]);
    is_gone(&main, &own);
    assert_eq!(main.text("a"), "1\n2\n3\n4\n5\nsix\n");
    assert_eq!(main.status(), " M a\n M b\n?? u\n");
}

#[test]
fn a_worktree_that_the_user_made_stays() {
    let env = TestEnv::new();
    let main = env.repo().file("a", "a\n").commit();
    main.apply(&sham::write("c", "c\n")).exits(0);
    main.git(&["switch", "-q", "main"]);
    main.git(&["worktree", "add", "-q", "../theirs", "clada/main"]);
    refused(&main, &["land", "main"], &["is checked out in"]);
    let theirs = Repo::new(&env, env.root().join("theirs"));
    theirs.clada(&["land"]).exits(0);
    assert_eq!((main.text("c"), theirs.branch()), ("c\n".to_owned(), None));
}

#[test]
fn a_base_that_nobody_is_on_is_checked_out_in_the_sessions_worktree() {
    let env = TestEnv::new();
    let (main, own) = session(&env);
    main.git(&["switch", "-q", "-c", "topic"]);
    there_and_back(&own, &["land"]);
    assert_eq!(own.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!((own.text("c"), own.status()), ("c\n".to_owned(), String::new()));
}

#[test]
fn it_is_squashed_where_it_is() {
    let env = TestEnv::new();
    let (main, own) = session(&env);
    own.apply(&sham::write("d", "d\n")).exits(0);
    let before = main.snapshot();
    there_and_back(&own, &["squash"]);
    assert_eq!(own.git(&["log", "--format=%s", "main.."]), "AI: write c; write d\n");
    assert!(main.snapshot().files == before.files && main.snapshot().index == before.index);
}
