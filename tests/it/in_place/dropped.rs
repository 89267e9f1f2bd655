//! What the user saves while a command runs in the worktree is kept where the command is dropped.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::scene::{apply, bash, lay_out, notes};
use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

const TOLD: &str = "put back as it was before the command: ";

/// Lists what keeps that for as long as it is being taken in.
const TAKEN: [&str; 3] = ["for-each-ref", "--format=%(refname)", "refs/clada/taken"];

/// What the user does, as a command that tells nobody of it.
const SAVES: &str = "echo USER > a.txt; echo NEW > mine.txt";

fn only_ref(repo: &Repo<'_>) -> String {
    repo.git_line(&["for-each-ref", "--format=%(refname)", "refs/clada/dropped"])
}

fn assert_kept(repo: &Repo<'_>, told: &str, what: &str) {
    let name = only_ref(repo);
    assert!(told.contains(&format!("`git show {name}:PATH`")), "{what}: {told}");
    assert_eq!(repo.git_line(&TAKEN), "", "{what}");
    assert!(told.contains(&format!("{TOLD}a.txt, mine.txt")), "{what}: {told}");
    assert_held(repo, &name, what);
}

fn assert_held(repo: &Repo<'_>, name: &str, what: &str) {
    repo.git(&["gc", "-q", "--prune=now"]);
    for (path, content) in [("a.txt", "USER\n"), ("mine.txt", "NEW\n")] {
        assert_eq!(repo.git(&["show", &format!("{name}:{path}")]), content, "{what}");
    }
    assert_eq!(repo.text("a.txt"), "alpha\n", "{what}");
    assert!(!repo.exists("mine.txt"), "{what}");
    repo.assert_sound();
}

#[test]
fn what_is_saved_during_a_command_that_is_dropped_is_kept() {
    let missing = sham::delete("missing");
    for (what, script, more, args) in [
        ("it takes too long", "sleep 20", "", &["--timeout", "1s"][..]),
        ("all or nothing", "true", missing.as_str(), &["--atomic"]),
        ("it leaves what it may not", "mkfifo pipe", "", &[]),
    ] {
        let env = TestEnv::new();
        let repo = lay_out(&env, "in-place");
        let response =
            sham::write("b.txt", "pending\n") + &bash(&format!("{SAVES}; {script}")) + more;
        let report = apply(&repo, &response, args).json();
        assert_kept(&repo, &notes(&report).join("\n"), what);
    }
}

#[test]
fn what_is_saved_during_a_command_that_is_stopped_is_kept() {
    for format in ["text", "markdown", "json"] {
        let env = TestEnv::new();
        let repo = lay_out(&env, "in-place");
        let response = bash("touch x.started.log; exec sleep 20");
        let clada = repo.clada(&["apply", "--yes", "--format", format, "-"]).stdin(response);
        let running = clada.spawn();
        let until = Instant::now() + Duration::from_secs(20);
        while !repo.exists("x.started.log") {
            assert!(Instant::now() < until, "it does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
        repo.write("a.txt", "USER\n");
        repo.write("mine.txt", "NEW\n");
        kill_process(Pid::from_child(&running), Signal::INT).expect("it runs");
        let run = Run::of(running);
        let told = format!("{} {}", run.stdout, run.stderr);
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_kept(&repo, &told, format);
    }
}

#[test]
fn what_is_saved_during_a_command_whose_response_is_killed_after_it_is_kept() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let clada = repo.clada(&["apply", "--yes", "-"]).stdin(bash(SAVES));
    let run = clada.var("CLADA_CRASH_AFTER", "1:remove journal").run();
    assert_eq!(run.status, None, "{}{}", run.stdout, run.stderr);
    let told = repo.clada(&["recover"]).exits(0).stdout;
    let name = only_ref(&repo);
    let kept = format!("is kept: `git show {name}:PATH`, of a.txt, mine.txt");
    assert!(told.contains(&kept), "{told}");
    assert_held(&repo, &name, "killed");
    assert_eq!(repo.clada(&["recover"]).exits(0).stdout, "nothing to recover\n");
}

/// Files hold again what they held, so that recovery sees nothing of what stood there.
#[test]
fn what_is_saved_during_a_command_that_is_killed_while_all_is_put_back_is_kept() {
    for step in ["1:exchange", "1:unlink", "1:let go of objects"] {
        let env = TestEnv::new();
        let repo = lay_out(&env, "in-place");
        let clada = repo.clada(&["apply", "--yes", "-"]).stdin(bash(SAVES));
        let run = clada.var("CLADA_CRASH_AFTER", step).run();
        assert_eq!(run.status, None, "{step}: {}{}", run.stdout, run.stderr);
        let told = repo.clada(&["recover"]).exits(0).stdout;
        let name = only_ref(&repo);
        let kept = format!("is kept: `git show {name}:PATH`, of a.txt, mine.txt");
        assert!(told.contains(&kept), "{step}: {told}");
        assert_held(&repo, &name, step);
        assert_eq!(repo.clada(&["recover"]).exits(0).stdout, "nothing to recover\n", "{step}");
    }
}

/// The second recovery sees nothing of what the first has put back.
#[test]
fn what_stands_there_when_a_recovery_is_killed_that_has_put_all_back_is_kept() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let script = "echo USER > a.txt; kill -9 $(cat .git/clada/lock); exec sleep 20";
    assert_eq!(apply(&repo, &bash(script), &[]).status, None);
    let killed = repo.clada(&["recover"]).var("CLADA_CRASH_AFTER", "1:exchange").run();
    assert_eq!(killed.status, None, "{}{}", killed.stdout, killed.stderr);
    let told = repo.clada(&["recover"]).exits(0).stdout;
    let name = only_ref(&repo);
    assert!(told.contains(&format!("is kept: `git show {name}:PATH`, of a.txt")), "{told}");
    repo.git(&["gc", "-q", "--prune=now"]);
    assert_eq!(repo.git(&["show", &format!("{name}:a.txt")]), "USER\n");
    assert_eq!(repo.text("a.txt"), "alpha\n");
    repo.assert_sound();
}

#[test]
fn what_is_taken_in_needs_no_keeping_and_gc_lets_go_of_what_is_old() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    apply(&repo, &bash(SAVES), &[]);
    assert_eq!((only_ref(&repo), repo.git_line(&TAKEN)), (String::new(), String::new()));
    apply(&repo, &bash("echo 1 > b.txt; sleep 20"), &["--timeout", "1s"]);
    repo.clada(&["gc", "--older-than", "1d"]).exits(0);
    assert_ne!(only_ref(&repo), "", "it is new");
    let new = only_ref(&repo);
    let old = new.replace("refs/clada/dropped/", "refs/clada/dropped/1000-");
    repo.git(&["update-ref", &old, &new]);
    let gc = ["gc", "--older-than", "1d"];
    let said = repo.clada(&gc).arg("-n").exits(0).stdout;
    assert!(said.contains("would forget what stood") && said.contains(&old), "{said}");
    let json = repo.clada(&gc).arg("-n").arg("--format=json").exits(0).json();
    assert_eq!(json["removedRefs"], serde_json::json!([old]), "{json}");
    assert!(only_ref(&repo).contains(&old), "a dry run changes nothing");
    let said = repo.clada(&gc).exits(0).stdout;
    assert!(said.contains("forgot what stood") && said.contains(&old), "{said}");
    assert!(!said.contains(&new), "{said}");
    assert_eq!(only_ref(&repo), new, "what is new stays");
}
