//! Modes, links, deletions, renames, directories, filters: files go and come as git has them.

use super::back_and_forward;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Makes a commit of the user's own on the session.
fn commit(repo: &Repo<'_>, edit: impl FnOnce(&Repo<'_>)) {
    edit(repo);
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-q", "-m", "the user's own"]);
}

fn begun(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").file_with_mode("run.sh", "#!/bin/sh\n", 0o755);
    let repo = repo.link("link", "a.txt").file("d/in/deep", "deep\n").commit();
    repo.apply(&sham::write("first", "1\n")).exits(0);
    repo
}

/// Whether `git switch --detach` to where `back` went leaves the same worktree.
fn as_git_would(repo: &Repo<'_>, count: usize) {
    back_and_forward(repo, count);
    repo.clada(&["back", &count.to_string()]).exits(0);
    let ours = repo.snapshot();
    repo.clada(&["forward", "--tip"]).exits(0);
    repo.git(&["switch", "-q", "--detach", &format!("HEAD~{count}")]);
    ours.assert_same_but_log(&repo.snapshot(), "git does otherwise");
    assert_eq!(repo.status(), "");
}

#[test]
fn executable_bits() {
    let env = TestEnv::new();
    let repo = begun(&env);
    commit(&repo, |repo| {
        repo.chmod("run.sh", 0o644);
        repo.chmod("a.txt", 0o755);
    });
    as_git_would(&repo, 1);
}

#[test]
fn a_new_executable_has_its_mode_by_the_umask() {
    let env = TestEnv::new();
    let repo = begun(&env);
    commit(&repo, |repo| fs_err::remove_file(repo.path("run.sh")).expect("a file"));
    let shell = format!("umask 027; exec '{}' back", env!("CARGO_BIN_EXE_git-clada"));
    let status = env.command("sh", repo.dir()).args(["-c", &shell]).status();
    assert!(status.expect("sh runs").success());
    assert_eq!(repo.mode("run.sh"), 0o750);
}

#[test]
fn links_come_go_and_change() {
    let env = TestEnv::new();
    let repo = begun(&env);
    let replace = |repo: &Repo<'_>, path: &str, target: &str| {
        fs_err::remove_file(repo.path(path)).expect("a file");
        std::os::unix::fs::symlink(target, repo.path(path)).expect("a link");
    };
    commit(&repo, |repo| replace(repo, "link", "elsewhere"));
    commit(&repo, |repo| replace(repo, "a.txt", "run.sh"));
    commit(&repo, |repo| fs_err::remove_file(repo.path("link")).expect("a link"));
    for count in 1..=3 {
        as_git_would(&repo, count);
        repo.git(&["switch", "-q", "clada/main"]);
    }
}

#[test]
fn deletions_renames_and_directories() {
    let env = TestEnv::new();
    let repo = begun(&env);
    repo.apply(&(sham::rename("d/in/deep", "e/f/g/deep") + &sham::delete("a.txt"))).exits(0);
    // Directories without files are no business of git's.
    repo.git(&["clean", "-fdq"]);
    repo.apply(&sham::rename("e/f/g/deep", "d")).exits(0);
    repo.git(&["clean", "-fdq"]);
    for count in 1..=3 {
        as_git_would(&repo, count);
        repo.git(&["switch", "-q", "clada/main"]);
    }
}

#[test]
fn a_file_becomes_a_directory_and_a_directory_a_file() {
    let env = TestEnv::new();
    let repo = begun(&env);
    commit(&repo, |repo| {
        fs_err::remove_dir_all(repo.path("d")).expect("a directory");
        repo.write("d", "a file\n");
        fs_err::remove_file(repo.path("a.txt")).expect("a file");
        repo.write("a.txt/in/side", "x\n");
    });
    as_git_would(&repo, 1);
}

#[test]
fn line_breaks_by_autocrlf() {
    let env = TestEnv::new();
    let repo = env.repo().config("core.autocrlf", "true").file("a.txt", "a\r\nb\r\n").commit();
    repo.apply(&sham::replace("a.txt", "a", "A")).exits(0);
    repo.apply(&(sham::delete("a.txt") + &sham::write("b.txt", "b\r\n"))).exits(0);
    as_git_would(&repo, 1);
    assert_eq!(repo.text("a.txt"), "A\r\nb\r\n");
    repo.git(&["switch", "-q", "clada/main"]);
    as_git_would(&repo, 2);
}

#[test]
fn smudge_and_clean_filters_and_attributes_that_change() {
    let env = TestEnv::new();
    let repo = env.repo().config("filter.up.clean", "tr a-z A-Z");
    let repo = repo.config("filter.up.smudge", "tr A-Z a-z");
    let repo = repo.file(".gitattributes", "*.up filter=up\n").file("a.up", "one\n").commit();
    repo.apply(&sham::write("a.up", "two\n")).exits(0);
    commit(&repo, |repo| {
        repo.write(".gitattributes", "*.up -filter\n");
        repo.write("a.up", "Three\n");
    });
    as_git_would(&repo, 1);
    assert_eq!(repo.text("a.up"), "two\n");
    repo.git(&["switch", "-q", "clada/main"]);
    as_git_would(&repo, 2);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.clada(&["back"]).exits(0);
    repo.write("a.up", "mine\n");
    back_again(&repo);
}

/// One more step back with an edit of a filtered file, and forward to it.
fn back_again(repo: &Repo<'_>) {
    let before = repo.snapshot();
    repo.clada(&["back"]).exits(0);
    assert_eq!((repo.text("a.up").as_str(), repo.status().as_str()), ("one\n", ""));
    repo.clada(&["forward"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "the filtered edit");
}

#[test]
fn what_sparse_checkout_leaves_out_stays_out() {
    let env = TestEnv::new();
    let repo = env.repo().file("in/a.txt", "a\n").file("out/b.txt", "b\n").commit();
    repo.apply(&(sham::write("out/b.txt", "B\n") + &sham::write("in/a.txt", "A\n"))).exits(0);
    repo.git(&["sparse-checkout", "set", "--cone", "in"]);
    back_and_forward(&repo, 1);
    repo.clada(&["back"]).exits(0);
    assert!(!repo.exists("out/b.txt"));
    assert_eq!((repo.text("in/a.txt").as_str(), repo.status().as_str()), ("a\n", ""));
}

#[test]
fn a_snapshot_is_a_commit_of_its_own() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "one\ntwo\n").commit();
    repo.write("a.txt", "mine\ntwo\n");
    repo.apply(&sham::replace("a.txt", "two", "TWO")).exits(0);
    repo.clada(&["back"]).exits(0);
    assert_eq!(repo.text("a.txt"), "mine\ntwo\n");
    repo.clada(&["back"]).exits(0);
    assert_eq!(repo.text("a.txt"), "one\ntwo\n");
    repo.clada(&["back"]).exits(3);
}

#[test]
fn a_submodule_that_would_change_is_refused() {
    let env = TestEnv::new();
    let repo = begun(&env);
    let id = repo.git_line(&["rev-parse", "HEAD"]);
    repo.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{id},module")]);
    repo.git(&["commit", "-q", "-m", "a submodule"]);
    let before = repo.snapshot();
    repo.clada(&["back"]).exits(3).says(&["submodule", "`module`"]);
    repo.snapshot().assert_same(&before, "a refusal");
}
