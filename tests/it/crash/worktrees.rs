//! The scenarios of operations with which a session's own worktree comes or goes.

use super::operations::of;
use super::scenario::Scenario;
use super::scenarios::plain;
use crate::{
    env::{Repo, TestEnv},
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

fn landed(env: &TestEnv) -> Repo<'_> {
    let repo = in_worktree(env);
    repo.clada(&["land", "s"]).exits(0);
    repo
}

/// Kills the command after its first step of that name, in a repository that is laid out anew for
/// each try: what an earlier try left in the object database would shift the steps.
fn killed_after(lay_out: fn(&TestEnv) -> Repo<'_>, args: &[&str], name: &str) -> TestEnv {
    let tries = (1..).map(|step: usize| {
        let env = TestEnv::new();
        let list = env.root().join("steps");
        let run = lay_out(&env).clada(args).var("CLADA_CRASH_AFTER", step.to_string());
        let run = run.var("CLADA_STEPS", &list).run();
        assert_eq!(run.status, None, "no step {name}: {}", run.stderr);
        let steps = fs_err::read_to_string(&list).expect("steps");
        (steps.lines().last() == Some(name)).then_some(env)
    });
    tries.flatten().next().expect("a step of that name")
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
