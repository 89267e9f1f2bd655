//! Back to the base, without the commits.

use crate::{
    env::{Repo, TestEnv},
    sham,
    way_back::{refused, there_and_back},
};

fn session(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a", "a\n").file("b", "b\n").file("d/gone", "x\n").commit();
    let response =
        sham::write("a", "theirs\n") + &sham::write("new/x", "x") + &sham::delete("d/gone");
    repo.apply(&response).exits(0);
    repo
}

fn is_closed(repo: &Repo<'_>) {
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!(repo.git(&["for-each-ref", "refs/heads/clada/"]), "");
}

#[test]
fn the_files_are_the_bases_again() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.apply(&sham::write("a", "theirs again\n")).exits(0);
    there_and_back(&repo, &["drop"]);
    is_closed(&repo);
    assert_eq!((repo.text("a"), repo.text("d/gone")), ("a\n".to_owned(), "x\n".to_owned()));
    assert!(!repo.exists("new"));
    assert_eq!(repo.status(), "");
}

#[test]
fn it_is_dropped_by_its_name_from_the_base() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["switch", "-q", "main"]);
    there_and_back(&repo, &["drop", "main"]);
    is_closed(&repo);
    assert_eq!(repo.status(), "");
}

#[test]
fn a_base_that_moved_on_stays_where_it_is() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("c", "c\n").commit();
    let main = repo.git(&["rev-parse", "main"]);
    repo.git(&["switch", "-q", "clada/main"]);
    there_and_back(&repo, &["drop"]);
    is_closed(&repo);
    assert_eq!(repo.git(&["rev-parse", "HEAD"]), main);
    assert_eq!((repo.text("a"), repo.text("c")), ("a\n".to_owned(), "c\n".to_owned()));
}

#[test]
fn uncommitted_work_elsewhere_stays_and_work_in_the_way_is_named() {
    let env = TestEnv::new();
    let repo = session(&env).staged("b", "staged\n").file("b", "mine\n").file("u", "u\n");
    there_and_back(&repo, &["drop"]);
    assert_eq!(repo.status(), "MM b\n?? u\n");
    repo.clada(&["undo"]).exits(0);
    let repo = repo.file("a", "mine\n").file("new/x", "mine\n").file("d/gone", "mine\n");
    let words = ["a (modified)", "new/x (modified)", "d/gone (untracked)", "git stash"];
    refused(&repo, &["drop"], &words);
    refused(&repo, &["drop", "--force"], &words);
}

#[test]
fn a_file_of_the_users_keeps_its_directory() {
    let env = TestEnv::new();
    let repo = session(&env).file("new/mine", "mine\n");
    there_and_back(&repo, &["drop"]);
    assert_eq!(repo.status(), "?? new/mine\n");
}

#[test]
fn commits_of_the_users_own_are_named_and_dropped_only_by_force() {
    let env = TestEnv::new();
    let repo = session(&env).file("mine", "mine\n").commit();
    let commit = repo.git_line(&["rev-parse", "--short=10", "HEAD"]);
    repo.apply(&sham::write("c", "c")).exits(0);
    refused(&repo, &["drop"], &["a commit of your own", &commit, "before", "--force"]);
    there_and_back(&repo, &["drop", "--force"]);
    is_closed(&repo);
    assert!(!repo.exists("mine"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("mine"), "mine\n");
}

#[test]
fn a_session_of_a_detached_head_goes_back_to_its_commit() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.git(&["switch", "-q", "--detach"]);
    let base = repo.git(&["rev-parse", "HEAD"]);
    repo.apply(&sham::write("b", "b")).exits(0);
    there_and_back(&repo, &["drop"]);
    assert_eq!((repo.branch(), repo.git(&["rev-parse", "HEAD"])), (None, base));
}

#[test]
fn the_ways_on_are_told_where_there_is_no_session() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["switch", "-q", "main"]);
    refused(&repo, &["drop"], &["`main` is no session", "git clada drop main"]);
    refused(&repo, &["drop", "none"], &["there is no session `none`"]);
}

#[test]
fn what_is_said_tells_what_happened() {
    let env = TestEnv::new();
    let repo = session(&env);
    let run = repo.clada(&["drop"]).exits(0);
    assert!(run.stdout.starts_with("dropped clada/main (1 commit)\n"), "{}", run.stdout);
    assert!(run.stdout.contains("on main at "), "{}", run.stdout);
    assert_eq!(repo.clada(&["-q", "undo"]).exits(0).stdout, "");
    assert_eq!(repo.clada(&["-q", "drop"]).exits(0).stdout, "");
}
