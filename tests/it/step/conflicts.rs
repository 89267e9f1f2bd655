//! Edits that do not go together with what stands when they come back: both versions are kept.

use super::{State, session, step, waiting};
use crate::env::{Repo, TestEnv};

/// A commit on the session's branch that another worktree made while HEAD was stepped back.
fn commit_at_tip(env: &TestEnv, repo: &Repo<'_>, edit: impl FnOnce(&Repo<'_>)) {
    repo.git(&["worktree", "add", "-q", "../other", "clada/main"]);
    let other = Repo::new(env, env.root().join("other"));
    edit(&other);
    other.git(&["add", "-A"]);
    other.git(&["commit", "-q", "-m", "meanwhile"]);
    repo.git(&["worktree", "remove", "--force", "../other"]);
}

/// An edit of the tip, then a commit on top of that while HEAD is one back, then forward.
fn meanwhile(
    env: &TestEnv,
    edit: impl FnOnce(&Repo<'_>),
    commit: impl FnOnce(&Repo<'_>),
    status: i32,
) -> (Repo<'_>, serde_json::Value) {
    let repo = session(env);
    edit(&repo);
    repo.clada(&["back"]).exits(0);
    commit_at_tip(env, &repo, commit);
    let back = State::of(&repo);
    let said = step(&repo, &["forward", "--tip"], status);
    let log = repo.clada(&["log", "--format=json"]).exits(0).json();
    assert_eq!(log["operations"][0]["succeeded"], status == 0);
    repo.assert_sound();
    assert_eq!(waiting(&repo), [""; 0]);
    let arrived = State::of(&repo);
    repo.clada(&["undo"]).exits(0);
    State::of(&repo).assert_same(&back, "undo");
    assert_eq!(waiting(&repo), ["a.txt"]);
    repo.clada(&["redo"]).exits(0);
    State::of(&repo).assert_same(&arrived, "redo");
    (repo, said)
}

fn change(repo: &Repo<'_>, from: &str, to: &str) {
    let text = repo.text("a.txt");
    repo.write("a.txt", text.replace(from, to));
}

fn remove(repo: &Repo<'_>) {
    fs_err::remove_file(repo.path("a.txt")).expect("a file");
}

fn conflict(said: &serde_json::Value) -> (&str, &str) {
    let conflict = &said["conflicts"][0];
    (conflict["path"].as_str().expect("a path"), conflict["reason"].as_str().expect("a reason"))
}

#[test]
fn changes_apart_are_merged() {
    let env = TestEnv::new();
    let edit = |repo: &Repo<'_>| change(repo, "six", "SIX");
    let (repo, said) = meanwhile(&env, edit, |other| change(other, "ten", "TEN"), 0);
    assert_eq!(said["restoredFiles"][0], "a.txt");
    let text = repo.text("a.txt");
    assert!(text.contains("SIX") && text.contains("TEN"), "{text}");
    assert_eq!(repo.status(), " M a.txt\n");
}

#[test]
fn the_same_change_on_both_sides_is_no_conflict() {
    let env = TestEnv::new();
    let edit = |repo: &Repo<'_>| change(repo, "six", "SIX");
    let (repo, _) = meanwhile(&env, edit, |other| change(other, "six", "SIX"), 0);
    assert_eq!(repo.status(), "");
}

#[test]
fn changes_of_the_same_line_stand_between_markers_with_all_stages() {
    let env = TestEnv::new();
    let edit = |repo: &Repo<'_>| change(repo, "six", "mine");
    let (repo, said) = meanwhile(&env, edit, |other| change(other, "six", "theirs"), 1);
    assert_eq!(conflict(&said).0, "a.txt");
    let text = repo.text("a.txt");
    let marked = "<<<<<<< clada/main\ntheirs\n=======\nmine\n>>>>>>> stashed changes\n";
    assert!(text.contains(marked), "{text}");
    assert_eq!(repo.status(), "UU a.txt\n");
    repo.git(&["checkout", "-q", "--theirs", "a.txt"]);
    assert!(repo.text("a.txt").contains("mine"));
    repo.git(&["add", "a.txt"]);
    repo.git(&["commit", "-q", "-m", "resolved"]);
}

#[test]
fn the_style_of_markers_is_gits_setting() {
    let env = TestEnv::new();
    env.git(env.root(), &["config", "--global", "merge.conflictStyle", "diff3"]);
    let edit = |repo: &Repo<'_>| change(repo, "six", "mine");
    let (repo, _) = meanwhile(&env, edit, |other| change(other, "six", "theirs"), 1);
    let text = repo.text("a.txt");
    assert!(text.contains("|||||||") && text.contains("six\n"), "{text}");
}

#[test]
fn the_text_says_what_to_do() {
    let env = TestEnv::new();
    let repo = session(&env);
    change(&repo, "six", "mine");
    repo.clada(&["back"]).exits(0);
    commit_at_tip(&env, &repo, |other| change(other, "six", "theirs"));
    let run = repo.clada(&["forward", "--tip"]).exits(1);
    assert!(run.stdout.contains("conflict  a.txt: the same lines"), "{}", run.stdout);
    run.says(&["git add", "git checkout --theirs", "git clada undo"]);
}

#[test]
fn an_edit_of_a_file_that_was_deleted_stands() {
    let env = TestEnv::new();
    let (repo, said) = meanwhile(&env, |repo| change(repo, "six", "mine"), remove, 1);
    assert!(conflict(&said).1.contains("deleted by commits"));
    assert!(repo.text("a.txt").contains("mine"));
    assert_eq!(repo.status(), "UA a.txt\n".replace("UA", "DU"));
}

#[test]
fn a_deletion_of_a_file_that_was_changed_lets_that_stand() {
    let env = TestEnv::new();
    let (repo, said) = meanwhile(&env, remove, |other| change(other, "six", "theirs"), 1);
    assert!(conflict(&said).1.contains("the edit had deleted it"));
    assert!(repo.text("a.txt").contains("theirs"));
    assert_eq!(repo.status(), "UD a.txt\n");
}

#[test]
fn bytes_that_are_no_text_are_not_merged_and_the_index_has_the_edit() {
    let env = TestEnv::new();
    let edit = |repo: &Repo<'_>| repo.write("a.txt", b"mine\0");
    let (repo, _) = meanwhile(&env, edit, |other| other.write("a.txt", b"theirs\0"), 1);
    assert_eq!(repo.read("a.txt"), b"theirs\0");
    assert_eq!(repo.git(&["show", ":3:a.txt"]), "mine\0");
}

#[test]
fn attributes_say_how_an_edit_that_comes_back_is_merged() {
    for (attribute, status, expected) in
        [("-merge", 1, "theirs\n"), ("merge=union", 0, "theirs\nmine\n"), ("merge=own", 0, "own\n")]
    {
        let env = TestEnv::new();
        let edit = |repo: &Repo<'_>| {
            repo.git(&["config", "merge.own.driver", "echo own > %A"]);
            repo.write(".git/info/attributes", format!("a.txt {attribute}\n"));
            repo.write("a.txt", "mine\n");
        };
        let (repo, _) = meanwhile(&env, edit, |other| other.write("a.txt", "theirs\n"), status);
        assert_eq!(repo.text("a.txt"), expected, "{attribute}");
    }
}

#[test]
fn a_link_is_not_merged_with_a_file() {
    let env = TestEnv::new();
    let edit = |repo: &Repo<'_>| {
        remove(repo);
        std::os::unix::fs::symlink("mine", repo.path("a.txt")).expect("a link");
    };
    let (repo, _) = meanwhile(&env, edit, |other| change(other, "six", "theirs"), 1);
    assert!(repo.text("a.txt").contains("theirs"));
    assert_eq!(repo.git(&["show", ":3:a.txt"]), "mine");
}

#[test]
fn a_mode_comes_back_on_a_changed_file() {
    let env = TestEnv::new();
    let edit = |repo: &Repo<'_>| {
        change(repo, "six", "mine");
        repo.chmod("a.txt", 0o755);
    };
    let (repo, _) = meanwhile(&env, edit, |other| change(other, "ten", "theirs"), 0);
    assert_eq!(repo.mode("a.txt"), 0o755);
    let text = repo.text("a.txt");
    assert!(text.contains("mine") && text.contains("theirs"), "{text}");
}

#[test]
fn a_staged_version_that_does_not_fit_is_told_and_kept_in_the_log() {
    let env = TestEnv::new();
    let edit = |repo: &Repo<'_>| {
        change(repo, "six", "staged");
        repo.git(&["add", "a.txt"]);
        change(repo, "staged", "six");
        change(repo, "ten", "TEN");
    };
    let (repo, said) = meanwhile(&env, edit, |other| change(other, "six", "theirs"), 1);
    assert!(conflict(&said).1.contains("in the log"), "{said}");
    let text = repo.text("a.txt");
    assert!(text.contains("theirs") && text.contains("TEN"), "{text}");
    let kept = repo.git(&["show", "refs/clada/log/main~1:stash/0/staged/0/a.txt"]);
    assert!(kept.contains("staged"), "{kept}");
}

#[test]
fn edits_that_wait_outlive_gits_garbage_collection() {
    let env = TestEnv::new();
    let repo = session(&env);
    change(&repo, "six", "staged");
    repo.git(&["add", "a.txt"]);
    change(&repo, "staged", "mine");
    let before = State::of(&repo);
    repo.clada(&["back"]).exits(0);
    repo.git(&["reflog", "expire", "--expire=now", "--all"]);
    repo.git(&["gc", "-q", "--prune=now"]);
    repo.clada(&["forward"]).exits(0);
    State::of(&repo).assert_same(&before, "after gc");
}
