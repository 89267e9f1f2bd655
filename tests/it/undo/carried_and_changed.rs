//! Actions see what commands left in ignored files, however much it is, and change it; the log tells of
//! it, and undo takes all of it back.

use serde_json::{Value, json};

use crate::{
    env::{Repo, TestEnv, commands_run, differences, tree_of},
    sham,
};

/// Too much to be held in memory.
const BIG: &str = "truncate -s 2500000 out/big";

/// A repository in which `out/` is ignored; nothing where no command runs.
fn with_ignored<'e>(env: &'e TestEnv, test: &str) -> Option<Repo<'e>> {
    if !commands_run(test) {
        return None;
    }
    let repo = env.repo().file(".gitignore", "out/\n").file("a.txt", "a\n").commit();
    Some(repo.file("out/text", "old\n").file("out/dir/x", "x\n").file("out/stays", "stays\n"))
}

/// What each block came to: its data, or its code.
fn came(repo: &Repo<'_>, response: &str, status: i32) -> Vec<Value> {
    let run = repo.apply(response).arg("--yes").arg("--format=json").exits(status);
    let results = run.json()["results"].as_array().expect("results").clone();
    let told = |result: &Value| {
        if result["success"] == json!(true) {
            result["data"].clone()
        } else {
            result["code"].clone()
        }
    };
    results.iter().map(told).collect()
}

fn there_and_back(repo: &Repo<'_>, response: &str, expected: &[(&str, &str)]) {
    let before = (tree_of(&repo.path("out")), repo.snapshot());
    repo.apply(response).arg("--yes").exits(0);
    for (path, text) in expected {
        assert_eq!(repo.text(path), *text, "{path}");
    }
    let after = tree_of(&repo.path("out"));
    for _ in 0..2 {
        repo.clada(&["undo"]).exits(0);
        assert_eq!(differences(&before.0, &tree_of(&repo.path("out"))), Vec::<String>::new());
        repo.snapshot().assert_same_but_log(&before.1, "undo");
        repo.clada(&["redo"]).exits(0);
        assert_eq!(differences(&after, &tree_of(&repo.path("out"))), Vec::<String>::new());
    }
    repo.clada(&["undo"]).exits(0);
    repo.assert_sound();
}

#[test]
fn actions_see_what_a_command_left() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried_and_changed::actions_see…") else { return };
    let code =
        format!("echo new > out/text; rm -r out/dir; mkdir out/n; echo found > out/n/f; {BIG}");
    let one = |action: &str, path: &str| sham::block(action, &[("path", path)]);
    let response = sham::exec(&code)
        + &one("file_read", "out/text")
        + &one("file_read", "out/dir/x")
        + &one("ls", "out")
        + &sham::block("grep", &[("pattern", "found"), ("path", "out")])
        + &sham::block("glob", &[("pattern", "**/f"), ("base_path", "out")])
        + &sham::block(
            "file_replace_text",
            &[("path", "out/text"), ("old_text", "old"), ("new_text", "x")],
        )
        + &one("dir_delete", "out/n")
        + &sham::block("run", &[("command", "cat out/n/f")]);
    let came = came(&repo, &response, 1);
    let names = |entries: &Value| {
        let entries = entries["entries"].as_array().expect("entries").clone();
        entries.iter().map(|entry| entry["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(came[1]["content"], "new\n");
    assert_eq!(came[2], "ENOENT");
    assert_eq!(names(&came[3]), ["big", "n", "stays", "text"]);
    assert_eq!(came[4]["matches"][0]["file"], "out/n/f");
    assert_eq!(came[5]["paths"], json!(["out/n/f"]));
    assert_eq!(came[6], "MATCH_NOT_FOUND");
    assert_eq!(came[7], "ENOTEMPTY");
    assert_eq!(came[8]["stdout"], "found\n");
}

#[test]
fn what_actions_change_of_it_is_published_and_taken_back() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried_and_changed::what_actions…") else { return };
    let code = format!("echo new > out/text; rm -r out/dir; mkdir out/n; echo n > out/n/f; {BIG}");
    let response = sham::exec(&code)
        + &sham::replace("out/text", "new", "newer")
        + &sham::write("out/dir/y", "y\n")
        + &sham::rename("out/n/f", "out/n/g")
        + &sham::delete("out/stays")
        + &sham::exec("cat out/text out/dir/y out/n/g >> out/all; ls out >> out/all")
        + &sham::block("file_append", &[("path", "out/all"), ("content", "end\n")]);
    let all = "newer\ny\nn\nall\nbig\ndir\nn\ntext\nend\n";
    let expected =
        [("out/text", "newer\n"), ("out/dir/y", "y\n"), ("out/n/g", "n\n"), ("out/all", all)];
    there_and_back(&repo, &response, &expected);
    assert!(repo.exists("out/stays") && repo.exists("out/dir/x"));
}

#[test]
fn a_link_that_a_command_left_there_fails_the_block_and_not_the_response() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried_and_changed::a_link…") else { return };
    let repo = repo.link("out/cur", "dir");
    let linked = format!("rm -r out/dir; ln -s /etc out/dir; {BIG}");
    let write = |path: &str| sham::write(path, "mine\n");
    for (to, code) in [("/etc", "PATH_ESCAPE"), (".", "SYMLINK_NOT_ALLOWED")] {
        let linked = linked.replace("/etc", to);
        assert_eq!(came(&repo, &(sham::exec(&linked) + &write("out/dir/x")), 1)[1], code);
        repo.clada(&["undo"]).exits(0);
    }
    there_and_back(&repo, &(write("out/dir/x") + &sham::exec(&linked)), &[]);
    let directory = format!("rm out/cur; mkdir out/cur; echo 1 > out/cur/f; {BIG}");
    let response = sham::exec(&directory) + &write("out/cur/g");
    there_and_back(&repo, &response, &[("out/cur/f", "1\n"), ("out/cur/g", "mine\n")]);
}

#[test]
fn the_log_tells_which_ignored_directories_an_operation_changed() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried_and_changed::the_log…") else { return };
    repo.apply(&sham::exec(&format!("rm out/text; echo b > a.txt; {BIG}"))).arg("--yes").exits(0);
    let told = "out/ (1 file, 2.5 MB)";
    let log = repo.clada(&["log"]).exits(0).stdout;
    assert!(log.contains(&format!("ignored: {told}\n")), "{log}");
    let show = repo.clada(&["show"]).exits(0).stdout;
    assert!(show.contains(&format!("\nIgnored:  {told}\n")), "{show}");
    let json = repo.clada(&["log", "--format=json"]).exits(0).json();
    let tree = json!({"path": "out/", "files": 1, "bytes": 2_500_000, "replaced": 1});
    assert_eq!(json["operations"][0]["ignored"], json!([tree]));
}
