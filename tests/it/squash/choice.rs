//! Which commits are squashed.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::{refused, subjects, there_and_back},
};

/// Applies a response at a time, so many seconds after the clock of all tests.
fn apply_at(repo: &Repo<'_>, path: &str, later: i64) {
    let date = format!("{} +0000", 1_700_000_000 + later);
    repo.apply(&sham::write(path, path)).var("GIT_COMMITTER_DATE", date).exits(0);
}

fn squash_at(repo: &Repo<'_>, later: i64, args: &[&str]) {
    let args = [&["squash"], args].concat();
    let date = format!("{} +0000", 1_700_000_000 + later);
    repo.clada(&args).var("GIT_COMMITTER_DATE", date).exits(0);
}

#[test]
fn all_that_responses_made_becomes_one_by_default() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c", "d"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    there_and_back(&repo, &["squash"]);
    assert_eq!(subjects(&repo), ["AI: write b; write c; write d"]);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
}

#[test]
fn those_of_the_last_hours_are_chosen() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for (path, later) in [("b", 0), ("c", 3600), ("d", 7000), ("e", 9000)] {
        apply_at(&repo, path, later);
    }
    squash_at(&repo, 9000, &["--hours", "1", "-n"]);
    assert_eq!(subjects(&repo).len(), 4);
    squash_at(&repo, 9000, &["--mode", "hours", "--hours", "1"]);
    assert_eq!(subjects(&repo), ["AI: write b", "AI: write c", "AI: write d; write e"]);
}

#[test]
fn a_response_keeps_its_age_when_its_commit_is_put_on_others() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for (path, later) in [("b", 0), ("c", 10), ("d", 20)] {
        apply_at(&repo, path, later);
    }
    let day = 24 * 3600;
    squash_at(&repo, 2 * day, &["--contains", "Clada", "--contiguous-only"]);
    apply_at(&repo, "e", 3 * day);
    squash_at(&repo, 3 * day + 60, &["--days", "2"]);
    assert_eq!(subjects(&repo).len(), 2);
}

#[test]
fn those_of_the_last_days_are_chosen() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    let day = 24 * 3600;
    for (path, later) in [("b", 0), ("c", day), ("d", 2 * day), ("e", 3 * day)] {
        apply_at(&repo, path, later);
    }
    squash_at(&repo, 3 * day, &["--days", "2"]);
    assert_eq!(subjects(&repo), ["AI: write b", "AI: write c; write d; write e"]);
}

#[test]
fn those_whose_message_contains_a_text_are_chosen() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["docs/a", "src/a", "docs/b"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    there_and_back(&repo, &["squash", "--contains", "docs/"]);
    assert_eq!(subjects(&repo), ["AI: write docs/a; write docs/b", "AI: write src/a"]);
}

#[test]
fn nothing_to_squash_is_said_and_no_failure() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.apply(&sham::write("b", "b")).exits(0);
    let before = repo.snapshot();
    for args in [&["squash"][..], &["squash", "--contains", "nowhere"], &["squash", "-m", "x"]] {
        assert_eq!(repo.clada(args).exits(0).stdout, "nothing to squash\n");
    }
    repo.snapshot().assert_same(&before, "nothing was to be done");
}

#[test]
fn the_users_own_commits_are_never_squashed() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.apply(&sham::write("b", "b")).exits(0);
    let repo = repo.file("mine", "1\n").commit().file("mine", "2\n").commit();
    assert_eq!(repo.clada(&["squash"]).exits(0).stdout, "nothing to squash\n");
}

#[test]
fn what_the_base_has_taken_already_is_left_alone() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo.git(&["branch", "-f", "main", "HEAD"]);
    for path in ["d", "e"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    there_and_back(&repo, &["squash"]);
    assert_eq!(subjects(&repo), ["AI: write d; write e"]);
}

#[test]
fn a_session_that_was_put_on_a_root_of_its_own_is_squashed_from_there() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c", "d"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    let tree = repo.git_line(&["rev-parse", "HEAD~1^{tree}"]);
    let message = repo.git_line(&["log", "-1", "--format=%B", "HEAD~1"]);
    let root = repo.git_line(&["commit-tree", "-m", &message, &tree]);
    repo.git(&["rebase", "-q", "--onto", &root, "HEAD~1"]);
    there_and_back(&repo, &["squash"]);
    assert_eq!(repo.git(&["rev-list", "HEAD"]).lines().count(), 1);
    assert_eq!(repo.git_line(&["log", "-1", "--format=%P"]), "");
}

#[test]
fn options_that_do_not_go_together_are_wrong_usage() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for args in [
        &["--mode", "hours"][..],
        &["--mode", "days", "--hours", "1"],
        &["--mode", "msg-contains"],
        &["--mode", "auto-ai", "--days", "1"],
        &["--hours", "1", "--days", "1"],
        &["--contains", ""],
        &["-m", " "],
    ] {
        repo.clada(&[&["squash"], args].concat()).exits(2);
    }
    refused(&repo, &["squash"], &["`main` is no session"]);
}
