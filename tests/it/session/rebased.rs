//! Sessions whose base has moved: what is theirs is counted from where they stand now.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A session of one response on `a.txt`, and two newer commits on `main`, which add `z.txt` and
/// `y.txt`. HEAD is on the session.
fn session(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "one\ntwo\n").commit();
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("z.txt", "z\n").commit().file("y.txt", "y\n").commit();
    repo.git(&["switch", "-q", "clada/main"]);
    repo
}

/// What `status` and `session list` say: how many commits, and since which.
#[track_caller]
fn assert_since(repo: &Repo<'_>, (commits, base): (u64, &str), why: &str) {
    let base = repo.git_line(&["rev-parse", base]);
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status["position"]["commits"], commits, "{why}: {status}");
    assert_eq!(status["baseCommit"], base.as_str(), "{why}: {status}");
    let listed = repo.clada(&["session", "list", "--format", "json"]).exits(0).json();
    let line = &listed["sessions"][0];
    assert_eq!(line["commits"], commits, "{why}: {listed}");
    assert_eq!(line["baseCommit"], base.as_str(), "{why}: {listed}");
}

fn stat(repo: &Repo<'_>) -> String {
    repo.clada(&["diff", "--stat"]).exits(0).stdout
}

#[test]
fn a_rebased_session_is_counted_from_its_new_base() {
    let env = TestEnv::new();
    let repo = session(&env);
    assert_since(&repo, (1, "main~2"), "main has moved, the session has not");
    repo.git(&["rebase", "-q", "main"]);
    assert_since(&repo, (1, "main"), "rebased");
    let stat = stat(&repo);
    assert!(stat.contains("a.txt") && !stat.contains("z.txt"), "{stat}");
    let told = repo.clada(&["back", "2"]).exits(3);
    told.says(&["session's base"]);
    repo.clada(&["back"]).exits(0);
    assert_eq!(repo.git_line(&["rev-parse", "HEAD"]), repo.git_line(&["rev-parse", "main"]));
    repo.clada(&["forward", "--tip"]).exits(0);
    repo.clada(&["drop"]).exits(0);
    assert_eq!(
        (repo.branch().as_deref(), repo.text("z.txt")),
        (Some("refs/heads/main"), "z\n".into())
    );
    repo.clada(&["undo"]).exits(0);
    assert_since(&repo, (1, "main"), "after drop and undo");
}

#[test]
fn who_goes_back_to_before_a_rebase_is_told_of_the_old_base() {
    let env = TestEnv::new();
    let repo = session(&env);
    let was = repo.git_line(&["rev-parse", "HEAD"]);
    repo.git(&["rebase", "-q", "main"]);
    repo.apply(&sham::replace("a.txt", "two", "2")).exits(0);
    assert_since(&repo, (2, "main"), "a further response");
    repo.git(&["reset", "-q", "--hard", &was]);
    assert_since(&repo, (1, "main~2"), "reset");
    repo.git(&["rebase", "-q", "main~1"]);
    assert_since(&repo, (1, "main~1"), "half of the way");
}

#[test]
fn a_base_that_is_merged_into_a_session_is_no_work_of_it() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["merge", "-q", "--no-edit", "main"]);
    assert_since(&repo, (2, "main"), "the response and the merge");
    let stat = stat(&repo);
    assert!(stat.contains("a.txt") && !stat.contains("z.txt"), "{stat}");
}

#[test]
fn a_base_that_was_amended_takes_nothing_from_a_session_that_stayed() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "one\ntwo\n").commit().file("b.txt", "b\n").commit();
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    let base = repo.git_line(&["rev-parse", "main"]);
    repo.git(&["switch", "-q", "main"]);
    repo.git(&["commit", "-q", "--amend", "-m", "better"]);
    repo.git(&["switch", "-q", "clada/main"]);
    assert_since(&repo, (1, &base), "main was amended");
    assert!(!stat(&repo).contains("b.txt"));
    repo.git(&["rebase", "-q", "--onto", "main", &base]);
    assert_since(&repo, (1, "main"), "onto the amended one");
    repo.clada(&["land"]).exits(0);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main"]), "3");
}

#[test]
fn a_session_is_rebased_onto_less_than_it_began_on() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "one\ntwo\n").commit().file("b.txt", "b\n").commit();
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    repo.git(&["rebase", "-q", "--onto", "main~1", "main"]);
    assert_since(&repo, (1, "main~1"), "onto the commit before");
    let stat = stat(&repo);
    assert!(stat.contains("a.txt") && !stat.contains("b.txt"), "{stat}");
}

#[test]
fn a_step_back_is_gone_forward_from_after_the_base_has_taken_all() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "one\ntwo\n").commit();
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    repo.apply(&sham::replace("a.txt", "two", "2")).exits(0);
    repo.clada(&["back"]).exits(0);
    repo.git(&["branch", "-f", "main", "clada/main"]);
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status["position"]["stepsBack"], 1, "{status}");
    repo.clada(&["back"]).exits(0);
    repo.clada(&["back"]).exits(3).says(&["session's base"]);
    repo.clada(&["forward", "2"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    assert_since(&repo, (0, "clada/main"), "nothing that main has not");
}
