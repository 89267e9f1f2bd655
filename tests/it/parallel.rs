//! Eight processes at once: in worktrees of their own, and in one that they fight for.
//!
//! `CLADA_PARALLEL` is how many responses each of them applies, five where it is not set.

use std::{
    collections::BTreeSet,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::{
    env::{Clada, Repo, Run, TestEnv},
    sham,
};

const PROCESSES: usize = 8;

fn rounds() -> usize {
    let set = std::env::var("CLADA_PARALLEL").ok();
    set.map_or(5, |rounds| rounds.parse().expect("a number"))
}

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("all.txt", "begin\n").file("d/other.txt", "o\n").commit()
}

/// Applies responses from eight processes at once, each its own one after the other. Returns the
/// names of the files that were written by those that succeeded.
fn apply_all(env: &TestEnv, dir: &Path, args: impl Fn(usize) -> Vec<String> + Sync) -> Outcome {
    let begun = Instant::now();
    let apply = |process: usize| {
        let mut told = Vec::new();
        for round in 0..rounds() {
            let file = format!("files/{process}-{round}.txt");
            let line = format!("{process}-{round}\n");
            let append = [("path", "all.txt"), ("content", line.as_str())];
            let response = sham::write(&file, &line) + &sham::block("file_append", &append);
            let args = args(process);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            told.push((file, Clada::new(env, dir, &args).stdin(response).run()));
        }
        told
    };
    let runs: Vec<(String, Run)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..PROCESSES)
            .map(|process| {
                let apply = &apply;
                scope.spawn(move || apply(process))
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    Outcome::of(runs, begun.elapsed())
}

/// What came of the runs.
struct Outcome {
    /// The files of those that succeeded.
    applied: BTreeSet<String>,
    /// How many were refused, which nothing may be left of.
    refused: usize,
    took: Duration,
}

impl Outcome {
    fn of(runs: Vec<(String, Run)>, took: Duration) -> Self {
        let mut outcome = Self { applied: BTreeSet::new(), refused: 0, took };
        for (file, run) in runs {
            match run.status {
                Some(0) => assert!(outcome.applied.insert(file), "each is applied once"),
                Some(3) => outcome.refused += 1,
                _ => panic!("{file}: {:?}\n{}\n{}", run.status, run.stdout, run.stderr),
            }
        }
        outcome
    }

    #[expect(clippy::print_stderr, reason = "figures for who runs the long form by hand")]
    fn tell(&self, what: &str) {
        let Self { applied, refused, took } = self;
        eprintln!("{what}: {} applied, {refused} refused in {took:?}", applied.len());
    }
}

/// Fails unless a worktree holds exactly what was applied to it, each once, and its log says so.
fn assert_holds(worktree: &Repo<'_>, base: &str, log: &str, applied: &BTreeSet<&str>) {
    assert_eq!(worktree.status(), "");
    let files = worktree.git(&["ls-files", "files"]);
    assert_eq!(files.lines().collect::<BTreeSet<_>>(), *applied);
    let all = worktree.text("all.txt");
    let lines: Vec<&str> = all.lines().skip(1).collect();
    let distinct: BTreeSet<_> = lines.iter().map(|line| format!("files/{line}.txt")).collect();
    assert_eq!(distinct.len(), lines.len(), "no line is there twice");
    assert_eq!(distinct.iter().map(String::as_str).collect::<BTreeSet<_>>(), *applied);
    let range = format!("{base}..HEAD");
    let commits = worktree.git_line(&["rev-list", "--count", &range]);
    assert_eq!(commits, applied.len().to_string());
    assert_eq!(worktree.git_line(&["rev-list", "--count", "--merges", &range]), "0");
    // The log is one chain: each record's first parent is the one before, and names it so.
    let subjects = worktree.git(&["log", "--first-parent", "--format=%s", log, "--not", base]);
    let records = subjects.lines().filter(|subject| subject.starts_with("apply: "));
    assert_eq!(records.count(), applied.len(), "{subjects}");
    let newest = worktree.clada(&["log", "--format", "json"]).exits(0).json();
    let operations = newest["operations"].as_array().expect("a list");
    let told = operations.iter().filter(|operation| operation["kind"] == "apply");
    assert_eq!(told.count(), applied.len());
}

#[test]
fn eight_sessions_in_worktrees_of_their_own() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let args =
        |process: usize| vec!["apply".to_owned(), format!("--worktree=s{process}"), "-".to_owned()];
    let outcome = apply_all(&env, repo.dir(), args);
    outcome.tell("eight worktrees");
    for process in 0..PROCESSES {
        let worktree = Repo::new(&env, env.root().join(format!("repo.clada/s{process}")));
        let own = format!("files/{process}-");
        let applied = outcome.applied.iter().map(String::as_str);
        let applied = applied.filter(|file| file.starts_with(&own)).collect();
        assert_holds(&worktree, "main", &format!("refs/clada/log/s{process}"), &applied);
    }
    assert_eq!(outcome.refused, 0, "nobody is in anybody's way");
    assert_eq!(repo.status(), "");
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    let starts = repo.git(&["log", "--first-parent", "--format=%s", "refs/clada/log/main"]);
    let starts = starts.lines().filter(|line| line.starts_with("session start")).count();
    assert_eq!(starts, PROCESSES);
    repo.assert_sound();
}

#[test]
fn eight_processes_that_fight_for_one_checkout() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let args = |_| ["apply", "--lock-timeout", "60s", "-"].map(str::to_owned).to_vec();
    let outcome = apply_all(&env, repo.dir(), args);
    outcome.tell("one checkout");
    let applied = outcome.applied.iter().map(String::as_str).collect();
    assert_holds(&repo, "main", "refs/clada/log/main", &applied);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    repo.assert_sound();
}

#[test]
fn eight_processes_that_begin_one_session_in_a_worktree() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let args =
        |_| ["apply", "--worktree", "--lock-timeout", "60s", "-"].map(str::to_owned).to_vec();
    let outcome = apply_all(&env, repo.dir(), args);
    outcome.tell("one worktree");
    let worktree = Repo::new(&env, env.root().join("repo.clada/main"));
    let applied = outcome.applied.iter().map(String::as_str).collect();
    assert_holds(&worktree, "main", "refs/clada/linked/main", &applied);
    assert_eq!(repo.status(), "");
    let list = repo.git(&["worktree", "list"]);
    assert_eq!(list.lines().count(), 2, "{list}");
    repo.assert_sound();
}

#[test]
fn those_that_cannot_wait_are_refused_and_leave_nothing() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let args = |_| ["apply", "--lock-timeout", "0s", "-"].map(str::to_owned).to_vec();
    let outcome = apply_all(&env, repo.dir(), args);
    outcome.tell("one checkout, no waiting");
    assert!(!outcome.applied.is_empty());
    let applied = outcome.applied.iter().map(String::as_str).collect();
    assert_holds(&repo, "main", "refs/clada/log/main", &applied);
    repo.assert_sound();
}
