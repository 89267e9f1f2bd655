//! The working context: what responses and `git clada context` do to it, and how it is kept.

use std::{os::unix::ffi::OsStringExt, path::Path, process::Child};

use serde_json::{Value, json};

use crate::{
    env::{Clada, Repo, Run, TestEnv},
    sham,
};

/// A repository with three files.
fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").file("src/b.txt", "bb\n").file("c.txt", "ccc\n").commit()
}

fn add(path: &str) -> String {
    sham::block("context_add", &[("path", path)])
}

/// The items that `context list` prints.
fn items(repo: &Repo<'_>) -> Value {
    repo.clada(&["context", "list", "--format", "json"]).exits(0).json()["items"].clone()
}

/// The paths among them.
fn paths(repo: &Repo<'_>) -> Vec<String> {
    let items = items(repo);
    let items = items.as_array().expect("a list").iter();
    items.map(|item| item["path"].as_str().expect("a path").to_owned()).collect()
}

/// The results of a response.
fn results(run: Clada<'_>, status: i32) -> Vec<Value> {
    let result = run.arg("--format").arg("json").exits(status).json();
    result["results"].as_array().expect("a list").clone()
}

#[test]
fn what_a_response_adds_is_there_for_a_later_process() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&(add("src/b.txt") + &add("a.txt") + &add("./src/../a.txt"))).exits(0);
    let expected = json!([{"path": "a.txt", "size": 2}, {"path": "src/b.txt", "size": 3}]);
    assert_eq!(items(&repo), expected);
    assert_eq!(
        repo.clada(&["context", "list"]).exits(0).stdout,
        "a.txt      2 bytes\nsrc/b.txt  3 bytes\n"
    );
    repo.apply(&sham::block("context_remove", &[("path", "a.txt")])).exits(0);
    assert_eq!(paths(&repo), ["src/b.txt"]);
    repo.apply(&sham::block("context_clear", &[])).exits(0);
    assert_eq!(items(&repo), json!([]));
    assert_eq!(repo.status(), "", "nothing of it is in the worktree");
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"), "and nothing was committed");
}

#[test]
fn actions_see_what_the_ones_before_left() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["context", "add", "c.txt"]).exits(0);
    let response = [
        &sham::write("new.txt", "12345"),
        &add("new.txt"),
        &sham::delete("c.txt"),
        &sham::block("context_list", &[]),
        &sham::block("context_prune", &[]),
        &sham::block("context_list", &[]),
    ];
    let results = results(repo.apply(&response.map(String::as_str).concat()), 0);
    let gone = "ENOENT: no such file or directory, open 'c.txt'";
    let new = json!({"path": "new.txt", "size": 5});
    let all = json!({"items": [{"path": "c.txt", "error": gone}, new]});
    assert_eq!(results[1]["data"], json!({"path": "new.txt"}));
    assert_eq!(results[3]["data"], all);
    assert_eq!(results[4]["data"], json!({"removed": ["c.txt"]}));
    assert_eq!(results[5]["data"], json!({"items": [new]}));
    assert_eq!(paths(&repo), ["new.txt"]);
}

#[test]
fn a_link_is_followed_from_where_an_action_before_has_moved_it() {
    let env = TestEnv::new();
    let repo = repo(&env).link("l", "a.txt");
    let response = sham::rename("l", "m") + &add("m") + &add("l");
    let results = results(repo.apply(&response), 1);
    assert_eq!(results[1]["success"], true);
    assert_eq!(results[2]["error"], "ENOENT: no such file or directory, open 'l'");
    assert_eq!(paths(&repo), ["a.txt"]);
}

#[test]
fn only_a_file_that_is_there_is_added_and_only_one_that_is_in_is_removed() {
    let env = TestEnv::new();
    let repo = repo(&env).link("link", "src/b.txt");
    let response = [
        &add("nowhere.txt"),
        &add("src"),
        &add("link"),
        &sham::block("context_remove", &[("path", "c.txt")]),
        &sham::block("context_remove", &[("path", "link")]),
    ];
    let results = results(repo.apply(&response.map(String::as_str).concat()), 1);
    let told = |index: usize| (&results[index]["code"], &results[index]["error"]);
    let missing = "ENOENT: no such file or directory, open 'nowhere.txt'";
    assert_eq!(told(0), (&json!("ENOENT"), &json!(missing)));
    let directory = "EISDIR: illegal operation on a directory, open 'src'";
    assert_eq!(told(1), (&json!("EISDIR"), &json!(directory)));
    let not_in = "context_remove: 'c.txt' is not in the context (ENOENT)";
    assert_eq!(told(3), (&json!("ENOENT"), &json!(not_in)));
    assert_eq!((&results[2]["success"], &results[4]["success"]), (&json!(true), &json!(true)));
    assert_eq!(items(&repo), json!([]), "a link stands for the file that it leads to");
}

#[test]
fn a_response_that_is_not_applied_leaves_the_context() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["context", "add", "a.txt"]).exits(0);
    let response = add("c.txt") + &sham::write("d.txt", "d");
    repo.apply(&response).arg("--dry-run").exits(0);
    assert_eq!(paths(&repo), ["a.txt"]);
    let failing = response.clone() + &sham::delete("nowhere.txt");
    repo.apply(&failing).arg("--atomic").exits(3);
    assert_eq!(paths(&repo), ["a.txt"]);
    repo.write(".git/index.lock", "");
    repo.apply(&response).arg("--lock-timeout").arg("0s").exits(3);
    assert_eq!(paths(&repo), ["a.txt"]);
    assert_eq!(
        fs_err::read_dir(repo.path(".git/clada")).expect("a folder").count(),
        2,
        "the lock and the context, and nothing half done"
    );
}

#[test]
fn a_session_takes_the_context_over_and_then_has_its_own() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["context", "add", "a.txt"]).exits(0);
    repo.apply(&sham::write("d.txt", "d")).exits(0);
    assert_eq!(paths(&repo), ["a.txt"]);
    repo.apply(&(sham::write("d.txt", "e") + &add("d.txt"))).exits(0);
    assert_eq!(paths(&repo), ["a.txt", "d.txt"]);
    repo.git(&["switch", "-q", "main"]);
    assert_eq!(paths(&repo), ["a.txt"]);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.apply(&sham::write("d.txt", "f")).arg("--branch").arg("spike").exits(0);
    repo.clada(&["context", "remove", "a.txt"]).exits(0);
    assert_eq!(paths(&repo), ["d.txt"]);
    repo.git(&["switch", "-q", "clada/main"]);
    assert_eq!(paths(&repo), ["a.txt", "d.txt"]);
}

#[test]
fn undo_is_of_files_and_leaves_the_context() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&sham::write("d.txt", "d")).exits(0);
    repo.apply(&(sham::write("e.txt", "e") + &add("e.txt") + &add("a.txt"))).exits(0);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(paths(&repo), ["a.txt", "e.txt"]);
    repo.clada(&["redo"]).exits(0);
    assert_eq!(paths(&repo), ["a.txt", "e.txt"]);
    repo.apply(&add("c.txt")).exits(0);
    assert_eq!(paths(&repo), ["a.txt", "c.txt", "e.txt"]);
    let undone = repo.clada(&["undo"]).exits(0).stdout;
    assert!(
        undone.contains("write e.txt"),
        "what changed the context alone is passed over: {undone}"
    );
    assert_eq!(paths(&repo), ["a.txt", "c.txt", "e.txt"]);
}

#[test]
fn a_new_session_does_not_find_what_an_old_one_of_its_name_left() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&(sham::write("d.txt", "d") + &add("d.txt"))).exits(0);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(items(&repo), json!([]), "the worktree's own, for the session is gone");
    repo.clada(&["redo"]).exits(0);
    assert_eq!(paths(&repo), ["d.txt"], "the session is back");
    repo.clada(&["undo"]).exits(0);
    repo.clada(&["context", "add", "c.txt"]).exits(0);
    repo.apply(&sham::write("e.txt", "e")).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    assert_eq!(paths(&repo), ["c.txt"]);
}

#[test]
fn processes_that_add_at_once_lose_nothing() {
    let env = TestEnv::new();
    let mut repo = env.repo();
    let names: Vec<String> = (10..22).map(|number| format!("{number}.txt")).collect();
    for name in &names {
        repo = repo.file(name, "x\n");
    }
    let repo = repo.commit();
    let (by_hand, by_model) = names.split_at(6);
    let hands = by_hand.iter().map(|name| repo.clada(&["context", "add", name]).spawn());
    let models = by_model.iter().map(|name| repo.apply(&add(name)).spawn());
    let children: Vec<Child> = hands.chain(models).collect();
    for child in children {
        let run = Run::of(child);
        assert_eq!(run.status, Some(0), "{}", run.stderr);
    }
    assert_eq!(paths(&repo), names);
}

#[test]
fn a_context_that_cannot_be_read_is_named_and_kept() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let file = ".git/clada/context.json";
    for (content, why) in
        [("{\"version\": 1,", "EOF"), ("{\"version\": 2, \"all\": []}", "its version is 2")]
    {
        repo.write(file, content);
        for what in ["list", "show", "prune", "clear"] {
            let run = repo.clada(&["context", what]).exits(3);
            run.says(&["context.json` cannot be read", why, "nothing was changed"]);
        }
        repo.clada(&["context", "add", "a.txt"]).exits(3);
        let response = add("a.txt") + &sham::write("d.txt", why);
        let results = results(repo.apply(&response).arg("--in-place"), 1);
        assert_eq!(results[0]["code"], "CONTEXT_DAMAGED");
        assert_eq!(results[1]["success"], true, "what has nothing to do with it is done");
        assert_eq!(repo.text(file), content);
    }
}

#[test]
fn paths_are_relative_to_where_one_stands_and_all_are_added_or_none() {
    let env = TestEnv::new();
    let repo = repo(&env).file("-n", "dash\n");
    let src = repo.path("src");
    let run = |args: &[&str]| Clada::new(&env, &src, args);
    run(&["context", "add", "--", "b.txt", "../a.txt", "../-n"]).exits(0);
    assert_eq!(paths(&repo), ["-n", "a.txt", "src/b.txt"]);
    run(&["context", "remove", "../a.txt"]).exits(0);
    let failed = run(&["context", "add", "../c.txt", "c.txt", "..", "/etc/passwd"]).exits(3);
    failed.says(&[
        "cannot change the context",
        "no such file or directory, open 'src/c.txt'",
        "illegal operation on a directory, open '.'",
        "PATH_ESCAPE: path is outside the allowed roots, '/etc/passwd'",
        "clada.allowRoot",
    ]);
    assert_eq!(paths(&repo), ["-n", "src/b.txt"]);
    let absolute = repo.path("c.txt");
    run(&["context", "add"]).arg(&absolute).exits(0);
    run(&["-C", "..", "context", "add", "a.txt"]).exits(0);
    assert_eq!(paths(&repo), ["-n", "a.txt", "c.txt", "src/b.txt"]);
    run(&["context", "add", ".git/config"]).exits(3);
    run(&["context", "add"]).exits(2);
    let name = std::ffi::OsString::from_vec(b"\xff.txt".to_vec());
    fs_err::write(src.join(&name), "x").expect("a file");
    run(&["context", "add"]).arg(name).exits(3).says(&["is not UTF-8"]);
}

#[test]
fn files_below_an_allowed_root_are_kept_while_it_is_not_allowed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let outside = env.root().join("outside.txt");
    fs_err::write(&outside, "out\n").expect("a file");
    let outside = outside.to_str().expect("UTF-8");
    repo.git(&["config", "clada.allowRoot", env.root().to_str().expect("UTF-8")]);
    repo.clada(&["context", "add", "../outside.txt", "a.txt"]).exits(0);
    assert_eq!(paths(&repo), ["a.txt", outside]);
    assert!(repo.clada(&["context", "show"]).exits(0).stdout.ends_with(".txt ===\nout\n"));
    repo.git(&["config", "--unset", "clada.allowRoot"]);
    repo.clada(&["context", "prune"]).exits(0);
    let refused = items(&repo)[1]["error"].as_str().expect("an error").to_owned();
    assert!(refused.starts_with("PATH_ESCAPE: "), "{refused}");
    repo.clada(&["context", "show"]).exits(1);
    repo.clada(&["context", "remove", outside]).exits(0);
    assert_eq!(paths(&repo), ["a.txt"]);
}

#[test]
fn show_prints_the_files_and_names_those_that_it_cannot_print() {
    let env = TestEnv::new();
    let repo = repo(&env)
        .file("bad.txt", b"\xff\xfe")
        .file("large.txt", "x".repeat(10 * 1024 * 1024 + 1))
        .file("gone.txt", "g");
    let files = ["a.txt", "src/b.txt", "bad.txt", "large.txt", "gone.txt"];
    repo.clada(&[&["context", "add"][..], &files].concat()).exits(0);
    fs_err::remove_file(repo.path("gone.txt")).expect("removed");
    let shown = repo.clada(&["context", "show"]).exits(1).stdout;
    assert_eq!(
        shown,
        "=== a.txt ===\na\n\n=== src/b.txt ===\nbb\n\n=== not shown ===\n\
         bad.txt: not valid UTF-8\ngone.txt: no such file or directory\n\
         large.txt: file too large\n"
    );
    repo.clada(&["context", "prune"]).exits(0);
    repo.clada(&["context", "remove", "bad.txt", "large.txt"]).exits(0);
    repo.write("a.txt", "0123456789\n".repeat(1000));
    let shown = repo.clada(&["context", "show", "--budget", "1KiB"]).exits(0).stdout;
    assert!(shown.len() <= 1024 && shown.contains("bytes left out …]"), "{shown}");
    assert!(shown.ends_with("=== src/b.txt ===\nbb\n"), "{shown}");
    repo.clada(&["context", "show", "--budget", "1 furlong"]).exits(2);
}

#[test]
fn each_worktree_has_its_own_and_without_a_repository_there_is_none() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["context", "add", "a.txt"]).exits(0);
    repo.git(&["worktree", "add", "-q", "../linked"]);
    let linked = Repo::new(&env, env.root().join("linked"));
    assert_eq!(items(&linked), json!([]));
    linked.clada(&["context", "add", "c.txt"]).exits(0);
    assert_eq!((paths(&repo), paths(&linked)), (vec!["a.txt".into()], vec!["c.txt".into()]));
    let no_git = |dir: &Path, args: &[&str]| Clada::new(&env, dir, args);
    no_git(env.root(), &["context", "list"]).exits(3).says(&["not in a git repository"]);
    fs_err::write(env.root().join("x.txt"), "x").expect("a file");
    let run = no_git(env.root(), &["apply", "--no-git", "-"]).stdin(add("x.txt"));
    let results = results(run, 1);
    assert_eq!(results[0]["code"], "NO_REPOSITORY");
    let error = "context_add: there is no repository to keep the context in";
    assert_eq!(results[0]["error"], error);
}
