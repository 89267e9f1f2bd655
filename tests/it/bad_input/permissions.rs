//! What may not be read or written.

use super::refusal::{refused_with, repo};
use crate::{
    env::{NOBODY, Repo, TestEnv},
    sham,
};

/// Gives everything in the directory to nobody, if that is possible, or leaves it to us.
fn give_away(env: &TestEnv, repo: &Repo<'_>) {
    env.open_to_all();
    if rustix::process::geteuid().is_root() {
        let owner = format!("{NOBODY}:{NOBODY}");
        let given = env
            .command("chown", env.root())
            .args(["-R", &owner])
            .arg(repo.dir())
            .arg(env.root().join("home"))
            .status();
        assert!(given.expect("chown runs").success());
    }
}

fn chmod(env: &TestEnv, mode: &str, path: &std::path::Path) {
    let done = env.command("chmod", env.root()).args(["-R", mode]).arg(path).status();
    assert!(done.expect("chmod runs").success());
}

#[test]
fn a_worktree_that_may_not_be_written_is_refused_and_unchanged() {
    let env = TestEnv::new();
    let repo = repo(&env).file("sub/d.txt", "d\n").commit().file("sub/e.txt", "e\n");
    give_away(&env, &repo);
    chmod(&env, "a-w", &repo.path("sub"));
    let response = sham::write("a.txt", "changed\n") + &sham::write("sub/d.txt", "changed\n");
    refused_with(&repo, repo.apply(&response).unprivileged(), &["sub"]);
    chmod(&env, "u+w", &repo.path("sub"));
    let run = repo.apply(&response).unprivileged().exits(0);
    assert!(run.stderr.is_empty(), "nothing was left behind: {}", run.stderr);
    assert_eq!(repo.text("sub/d.txt"), "changed\n");
}

#[test]
fn a_repository_that_may_not_be_written_is_refused_and_unchanged() {
    let env = TestEnv::new();
    let repo = repo(&env);
    give_away(&env, &repo);
    chmod(&env, "a-w", repo.dir());
    let run = repo.apply(&sham::write("a.txt", "changed\n")).unprivileged();
    refused_with(&repo, run, &["denied"]);
    chmod(&env, "u+w", repo.dir());
}

#[test]
fn a_file_that_may_not_be_read_fails_its_action_alone() {
    let env = TestEnv::new();
    let repo = repo(&env);
    give_away(&env, &repo);
    repo.chmod("a.txt", 0o200);
    let response = sham::replace("a.txt", "a", "b") + &sham::write("d.txt", "d\n");
    let run = repo
        .clada(&["apply", "--format", "json", "-"])
        .stdin(response)
        .unprivileged()
        .exits(1)
        .json();
    assert_eq!(run["results"][0]["error"], "EACCES: permission denied, open 'a.txt'");
    assert_eq!(run["results"][1]["success"], true);
    assert_eq!(repo.text("a.txt"), "a\n");
    assert_eq!(repo.text("d.txt"), "d\n");
}
