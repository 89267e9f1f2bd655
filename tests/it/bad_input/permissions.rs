//! What may not be read or written.

use super::refusal::{refused_with, repo};
use crate::{
    env::{NOBODY, Repo, TestEnv, skipped},
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

#[test]
fn files_that_their_owner_may_not_read_are_taken_back_all_the_same() {
    let env = TestEnv::new();
    let repo = repo(&env).file("d.txt", "d\n").commit();
    give_away(&env, &repo);
    let response = sham::write("a.txt", "changed\n") + &sham::write("d.txt", "changed\n");
    repo.apply(&response).unprivileged().exits(0);
    repo.chmod("a.txt", 0);
    // What is refused leaves it closed.
    fs_err::write(repo.path("d.txt"), "mine\n").expect("written");
    let run = repo.clada(&["undo"]).unprivileged().exits(3);
    assert!(run.stderr.contains("d.txt") && !run.stderr.contains("a.txt"), "{}", run.stderr);
    assert_eq!(repo.mode("a.txt"), 0);
    fs_err::write(repo.path("d.txt"), "changed\n").expect("written");
    repo.clada(&["undo"]).unprivileged().exits(0);
    assert_eq!((repo.text("a.txt"), repo.mode("a.txt")), ("a\n".to_owned(), 0o644));
    repo.chmod("a.txt", 0);
    repo.clada(&["redo"]).unprivileged().exits(0);
    assert_eq!(repo.text("a.txt"), "changed\n");
}

#[test]
fn undo_names_a_file_of_somebody_elses_that_it_may_not_read() {
    let env = TestEnv::new();
    let repo = repo(&env);
    give_away(&env, &repo);
    repo.apply(&sham::write("a.txt", "changed\n")).unprivileged().exits(0);
    if !rustix::process::geteuid().is_root() {
        return skipped("a file of somebody else's", "only root gives files away");
    }
    repo.chmod("a.txt", 0o600);
    rustix::fs::chown(repo.path("a.txt"), Some(rustix::fs::Uid::ROOT), None).expect("ours");
    for args in [&["undo"][..], &["undo", "--force"], &["undo", "--merge"]] {
        let run = repo.clada(args).unprivileged().exits(3);
        assert!(run.stderr.contains("a.txt cannot be read"), "{args:?}: {}", run.stderr);
        assert_eq!((repo.text("a.txt"), repo.mode("a.txt")), ("changed\n".to_owned(), 0o600));
    }
}
