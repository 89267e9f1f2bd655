//! `--format json` of what does something: one value on standard output, and nothing else.

use serde_json::{Value, json};

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Runs the command with `--format json`. What changes from run to run, ids and commits, must be
/// there and is taken out.
#[track_caller]
fn said(repo: &Repo<'_>, args: &[&str], status: i32) -> Value {
    let mut said = repo.clada(args).arg("--format=json").exits(status).json();
    assert_eq!(said["version"], 1);
    without_ids(&mut said);
    said
}

fn without_ids(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("version");
            for name in ["id", "commit", "baseCommit"] {
                if let Some(id) = map.remove(name) {
                    assert!(id.as_str().is_some_and(|id| id.len() >= 12), "{name}: {id}");
                }
            }
            map.values_mut().for_each(without_ids);
        }
        Value::Array(values) => values.iter_mut().for_each(without_ids),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A session with two responses.
fn session(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").file(".gitignore", "*.log\n").commit();
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    repo.apply(&sham::write("c.txt", "c\n")).exits(0);
    repo
}

fn operation(kind: &str, summary: &str, branch: &str, files: &[&str]) -> Value {
    let (session, branch) = ("main", branch);
    json!({"kind": kind, "summary": summary, "session": session, "branch": branch, "files": files})
}

#[test]
fn of_undo_and_redo() {
    let env = TestEnv::new();
    let repo = session(&env);
    let of = json!({"summary": "write c.txt"});
    for kind in ["undo", "redo"] {
        let trip = json!({
            "of": of,
            "operation": operation(kind, "write c.txt", "clada/main", &["c.txt"]),
            "changed": [],
            "stays": [],
            "conflicts": [],
            "branchStays": false,
        });
        assert_eq!(said(&repo, &[kind], 0), json!({"kind": kind, "operations": [trip]}));
    }
    assert_eq!(said(&repo, &["redo"], 0), json!({"kind": "redo", "operations": []}));
}

#[test]
fn of_an_undo_with_a_conflict_and_of_one_that_is_refused() {
    let env = TestEnv::new();
    let repo = session(&env).file("c.txt", "mine\n");
    let refused = repo.clada(&["undo", "--format=json"]).exits(3);
    assert_eq!(refused.stdout, "");
    refused.says(&["c.txt"]);
    let undone = said(&repo, &["undo", "--merge"], 1);
    let conflict = json!([{"path": "c.txt", "reason": "changed since, but it would go"}]);
    assert_eq!(undone["operations"][0]["conflicts"], conflict);
    assert_eq!(undone["operations"][0]["changed"].as_array().map(Vec::len), Some(1));
}

#[test]
fn of_what_was_undone_before_a_refusal() {
    let env = TestEnv::new();
    let repo = session(&env).file("b.txt", "mine\n");
    let run = repo.clada(&["undo", "2", "--format=json"]).exits(3);
    assert_eq!(run.json()["operations"].as_array().map(Vec::len), Some(1));
}

#[test]
fn of_squash() {
    let env = TestEnv::new();
    let repo = session(&env);
    let rehearsed = said(&repo, &["squash", "-n", "-m", "both"], 0);
    let done = said(&repo, &["squash", "-m", "both"], 0);
    assert_eq!(rehearsed["commits"], done["commits"]);
    assert_eq!((&rehearsed["dryRun"], &done["dryRun"]), (&json!(true), &json!(false)));
    assert!(rehearsed.get("operation").is_none());
    let of = done["commits"][0]["of"].as_array().expect("commits");
    assert_eq!((&done["commits"][0]["subject"], of.len()), (&json!("both"), 2));
    assert_eq!(done["operation"], operation("squash", "2 commits into 1", "clada/main", &[]));
    assert_eq!(said(&repo, &["squash"], 0), json!({"dryRun": false, "commits": []}));
}

#[test]
fn of_land_here_and_beside() {
    let env = TestEnv::new();
    let repo = session(&env);
    let mut landed = json!({
        "operation": operation("land", "clada/main into main", "main", &[]),
        "session": "main",
        "base": "main",
        "way": "fast-forward",
        "commits": 2,
    });
    assert_eq!(said(&repo, &["land"], 0), landed);
    repo.clada(&["undo"]).exits(0);
    repo.git(&["worktree", "add", "-q", "../other", "main"]);
    landed["elsewhere"] = json!(env.root().join("other").to_str());
    landed["operation"]["files"] = json!(["b.txt", "c.txt"]);
    assert_eq!(said(&repo, &["land"], 0), landed);
}

#[test]
fn of_drop_with_a_worktree() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let response = sham::write("b.txt", "b\n");
    repo.clada(&["apply", "--worktree=s", "-"]).stdin(response).exits(0);
    let dropped = said(&repo, &["drop", "s"], 0);
    let path = env.root().join("repo.clada/s");
    let mut made = operation("drop", "clada/s", "main", &[]);
    made["session"] = json!("s");
    assert_eq!(
        dropped,
        json!({
            "operation": made,
            "session": "s",
            "commits": 1,
            "restoredFiles": [],
            "removedWorktree": path.to_str(),
        })
    );
}

#[test]
fn of_revert() {
    let env = TestEnv::new();
    let repo = session(&env);
    let response = sham::write("d.txt", "d\n") + &sham::write("run.log", "x\n");
    repo.apply(&response).exits(0);
    let reverted = said(&repo, &["revert", "HEAD"], 0);
    assert_eq!(reverted["leftFiles"], json!(["run.log"]));
    assert_eq!(reverted["operation"]["kind"], "revert");
    assert_eq!(reverted["operation"]["files"], json!(["d.txt"]));
    let again = said(&repo, &["revert", "HEAD^"], 0);
    assert!(again.get("operation").is_none() && again["of"].is_object(), "{again}");
}

#[test]
fn of_sessions() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.write("c.txt", "mine\n");
    repo.clada(&["back"]).exits(0);
    let forked = said(&repo, &["session", "fork", "f"], 0);
    assert_eq!(forked["operation"]["kind"], "session fork");
    let session = json!({
        "name": "f",
        "branch": "clada/f",
        "base": "main",
        "commits": 1,
        "checkedOut": repo.dir().to_str(),
        "current": true,
    });
    assert_eq!(forked["session"], session);
    assert_eq!(forked["stashedFiles"], json!([{"path": "c.txt"}]));
    let listed = said(&repo, &["session", "list"], 0);
    assert_eq!(listed["sessions"][0], session);
    let switched = said(&repo, &["session", "switch", "main"], 0);
    assert_eq!(switched["operation"]["kind"], "session switch");
    assert_eq!(switched["session"]["name"], "main");
    assert!(said(&repo, &["session", "switch", "main"], 0).get("operation").is_none());
    let started = said(&repo, &["session", "start", "s", "--worktree"], 0);
    assert_eq!(started["session"]["worktree"], json!(env.root().join("repo.clada/s").to_str()));
}

#[test]
fn of_steps() {
    let env = TestEnv::new();
    let repo = session(&env).file("c.txt", "mine\n");
    let back = said(&repo, &["back"], 0);
    assert_eq!(back["stashedFiles"], json!(["c.txt"]));
    let forward = said(&repo, &["forward"], 0);
    assert_eq!((&forward["restoredFiles"], &forward["conflicts"]), (&json!(["c.txt"]), &json!([])));
}

#[test]
fn of_gc_and_recover() {
    let env = TestEnv::new();
    let repo = session(&env);
    let gc = repo.clada(&["gc", "--older-than=1d", "-n", "--format=json"]);
    let gone = gc.var("GIT_COMMITTER_DATE", "1800000000 +0000").exits(0).json();
    assert_eq!(gone["forgotten"].as_array().map(Vec::len), Some(1));
    assert_eq!((&gone["dryRun"], &gone["kept"]), (&json!(true), &json!(1)));
    assert_eq!(said(&repo, &["recover"], 0), json!({"done": []}));
    let killed = repo.apply(&sham::write("d.txt", "d\n")).var("CLADA_CRASH_AFTER", "1:move refs");
    assert_eq!(killed.run().status, None);
    let done = said(&repo, &["recover"], 0);
    assert!(done["done"][0].as_str().is_some_and(|line| line.starts_with("finished ")), "{done}");
}

/// The lines of a command that is told of several responses: each one's name, and its result.
fn of_each(stdout: &str) -> Vec<(String, Value)> {
    let line = |line| {
        let mut value: Value = serde_json::from_str(line).expect("a value on a line");
        (value["file"].as_str().expect("a name").to_owned(), value["result"].take())
    };
    stdout.lines().map(line).collect()
}

#[test]
fn of_several_responses_each_has_a_line_with_its_name() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.sham", sham::write("a.txt", "a\n"));
    let repo = repo.file("b.sham", sham::write("b.txt", "b\n")).commit();
    let one = repo.clada(&["check", "--format=json", "a.sham"]).exits(0).json();
    for args in [["check", "a.sham", "b.sham"], ["apply", "a.sham", "b.sham"]] {
        let run = repo.clada(&args).arg("--format=json").exits(0);
        let told = of_each(&run.stdout);
        let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a.sham", "b.sham"], "{args:?}");
        match args {
            ["check", ..] => assert_eq!(told[0].1, one),
            _ => assert!(told.iter().all(|(_, result)| result["success"] == true)),
        }
    }
    let none = repo.clada(&["apply", "--format=json", "a.sham", "none.sham"]);
    let none = of_each(&none.exits(3).stdout);
    assert!(none[1].0 == "none.sham" && none[1].1["success"] == false, "{none:?}");
}

#[test]
fn what_is_staged_has_a_line_a_response_however_many_there_are() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let staged = || repo.clada(&["check", "--staged", "--format=json"]).exits(0).stdout;
    assert_eq!(staged(), "");
    repo.write("a.sham", sham::write("a.txt", "b\n"));
    repo.git(&["add", "a.sham"]);
    let told = of_each(&staged());
    assert_eq!((told.len(), told[0].0.as_str()), (1, "a.sham"));
    assert_eq!(told[0].1["summary"]["successCount"], 1);
}
