//! Somebody else writes at the same time: before anything is written it is a conflict, and after
//! it the newer edit stays.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Runs `script` once the file is read, and before it is written: as its clean filter.
fn while_it_is_read<'e>(env: &'e TestEnv, script: &str) -> Repo<'e> {
    let repo = env.repo().file("a.txt", "a\n").file("read.txt", "read\n").commit();
    repo.git(&["config", "filter.race.clean", &format!("cat; {script}")]);
    // It names a file of the worktree, which nobody trusts unasked.
    repo.git(&["config", "clada.trustFilter", "race"]);
    repo.write(".git/info/attributes", "new.txt filter=race\n");
    repo
}

#[test]
fn a_file_that_changes_before_it_is_written_is_a_conflict() {
    for (script, path) in [
        ("echo mine >>a.txt", "a.txt"),
        ("echo mine >read.txt", "read.txt"),
        ("rm a.txt", "a.txt"),
        ("mkdir new.txt", "new.txt"),
        ("chmod +x a.txt", "a.txt"),
        ("rm a.txt; ln -s read.txt a.txt", "a.txt"),
    ] {
        let env = TestEnv::new();
        let repo = while_it_is_read(&env, script);
        let refs = repo.snapshot().refs;
        let response = sham::replace("a.txt", "a", "b")
            + &sham::block("file_read", &[("path", "read.txt")])
            + &sham::write("new.txt", "new\n");
        repo.apply(&response).exits(3).says(&[path, "someone else"]);
        assert_eq!(repo.snapshot().refs, refs, "{script}");
        assert!(!repo.path("new.txt").is_file(), "{script}: nothing is written");
        assert!(!repo.text("read.txt").is_empty());
        super::scenario::assert_nothing_left(&repo, script);
    }
}

#[test]
fn a_file_that_is_touched_and_holds_the_same_is_none() {
    let env = TestEnv::new();
    let repo = while_it_is_read(&env, "cp a.txt b; mv b a.txt");
    repo.apply(&(sham::replace("a.txt", "a", "b") + &sham::write("new.txt", "new\n"))).exits(0);
    assert_eq!(repo.text("a.txt"), "b\n");
}

/// The hook runs when the files have been written, and before the transaction is over.
#[test]
fn an_edit_that_comes_after_the_write_is_told_and_stays() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("gone.txt", "gone\n").commit();
    let hook = ".git/hooks/reference-transaction";
    let script = "[ \"$1\" != prepared ] || { echo mine >>a.txt; echo back >gone.txt; }";
    repo.write(hook, format!("#!/bin/sh\n{script}\n"));
    repo.chmod(hook, 0o755);
    let response = sham::write("a.txt", "b\n") + &sham::delete("gone.txt");
    let run = repo.apply(&response).exits(0);
    let told = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "changed by someone else since they were written, and left so: a.txt, gone.txt";
    assert!(told.contains(expected), "{}", run.stdout);
    assert_eq!([repo.text("a.txt"), repo.text("gone.txt")], ["b\nmine\n", "back\n"]);
    assert_eq!(repo.status(), " M a.txt\n?? gone.txt\n");
}
