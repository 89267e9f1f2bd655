//! `log`, `show` and `status`, and the record that they read.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A repository with an apply over an edit of the user's, on its session.
fn applied(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit();
    repo.write("a.txt", "a\nmine\n");
    let response = sham::write("a.txt", "model's\n") + &sham::delete("nowhere.txt");
    repo.apply(&response).exits(1);
    repo
}

/// The newest operation's id.
fn newest(repo: &Repo<'_>) -> String {
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    log["operations"][0]["id"].as_str().expect("an id").to_owned()
}

#[test]
fn an_operation_is_shown_by_id_by_its_beginning_and_by_its_commits() {
    let env = TestEnv::new();
    let repo = applied(&env);
    let id = newest(&repo);
    let shown = repo.clada(&["show"]).exits(0).stdout;
    assert!(shown.starts_with(&format!("operation {id}\n")), "{shown}");
    assert!(shown.contains("\n-mine\n"), "the response's own diff is against the edit: {shown}");
    let (beginning, _) = id.split_at(5);
    for name in [&id, beginning, "HEAD", "HEAD^", "clada/main"] {
        assert_eq!(repo.clada(&["show", name]).exits(0).stdout, shown, "{name}");
    }
}

#[test]
fn a_branch_may_have_a_name_like_an_id() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.git(&["branch", "tmpwork", "HEAD"]);
    repo.git(&["branch", "lost", "main"]);
    let id = newest(&repo);
    // The letters of ids are k to z; `tmpwork` and `lost` have no others.
    assert!(!id.starts_with("tmpwork") && !id.starts_with("lost"));
    let shown = repo.clada(&["show", "tmpwork"]).exits(0).stdout;
    assert!(shown.starts_with(&format!("operation {id}\n")), "{shown}");
    repo.clada(&["show", "lost"]).exits(3).says(&["`lost` names no operation", "git clada log"]);
}

#[test]
fn the_beginning_of_several_ids_names_none() {
    let env = TestEnv::new();
    let repo = applied(&env);
    let mut beginnings = vec![newest(&repo).remove(0)];
    // Of seventeen ids two begin with the same of sixteen letters.
    let twice = loop {
        repo.clada(&[if beginnings.len() % 2 == 1 { "undo" } else { "redo" }]).exits(0);
        let letter = newest(&repo).remove(0);
        if beginnings.contains(&letter) {
            break letter.to_string();
        }
        beginnings.push(letter);
    };
    repo.clada(&["show", &twice]).exits(3).says(&["several operations", &twice]);
}

#[test]
fn the_response_and_the_result_come_back_as_they_were() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let response = "prose\r\n".to_owned() + &sham::write("a.txt", "b\n");
    let result = repo.apply(&response).arg("--format").arg("json").exits(0).stdout;
    assert_eq!(repo.clada(&["show", "--response"]).exits(0).stdout, response);
    assert_eq!(repo.clada(&["show", "--result"]).exits(0).stdout, result);
    repo.clada(&["undo"]).exits(0);
    repo.clada(&["show", "--response"]).exits(3).says(&["is an undo"]);
}

#[test]
fn a_record_is_a_tree_that_git_reads_and_keeps() {
    let env = TestEnv::new();
    let repo = applied(&env);
    let tree = repo.git(&["ls-tree", "-r", "--name-only", "refs/clada/log/main"]);
    let files = "after/a.txt\nbefore/a.txt\nop.json\nresponse\nresult.json\nstaged/0/a.txt\n";
    assert_eq!(tree, files);
    assert_eq!(repo.git(&["show", "refs/clada/log/main:before/a.txt"]), "a\nmine\n");
    assert_eq!(repo.git(&["show", "refs/clada/log/main:staged/0/a.txt"]), "a\n");
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.git(&["reflog", "expire", "--expire=now", "--all"]);
    repo.git(&["gc", "-q", "--prune=now"]);
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo after gc is not the apply");
    repo.assert_sound();
}

#[test]
fn status_tells_where_the_session_stands() {
    let env = TestEnv::new();
    let repo = applied(&env);
    let id = newest(&repo);
    let base = repo.git_line(&["rev-parse", "main"]);
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status["session"], "main");
    assert_eq!(status["branch"], "clada/main");
    assert_eq!((&status["base"], &status["baseCommit"]), (&"main".into(), &base.into()));
    assert_eq!(status["position"]["commits"], 2);
    assert_eq!(status["undo"]["id"], id.as_str());
    repo.clada(&["undo"]).exits(0);
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    assert_eq!(status.get("session"), None);
    assert_eq!((status.get("undo"), &status["redo"]["id"]), (None, &id.as_str().into()));
}
