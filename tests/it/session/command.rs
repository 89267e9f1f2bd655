//! `git clada session list`, `start` and `fork`.

use super::scene::{apply_in, listed, repo, worktree};
use crate::{env::TestEnv, sham};

#[test]
fn start_makes_a_branch_and_goes_to_it() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let (status, head) = (repo.status(), repo.git(&["rev-parse", "HEAD"]));
    let run = repo.clada(&["session", "start", "one"]).exits(0);
    assert!(run.stdout.contains("started the session one"), "{}", run.stdout);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/one"));
    assert_eq!(repo.git(&["rev-parse", "HEAD"]), head);
    assert_eq!(repo.status(), status, "edits stay, staged where they were");
    repo.apply(&sham::write("n.txt", "n\n")).exits(0);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..clada/one"]), "1");
    repo.git(&["switch", "-q", "main"]);
    repo.assert_sound();
}

#[test]
fn without_a_name_one_is_made() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["session", "start"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    repo.git(&["switch", "-q", "main"]);
    repo.clada(&["session", "start"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main-2"));
}

#[test]
fn a_taken_name_is_refused() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["branch", "clada/one"]);
    let before = repo.snapshot();
    repo.clada(&["session", "start", "one"]).exits(3).says(&["exists already"]);
    repo.clada(&["session", "fork", "one"]).exits(3).says(&["exists already"]);
    repo.clada(&["session", "start", "a..b"]).exits(3).says(&["cannot name a session"]);
    repo.snapshot().assert_same(&before, "something changed");
}

#[test]
fn start_with_a_worktree_says_where_to_go() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run = repo.clada(&["session", "start", "one", "--worktree"]).exits(0);
    let one = worktree(&env, "one");
    let there = format!("cd {}", one.dir().display());
    assert!(run.stdout.contains(&there), "{}", run.stdout);
    repo.clada(&["session", "start", "two", "--worktree=../here"]).exits(0);
    assert_eq!(listed(&repo), [env.root().join("here"), one.dir().to_owned()]);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    apply_in(&repo, "two", "n.txt");
    assert!(env.root().join("here/n.txt").exists(), "it is found where it was put");
}

#[test]
fn a_fork_goes_another_way_from_the_same_base() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&sham::write("1.txt", "1\n")).exits(0);
    repo.clada(&["session", "fork"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main-2"));
    repo.apply(&sham::write("2.txt", "2\n")).exits(0);
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status["base"], "main");
    assert_eq!(status["position"]["commits"], 2);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..clada/main"]), "1");
    repo.clada(&["session", "fork", "three", "--worktree"]).exits(0);
    let three = worktree(&env, "three");
    assert!(three.exists("2.txt"));
    let status = three.clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status["base"], "main");
}

#[test]
fn a_fork_on_a_detached_head_begins_there() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["switch", "-q", "--detach"]);
    repo.clada(&["session", "fork", "x"]).exits(0);
    let listed = repo.clada(&["session", "list", "--format", "json"]).exits(0).json();
    assert_eq!(listed["sessions"][0]["name"], "x");
    assert!(listed["sessions"][0].get("base").is_none());
    assert_eq!(listed["sessions"][0]["baseCommit"], repo.git_line(&["rev-parse", "HEAD"]));
}

#[test]
fn the_list_has_all_of_them_and_marks_this_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    assert_eq!(repo.clada(&["session", "list"]).exits(0).stdout, "no sessions\n");
    apply_in(&repo, "linked", "n.txt");
    repo.git(&["branch", "clada/by-hand"]);
    repo.apply(&sham::write("1.txt", "1\n")).exits(0);
    let listed = repo.clada(&["session", "list", "--format", "json"]).exits(0).json();
    assert_eq!(listed["version"], 1);
    let sessions = listed["sessions"].as_array().expect("a list");
    let names: Vec<_> = sessions.iter().map(|s| s["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["by-hand", "linked", "main"]);
    assert!(sessions[0].get("commits").is_none() && sessions[0].get("checkedOut").is_none());
    assert_eq!(sessions[1]["worktree"].as_str(), worktree(&env, "linked").dir().to_str());
    assert_eq!(sessions[2]["checkedOut"].as_str(), repo.dir().to_str());
    let current: Vec<_> = sessions.iter().map(|s| s["current"] == true).collect();
    assert_eq!(current, [false, false, true]);
    let text = repo.clada(&["session", "list"]).exits(0).stdout;
    assert!(text.contains("* main"), "{text}");
    let there = worktree(&env, "linked").clada(&["session", "list"]).exits(0).stdout;
    assert!(there.contains("* linked"), "{there}");
}

mod stepped_back {
    use super::*;
    use crate::env::Repo;

    fn repo(env: &TestEnv) -> Repo<'_> {
        let repo = env.repo().file("a.txt", "a\n").commit();
        for file in ["1.txt", "2.txt"] {
            repo.apply(&sham::write(file, "x\n")).exits(0);
        }
        let repo = repo.file("2.txt", "mine\n");
        repo.clada(&["back"]).exits(0);
        repo
    }

    #[test]
    fn a_fork_ends_it_and_tells_where_the_edits_are() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let before = repo.snapshot();
        let run = repo.clada(&["session", "fork", "other"]).exits(0);
        assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/other"));
        let told = ["waiting   2.txt", "session switch main", "forward --tip"];
        assert!(told.iter().all(|told| run.stdout.contains(told)), "{}", run.stdout);
        repo.git(&["reflog", "expire", "--expire=now", "--all"]);
        repo.git(&["gc", "-q", "--prune=now"]);
        repo.apply(&sham::write("3.txt", "x\n")).exits(0);
        let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
        assert_eq!((&status["base"], &status["position"]["commits"]), (&"main".into(), &2.into()));
        repo.clada(&["undo", "2"]).exits(0);
        repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
        repo.clada(&["forward", "--tip"]).exits(0);
        assert_eq!(repo.text("2.txt"), "mine\n");
    }

    #[test]
    fn start_and_switch_are_refused_with_the_ways_on() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let before = repo.snapshot();
        for args in [&["session", "start", "x"][..], &["session", "switch", "main"]] {
            repo.clada(args).exits(3).says(&["forward --tip", "session fork"]);
        }
        repo.snapshot().assert_same(&before, "something changed");
        repo.clada(&["session", "start", "x", "--worktree"]).exits(0);
        assert!(worktree(&env, "x").exists("1.txt") && !worktree(&env, "x").exists("2.txt"));
    }
}
