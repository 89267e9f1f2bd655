//! `commit-msg`: our trailers stay whole, and last.

use super::scene::{git_exits, hooked};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn trailers(repo: &Repo<'_>) -> Vec<String> {
    let parsed = repo.git(&["log", "-1", "--format=%(trailers:only)"]);
    let keys = parsed.lines().filter_map(|line| line.split_once(':'));
    keys.map(|(key, _)| key.to_owned()).collect()
}

#[test]
fn an_amended_message_ends_with_our_trailers() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    let ours = ["Clada-Transaction", "Clada-Response"];
    git_exits(&env, &repo, &["commit", "-q", "--amend", "--signoff", "--no-edit"], 0);
    assert_eq!(trailers(&repo), ["Signed-off-by", ours[0], ours[1]]);
    let message = repo.git(&["log", "-1", "--format=%B"]);
    let lost = format!("{}\nand this comes after\n", message.trim_end());
    git_exits(&env, &repo, &["commit", "-q", "--amend", "-m", &lost], 0);
    assert_eq!(trailers(&repo), ours);
    let message = repo.git(&["log", "-1", "--format=%B"]);
    assert!(message.contains("\nand this comes after\n\nClada-Transaction: "), "{message}");
    repo.clada(&["blame", "a.txt"]).exits(0);
}

#[test]
fn a_trailer_that_names_nothing_is_refused_with_file_and_line() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    let message = "x\n\nClada-Transaction: abc\n";
    let run = git_exits(&env, &repo, &["commit", "--allow-empty", "-m", message], 1);
    run.says(&[
        "error: .git/COMMIT_EDITMSG:3: the trailer `Clada-Transaction`: `abc` is no operation's id\n",
        "hint: write it as it was",
    ]);
}

#[test]
fn other_messages_are_left_to_the_byte() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    let message = "  x \n\n\n\nClada is a name\n \n";
    let args = ["commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message];
    git_exits(&env, &repo, &args, 0);
    assert_eq!(repo.git(&["log", "-1", "--format=%B"]), format!("{message}\n"));
}

#[test]
fn cladas_own_operations_go_on_beside_the_hooks() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    for (from, to) in [("one", "1"), ("two", "2")] {
        repo.apply(&sham::replace("a.txt", from, to)).var("PATH", super::scene::path()).exits(0);
    }
    let before = repo.snapshot();
    for command in ["squash", "land"] {
        repo.clada(&[command]).var("PATH", super::scene::path()).exits(0);
    }
    repo.clada(&["undo", "2"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undone");
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    let kinds = log["operations"].as_array().expect("operations").iter();
    assert!(kinds.into_iter().all(|line| line["kind"] != "rewrite"), "{log}");
}
