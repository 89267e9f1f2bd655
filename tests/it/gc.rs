//! `git clada gc` forgets old operations and nothing else.

use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

const DAY: u64 = 86_400;
const NOW: u64 = 1_700_000_000;

/// The date of so many days ago, as git takes it.
fn days_ago(days: u64) -> String {
    format!("{} +0000", NOW - days * DAY)
}

#[track_caller]
fn run(repo: &Repo<'_>, days: u64, args: &[&str]) -> Run {
    repo.clada(args).var("GIT_COMMITTER_DATE", days_ago(days)).exits(0)
}

#[track_caller]
fn apply(repo: &Repo<'_>, days: u64, response: &str) {
    repo.apply(response).var("GIT_COMMITTER_DATE", days_ago(days)).exits(0);
}

/// The kinds and summaries of the log, the newest first.
fn log(repo: &Repo<'_>) -> Vec<String> {
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    let operations = log["operations"].as_array().expect("a list");
    let line = |operation: &serde_json::Value| {
        let part = |name: &str| operation[name].as_str().expect("a text").to_owned();
        format!("{} {}", part("kind"), part("summary"))
    };
    operations.iter().map(line).collect()
}

/// Three responses, the first two of them old.
fn three(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "0\n").commit();
    apply(&repo, 200, &sham::write("a.txt", "1\n"));
    apply(&repo, 100, &sham::write("a.txt", "2\n"));
    apply(&repo, 10, &sham::write("a.txt", "3\n"));
    repo
}

#[test]
fn old_operations_go_and_the_rest_can_be_taken_back() {
    let env = TestEnv::new();
    let repo = three(&env).file("mine.txt", "mine\n");
    let before = repo.snapshot();
    let told = repo.clada(&["gc"]).exits(0);
    assert!(told.stdout.contains("forgot 2 of 3\n"), "{}", told.stdout);
    assert_eq!(told.stdout.matches("write a.txt").count(), 2, "{}", told.stdout);
    repo.snapshot().assert_same_but_log(&before, "gc changes the log alone");
    assert_eq!(log(&repo), ["apply write a.txt"]);
    repo.git(&["gc", "-q", "--prune=now"]);
    repo.assert_sound();
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("a.txt"), "2\n");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "what stayed is taken back and brought back");
    repo.clada(&["undo"]).exits(0);
    let told = repo.clada(&["undo"]).exits(0);
    assert_eq!(told.stdout, "nothing to undo\n", "the branch still has the older commits");
}

#[test]
fn responses_and_results_of_what_stays_stay() {
    let env = TestEnv::new();
    let repo = three(&env);
    let shown = |part: &str| repo.clada(&["show", part]).exits(0).stdout;
    let before = ["--response", "--result"].map(shown);
    repo.clada(&["gc", "--older-than", "2w"]).exits(0);
    assert_eq!(["--response", "--result"].map(shown), before);
}

#[test]
fn a_dry_run_tells_and_changes_nothing() {
    let env = TestEnv::new();
    let repo = three(&env);
    let before = repo.snapshot();
    for args in [["gc", "-n", "--older-than=150d"], ["gc", "--dry-run", "--older-than=20w"]] {
        let told = repo.clada(&args).exits(0);
        assert!(told.stdout.contains("would forget 1 of 3\n"), "{}", told.stdout);
    }
    repo.snapshot().assert_same(&before, "a dry run changed something");
    let told = repo.clada(&["gc", "--older-than", "300d"]).exits(0);
    assert_eq!(told.stdout, "no operation to forget (3 in the log)\n");
    repo.snapshot().assert_same(&before, "nothing to forget is nothing");
}

#[test]
fn the_newest_stays_however_old_it_is() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "0\n").commit();
    apply(&repo, 200, &sham::write("a.txt", "1\n"));
    apply(&repo, 199, &sham::write("a.txt", "2\n"));
    run(&repo, 199, &["gc", "--older-than", "1d"]);
    assert_eq!(log(&repo).len(), 2, "what is just as old is not older");
    repo.clada(&["gc", "--older-than", "0"]).exits(0);
    assert_eq!(log(&repo).len(), 1);
    repo.clada(&["gc", "--older-than", "1s"]).exits(0);
    assert_eq!(log(&repo).len(), 1);
}

#[test]
fn what_a_recent_undo_is_about_stays_so_that_redo_does() {
    let env = TestEnv::new();
    let repo = three(&env);
    let after = repo.snapshot();
    run(&repo, 5, &["undo", "3"]);
    let told = repo.clada(&["gc", "--older-than", "7d"]).exits(0);
    assert!(told.stdout.starts_with("no operation to forget"), "{}", told.stdout);
    repo.clada(&["redo", "3"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo brings all back");
}

#[test]
fn what_was_undone_stays_undone() {
    let env = TestEnv::new();
    let repo = three(&env);
    run(&repo, 9, &["undo"]);
    apply(&repo, 8, &sham::write("a.txt", "4\n"));
    repo.clada(&["gc"]).exits(0);
    repo.clada(&["undo"]).exits(0);
    let told = repo.clada(&["undo"]).exits(0);
    assert_eq!(told.stdout, "nothing to undo\n");
    assert_eq!(repo.text("a.txt"), "2\n");
}

#[test]
fn a_session_that_is_under_way_keeps_where_it_began() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "0\n").commit();
    apply(&repo, 200, &sham::write("a.txt", "1\n"));
    repo.git(&["checkout", "-q", "main"]);
    repo.clada(&["apply", "--in-place", "-"]).stdin(sham::write("b.txt", "b\n")).exits(0);
    repo.clada(&["gc"]).exits(0);
    repo.git(&["checkout", "-q", "clada/main"]);
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status["base"], "main");
}

#[test]
fn replaced_files_that_wait_are_removed() {
    let env = TestEnv::new();
    let mut repo = env.repo();
    for number in 0..20 {
        repo = repo.file(&format!("f{number}"), "old\n");
    }
    let repo = repo.commit();
    let response: String = (0..20).map(|n| sham::write(&format!("f{n}"), "new\n")).collect();
    repo.apply(&response).exits(0);
    assert_eq!(fs_err::read_dir(repo.path(".git/clada/trash")).expect("a directory").count(), 20);
    let told = repo.clada(&["gc"]).exits(0);
    assert!(told.stdout.contains("removed 20 files (80 bytes)"), "{}", told.stdout);
    assert_eq!(fs_err::read_dir(repo.path(".git/clada/trash")).expect("a directory").count(), 0);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("f7"), "old\n", "the object database has it");
}

#[test]
fn another_at_work_is_waited_for() {
    let env = TestEnv::new();
    let repo = three(&env);
    let before = repo.snapshot();
    let lock = fs_err::File::options().write(true).open(repo.path(".git/clada/lock"));
    let lock = lock.expect("the lock");
    lock.file().lock().expect("taken");
    let run = repo.clada(&["gc", "--lock-timeout", "50ms"]).exits(3);
    run.says(&["another git-clada", "is at work"]);
    repo.snapshot().assert_same(&before, "nothing was changed");
}
