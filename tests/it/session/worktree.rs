//! `apply --worktree`: the response goes to the session's own worktree, and nowhere else.

use super::scene::{Checkout, apply_in, listed, repo, worktree};
use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

#[test]
fn the_first_response_makes_it_at_head_and_leaves_the_checkout_alone() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = Checkout::of(&repo);
    let run = repo
        .clada(&["apply", "--worktree=spike", "--format", "json", "-"])
        .stdin(sham::write("new.txt", "new\n"))
        .exits(0);
    assert_eq!(Checkout::of(&repo), before);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    let spike = worktree(&env, "spike");
    assert_eq!(listed(&repo), [spike.dir()]);
    assert_eq!(spike.branch().as_deref(), Some("refs/heads/clada/spike"));
    assert_eq!(spike.text("new.txt"), "new\n");
    assert_eq!(spike.text("a.txt"), "a\n", "the user's edits stay where they are");
    assert_eq!(spike.status(), "");
    assert_eq!(spike.git_line(&["rev-parse", "HEAD^"]), repo.git_line(&["rev-parse", "main"]));
    let told = &run.json()["transaction"];
    assert_eq!(told["session"], "spike");
    assert_eq!(told["branch"], "clada/spike");
    assert_eq!(told["worktree"].as_str(), spike.dir().to_str());
    assert!(!repo.exists(".git/worktrees/spike/locked"), "it is whole");
    repo.assert_sound();
}

#[test]
fn later_responses_go_there_too() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = Checkout::of(&repo);
    for file in ["1", "2", "3"] {
        let run = apply_in(&repo, "spike", file);
        assert!(run.stdout.contains("repo.clada/spike clada undo"), "{}", run.stdout);
    }
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..clada/spike"]), "3");
    assert_eq!(listed(&repo).len(), 1);
    assert_eq!(Checkout::of(&repo), before);
}

#[test]
fn without_a_name_it_is_named_after_the_branch_and_found_again() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["branch", "clada/main"]);
    for file in ["1", "2"] {
        repo.clada(&["apply", "--worktree", "-"]).stdin(sham::write(file, "x")).exits(0);
    }
    assert_eq!(listed(&repo), [env.root().join("repo.clada/main-2")]);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..clada/main-2"]), "2");
    repo.git(&["stash", "-q", "-u"]);
    repo.git(&["switch", "-q", "-c", "topic/x"]);
    repo.clada(&["apply", "--worktree", "-"]).stdin(sham::write("3", "x")).exits(0);
    assert!(worktree(&env, "topic-x").exists("3"));
    repo.git(&["switch", "-q", "--detach"]);
    repo.clada(&["apply", "--worktree", "-"]).stdin(sham::write("4", "x")).exits(0);
    repo.clada(&["apply", "--worktree", "-"]).stdin(sham::write("5", "x")).exits(0);
    let short = repo.git_line(&["rev-parse", "--short=7", "HEAD"]);
    assert!(worktree(&env, &short).exists("5"));
    assert_eq!(listed(&repo).len(), 3);
}

#[test]
fn the_setting_says_so_for_all_responses() {
    let env = TestEnv::new();
    let repo = repo(&env).config("clada.session", "worktree");
    repo.apply(&sham::write("1", "x")).exits(0);
    let main = worktree(&env, "main");
    assert!(main.exists("1"));
    main.apply(&sham::write("2", "x")).exits(0);
    assert!(main.exists("2"), "in the worktree itself it goes on there");
    assert_eq!(listed(&repo).len(), 1);
    repo.git(&["commit", "-q", "-am", "mine"]);
    repo.apply(&sham::write("3", "x")).arg("--in-place").exits(0);
    assert!(repo.exists("3"), "an option goes before the setting");
}

#[test]
fn a_session_of_the_log_of_another_worktree_has_its_base() {
    let env = TestEnv::new();
    let repo = repo(&env);
    apply_in(&repo, "spike", "1");
    let status = worktree(&env, "spike").clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status["base"], "main");
    assert_eq!(status["position"]["commits"], 1);
}

#[test]
fn the_directory_is_a_setting() {
    let env = TestEnv::new();
    for (set, expected) in [
        ("trees", "repo/trees"),
        ("../elsewhere/deep", "elsewhere/deep"),
        ("~/sessions", "home/sessions"),
    ] {
        let repo = env.repo_at("repo").file("a.txt", "a\n").commit();
        let repo = repo.config("clada.worktreeDir", set);
        apply_in(&repo, "spike", "new.txt");
        assert!(env.root().join(expected).join("spike/new.txt").exists(), "{set}");
        fs_err::remove_dir_all(repo.dir()).expect("removed");
    }
}

#[test]
fn from_a_linked_worktree_it_comes_beside_the_main_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["worktree", "add", "-q", "-b", "other", "../other"]);
    let other = Repo::new(&env, env.root().join("other"));
    other.write("o.txt", "o\n");
    other.git(&["add", "-A"]);
    other.git(&["commit", "-q", "-m", "other"]);
    let run = Clada::new(&env, other.dir(), &["apply", "--worktree", "-"]);
    run.stdin(sham::write("new.txt", "x")).exits(0);
    let session = worktree(&env, "other");
    assert!(session.exists("o.txt") && session.exists("new.txt"), "it began at that HEAD");
    other.clada(&["log"]).exits(0).says(&[]);
    assert!(other.clada(&["log"]).exits(0).stdout.contains("session start"));
}

#[test]
fn files_are_checked_out_as_git_does_it() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file(".gitattributes", "*.txt text eol=crlf\n*.up filter=up\n")
        .file("a.txt", "a\nb\n")
        .file("b.up", "loud\n")
        .file_with_mode("run.sh", "#!/bin/sh\n", 0o755)
        .link("link", "a.txt")
        .config("filter.up.smudge", "tr a-z A-Z")
        .config("filter.up.clean", "tr A-Z a-z")
        .commit();
    let response = sham::replace("a.txt", "b", "c") + &sham::write("new.up", "NEW\n");
    repo.clada(&["apply", "--worktree=s", "-"]).stdin(response).exits(0);
    let s = worktree(&env, "s");
    assert_eq!(s.text("a.txt"), "a\r\nc\r\n");
    assert_eq!(s.text("b.up"), "LOUD\n");
    assert_eq!(s.git(&["show", "HEAD:new.up"]), "new\n");
    assert_eq!(s.mode("run.sh") & 0o111, 0o111);
    assert_eq!(s.status(), "");
}

#[test]
fn a_dry_run_makes_none() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let run = repo.clada(&["apply", "-n", "--worktree=s", "-"]).stdin(sham::write("n", "x"));
    let run = run.exits(0);
    assert!(run.stdout.contains("no worktree yet"), "{}", run.stdout);
    repo.snapshot().assert_same(&before, "a dry run changed something");
    assert!(!env.root().join("repo.clada").exists());
    assert_eq!(listed(&repo).len(), 0);
    apply_in(&repo, "s", "n");
    let dry = sham::replace("n", "new", "newer");
    let run = repo.clada(&["apply", "-n", "--worktree=s", "-"]).stdin(dry).exits(0);
    assert!(run.stdout.contains("+newer"), "it runs in the worktree: {}", run.stdout);
}

#[test]
fn a_response_with_nothing_to_try_makes_none() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let apply = |response: &str| repo.clada(&["apply", "--worktree=s", "-"]).stdin(response);
    apply("just words\n").exits(0);
    apply(&sham::block("no_such_action", &[])).exits(1).says(&["no_such_action"]);
    repo.snapshot().assert_same(&before, "something changed");
    assert!(!env.root().join("repo.clada").exists());
}

#[test]
fn the_working_context_is_taken_over() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["context", "add", "a.txt"]).exits(0);
    apply_in(&repo, "s", "n");
    let list = worktree(&env, "s").clada(&["context", "list"]).exits(0);
    assert!(list.stdout.contains("a.txt"), "{}", list.stdout);
}

#[test]
fn a_session_that_lost_its_worktree_gets_a_new_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    apply_in(&repo, "s", "1");
    repo.git(&["worktree", "remove", "../repo.clada/s"]);
    apply_in(&repo, "s", "2");
    let s = worktree(&env, "s");
    assert!(s.exists("1") && s.exists("2"));
    let listed = repo.clada(&["session", "list", "--format", "json"]).exits(0).json();
    assert_eq!(listed["sessions"][0]["commits"], 2);
    assert_eq!(listed["sessions"][0]["base"], "main");
    s.clada(&["undo", "2"]).exits(0);
    assert!(!s.exists("1") && !s.exists("2"), "its log went on");
}
