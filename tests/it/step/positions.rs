//! How far steps go, where HEAD stands then, and what is refused there.

use super::{back_and_forward, listed, session, step};
use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

fn head(repo: &Repo<'_>) -> String {
    repo.git_line(&["rev-parse", "HEAD"])
}

fn position(repo: &Repo<'_>) -> (u64, u64) {
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    let position = &status["position"];
    (position["commits"].as_u64().expect("commits"), position["stepsBack"].as_u64().expect("steps"))
}

#[test]
fn back_detaches_head_at_the_nth_first_parent_and_the_files_follow() {
    for count in 1..=3 {
        let env = TestEnv::new();
        let repo = session(&env);
        let there = repo.git_line(&["rev-parse", &format!("HEAD~{count}")]);
        let said = step(&repo, &["back", &count.to_string()], 0);
        assert_eq!(said["commit"], there);
        assert_eq!((head(&repo), repo.branch()), (there, None));
        assert_eq!(repo.status(), "");
        assert_eq!(position(&repo), (3, count));
        assert_eq!(said["position"]["stepsBack"], count);
    }
}

#[test]
fn clean_files_go_and_come_with_undo_and_redo() {
    for count in 1..=3 {
        let env = TestEnv::new();
        let said = back_and_forward(&session(&env), count);
        assert_eq!(listed(&said, "stashedFiles"), [""; 0]);
    }
}

#[test]
fn steps_add_up_and_each_is_undone_by_itself() {
    let env = TestEnv::new();
    let repo = session(&env);
    let states = [repo.snapshot()];
    let [tip] = states;
    repo.clada(&["back"]).exits(0);
    let one = repo.snapshot();
    repo.clada(&["back", "2"]).exits(0);
    assert_eq!(position(&repo), (3, 3));
    repo.clada(&["forward", "2"]).exits(0);
    repo.snapshot().assert_same_but_log(&one, "two forward");
    repo.clada(&["forward"]).exits(0);
    repo.snapshot().assert_same_but_log(&tip, "one more");
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&one, "undo of the last step");
    repo.clada(&["undo", "3"]).exits(0);
    repo.snapshot().assert_same_but_log(&tip, "undo of all");
    repo.clada(&["redo", "4"]).exits(0);
    repo.snapshot().assert_same_but_log(&tip, "redo of all");
}

#[test]
fn back_ends_at_the_base_and_says_how_many_commits_there_are() {
    let env = TestEnv::new();
    let repo = session(&env);
    let before = repo.snapshot();
    let run = repo.clada(&["back", "4"]).exits(3);
    run.says(&["cannot go 4 commits back: there are 3 from HEAD to the session's base", "back 3"]);
    repo.snapshot().assert_same(&before, "a refusal");
    repo.clada(&["back", "3"]).exits(0);
    repo.clada(&["back"]).exits(3).says(&["HEAD is at the session's base"]);
}

#[test]
fn a_session_without_a_base_goes_back_to_the_root() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "1\n").commit().file("a", "2\n").commit();
    repo.git(&["switch", "-q", "-c", "clada/mine"]);
    repo.clada(&["back", "2"]).exits(3).says(&["there is 1 from HEAD to the first commit"]);
    back_and_forward(&repo, 1);
}

#[test]
fn forward_beyond_the_tip_is_refused_and_at_the_tip_there_is_nothing_to_do() {
    let env = TestEnv::new();
    let repo = session(&env);
    let before = repo.snapshot();
    for args in [&["forward"][..], &["forward", "3"], &["forward", "--tip"]] {
        assert!(repo.clada(args).exits(0).stdout.starts_with("nothing to do"));
    }
    repo.snapshot().assert_same(&before, "nothing to do");
    repo.clada(&["back"]).exits(0);
    let run = repo.clada(&["forward", "2"]).exits(3);
    run.says(&["there is 1 from HEAD to the session's tip", "forward --tip"]);
}

#[test]
fn what_is_no_number_of_commits_is_wrong_usage() {
    let env = TestEnv::new();
    let repo = session(&env);
    for args in [&["back", "0"][..], &["back", "x"], &["forward", "-1"], &["forward", "1", "--tip"]]
    {
        repo.clada(args).exits(2);
    }
}

#[test]
fn off_a_session_back_is_refused_with_the_ways_on() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "1\n").commit().file("a", "2\n").commit();
    for args in [&["back"][..], &["forward"], &["forward", "--tip"]] {
        let run = repo.clada(args).exits(3);
        run.says(&["HEAD is on `main`, which is no session", "git switch clada/NAME"]);
    }
    repo.git(&["switch", "-q", "--detach"]);
    repo.clada(&["back"]).exits(3).says(&["HEAD is at ", "which is no session"]);
}

#[test]
fn apply_is_refused_with_the_two_ways_on_and_touches_nothing() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["back"]).exits(0);
    let before = repo.snapshot();
    for further in [&[][..], &["--dry-run"], &["--in-place"], &["--branch", "other"]] {
        let run = further.iter().fold(repo.apply(&sham::write("b", "b")), |run, arg| run.arg(*arg));
        let run = run.exits(3);
        run.says(&["stepped back from `clada/main`", "forward --tip", "session fork"]);
    }
    repo.snapshot().assert_same(&before, "a refusal");
    repo.clada(&["forward"]).exits(0);
    repo.apply(&sham::write("b", "b")).exits(0);
}

#[test]
fn a_merge_in_progress_refuses_a_step() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["switch", "-q", "-c", "side", "main"]);
    repo.git(&["commit", "-q", "--allow-empty", "-m", "side"]);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.git(&["merge", "--no-ff", "--no-commit", "-q", "side"]);
    let before = repo.snapshot();
    repo.clada(&["back"]).exits(3).says(&["merge is in progress"]);
    repo.snapshot().assert_same(&before, "a refusal");
}

#[test]
fn merges_are_gone_over_by_first_parents() {
    let env = TestEnv::new();
    let repo = session(&env);
    let tip = head(&repo);
    repo.git(&["switch", "-q", "-c", "side", "main"]);
    let repo = repo.staged("side.txt", "side\n");
    repo.git(&["commit", "-q", "-m", "side"]);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.git(&["merge", "-q", "--no-ff", "-m", "merged", "side"]);
    repo.clada(&["back"]).exits(0);
    assert_eq!(head(&repo), tip);
    repo.clada(&["undo"]).exits(0);
    back_and_forward(&repo, 4);
}

#[test]
fn a_step_from_a_directory_that_goes_leaves_that_directory() {
    let env = TestEnv::new();
    let repo = session(&env);
    let there = repo.path("dir");
    Clada::new(&env, &there, &["back", "3"]).exits(0);
    assert!(there.is_dir() && !repo.exists("dir/new.txt"));
    Clada::new(&env, &there, &["forward", "--tip"]).exits(0);
    assert_eq!(repo.status(), "");
    repo.clada(&["back", "3"]).exits(0);
    assert!(!there.exists());
}

#[test]
fn a_linked_worktree_steps_by_itself() {
    let env = TestEnv::new();
    let main = session(&env);
    main.git(&["worktree", "add", "-q", "-b", "feature", "../linked", "main"]);
    let linked = Repo::new(&env, env.root().join("linked"));
    linked.apply(&sham::replace("a.txt", "one", "ONE")).exits(0);
    linked.write("a.txt", "mine\n");
    let before = main.snapshot();
    back_and_forward(&linked, 1);
    main.snapshot().assert_same_but_log(&before, "the main worktree");
    main.clada(&["back"]).exits(0);
    linked.apply(&sham::write("b.txt", "b\n")).exits(0);
}

#[test]
fn git_knows_the_way_back_by_its_reflog() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.clada(&["back"]).exits(0);
    repo.git(&["switch", "-q", "-"]);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
}
