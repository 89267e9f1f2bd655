//! What the user does between the kill and the recovery is kept, and so is a save that was made
//! in the very moment of the exchange.

use super::scenario::assert_nothing_left;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Kills an apply right after the last step of that name.
fn killed_after<'e>(env: &'e TestEnv, name: &str) -> Repo<'e> {
    let repo = env.repo().file("a.txt", "a before\n").file("b.txt", "b before\n").commit();
    let response = sham::write("a.txt", "a after\n") + &sham::write("b.txt", "b after\n");
    let (list, copy) = (env.root().join("steps"), env.root().join("copy"));
    super::scenario::copy(env, repo.dir(), &copy);
    let counted = Repo::new(env, copy);
    counted.apply(&response).var("CLADA_STEPS", &list).exits(0);
    let steps: Vec<String> =
        fs_err::read_to_string(list).expect("steps").lines().map(ToOwned::to_owned).collect();
    let step = steps.iter().rposition(|step| step == name).expect("a step of that name") + 1;
    let run = repo.apply(&response).var("CLADA_CRASH_AFTER", step.to_string()).run();
    assert_eq!(run.status, None);
    repo
}

/// The temporary file that is left for a file, by its number.
fn leftover(repo: &Repo<'_>, number: usize) -> String {
    let names = fs_err::read_dir(repo.dir()).expect("a directory");
    let mut names =
        names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let part = format!("-{number}-t");
    names.find(|name| name.starts_with(".clada-tmp-") && name.contains(&part)).expect("left")
}

#[test]
fn an_edit_since_the_kill_is_kept_and_told_when_the_rest_goes_back() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "exchange");
    repo.write("a.txt", "mine since\n");
    let run = repo.clada(&["recover"]).exits(0);
    assert!(run.stdout.contains("took back"), "{}", run.stdout);
    assert!(run.stdout.contains("a.txt was changed since: it is kept"), "{}", run.stdout);
    assert_eq!([repo.text("a.txt"), repo.text("b.txt")], ["mine since\n", "b before\n"]);
    assert_nothing_left(&repo, "recovered");
}

#[test]
fn an_edit_since_the_kill_is_kept_and_told_when_the_rest_is_finished() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "move refs");
    repo.write("a.txt", "mine since\n");
    repo.write("c.txt", "new\n");
    // The apply was about to end: the next command finishes it first.
    let run = repo.clada(&["undo"]).run();
    run.says(&["note: finished", "a.txt was changed since: it is kept"]);
    assert_eq!(run.status, Some(3), "and the undo sees the edit");
    assert_eq!([repo.text("a.txt"), repo.text("b.txt")], ["mine since\n", "b after\n"]);
    assert_eq!(repo.status(), " M a.txt\n?? c.txt\n");
    assert_nothing_left(&repo, "recovered");
}

#[test]
fn a_save_that_came_out_of_the_exchange_goes_back_to_its_path() {
    for step in ["exchange", "move refs"] {
        let env = TestEnv::new();
        let repo = killed_after(&env, step);
        let left = leftover(&repo, 0);
        repo.write(&left, "saved in the last microsecond\n");
        let run = repo.clada(&["recover"]).exits(0);
        assert!(run.stdout.contains("a.txt was saved meanwhile"), "{}", run.stdout);
        assert_eq!(repo.text("a.txt"), "saved in the last microsecond\n", "{step}");
        assert_nothing_left(&repo, step);
    }
}

#[test]
fn a_save_whose_path_was_edited_since_stays_and_is_named() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "exchange");
    let left = leftover(&repo, 0);
    repo.write(&left, "an earlier save\n");
    repo.write("a.txt", "a later save\n");
    let run = repo.clada(&["recover"]).exits(0);
    assert!(run.stdout.contains(&left), "{}", run.stdout);
    assert_eq!([repo.text("a.txt"), repo.text(&left)], ["a later save\n", "an earlier save\n"]);
}

#[test]
fn a_branch_that_moved_on_since_the_kill_stays_where_it_is() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "move refs");
    fs_err::remove_file(repo.path(".git/index.lock")).expect("the user helped himself");
    repo.write("c.txt", "c\n");
    repo.git(&["add", "c.txt"]);
    repo.git(&["commit", "-q", "-m", "on top"]);
    let head = repo.git_line(&["rev-parse", "HEAD"]);
    let run = repo.clada(&["recover"]).exits(0);
    assert!(run.stdout.contains("refs/heads/clada/main was moved since"), "{}", run.stdout);
    assert_eq!(repo.git_line(&["rev-parse", "HEAD"]), head);
    assert_eq!([repo.text("a.txt"), repo.text("b.txt")], ["a after\n", "b after\n"]);
    repo.assert_sound();
}

#[test]
fn a_journal_that_cannot_be_read_is_refused_kept_and_named() {
    for (journal, told) in
        [("{\"version\": 3}", "version 3"), ("{\"version\": 1", "EOF"), ("", "EOF")]
    {
        let env = TestEnv::new();
        let repo = env.repo().file("a.txt", "a\n").commit();
        repo.write(".git/clada/journal", journal);
        let before = repo.snapshot();
        for args in [&["recover"][..], &["undo"], &["context", "add", "a.txt"]] {
            repo.clada(args).exits(3).says(&[".git/clada/journal", told, "hint: "]);
        }
        repo.apply(&sham::write("a.txt", "b")).exits(3).says(&["journal"]);
        repo.snapshot().assert_same(&before, "refused");
        assert_eq!(repo.text(".git/clada/journal"), journal);
    }
}

#[test]
fn a_recovery_is_logged_and_no_undo_takes_it_back() {
    let env = TestEnv::new();
    let repo = killed_after(&env, "move refs");
    repo.clada(&["recover"]).exits(0);
    let log = repo.clada(&["log"]).exits(0).stdout;
    assert!(log.contains("recover"), "{log}");
    repo.clada(&["undo"]).exits(0);
    assert_eq!([repo.text("a.txt"), repo.text("b.txt")], ["a before\n", "b before\n"]);
    assert_eq!(repo.status(), "");
}
