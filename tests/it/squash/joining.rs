//! Runs of responses, and the user's own commits between them.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::{log, refused, subjects, there_and_back},
};

fn own<'e>(repo: Repo<'e>, path: &str, content: &str) -> Repo<'e> {
    let repo = repo.file(path, content);
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-q", "-m", &format!("mine: {path}")]);
    repo
}

fn two_runs(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a", "1\n2\n3\n4\n5\n6\n7\n8\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    let repo = own(repo, "mine", "mine\n");
    for path in ["d", "e"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    own(repo, "last", "last\n")
}

#[test]
fn runs_are_joined_below_the_users_commits() {
    let env = TestEnv::new();
    let repo = two_runs(&env);
    let tree = repo.git(&["rev-parse", "HEAD^{tree}"]);
    there_and_back(&repo, &["squash"]);
    let joined = "AI: write b; write c; write d; write e";
    assert_eq!(subjects(&repo), [joined, "mine: mine", "mine: last"]);
    assert_eq!(repo.git(&["rev-parse", "HEAD^{tree}"]), tree);
    let files = repo.git(&["diff-tree", "-r", "--name-only", "HEAD~3", "HEAD~2"]);
    assert_eq!(files, "b\nc\nd\ne\n");
    assert_eq!(repo.git(&["diff-tree", "-r", "--name-only", "HEAD~2", "HEAD~1"]), "mine\n");
}

#[test]
fn with_contiguous_only_nothing_moves() {
    let env = TestEnv::new();
    let repo = two_runs(&env);
    let trees = |repo: &Repo<'_>| log(repo, "%T");
    let before = trees(&repo);
    there_and_back(&repo, &["squash", "--contiguous-only"]);
    let expected = ["AI: write b; write c", "mine: mine", "AI: write d; write e", "mine: last"];
    assert_eq!(subjects(&repo), expected);
    let after = trees(&repo);
    assert!(after.iter().all(|tree| before.contains(tree)), "{before:?} {after:?}");
}

#[test]
fn what_builds_on_a_commit_between_cannot_be_joined() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "1\n2\n3\n").commit();
    repo.apply(&sham::replace("a", "2", "two")).exits(0);
    let repo = own(repo, "a", "1\ntwo of mine\n3\n");
    repo.apply(&sham::replace("a", "two of mine", "both")).exits(0);
    let words = ["AI: edit a cannot be moved", ": a\n", "--contiguous-only"];
    refused(&repo, &["squash"], &words);
    assert_eq!(repo.clada(&["squash", "--contiguous-only"]).exits(0).stdout, "nothing to squash\n");
}

#[test]
fn a_dry_run_shows_what_would_become_what() {
    let env = TestEnv::new();
    let repo = two_runs(&env);
    let before = repo.snapshot();
    let run = repo.clada(&["squash", "-n"]).exits(0);
    let was: Vec<&str> = run.stdout.lines().map(str::trim_start).collect();
    assert_eq!(was[0], "would squash 4 commits into 1 on clada/main");
    assert_eq!(was[1], "AI: write b; write c; write d; write e");
    assert_eq!(was.iter().filter(|line| line.starts_with("was ")).count(), 6, "{was:?}");
    repo.snapshot().assert_same(&before, "a dry run changed something");
}

#[test]
fn a_snapshot_is_folded_into_the_response_that_it_came_before() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "1\n2\n3\n").commit().file("a", "1\n2\n3\nmine\n");
    repo.apply(&sham::replace("a", "1", "one")).exits(0);
    assert_eq!(subjects(&repo).len(), 2);
    there_and_back(&repo, &["squash"]);
    assert_eq!(subjects(&repo), ["AI: edit a"]);
    let trailers = repo.git(&["log", "-1", "--format=%(trailers:key=Clada-Transaction)"]);
    assert_eq!(trailers.trim().lines().count(), 1, "{trailers}");
}

#[test]
fn a_snapshot_that_is_kept_parts_two_runs() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "1\n2\n3\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    let repo = repo.file("a", "1\n2\n3\nmine\n");
    for (old, new) in [("1", "one"), ("2", "two")] {
        repo.apply(&sham::replace("a", old, new)).exits(0);
    }
    there_and_back(&repo, &["squash", "--keep-snapshots"]);
    let subjects = subjects(&repo);
    assert_eq!(subjects.len(), 3, "{subjects:?}");
    assert!(subjects[1].starts_with("clada: snapshot before "), "{subjects:?}");
    assert_eq!(repo.clada(&["squash", "--keep-snapshots"]).exits(0).stdout, "nothing to squash\n");
    repo.clada(&["squash"]).exits(0);
    assert_eq!(crate::way_back::subjects(&repo).len(), 1);
}

#[test]
fn a_snapshot_stays_with_a_response_that_is_not_chosen() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "1\n2\n3\n").commit();
    repo.apply(&sham::write("docs/a", "a")).exits(0);
    let repo = repo.file("a", "1\n2\n3\nmine\n");
    repo.apply(&sham::replace("a", "1", "one")).exits(0);
    repo.apply(&sham::write("docs/b", "b")).exits(0);
    there_and_back(&repo, &["squash", "--contains", "docs/"]);
    let subjects = subjects(&repo);
    assert_eq!(subjects[0], "AI: write docs/a; write docs/b");
    assert!(subjects[1].starts_with("clada: snapshot before "), "{subjects:?}");
    assert_eq!(subjects[2], "AI: edit a");
}

#[test]
fn empty_commits_of_the_users_stay() {
    let env = TestEnv::new();
    let repo = two_runs(&env);
    repo.git(&["commit", "-q", "--allow-empty", "-m", "empty"]);
    repo.apply(&sham::write("f", "f")).exits(0);
    there_and_back(&repo, &["squash"]);
    assert_eq!(subjects(&repo).last().map(String::as_str), Some("empty"));
}

#[test]
fn responses_that_take_each_other_back_leave_a_commit_that_names_both() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "1\n").commit();
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.apply(&sham::delete("b")).exits(0);
    there_and_back(&repo, &["squash"]);
    assert_eq!(subjects(&repo), ["AI: write b; delete b"]);
    assert_eq!(repo.git(&["diff", "main", "HEAD"]), "");
}
