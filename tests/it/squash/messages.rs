//! The message of what was squashed.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn session(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo
}

fn message(repo: &Repo<'_>) -> String {
    repo.git_line(&["log", "-1", "--format=%B"])
}

/// The message without its trailers, and how many trailers of each kind it has.
fn parts(repo: &Repo<'_>) -> (String, usize, usize) {
    let message = message(repo);
    let count = |key: &str| {
        let format = format!("--format=%(trailers:key={key},valueonly)");
        repo.git(&["log", "-1", &format]).trim().lines().count()
    };
    let text = message.split("\n\nClada-").next().unwrap_or_default().to_owned();
    (text, count("Clada-Transaction"), count("Clada-Response"))
}

#[test]
fn by_summary_it_has_a_line_for_each() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["squash"]).exits(0);
    assert_eq!(parts(&repo), ("AI: write b; write c\n\n- write b\n- write c".to_owned(), 2, 2));
}

#[test]
fn by_their_messages_it_has_all_of_them() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["squash", "--mode", "ai-messages"]).exits(0);
    let text = "AI: write b\n\n✓ file_write b\n\nAI: write c\n\n✓ file_write c".to_owned();
    assert_eq!(parts(&repo), (text, 2, 2));
}

#[test]
fn the_users_own_words_stand_above_the_trailers() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["squash", "-m", "Add two files", "-m", "They were missing."]).exits(0);
    assert_eq!(parts(&repo), ("Add two files\n\nThey were missing.".to_owned(), 2, 2));
}

#[test]
fn all_trailers_are_kept_each_once() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).arg("--model").arg("m-1").exits(0);
        repo.git(&["commit", "-q", "--amend", "--no-edit", "-s"]);
    }
    repo.clada(&["squash"]).exits(0);
    let message = message(&repo);
    for line in ["Clada-Model: m-1", "Signed-off-by: Test User <test.user@example.com>"] {
        assert_eq!(message.matches(line).count(), 1, "{message}");
    }
    assert_eq!(parts(&repo).1, 2, "{message}");
}

#[test]
fn what_was_squashed_is_squashed_again() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["squash"]).exits(0);
    repo.apply(&sham::write("d", "d")).exits(0);
    repo.clada(&["squash"]).exits(0);
    assert_eq!(parts(&repo).1, 3);
}

#[test]
fn a_subject_keeps_to_its_columns() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for name in ["one", "two", "three", "four"] {
        let path = format!("some/long/directory/{name}");
        repo.apply(&sham::write(&path, "x")).exits(0);
    }
    repo.clada(&["squash"]).exits(0);
    let subject = repo.git_line(&["log", "-1", "--format=%s"]);
    assert!(subject.chars().count() <= 72 && subject.ends_with("; 2 more"), "{subject}");
}
