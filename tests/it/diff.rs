//! `git clada diff`: what an operation changed, or the session since its base.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn session(env: &TestEnv) -> Repo<'_> {
    let repo = env
        .repo()
        .file("a.txt", "a\n")
        .file("d/b.txt", "b\n")
        .file_with_mode("run.sh", "#!/bin/sh\n", 0o755)
        .link("l", "a.txt")
        .file(".gitignore", "*.log\n")
        .commit();
    let first = sham::write("a.txt", "A\n") + &sham::write("x.log", "log\n");
    repo.apply(&first).exits(0);
    repo.apply(&(sham::rename("run.sh", "d/run.sh") + &sham::rename("l", "m"))).exits(0);
    repo.file("d/b.txt", "not committed\n")
}

#[test]
fn of_the_session_is_what_git_would_say_of_its_commits() {
    let env = TestEnv::new();
    let repo = session(&env);
    let told = repo.clada(&["diff"]).exits(0).stdout;
    let git = repo.git(&["diff", "--no-renames", "--full-index", "main", "HEAD"]);
    let without_ids = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("index ")).map(str::to_owned).collect()
    };
    assert_eq!(without_ids(&told), without_ids(&git));
    let stat = repo.clada(&["diff", "--stat"]).exits(0).stdout;
    assert!(stat.contains("5 files changed"), "{stat}");
}

#[test]
fn of_an_operation_has_what_git_does_not_track_too() {
    let env = TestEnv::new();
    let repo = session(&env);
    let stat = repo.clada(&["diff", "--stat", "HEAD~1"]).exits(0).stdout;
    assert!(stat.contains("a.txt") && stat.contains("x.log") && !stat.contains("run.sh"), "{stat}");
}

#[test]
fn paths_are_seen_from_the_directory() {
    let env = TestEnv::new();
    let repo = session(&env);
    let files = |args: &[&str]| -> Vec<String> {
        let told = repo.clada(args).exits(0).stdout;
        let named = told.lines().filter_map(|line| line.strip_prefix("diff --git a/"));
        named.map(|line| line.split(' ').next().expect("a name").to_owned()).collect()
    };
    assert_eq!(files(&["diff", "--", "d"]), ["d/run.sh"]);
    assert_eq!(files(&["-C", "d", "diff", "--", "run.sh", "../a.txt"]), ["a.txt", "d/run.sh"]);
    assert_eq!(files(&["-C", "d", "diff", "--", "."]), ["d/run.sh"]);
    assert_eq!(files(&["diff", "--", "."]).len(), 5);
    assert_eq!(files(&["diff", "--", "a"]), Vec::<String>::new());
}

#[test]
fn without_a_session_it_says_what_to_do() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["stash", "-q"]);
    repo.git(&["checkout", "-q", "main"]);
    repo.clada(&["diff"]).exits(3).says(&["HEAD is on no session", "git clada diff ID"]);
    repo.git(&["checkout", "-q", "-b", "clada/other"]);
    repo.clada(&["diff"]).exits(3).says(&["where the session `other` began is not known"]);
    repo.clada(&["diff", "nothing"]).exits(3).says(&["`nothing` names no operation"]);
}
