//! Locks of others are waited for, named, and never removed.

use std::process::Child;

use super::refusal::{refused_with, repo};
use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

#[test]
fn a_strangers_index_lock_is_named_and_left_alone() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.write(".git/index.lock", "");
    let run = repo.apply(&sham::write("d.txt", "d")).arg("--lock-timeout").arg("100ms");
    refused_with(&repo, run, &["index.lock"]);
    assert!(repo.exists(".git/index.lock"), "it is not ours to remove");
    fs_err::remove_file(repo.path(".git/index.lock")).expect("the lock");
    repo.apply(&sham::write("d.txt", "d")).exits(0);
}

#[test]
fn a_strangers_lock_of_a_ref_is_named_and_left_alone() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for lock in [".git/HEAD.lock", ".git/refs/heads/clada/main.lock"] {
        repo.write(lock, "");
        refused_with(&repo, repo.apply(&sham::write("d.txt", "d")), &[lock, "another git"]);
        assert!(repo.exists(lock), "it is not ours to remove");
        fs_err::remove_file(repo.path(lock)).expect("the lock");
    }
    repo.apply(&sham::write("d.txt", "d")).exits(0);
}

#[test]
fn a_worktree_that_another_run_holds_is_refused_with_its_process() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let holder = Holder::start(&env, &repo);
    let run = repo.apply(&sham::write("d.txt", "d")).arg("--lock-timeout").arg("100ms");
    refused_with(&repo, run, &[&holder.child.id().to_string()]);
    let run = holder.let_go();
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert_eq!(repo.text("slow.bin"), "slow\n");
    repo.apply(&sham::write("d.txt", "d")).exits(0);
}

#[test]
fn a_worktree_whose_holder_was_killed_is_free() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let mut holder = Holder::start(&env, &repo);
    holder.child.kill().expect("it is still there");
    holder.child.wait().expect("it ends");
    drop(holder);
    repo.snapshot().assert_same(&before, "nothing was sealed yet");
    repo.apply(&sham::write("d.txt", "d\n")).arg("--lock-timeout").arg("100ms").exits(0);
    repo.assert_sound();
}

/// A run that has taken the worktree and waits in a clean filter for a pipe to be closed.
struct Holder {
    child: Child,
    pipe: fs_err::File,
}

impl Holder {
    fn start(env: &TestEnv, repo: &Repo<'_>) -> Self {
        let make_pipe = |name: &str| {
            let path = env.root().join(name);
            let made = env.command("mkfifo", env.root()).arg(&path).status();
            assert!(made.expect("mkfifo runs").success());
            path
        };
        let (started, end) = (make_pipe("started"), make_pipe("end"));
        // Opened both ways, so that neither side waits for the other to open it.
        let mut options = fs_err::OpenOptions::new();
        let pipe = options.read(true).write(true).open(&end).expect("the pipe");
        let (started_name, end) = (started.display(), end.display());
        let filter = format!("exec 3<{end}; echo started >{started_name}; read line <&3; cat");
        repo.git(&["config", "filter.slow.clean", &filter]);
        repo.write(".git/info/attributes", "slow.bin filter=slow\n");
        let child = repo.apply(&sham::write("slow.bin", "slow\n")).spawn();
        // Reading ends when the filter has written: the worktree is held by then.
        assert_eq!(fs_err::read_to_string(started).expect("the pipe"), "started\n");
        Self { child, pipe }
    }

    fn let_go(self) -> Run {
        drop(self.pipe);
        Run::of(self.child)
    }
}

/// Refs move one after the other. Here the session's branch has moved when the log's ref fails:
/// git has a ref where a folder would be needed.
#[test]
fn refs_that_have_moved_go_back_when_another_cannot_move() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["update-ref", "refs/clada/log/main/blocks", "HEAD"]);
    let before = repo.snapshot();
    let response = sham::write("d.txt", "d") + &sham::write("a.txt", "changed\n");
    let run = repo.apply(&response).exits(3);
    run.says(&["refs"]);
    repo.snapshot().assert_same(&before, "something was changed");
    repo.git(&["update-ref", "-d", "refs/clada/log/main/blocks"]);
    repo.apply(&response).exits(0);
}
