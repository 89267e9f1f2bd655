//! The base has stood still, or the session brings nothing.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::there_and_back,
};

fn session(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a", "a\n").file("b", "b\n").commit();
    for path in ["c", "d/e"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo
}

fn is_closed(repo: &Repo<'_>) {
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!(repo.git(&["for-each-ref", "refs/heads/clada/"]), "");
}

#[test]
fn the_base_takes_the_commits_as_they_are() {
    let env = TestEnv::new();
    let repo = session(&env);
    let tip = repo.git(&["rev-parse", "HEAD"]);
    there_and_back(&repo, &["land"]);
    is_closed(&repo);
    assert_eq!(repo.git(&["rev-parse", "main"]), tip);
    assert_eq!(repo.status(), "");
}

#[test]
fn uncommitted_work_stays_what_it_was() {
    let env = TestEnv::new();
    let repo = session(&env).staged("a", "staged\n").file("a", "staged\nmore\n");
    let repo = repo.file("c", "edited\n").staged("new", "new\n").file("untracked", "u\n");
    fs_err::remove_file(repo.path("b")).expect("a file");
    let (status, files) = (repo.status(), repo.snapshot().files);
    for args in [&["land"][..], &["land", "--merge"], &["land", "--squash"]] {
        there_and_back(&repo, args);
        assert!(repo.snapshot().files == files, "a file changed");
        assert_eq!(repo.status(), status);
        repo.clada(&["undo"]).exits(0);
    }
}

#[test]
fn it_is_landed_by_its_name_from_the_base() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("b", "mine\n");
    for name in ["main", "clada/main"] {
        there_and_back(&repo, &["land", name]);
        is_closed(&repo);
        assert_eq!((repo.text("c"), repo.text("b")), ("c".to_owned(), "mine\n".to_owned()));
        repo.clada(&["undo"]).exits(0);
    }
    let reflog = repo.git(&["reflog", "-1", "--format=%gs"]);
    assert!(reflog.starts_with("clada: undo "), "{reflog}");
}

#[test]
fn with_merge_there_is_a_merge_though_there_need_not_be_one() {
    let env = TestEnv::new();
    let repo = session(&env);
    there_and_back(&repo, &["land", "--merge"]);
    is_closed(&repo);
    assert_eq!(
        repo.git_line(&["log", "-1", "--format=%an %s"]),
        "Test User Merge branch 'clada/main'"
    );
    assert_eq!(
        repo.git(&["log", "--first-parent", "--format=%s", "main^..main"]).lines().count(),
        1
    );
    repo.clada(&["undo"]).exits(0);
    repo.clada(&["land", "--merge", "-m", "Bring it home"]).exits(0);
    assert_eq!(repo.git_line(&["log", "-1", "--format=%B"]), "Bring it home");
}

#[test]
fn with_squash_there_is_one_commit_of_all() {
    let env = TestEnv::new();
    let repo = session(&env);
    there_and_back(&repo, &["land", "--squash"]);
    is_closed(&repo);
    assert_eq!(repo.git(&["rev-list", "main"]).lines().count(), 2);
    let line = repo.git_line(&["log", "-1", "--format=%an|%cn|%s"]);
    assert_eq!(line, "clada|Test User|AI: write c; write d/e");
    repo.clada(&["undo"]).exits(0);
    let repo = repo.file("mine", "mine\n").commit();
    repo.clada(&["land", "--squash", "-m", "All of it"]).exits(0);
    let line = repo.git_line(&["log", "-1", "--format=%an|%s|%(trailers:key=Clada-Transaction)"]);
    assert!(line.starts_with("Test User|All of it|Clada-Transaction: "), "{line}");
}

#[test]
fn a_session_that_brings_nothing_is_closed() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["branch", "-f", "main", "HEAD"]);
    let repo = repo.file("c", "mine\n");
    for args in [&["land"][..], &["land", "--ff-only"], &["land", "--squash"], &["land", "--merge"]]
    {
        let run = there_and_back(&repo, args);
        assert!(run.stdout.contains("(nothing new)"), "{}", run.stdout);
        is_closed(&repo);
        repo.clada(&["undo"]).exits(0);
    }
}

#[test]
fn a_session_that_began_on_another_lands_on_that() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["apply", "--branch", "deeper", "-"]).stdin(sham::write("f", "f")).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/deeper"));
    there_and_back(&repo, &["land"]);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    there_and_back(&repo, &["land"]);
    is_closed(&repo);
    assert_eq!(repo.text("f"), "f");
}

#[test]
fn the_next_response_starts_a_session_again() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["land"]).exits(0);
    repo.apply(&sham::write("f", "f")).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    there_and_back(&repo, &["land"]);
    is_closed(&repo);
    repo.clada(&["undo", "9"]).exits(0);
    assert_eq!(repo.git(&["rev-list", "HEAD"]).lines().count(), 1);
    assert_eq!(repo.status(), "");
}

#[test]
fn an_empty_message_is_wrong_usage() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["land", "-m", ""]).exits(2);
    repo.clada(&["land", "--squash", "--merge"]).exits(2);
}
