//! A command in the worktree whose git-clada was killed: what it has started ends too, or else the
//! worktree is left alone.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{
    scenario::{End, assert_nothing_left},
    scenarios::in_place,
    stopped::runs,
};
use crate::{
    env::{Clada, Repo, TestEnv},
    in_place::bash,
    sham,
};

fn apply<'e>(repo: &Repo<'e>, script: &str) -> Clada<'e> {
    let response = sham::write("a.txt", "pending\n") + &bash(script);
    repo.clada(&["apply", "--yes", "-"]).stdin(response)
}

/// A number of seconds that tells the processes of this test from all others.
fn marker(number: u32) -> String {
    format!("{number}.{}", std::process::id())
}

/// Leaves the group and the session of the command, and with them what is open where it closes that.
fn daemon(marker: &str, closes: bool) -> String {
    let shut = if closes { "for fd in 3 4 5 6 7 8 9; do eval \"exec $fd>&-\"; done; " } else { "" };
    format!("setsid bash -c '{shut}sleep {marker}; echo late > a.txt' > /dev/null 2>&1 & ")
}

#[test]
fn what_a_command_has_started_ends_with_a_git_clada_that_is_killed() {
    let (open, closed) = (marker(8810), marker(8811));
    let env = TestEnv::in_memory();
    let repo = in_place(&env);
    let before = End::of(&repo);
    let script = daemon(&open, false)
        + &daemon(&closed, true)
        + "echo half > b.txt; kill -9 $(cat .git/clada/lock); exec sleep 20";
    assert_eq!(apply(&repo, &script).run().status, None);
    repo.clada(&["recover"]).exits(0);
    assert!(!runs(&open), "it holds the lock, so it was waited for");
    let until = Instant::now() + Duration::from_secs(10);
    while runs(&closed) {
        assert!(Instant::now() < until, "what has closed all files outlives it");
        std::thread::yield_now();
    }
    assert!(End::of(&repo).is(&before), "it is as it was");
    assert_nothing_left(&repo, "killed");
    repo.assert_sound();
}

/// Kills git-clada and the processes between it and the command, and with them the command; what
/// that has started in a session of its own stays.
const KILL_ALL: &str = "read -r _ _ _ reaper _ < /proc/$PPID/stat; \
                        kill -9 $(cat .git/clada/lock) $reaper $PPID; exec sleep 20";

/// The process that is left, whose command line that is. It may not have begun yet.
fn left(line: &str) -> Pid {
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let found = std::process::Command::new("pgrep").args(["-xf", line]).output();
        let found = String::from_utf8(found.expect("pgrep runs").stdout).expect("numbers");
        if let Some(pid) = found.lines().next() {
            return pid.parse().ok().and_then(Pid::from_raw).expect("a number");
        }
        assert!(Instant::now() < until, "it does not run");
        std::thread::yield_now();
    }
}

#[test]
fn nothing_is_put_back_as_long_as_something_of_the_command_runs() {
    let marker = marker(8820);
    let env = TestEnv::in_memory();
    let repo = in_place(&env);
    let before = End::of(&repo);
    let script = format!("setsid sleep {marker} & echo half > b.txt; {KILL_ALL}");
    assert_eq!(apply(&repo, &script).run().status, None);
    let pid = left(&format!("sleep {marker}"));
    let half = repo.snapshot();
    for command in [&["recover"][..], &["recover", "--force"], &["undo"], &["gc"]] {
        let run = repo.clada(command).arg("--lock-timeout=0s").exits(3);
        let pid = pid.as_raw_nonzero();
        for said in [
            "a command in the worktree is still running",
            &format!("process {pid} (`sleep {marker}`)"),
            &format!("`kill {pid}`"),
            "git clada recover --keep",
        ] {
            assert!(run.stderr.contains(said), "{command:?}: {}", run.stderr);
        }
        repo.snapshot().assert_same(&half, "nothing was touched");
    }
    kill_process(pid, Signal::TERM).expect("it runs");
    repo.clada(&["recover"]).exits(0);
    assert!(End::of(&repo).is(&before), "it is as it was");
    assert_nothing_left(&repo, "recovered");
}

#[test]
fn files_that_are_to_stay_as_they_are_need_not_wait_for_the_command() {
    let marker = marker(8830);
    let env = TestEnv::in_memory();
    let repo = in_place(&env);
    let script = format!("setsid sleep {marker} & echo half > b.txt; {KILL_ALL}");
    assert_eq!(apply(&repo, &script).run().status, None);
    let pid = left(&format!("sleep {marker}"));
    repo.clada(&["recover", "--keep", "--lock-timeout=0s"]).exits(0);
    assert_eq!(repo.text("b.txt"), "half\n");
    // Another command may not begin beside it.
    let run = apply(&repo, "echo other > b.txt").arg("--format=json").exits(1);
    let error = run.json()["results"][1]["error"].to_string();
    assert!(error.contains(&format!("process {}", pid.as_raw_nonzero())), "{error}");
    assert_eq!(repo.text("b.txt"), "half\n");
    kill_process(pid, Signal::TERM).expect("it runs");
    apply(&repo, "echo other > b.txt").exits(0);
}

#[test]
fn the_status_says_first_that_a_run_was_cut_short() {
    let env = TestEnv::in_memory();
    let repo = in_place(&env);
    let clada = env!("CARGO_BIN_EXE_git-clada");
    // As long as it is at work nothing is cut short.
    let run = apply(&repo, &format!("{clada} status")).arg("--format=json").exits(0).json();
    let said = run["results"][1]["data"]["stdout"].as_str().expect("a text");
    assert!(said.starts_with("session "), "{said}");
    assert_eq!(apply(&repo, "kill -9 $(cat .git/clada/lock); exec sleep 20").run().status, None);
    let said = repo.clada(&["status"]).exits(0).stdout;
    let expected = "cut short  a command in the worktree\n           \
                    `git clada recover` puts the files back\n";
    assert!(said.starts_with(expected), "{said}");
    let json = repo.clada(&["status", "--format=json"]).exits(0).json();
    assert_eq!(json["interrupted"]["what"], "a command in the worktree", "{json}");
    repo.clada(&["recover"]).exits(0);
    let killed =
        repo.apply(&sham::write("b.txt", "1\n")).var("CLADA_CRASH_AFTER", "1:seal journal");
    assert_eq!(killed.run().status, None);
    let said = repo.clada(&["status"]).exits(0).stdout;
    assert!(said.starts_with("cut short  apply\n           `git clada recover` "), "{said}");
    repo.clada(&["recover"]).exits(0);
    let said = repo.clada(&["status"]).exits(0).stdout;
    assert!(said.starts_with("session "), "{said}");
}
