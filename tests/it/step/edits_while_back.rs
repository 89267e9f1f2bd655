//! Edits made while HEAD is stepped back.

use super::{State, TEXT, listed, session, step, waiting};
use crate::env::TestEnv;

#[test]
fn in_files_that_do_not_differ_travel_along() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["back", "2"]).exits(0);
    repo.write("keep.txt", "staged\n");
    repo.git(&["add", "keep.txt"]);
    repo.write("mine.txt", "untracked\n");
    let status = repo.status();
    let said = step(&repo, &["forward", "--tip"], 0);
    assert_eq!((listed(&said, "stashedFiles").len(), listed(&said, "restoredFiles").len()), (0, 0));
    assert_eq!(repo.status(), status);
}

#[test]
fn in_files_that_differ_wait_at_their_commit_until_head_is_there_again() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["back", "3"]).exits(0);
    repo.write("a.txt", "of the base\n");
    let there = State::of(&repo);
    let said = step(&repo, &["forward"], 0);
    assert_eq!(listed(&said, "stashedFiles"), ["a.txt"]);
    assert_eq!(repo.status(), "");
    let said = step(&repo, &["back"], 0);
    assert_eq!(listed(&said, "restoredFiles"), ["a.txt"]);
    State::of(&repo).assert_same(&there, "back where the edit was made");
    assert_eq!(waiting(&repo), [""; 0]);
}

#[test]
fn are_merged_into_the_tip_when_head_arrives_there() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["back", "3"]).exits(0);
    repo.write("a.txt", TEXT.replace("nine", "NINE"));
    let back = State::of(&repo);
    let said = step(&repo, &["forward", "--tip"], 0);
    assert_eq!(listed(&said, "restoredFiles"), ["a.txt"]);
    let merged = TEXT.replace("two", "TWO").replace("three", "THREE").replace("nine", "NINE");
    assert_eq!(repo.text("a.txt"), merged);
    assert_eq!(repo.status(), " M a.txt\n");
    repo.clada(&["undo"]).exits(0);
    State::of(&repo).assert_same(&back, "undo of forward");
}

#[test]
fn meet_an_edit_that_waited_at_the_tip() {
    let env = TestEnv::new();
    let repo = session(&env);
    let text = repo.text("a.txt");
    repo.write("a.txt", text.replace("six", "SIX"));
    repo.clada(&["back", "2"]).exits(0);
    let earlier = repo.text("a.txt");
    repo.write("a.txt", earlier.replace("nine", "NINE"));
    repo.clada(&["forward", "--tip"]).exits(0);
    assert_eq!(repo.text("a.txt"), text.replace("six", "SIX").replace("nine", "NINE"));
}

#[test]
fn staged_there_are_staged_at_the_tip() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["back", "3"]).exits(0);
    repo.write("a.txt", TEXT.replace("nine", "NINE"));
    repo.git(&["add", "a.txt"]);
    repo.write("a.txt", TEXT.replace("nine", "NINE").replace("ten", "TEN"));
    repo.clada(&["forward", "--tip"]).exits(0);
    let staged = TEXT.replace("two", "TWO").replace("three", "THREE").replace("nine", "NINE");
    assert_eq!(repo.git(&["show", ":a.txt"]), staged);
    assert_eq!(repo.text("a.txt"), staged.replace("ten", "TEN"));
    repo.assert_sound();
}

#[test]
fn to_a_file_that_waits_elsewhere_make_undo_refuse_and_forward_merge() {
    let env = TestEnv::new();
    let repo = session(&env);
    let text = repo.text("a.txt");
    repo.write("a.txt", text.replace("six", "SIX"));
    repo.clada(&["back"]).exits(0);
    let earlier = repo.text("a.txt");
    repo.write("a.txt", earlier.replace("ten", "TEN"));
    let before = repo.snapshot();
    repo.clada(&["undo"]).exits(3).says(&["a.txt has other content"]);
    repo.snapshot().assert_same(&before, "a refusal");
    repo.clada(&["forward"]).exits(0);
    assert_eq!(repo.text("a.txt"), text.replace("six", "SIX").replace("ten", "TEN"));
}

#[test]
fn a_file_made_there_that_the_tip_has_too_is_a_conflict() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["back", "3"]).exits(0);
    repo.write("dir/new.txt", "mine\n");
    let said = step(&repo, &["forward", "--tip"], 1);
    assert_eq!(said["conflicts"][0]["path"], "dir/new.txt");
    let text = repo.text("dir/new.txt");
    assert!(text.contains("new\n=======\nmine\n"), "{text}");
    assert_eq!(repo.status(), "AA dir/new.txt\n");
}
