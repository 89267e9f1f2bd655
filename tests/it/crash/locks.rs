//! Locks of git's that a killed run left: ours go, a stranger's never.

use super::scenario::assert_nothing_left;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Kills an apply right after the first step of that name.
fn killed_after<'e>(env: &'e TestEnv, name: &str) -> Repo<'e> {
    let repo = env.repo().file("a.txt", "a\n").commit();
    let list = env.root().join("steps");
    let copy = env.root().join("copy");
    super::scenario::copy(env, repo.dir(), &copy);
    let counted = Repo::new(env, copy);
    counted.apply(&sham::write("a.txt", "b\n")).var("CLADA_STEPS", &list).exits(0);
    let steps = fs_err::read_to_string(list).expect("the build has failpoints");
    let step = steps.lines().position(|step| step == name).expect("a step of that name") + 1;
    let run = repo.apply(&sham::write("a.txt", "b\n"));
    assert_eq!(run.var("CLADA_CRASH_AFTER", step.to_string()).run().status, None);
    repo
}

#[test]
fn an_index_lock_of_a_killed_run_goes_with_the_next_command() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "link index.lock");
    assert!(repo.exists(".git/index.lock"));
    assert!(!repo.try_git(&["add", "a.txt"]).status.success(), "it is in git's way");
    repo.apply(&sham::write("b.txt", "b\n")).arg("--lock-timeout").arg("0s").exits(0);
    assert_nothing_left(&repo, "after the next apply");
}

#[test]
fn where_there_are_no_hard_links_it_goes_too() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let apply = || repo.apply(&sham::write("a.txt", "b\n"));
    let list = env.root().join("steps");
    apply().arg("-n").exits(0);
    assert_eq!(
        apply()
            .var("CLADA_CRASH_AFTER", "1:link index.lock")
            .var("CLADA_STEPS", &list)
            .run()
            .status,
        None
    );
    let link = fs_err::read_to_string(list).expect("steps").lines().count();
    repo.clada(&["recover"]).exits(0);
    let apply = apply().var("CLADA_FAIL_STEP", format!("{link}:EPERM"));
    assert_eq!(apply.var("CLADA_CRASH_AFTER", "1:rename to index.lock").run().status, None);
    assert!(repo.exists(".git/index.lock"));
    repo.clada(&["recover"]).exits(0);
    assert_nothing_left(&repo, "after the recovery");
}

#[test]
fn a_strangers_index_lock_stays_though_a_killed_run_had_one() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "link index.lock");
    fs_err::remove_file(repo.path(".git/index.lock")).expect("somebody helped himself");
    repo.write(".git/index.lock", "");
    repo.clada(&["recover"]).exits(0);
    assert!(repo.exists(".git/index.lock"), "it is not ours to remove");
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--lock-timeout").arg("0s");
    run.exits(3).says(&["index.lock", "hint: "]);
}

#[test]
fn locks_of_refs_that_a_killed_run_had_taken_go() {
    for step in ["lock refs", "note of locks"] {
        let env = TestEnv::new();
        let repo = killed_after(&env, step);
        if step == "lock refs" {
            assert!(repo.exists(".git/HEAD.lock"), "{step}");
            assert!(repo.exists(".git/refs/clada/log/main.lock"), "{step}");
        }
        repo.clada(&["recover"]).exits(0);
        assert_nothing_left(&repo, step);
        assert_eq!(repo.text("a.txt"), "a\n");
    }
}

#[test]
fn a_strangers_lock_of_a_ref_stays_and_is_named() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "lock refs");
    let lock = ".git/refs/heads/clada/main.lock";
    fs_err::remove_file(repo.path(lock)).expect("taken away");
    repo.write(lock, "somebody else's\n");
    let run = repo.clada(&["recover"]).arg("--lock-timeout").arg("0s").run();
    assert_eq!(run.status, Some(0), "nothing had moved, and nothing has to: {}", run.stderr);
    assert!(repo.exists(lock), "it is not ours to remove");
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--lock-timeout").arg("0s");
    run.exits(3).says(&[lock, "another git"]);
}

#[test]
fn a_lock_of_a_ref_is_waited_for_as_long_as_is_said() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.write(".git/HEAD.lock", "");
    let begun = std::time::Instant::now();
    repo.apply(&sham::write("a.txt", "b")).arg("--lock-timeout").arg("700ms").exits(3);
    assert!(begun.elapsed() >= std::time::Duration::from_millis(700));
}

#[test]
fn every_command_that_writes_takes_the_lock_that_it_is_told() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
    let lock = env.root().join("the-lock");
    for args in [&["undo"][..], &["redo"], &["recover"], &["context", "add", "a.txt"]] {
        repo.clada(args).arg("--lock-file").arg(&lock).exits(0);
        assert!(lock.exists(), "{args:?}");
        fs_err::remove_file(&lock).expect("removed");
    }
}
