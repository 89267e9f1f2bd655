//! What a command that nothing holds back does to the git directory is told.

use super::scene::{IN_VIEW, NOTE, apply, bash, has_view, lay_out, notes};
use crate::{
    env::{TestEnv, skipped},
    sham,
};

#[test]
fn what_a_command_changes_in_the_git_directory_is_named() {
    for (script, named) in [
        ("git config x.y z", ".git/config"),
        ("echo exit 1 > .git/hooks/pre-commit", ".git/hooks/pre-commit"),
        ("rm -r .git/hooks; mkdir .git/hooks; touch .git/hooks/p", ".git/hooks/p"),
        ("mkdir -p .git/info; echo 'x -text' > .git/info/attributes", ".git/info/attributes"),
        ("git branch other", "refs/heads/other"),
        ("git symbolic-ref HEAD refs/heads/other", ".git/HEAD"),
        ("git add untracked.txt", "what is staged"),
        (
            "mkdir -p .clada; echo '{}' > .clada/allowed-commands.json",
            ".clada/allowed-commands.json",
        ),
    ] {
        let env = TestEnv::new();
        let repo = lay_out(&env, "in-place");
        fs_err::remove_dir_all(repo.path(".git/hooks")).expect("the samples go");
        fs_err::create_dir(repo.path(".git/hooks")).expect("made");
        let report = apply(&repo, &bash(script), &[]).json();
        let expected = format!("exec changed what undo does not bring back: {named}");
        assert_eq!(notes(&report), [NOTE, &expected], "{script}: {report}");
    }
}

#[test]
fn a_commit_of_a_command_stays_and_its_files_are_not_lost() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let response = bash("echo 1 > a.txt; git commit -q -m theirs -- a.txt; echo 2 > b.txt");
    let run = apply(&repo, &response, &[]);
    let report = run.json();
    assert_eq!(run.status, Some(0), "{report}");
    let said = notes(&report).join("\n");
    assert!(said.contains("refs/heads/main"), "{said}");
    assert_eq!((repo.text("a.txt"), repo.text("b.txt")), ("1\n".to_owned(), "2\n".to_owned()));
    assert_eq!(repo.text("edited.txt"), "one\nmine\n");
    repo.assert_sound();
}

#[test]
fn in_a_view_without_a_sandbox_it_is_named_too() {
    if !has_view() {
        return skipped("git_dir::in_a_view_without_a_sandbox…", "no view");
    }
    let env = TestEnv::new();
    let repo = lay_out(&env, "overlay");
    let report = apply(&repo, &bash("git config x.y z"), &["-n"]).json();
    let expected = "exec changed what undo does not bring back: .git/config";
    assert_eq!(notes(&report), [IN_VIEW, expected], "{report}");
}

#[test]
fn in_a_view_a_commit_of_a_command_ends_the_response() {
    if !has_view() {
        return skipped("git_dir::in_a_view_a_commit…", "no view");
    }
    let env = TestEnv::new();
    let repo = lay_out(&env, "overlay");
    let response = sham::write("a.txt", "1\n") + &bash("git commit -q --allow-empty -m theirs");
    let run = apply(&repo, &response, &[]);
    assert_eq!(run.status, Some(3), "{}", run.stdout);
    run.says(&["HEAD"]);
    assert_eq!(repo.text("a.txt"), "alpha\n");
    assert_eq!(repo.git_line(&["log", "-1", "--format=%s"]), "theirs");
}

#[test]
fn a_repository_that_a_command_makes_stays_and_is_told() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let script = "git init -q sub; echo 1 > sub/x; echo 1 > a.txt";
    let report = apply(&repo, &bash(script), &[]).json();
    let expected = "exec made or removed repositories, and they stay so: sub";
    let said = notes(&report);
    assert_eq!(said.get(..2), Some([NOTE, expected].map(str::to_owned).as_slice()), "{report}");
    assert!(repo.exists("sub/.git") && repo.exists("sub/x"));
}

#[test]
fn the_record_keeps_how_the_worktree_stood() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let response = sham::write("a.txt", "pending\n") + &bash("echo 1 > b.txt");
    let report = apply(&repo, &(response + &bash("echo 2 > b.txt")), &[]).json();
    assert_eq!(report["success"], true, "{report}");
    repo.git(&["gc", "-q", "--prune=now"]);
    let kept = |path: &str| repo.git(&["show", &format!("refs/clada/log/main:snapshot/{path}")]);
    for (path, content) in [
        ("a.txt", "alpha\n"),
        ("b.txt", "beta\n"),
        ("edited.txt", "one\nmine\n"),
        ("untracked.txt", "mine\n"),
        ("staged.txt", "staged\nand mine\n"),
    ] {
        assert_eq!(kept(&format!("worktree/{path}")), content, "{path}");
    }
    let list = repo.git(&["ls-tree", "-r", "--name-only", "refs/clada/log/main:snapshot"]);
    assert!(!list.contains("x.log"), "what git ignores is not in it: {list}");
}
