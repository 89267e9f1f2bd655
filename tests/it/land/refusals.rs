//! What cannot be landed, and the ways on.

use crate::{env::TestEnv, sham, way_back::refused};

#[test]
fn without_a_session_the_ways_on_are_told() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    refused(&repo, &["land"], &["`main` is no session", "git clada apply"]);
    refused(&repo, &["land", "none"], &["there is no session `none`", "there are no sessions"]);
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    refused(&repo, &["land"], &["`main` is no session", "git clada land main"]);
    refused(&repo, &["land", "none"], &["there is no session `none`", "there are: main"]);
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    refused(&repo, &["land"], &["git clada land NAME", "main, main-2"]);
}

#[test]
fn a_session_that_is_not_here_wants_a_switch_first() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.git(&["switch", "-q", "-c", "topic"]);
    refused(&repo, &["land", "main"], &["not checked out here", "git switch main"]);
}

#[test]
fn a_base_that_is_gone_can_be_brought_back() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    let base = repo.git_line(&["rev-parse", "--short=10", "HEAD"]);
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.git(&["branch", "-q", "-D", "main"]);
    let way = format!("git branch main {base}");
    for command in ["land", "drop"] {
        refused(&repo, &[command], &["the branch `main`", "is gone", &way]);
    }
}

#[test]
fn a_session_of_a_detached_head_has_no_branch_to_land_on() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.git(&["switch", "-q", "--detach"]);
    repo.apply(&sham::write("b", "b")).exits(0);
    refused(
        &repo,
        &["land"],
        &["began on a detached HEAD", "git branch NAME clada/", "clada drop"],
    );
}

#[test]
fn a_branch_made_by_hand_has_no_base() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.git(&["switch", "-q", "-c", "clada/byhand"]);
    for command in ["land", "drop"] {
        refused(
            &repo,
            &[command],
            &["does not know where the session `byhand` began", "git merge"],
        );
    }
}

#[test]
fn a_base_without_common_history_is_told() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.apply(&sham::write("b", "b")).exits(0);
    let tree = repo.git_line(&["rev-parse", "HEAD^{tree}"]);
    let root = repo.git_line(&["commit-tree", "-m", "root", &tree]);
    repo.git(&["branch", "-f", "main", &root]);
    refused(&repo, &["land"], &["no history in common", "--allow-unrelated-histories"]);
}

#[test]
fn a_rebase_in_progress_is_in_the_way() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.apply(&sham::write("b", "b")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("b", "mine\n").commit();
    repo.try_git(&["rebase", "clada/main"]);
    for command in ["land", "drop"] {
        refused(&repo, &[command, "main"], &["a rebase is in progress"]);
    }
}
