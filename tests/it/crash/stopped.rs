//! A signal that asks the process to end: the command that runs is stopped, nothing is written, and
//! nothing is left. What has begun to be published is published.

use std::{
    io::{BufRead, BufReader, Read},
    process::Child,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use super::scenario::assert_nothing_left;
use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

/// Runs code in the shell.
fn exec(code: &str) -> String {
    sham::block("exec", &[("lang", "bash"), ("code", code)])
}

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit().staged("staged.txt", "s\n").file("a.txt", "mine\n")
}

/// A run that is at work on the command that it says `begun` in.
struct Begun {
    child: Child,
    /// What it said before.
    said: String,
}

impl Begun {
    fn of(repo: &Repo<'_>, response: &str, args: &[&str]) -> Self {
        let args = [&["apply", "--yes"], args].concat();
        Self::at_work(repo.clada(&args).stdin(response).own_group().spawn())
    }

    fn at_work(mut child: Child) -> Self {
        let mut said = String::new();
        let mut lines = BufReader::new(child.stderr.as_mut().expect("a pipe"));
        while !said.ends_with("begun\n") {
            let read = lines.read_line(&mut said).expect("UTF-8");
            assert!(read > 0, "it ended before the command began: {said}");
        }
        Self { child, said }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits for the end, which must come long before the command's own.
    fn end(mut self) -> Run {
        let begun = Instant::now();
        let mut pipe = self.child.stderr.take().expect("a pipe");
        pipe.read_to_string(&mut self.said).expect("UTF-8");
        let run = Run::of(self.child);
        assert!(begun.elapsed() < Duration::from_secs(20), "it waited for the command");
        Run { stderr: self.said, ..run }
    }
}

/// Whether a process with those words among its arguments is there.
pub(super) fn runs(words: &str) -> bool {
    let processes = fs_err::read_dir("/proc").expect("/proc").flatten();
    let mut lines = processes.filter_map(|entry| fs_err::read(entry.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).replace('\0', " ").contains(words))
}

#[track_caller]
fn assert_all_gone(repo: &Repo<'_>, marker: &str) {
    assert!(!runs(marker), "a process of the command is left");
    assert_nothing_left(repo, marker);
    let scratch = fs_err::read_dir(repo.path(".git/clada/scratch")).expect("a directory");
    assert_eq!(scratch.count(), 0, "the view's scratch is left");
}

/// Code that leaves the command's group and session, writes, and waits for long. The marker names
/// its processes.
fn slow(marker: &str) -> String {
    format!(
        "setsid sleep {marker} & echo new > n.txt; echo new > a.txt; echo ignored > b.o\n\
         echo begun; sleep {marker}"
    )
}

#[test]
fn a_signal_stops_the_command_and_nothing_of_the_response_is_written() {
    for (number, (signal, name)) in
        [(Signal::INT, "Ctrl-C"), (Signal::TERM, "SIGTERM"), (Signal::HUP, "SIGHUP")]
            .into_iter()
            .enumerate()
    {
        let env = TestEnv::new();
        let repo = repo(&env).file(".gitignore", "*.o\n").file("old.o", "o\n");
        let before = repo.snapshot();
        let marker = format!("871{number}.{}", std::process::id());
        let response = sham::write("first.txt", "f\n") + &exec(&slow(&marker));
        let response = response + &sham::write("last.txt", "l\n");
        let begun = Begun::of(&repo, &response, &["-"]);
        assert!(runs(&marker), "it is at work");
        begun.signal(signal);
        let run = begun.end();
        assert_eq!(run.status, Some(3), "{}", run.stderr);
        run.says(&[name, "nothing of the response was applied"]);
        assert_eq!(run.stdout, "");
        repo.snapshot().assert_same(&before, name);
        assert_all_gone(&repo, &marker);
        repo.apply(&sham::write("first.txt", "f\n")).arg("--lock-timeout=0s").exits(0);
        assert!(!repo.exists("n.txt") && !repo.exists("b.o") && !repo.exists("last.txt"));
    }
}

#[test]
fn what_was_done_before_is_told_and_where_it_stopped() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let marker = format!("8720.{}", std::process::id());
    let response = sham::write("first.txt", "f\n") + &exec(&slow(&marker));
    let begun = Begun::of(&repo, &response, &["--format", "json", "-"]);
    begun.signal(Signal::INT);
    let run = begun.end();
    assert_eq!(run.status, Some(3));
    let result = run.json();
    assert!(result["fatalError"].as_str().is_some_and(|error| error.contains("SIGINT")));
    let stopped = &result["results"][1];
    assert_eq!(result["results"][0]["success"], true);
    assert_eq!(
        stopped["data"],
        serde_json::json!({
            "stdout": "begun\n", "stderr": "", "exit_code": 130
        })
    );
    assert!(result["transaction"].is_null(), "{result}");
}

#[test]
fn a_dry_run_is_stopped_too() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let marker = format!("8730.{}", std::process::id());
    let begun = Begun::of(&repo, &exec(&slow(&marker)), &["--dry-run", "-"]);
    begun.signal(Signal::TERM);
    assert_eq!(begun.end().status, Some(3));
    repo.snapshot().assert_same(&before, "a dry run");
    assert_all_gone(&repo, &marker);
}

#[test]
fn the_responses_after_it_are_not_applied() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let marker = format!("8740.{}", std::process::id());
    fs_err::write(env.root().join("next.md"), sham::write("next.txt", "n\n")).expect("written");
    let begun = Begun::of(&repo, &exec(&slow(&marker)), &["-", "../next.md"]);
    begun.signal(Signal::INT);
    let run = begun.end();
    assert_eq!(run.status, Some(3));
    assert!(!repo.exists("next.txt"), "{}", run.stderr);
}

#[test]
fn a_command_that_does_not_want_to_end_is_killed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let marker = format!("8750.{}", std::process::id());
    let stubborn = format!(
        "trap '' TERM INT HUP; setsid sleep {marker} & echo begun; sleep {marker}; sleep {marker}"
    );
    let begun = Begun::of(&repo, &exec(&stubborn), &["-"]);
    begun.signal(Signal::INT);
    assert_eq!(begun.end().status, Some(3));
    repo.snapshot().assert_same(&before, "a stubborn command");
    assert_all_gone(&repo, &marker);
}

#[test]
fn a_second_signal_ends_all_at_once_and_the_next_run_clears_up() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let marker = format!("8760.{}", std::process::id());
    let stubborn =
        format!("trap '' TERM; echo begun; sleep {marker}; sleep {marker}; sleep {marker}");
    let begun = Begun::of(&repo, &exec(&stubborn), &["-"]);
    begun.signal(Signal::INT);
    // The handler of the first must have run, or the two would be one.
    while caught(&begun.child) != Some(0) {
        std::thread::yield_now();
    }
    begun.signal(Signal::INT);
    assert_eq!(begun.end().status, None, "the signal ended it");
    let until = Instant::now() + Duration::from_secs(10);
    while runs(&marker) {
        assert!(Instant::now() < until, "a process of the command outlives it");
        std::thread::yield_now();
    }
    repo.snapshot().assert_same(&before, "killed");
    repo.apply(&exec("cat a.txt")).arg("--yes").arg("--lock-timeout=0s").exits(0);
    assert_all_gone(&repo, &marker);
}

/// In the worktree itself that would leave the files to the next run.
#[test]
fn a_second_signal_kills_a_command_in_the_worktree_and_the_files_are_put_back() {
    let env = TestEnv::new();
    let repo = repo(&env).config("clada.sandbox", "off").config("clada.view", "in-place");
    let before = repo.snapshot();
    let marker = format!("8770.{}", std::process::id());
    let stubborn = format!(
        "trap '' TERM INT HUP; echo new > a.txt; rm staged.txt; setsid sleep {marker} &\n\
         echo begun; sleep {marker}; sleep {marker}; sleep {marker}"
    );
    let response = sham::write("n.txt", "n\n") + &exec(&stubborn);
    let begun = Begun::of(&repo, &response, &["-"]);
    for _ in 0..3 {
        begun.signal(Signal::INT);
        while caught(&begun.child) != Some(0) {
            std::thread::yield_now();
        }
    }
    let run = begun.end();
    assert_eq!(run.status, Some(3), "{}", run.stderr);
    run.says(&["Ctrl-C", "nothing of the response was applied"]);
    repo.snapshot().assert_same_but_log(&before, "put back by itself");
    assert_all_gone(&repo, &marker);
}

/// How many signals wait for a process to take them.
fn caught(child: &Child) -> Option<u64> {
    let status = fs_err::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let waiting = status
        .lines()
        .filter_map(|line| line.strip_prefix("ShdPnd:").or_else(|| line.strip_prefix("SigPnd:")));
    waiting.map(|mask| u64::from_str_radix(mask.trim(), 16).ok()).sum()
}

#[test]
fn a_signal_after_the_actions_and_before_the_first_write_ends_it() {
    let env = TestEnv::new();
    let repo = repo(&env).file(".gitattributes", "*.txt filter=stop\n");
    let before = repo.snapshot();
    let stop = "kill -INT $(cat .git/clada/lock); cat";
    repo.git(&["config", "filter.stop.clean", stop]);
    let run = repo.apply(&sham::write("n.txt", "n\n")).exits(3);
    run.says(&["stopped by Ctrl-C (SIGINT)"]);
    repo.git(&["config", "--unset", "filter.stop.clean"]);
    repo.snapshot().assert_same(&before, "between the actions and the first write");
    assert_nothing_left(&repo, "stopped before the first write");
    repo.apply(&sham::write("n.txt", "n\n")).exits(0);
}

#[test]
fn what_has_begun_to_be_published_is_published() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let hook = ".git/hooks/reference-transaction";
    repo.write(hook, "#!/bin/sh\n[ \"$1\" != prepared ] || kill -TERM $(cat .git/clada/lock)\n");
    repo.chmod(hook, 0o755);
    let next = env.root().join("next.md");
    fs_err::write(&next, sham::write("next.txt", "n\n")).expect("written");
    let run = repo.apply(&sham::write("n.txt", "n\n")).arg("../next.md").exits(3);
    assert!(run.stdout.contains("1 action done"), "the report of the first: {}", run.stdout);
    run.says(&["stopped by SIGTERM"]);
    assert_eq!(repo.git(&["show", "HEAD:n.txt"]), "n\n");
    assert!(repo.exists("n.txt") && !repo.exists("next.txt"));
    assert_nothing_left(&repo, "published");
    repo.assert_sound();
}

#[test]
fn a_signal_that_the_process_was_started_to_ignore_stays_ignored() {
    let env = TestEnv::new();
    let repo = repo(&env);
    // It ends when it may read: the signal has come before.
    let go = env.root().join("go");
    env.command("mkfifo", repo.dir()).arg(&go).status().expect("mkfifo runs");
    let line = format!(
        "trap '' HUP; exec {} apply --yes --sandbox off -",
        env!("CARGO_BIN_EXE_git-clada")
    );
    let child = repo.clada(&[]).through(&["sh", "-c", &line]).stdin(exec("echo begun; cat ../go"));
    let begun = Begun::at_work(child.spawn());
    begun.signal(Signal::HUP);
    fs_err::write(&go, "went on\n").expect("it is read");
    let run = begun.end();
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    run.says(&["went on"]);
}
