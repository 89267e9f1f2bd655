//! A squash is refused, and nothing changed, where it cannot be done as asked.

use crate::{
    env::TestEnv,
    sham,
    way_back::{refused, there_and_back},
};

#[test]
fn a_merge_among_the_commits_is_named() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("mine", "mine\n").commit();
    repo.git(&["switch", "-q", "clada/main"]);
    repo.git(&["merge", "-q", "--no-edit", "main"]);
    let merge = repo.git_line(&["rev-parse", "--short=10", "HEAD"]);
    refused(&repo, &["squash"], &["a merge", &merge, "land --squash"]);
}

#[test]
fn a_session_that_nobody_knows_has_no_base() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.git(&["switch", "-q", "-c", "clada/byhand"]);
    refused(&repo, &["squash"], &["does not know where the session `byhand` began", "rebase -i"]);
}

#[test]
fn without_a_session_the_ways_on_are_told() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    refused(&repo, &["squash"], &["`main` is no session", "git clada apply"]);
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    refused(&repo, &["squash"], &["git switch clada/main"]);
    repo.git(&["switch", "-q", "--detach"]);
    refused(&repo, &["squash"], &["a detached HEAD is no session"]);
}

#[test]
fn a_merge_in_progress_is_in_the_way() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo.git(&["switch", "-q", "-c", "other", "main"]);
    let repo = repo.file("b", "other\n").commit();
    repo.git(&["switch", "-q", "clada/main"]);
    repo.try_git(&["merge", "other"]);
    refused(&repo, &["squash"], &["a merge is in progress"]);
}

#[test]
fn a_lost_signature_program_stops_everything() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo.git(&["config", "commit.gpgSign", "true"]);
    repo.git(&["config", "gpg.program", "false"]);
    refused(&repo, &["squash"], &["commit-tree", "gpg"]);
    repo.git(&["config", "commit.gpgSign", "false"]);
    there_and_back(&repo, &["squash"]);
}
