//! The scenarios of operations with which a session's own worktree comes or goes.

use std::os::unix::fs::PermissionsExt;

use super::operations::of;
use super::scenario::Scenario;
use super::scenarios::plain;
use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

/// All of them.
pub(super) const WORKTREES: &[Scenario] = &[
    of("a worktree is made", plain, MAKE),
    of("a worktree is made for a branch", branched, MAKE),
    Scenario {
        args: &["apply", "--worktree=s", "-"],
        stdin: || sham::write("c.txt", "c\n"),
        halfway: Some(MAKE),
        ..of("a worktree is made for a response", plain, &[])
    },
    of("a worktree is landed", in_worktree, &["land", "s"]),
    of("a worktree is dropped", in_worktree, &["drop", "s"]),
    Scenario { there: true, ..of("land on a base beside it", base_beside, &["land"]) },
    Scenario { there: true, ..of("land by a merge beside it", base_moved_beside, &["land"]) },
    Scenario { back: &["redo"], ..of("undo makes a worktree anew", landed, &["undo"]) },
    Scenario { back: &["redo"], ..of("undo removes a worktree", made, &["undo"]) },
];

const MAKE: &[&str] = &["session", "start", "s", "--worktree"];

fn branched(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    repo.git(&["branch", "clada/s"]);
    repo
}

fn made(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    repo.clada(MAKE).exits(0);
    repo
}

fn in_worktree(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    let response = sham::write("c.txt", "c\n") + &sham::write("a.txt", "theirs\n");
    repo.clada(&["apply", "--worktree=s", "-"]).stdin(response).exits(0);
    repo
}

/// A session, and its base checked out in another worktree.
fn base_beside(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "alpha\n").file("b.txt", "beta\n").commit();
    repo.apply(&(sham::write("c.txt", "c\n") + &sham::delete("b.txt"))).exits(0);
    repo.git(&["worktree", "add", "-q", "../repo.clada/s", "main"]);
    repo.write("../repo.clada/s/a.txt", "mine\n");
    repo.file("a.txt", "mine here\n")
}

fn base_moved_beside(env: &TestEnv) -> Repo<'_> {
    let repo = base_beside(env);
    repo.write("../repo.clada/s/d.txt", "d\n");
    repo.git(&["-C", "../repo.clada/s", "add", "d.txt"]);
    repo.git(&["-C", "../repo.clada/s", "commit", "-q", "-m", "moved on"]);
    repo
}

fn landed(env: &TestEnv) -> Repo<'_> {
    let repo = in_worktree(env);
    repo.clada(&["land", "s"]).exits(0);
    repo
}

/// Kills the command after its first step of that name.
fn killed_after(lay_out: fn(&TestEnv) -> Repo<'_>, args: &[&str], name: &str) -> TestEnv {
    killed_after_nth(lay_out, args, (1, name))
}

/// Kills the command after its n-th step of that name.
fn killed_after_nth(
    lay_out: fn(&TestEnv) -> Repo<'_>,
    args: &[&str],
    (nth, name): (usize, &str),
) -> TestEnv {
    let env = TestEnv::new();
    let run = lay_out(&env).clada(args).var("CLADA_CRASH_AFTER", format!("{nth}:{name}")).run();
    assert_eq!(run.status, None, "no step {name}: {}", run.stderr);
    env
}

fn repo(env: &TestEnv) -> Repo<'_> {
    Repo::new(env, env.root().join("repo"))
}

#[test]
fn a_worktree_that_was_being_made_goes_and_is_told() {
    let env = killed_after(plain, MAKE, "make worktree");
    let repo = repo(&env);
    assert!(repo.exists("../repo.clada/s"));
    let said = repo.clada(&["recover"]).exits(0).stdout;
    assert!(said.starts_with("removed the worktree that was being made: "), "{said}");
    assert!(!repo.exists("../repo.clada"));
    repo.clada(MAKE).exits(0);
}

#[test]
fn a_worktree_that_was_being_made_and_holds_something_of_the_users_stays() {
    let env = killed_after(plain, MAKE, "make worktree");
    let repo = repo(&env);
    repo.write("../repo.clada/s/mine.txt", "mine\n");
    let said = repo.clada(&["recover"]).exits(0).stdout;
    assert!(said.contains("repo.clada/s holds changes: it is kept"), "{said}");
    assert_eq!(repo.text("../repo.clada/s/mine.txt"), "mine\n");
    assert_eq!(repo.clada(&["recover"]).exits(0).stdout, "nothing to recover\n");
    repo.clada(MAKE).exits(3).says(&["mine.txt"]);
}

#[test]
fn a_worktree_that_went_before_its_operation_comes_back() {
    let env = killed_after(in_worktree, &["land", "s"], "remove worktree");
    let repo = repo(&env);
    assert!(!repo.exists("../repo.clada/s"));
    let said = repo.clada(&["recover"]).exits(0).stdout;
    assert!(said.contains("took back") && said.contains("land"), "{said}");
    assert_eq!(repo.text("../repo.clada/s/c.txt"), "c\n");
    assert_eq!(
        repo.git(&["-C", "../repo.clada/s", "status", "--porcelain", "--branch"]),
        "## clada/s\n"
    );
    repo.clada(&["land", "s"]).exits(0);
}

#[test]
fn a_response_after_a_making_that_was_cut_off_finds_or_makes_the_worktree() {
    for step in ["make worktree", "move refs"] {
        let env = killed_after(plain, MAKE, step);
        let repo = repo(&env);
        repo.clada(&["apply", "--worktree=s", "-"]).stdin(sham::write("c.txt", "c\n")).exits(0);
        assert_eq!(repo.text("../repo.clada/s/c.txt"), "c\n");
        assert!(!repo.exists(".git/worktrees/s/locked"), "{step}");
        repo.assert_sound();
    }
}

#[test]
fn a_landing_beside_that_was_cut_off_is_told_by_the_other_worktree_whoever_recovers_first() {
    let [left, landed] = [(1, "took back"), (2, "finished")].map(|(moves, did)| {
        let env = killed_after_nth(base_beside, &["land"], (moves, "move refs"));
        let repo = repo(&env);
        assert_eq!(repo.branch(), None);
        let there = Clada::new(&env, &env.root().join("repo.clada/s"), &["recover"]).exits(0);
        let said = repo.clada(&["recover"]).exits(0).stdout;
        assert!(said.starts_with(did), "{said}\n{}", there.stdout);
        (repo.branch(), there.stdout, repo.git(&["for-each-ref", "refs/heads/clada"]).is_empty())
    });
    assert_eq!(left.0.as_deref(), Some("refs/heads/clada/main"));
    assert!(!left.1.contains("took back") && !left.1.contains("finished") && !left.2);
    assert!(landed.0.is_none() && landed.1.contains("finished") && landed.2);
}

#[test]
fn head_does_not_go_back_to_a_session_that_has_moved_on_since_its_landing_was_cut_off() {
    let env = killed_after_nth(base_beside, &["land"], (1, "move refs"));
    let repo = repo(&env);
    repo.git(&["branch", "-f", "clada/main", "main"]);
    let at = repo.git(&["rev-parse", "HEAD"]);
    let said = repo.clada(&["recover"]).exits(0).stdout;
    assert!(said.contains("refs/heads/clada/main was moved since"), "{said}");
    assert_eq!((repo.branch(), repo.git(&["rev-parse", "HEAD"])), (None, at));
    assert_eq!(repo.clada(&["recover"]).exits(0).stdout, "nothing to recover\n");
}

/// Lets the hook that git runs after a checkout wait until the file `go` is there.
fn waiting_hook(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    let root = env.root().display();
    let hook = format!("#!/bin/sh\ntouch {root}/begun\nwhile ! test -e {root}/go; do :; done\n");
    repo.write(".git/hooks/post-checkout", hook);
    let hook = repo.path(".git/hooks/post-checkout");
    fs_err::set_permissions(hook, PermissionsExt::from_mode(0o755)).expect("executable");
    repo
}

#[test]
fn git_that_outlives_the_making_of_a_worktree_is_waited_for() {
    let env = TestEnv::new();
    let repo = waiting_hook(&env);
    let mut making = repo.clada(MAKE).spawn();
    while !env.root().join("begun").exists() {
        std::thread::yield_now();
    }
    making.kill().expect("killed");
    making.wait().expect("it ends");
    let early = repo.clada(&["recover", "--lock-timeout", "0"]).exits(3);
    early.says(&["git is still making or removing a worktree", "hint: "]);
    repo.clada(MAKE).arg("--lock-timeout=0").exits(3);
    assert!(repo.exists("../repo.clada/s/a.txt"));
    fs_err::write(env.root().join("go"), "").expect("written");
    let said = repo.clada(&["recover"]).exits(0).stdout;
    assert!(said.starts_with("removed the worktree that was being made: "), "{said}");
    assert!(!repo.exists("../repo.clada"));
    repo.clada(MAKE).exits(0);
}

#[test]
fn a_worktree_whose_removal_git_was_killed_in_is_whole_again() {
    for gone in [&[".git"][..], &["c.txt"], &[".git", "a.txt", "dir"]] {
        let env = killed_after(in_worktree, &["land", "s"], "seal journal");
        let repo = repo(&env);
        let there = env.root().join("repo.clada/s");
        for path in gone.iter().map(|path| there.join(path)) {
            let removed = if path.is_dir() {
                fs_err::remove_dir_all(path)
            } else {
                fs_err::remove_file(path)
            };
            removed.expect("removed");
        }
        let said = repo.clada(&["recover"]).exits(0).stdout;
        assert!(said.contains("took back") && !said.contains("gone"), "{said}");
        let status = repo.git(&["-C", "../repo.clada/s", "status", "--porcelain", "--branch"]);
        assert_eq!(status, "## clada/s\n", "{gone:?}");
        repo.clada(&["land", "s"]).exits(0);
        assert!(!there.exists());
    }
}

#[test]
fn what_is_left_of_a_worktree_that_git_was_killed_removing_is_made_anew() {
    let env = killed_after(in_worktree, &["land", "s"], "remove worktree");
    let repo = repo(&env);
    repo.write(".git/worktrees/s/index", "the remains");
    let said = repo.clada(&["recover"]).exits(0).stdout;
    assert!(said.contains("took back"), "{said}");
    assert_eq!(repo.text("../repo.clada/s/c.txt"), "c\n");
    repo.clada(&["land", "s"]).exits(0);
    assert!(!repo.exists(".git/worktrees"));
}

#[test]
fn a_worktree_that_was_being_made_and_is_half_removed_goes() {
    let env = killed_after(plain, MAKE, "make worktree");
    let repo = repo(&env);
    fs_err::remove_file(repo.path("../repo.clada/s/.git")).expect("removed");
    fs_err::remove_file(repo.path("../repo.clada/s/a.txt")).expect("removed");
    let said = repo.clada(&["recover"]).exits(0).stdout;
    assert!(said.starts_with("removed the worktree that was being made: "), "{said}");
    assert!(!repo.exists("../repo.clada"));
}
