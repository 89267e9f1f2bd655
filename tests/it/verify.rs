//! `--verify`: the repository's own pre-commit and commit-msg hooks are asked before the commit.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn with_hook<'e>(repo: Repo<'e>, path: &str, script: &str) -> Repo<'e> {
    repo.write(path, format!("#!/bin/sh\n{script}\n"));
    repo.chmod(path, 0o755);
    repo
}

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").file("other.txt", "o\n").commit()
}

const PRE_COMMIT: &str = ".git/hooks/pre-commit";
const COMMIT_MSG: &str = ".git/hooks/commit-msg";

#[test]
fn the_hook_sees_what_will_be_committed_and_the_files_as_they_will_be() {
    let env = TestEnv::new();
    let repo =
        with_hook(repo(&env), PRE_COMMIT, "git diff --cached; cat a.txt b.txt other.txt >&2");
    let repo = repo.staged("staged.txt", "s\n").file("other.txt", "mine\n");
    let response = sham::replace("a.txt", "a\n", "c\n") + &sham::write("b.txt", "b\n");
    let run = repo.apply(&response).arg("--verify").exits(0);
    let said: String = run
        .stderr
        .lines()
        .filter_map(|line| line.strip_prefix("[verify] "))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert!(said.contains("-a\n+c\n") && said.contains("+++ b/b.txt\n"), "{said}");
    assert!(!said.contains("staged.txt") && !said.contains("other.txt"), "not committed: {said}");
    assert!(said.ends_with("c\nb\nmine\n"), "the files: {said}");
    assert_eq!(repo.git(&["show", "HEAD:a.txt"]), "c\n");
    assert_eq!(repo.status(), " M other.txt\nA  staged.txt\n", "what is staged stays so");
    repo.assert_sound();
}

#[test]
fn a_hook_that_fails_ends_it_with_nothing_written() {
    for (hook, name) in [(PRE_COMMIT, "pre-commit"), (COMMIT_MSG, "commit-msg")] {
        let env = TestEnv::new();
        let repo = with_hook(repo(&env), hook, "echo not like this; echo really >&2; exit 1");
        let repo = repo.file("a.txt", "mine\n");
        let before = repo.snapshot();
        let run = repo.apply(&sham::write("a.txt", "b\n")).arg("--verify").exits(3);
        run.says(&[&format!("the `{name}` hook says no:\nnot like this\nreally\n"), "--verify"]);
        assert_eq!(run.stdout, "");
        repo.snapshot().assert_same(&before, name);
        repo.apply(&sham::write("a.txt", "b\n")).exits(0);
        assert_eq!(repo.text("a.txt"), "b\n", "without it no hook is asked");
    }
}

#[test]
fn the_setting_asks_them_too_and_a_dry_run_does_not() {
    let env = TestEnv::new();
    let repo = with_hook(repo(&env), PRE_COMMIT, "exit 1").config("clada.verify", "true");
    repo.apply(&sham::write("a.txt", "b\n")).arg("-n").exits(0);
    repo.apply(&sham::write("a.txt", "b\n")).exits(3).says(&["`pre-commit`"]);
    let read = sham::block("file_read", &[("path", "a.txt")]);
    repo.apply(&read).exits(0);
    repo.chmod(PRE_COMMIT, 0o644);
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
}

#[test]
fn a_hook_that_changes_or_stages_files_is_refused() {
    let env = TestEnv::new();
    for (script, words) in [
        ("echo more >>a.txt", "the repository's hooks change files: a.txt"),
        ("echo x >new.txt", "the repository's hooks change files: new.txt"),
        ("rm other.txt", "the repository's hooks change files: other.txt"),
        ("git rm -q --cached other.txt", "the `pre-commit` hook stages changes; with"),
        (
            "echo more >>a.txt; git add a.txt",
            "the `pre-commit` hook says no; with `--verify` hooks only judge",
        ),
        (
            "echo more >>a.txt; git add a.txt; true",
            "change files: a.txt; with `--verify` hooks only judge",
        ),
    ] {
        let name = script.replace(|c: char| !c.is_ascii_alphabetic(), "");
        let repo = env.repo_at(&name).file("a.txt", "a\n").file("other.txt", "o\n").commit();
        let repo = with_hook(repo, PRE_COMMIT, script);
        let before = repo.snapshot();
        repo.apply(&sham::write("a.txt", "b\n")).arg("--verify").exits(3).says(&[words]);
        repo.snapshot().assert_same(&before, script);
    }
}

#[test]
fn what_a_hook_leaves_in_ignored_files_is_dropped() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitignore", "*.cache\n").file("a.txt", "a\n").commit();
    let repo = with_hook(repo, PRE_COMMIT, "echo x >lint.cache");
    repo.apply(&sham::write("a.txt", "b\n")).arg("--verify").exits(0);
    assert!(!repo.exists("lint.cache"));
}

#[test]
fn commit_msg_may_rewrite_the_message_but_not_our_trailers() {
    let env = TestEnv::new();
    let script = "printf 'feat: %s\\n\\nChange-Id: I1\\n' \"$(head -1 \"$1\")\" >\"$1.new\"; \
                  mv \"$1.new\" \"$1\"";
    let repo = with_hook(repo(&env), COMMIT_MSG, script);
    repo.apply(&sham::write("a.txt", "b\n")).arg("--verify").exits(0);
    let message = repo.git_line(&["log", "-1", "--format=%B"]);
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines[..3], ["feat: AI: write a.txt", "", "Change-Id: I1"], "{message}");
    let id =
        repo.clada(&["log", "--format", "json"]).exits(0).json()["operations"][0]["id"].clone();
    assert_eq!(lines[3], format!("Clada-Transaction: {}", id.as_str().expect("an id")));
    assert!(lines[4].starts_with("Clada-Response: sha256:") && lines.len() == 5, "{message}");
    let repo = with_hook(repo, COMMIT_MSG, ": >\"$1\"");
    let run = repo.apply(&sham::write("a.txt", "c\n")).arg("--verify").exits(3);
    run.says(&["leaves no message"]);
}

#[test]
fn hooks_are_found_where_git_finds_them_and_a_response_does_not_make_them() {
    let env = TestEnv::new();
    let repo = with_hook(repo(&env), ".husky/pre-commit", "echo from husky; exit 1");
    let repo = repo.commit().config("core.hooksPath", ".husky");
    let run = repo.apply(&sham::write("a.txt", "b\n")).arg("--verify").exits(3);
    run.says(&["from husky"]);
    let response = sham::write(".husky/pre-commit", "#!/bin/sh\ntrue\n");
    let run = repo.apply(&response).arg("--verify").exits(3);
    run.says(&["the response changes the repository's own hooks", ".husky/pre-commit"]);
    let linked = with_hook(env.repo_at("linked"), "tools/check", "exit 1").commit();
    let linked = linked.link(COMMIT_MSG, "../../tools/check");
    let response = sham::write("tools/check", "#!/bin/sh\ntrue\n");
    let run = linked.apply(&response).arg("--verify").exits(3);
    run.says(&["the response changes the repository's own hooks", "tools/check"]);
}

#[test]
fn hooks_are_held_like_commands() {
    let env = TestEnv::new();
    let script = "touch .git/pwned ../pwned && exit 1; exit 0";
    let repo = with_hook(repo(&env), PRE_COMMIT, script);
    repo.apply(&sham::write("a.txt", "b\n")).arg("--verify").exits(0);
    assert!(!repo.exists(".git/pwned") && !env.root().join("pwned").exists());
    let slow = with_hook(repo, PRE_COMMIT, "sleep 100");
    let before = slow.snapshot();
    let run = slow.apply(&sham::write("a.txt", "c\n")).arg("--verify").arg("--timeout=300ms");
    run.exits(3).says(&["took longer than 0.3s"]);
    slow.snapshot().assert_same(&before, "its time was up");
}

#[test]
fn an_unborn_branch_and_a_session_in_a_worktree_are_asked_about_too() {
    let env = TestEnv::new();
    let script = "git diff --cached --name-only --no-renames; git rev-parse --show-toplevel";
    let repo = with_hook(env.repo(), PRE_COMMIT, script);
    let run = repo.apply(&sham::write("a.txt", "a\n")).arg("--verify").exits(0);
    run.says(&["[verify] a.txt\n"]);
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--verify").arg("--worktree=spike");
    let run = run.exits(0);
    let place = env.root().join("repo.clada/spike");
    run.says(&["[verify] b.txt\n", &format!("[verify] {}\n", place.display())]);
}
