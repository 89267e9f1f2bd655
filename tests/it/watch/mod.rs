//! `git clada watch`: what is saved into a file is applied, however it is saved.

mod keeping;
mod saving;
mod watching;

pub(crate) use watching::Watching;

use crate::{
    env::{Repo, TestEnv, commands_run},
    sham,
};

/// The file that is watched, beside the repository.
const FILE: &str = "../r.md";

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

/// The commits of responses, the newest first.
fn subjects(repo: &Repo<'_>) -> Vec<String> {
    repo.git(&["log", "--format=%s", "--author=clada"]).lines().map(ToOwned::to_owned).collect()
}

#[test]
fn what_is_saved_is_applied_and_told_on_top_of_the_file_and_beside_it() {
    let env = TestEnv::new();
    let repo = repo(&env).file(FILE, sham::write("before.txt", "x"));
    let watching = Watching::start(&repo, FILE, &[]);
    watching.says("what it holds is not applied");
    let response = format!("Words.\n\n{}", sham::write("b.txt", "b\n"));
    repo.write(FILE, &response);
    let told = watching.next();
    assert_eq!(
        (&told["exit"], &told["onTop"], &told["copied"]),
        (&0.into(), &true.into(), &false.into())
    );
    assert_eq!(told["result"]["executedActions"], 1);
    assert_eq!(told["output"], "../r.md.clada-output");
    assert!(repo.exists("b.txt") && !repo.exists("before.txt"));
    let file = repo.text(FILE);
    let (summary, rest) = file.split_once(": end of the summary ===\n\n").expect("a summary");
    assert_eq!(rest, response);
    assert!(
        summary.starts_with("=== git-clada 22:13:20: 1 action done ===\n✓ t3s  file_write  b.txt"),
        "{summary}"
    );
    assert!(summary.contains("on clada/main; `git clada undo` takes it back\n"), "{summary}");
    let beside = repo.text("../r.md.clada-output");
    assert!(
        beside.starts_with(
            "<!-- git-clada: what came of r.md, 2023-11-14T22:13:20+00:00 -->\n\n1 action done."
        ),
        "{beside}"
    );
    assert_eq!(
        repo.clada(&["show", "--response"]).exits(0).stdout,
        response,
        "without the summary"
    );
    // An editor that has loaded the summary too.
    repo.write(FILE, file.replace("b.txt", "c.txt").replace("c.txt  ", "b.txt  "));
    watching.next();
    assert!(repo.exists("c.txt"));
    assert_eq!(repo.text(FILE).matches("end of the summary").count(), 1, "{}", repo.text(FILE));
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
    let beside: Vec<_> = fs_err::read_dir(env.root()).expect("a directory").collect();
    assert_eq!(beside.len(), 4, "home, repo, the file, the output: {beside:?}");
}

#[test]
fn with_now_what_the_file_holds_is_applied_at_once_and_a_person_reads_a_line_of_it() {
    let env = TestEnv::new();
    let repo = repo(&env).file(FILE, sham::write("b.txt", "b\n") + &sham::block("file_rite", &[]));
    let args = ["watch", FILE, "--now", "--no-copy", "--debounce", "50ms"];
    let watching = Watching::of(repo.clada(&args));
    let line = watching.line();
    assert!(
        line.starts_with("22:13:20  ✗ 1 of 2 actions done, 1 block rejected: commit "),
        "{line}"
    );
    assert!(line.ends_with("full output, for the model: ../r.md.clada-output"), "{line}");
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
}

#[test]
fn places_are_told_by_the_lines_of_the_file_as_it_is_seen() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, FILE, &[]);
    for blocks in [1, 3, 60] {
        let good = sham::write("b.txt", &format!("{blocks}\n")).repeat(blocks);
        repo.write(FILE, good + &sham::block("file_rite", &[]));
        let told = watching.next();
        let line = told["result"]["parseErrors"][0]["error"]["line"].as_u64().expect("a line");
        let file = repo.text(FILE);
        let at = usize::try_from(line).expect("a line") - 1;
        assert_eq!(file.lines().nth(at), Some(r#"action = "file_rite""#), "{line}:\n{file}");
        assert!(file.contains(&format!("✗ t3s  file_rite  line {line}: ")), "{file}");
        assert!(repo.text("../r.md.clada-output").contains(&format!("line {line}, column")));
    }
}

#[test]
fn what_came_to_nothing_is_tried_again_when_it_is_saved_again() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, FILE, &["--atomic"]);
    let response = sham::replace("a.txt", "what", "that");
    repo.write(FILE, &response);
    assert_eq!(watching.next()["exit"], 3);
    assert!(repo.text(FILE).contains("nothing was applied: "), "{}", repo.text(FILE));
    repo.write("a.txt", "what\n");
    repo.write(FILE, repo.text(FILE));
    assert_eq!(watching.next()["exit"], 0);
    assert_eq!(repo.text("a.txt"), "that\n");
}

#[test]
fn commands_have_nobody_to_ask_and_wait_for_their_approval() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, FILE, &[]);
    repo.write(FILE, sham::block("run", &[("command", "make it")]));
    let told = watching.next();
    assert_eq!((&told["exit"], &told["result"]["success"]), (&4.into(), &false.into()), "{told}");
    assert!(repo.text("../r.md.clada-output").contains("git clada allow"));
}

#[test]
fn a_response_that_writes_the_watched_file_is_not_applied_in_its_turn() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, "in.md", &[]);
    let inner = sham::write("inner.txt", "x\n");
    repo.write("in.md", sham::write("in.md", &inner));
    let told = watching.next();
    assert_eq!((&told["exit"], &told["onTop"]), (&0.into(), &false.into()));
    watching.says("the response changed `in.md` itself");
    assert_eq!(repo.text("in.md"), inner);
    repo.write("in.md", sham::write("b.txt", "b\n"));
    assert_eq!(watching.next()["result"]["results"][0]["params"]["path"], "b.txt");
    assert!(!repo.exists("inner.txt"));
}

#[test]
fn the_watched_file_is_in_no_commit_of_ours_and_in_nobodys_way() {
    let env = TestEnv::new();
    let repo = repo(&env).file("in.md", "tracked\n").commit();
    let watching = Watching::start(&repo, "in.md", &[]);
    let reads = sham::block("file_read", &[("path", "in.md")]);
    repo.write("in.md", reads + &sham::write("b.txt", "b\n"));
    assert_eq!(watching.next()["exit"], 0);
    assert_eq!(repo.git_line(&["show", "HEAD:in.md"]), "tracked");
    assert_eq!(repo.status(), " M in.md\n?? in.md.clada-output\n");
    repo.clada(&["undo"]).exits(0);
    assert!(repo.text("in.md").contains("end of the summary"), "undo leaves it");
}

#[test]
fn ctrl_c_while_a_response_is_applied_stops_it_with_nothing_applied() {
    if !commands_run("ctrl_c_while_a_response_is_applied_stops_it_with_nothing_applied") {
        return;
    }
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, FILE, &["--yes"]);
    let response = sham::write("b.txt", "b\n") + &sham::exec("echo begun; sleep 60");
    repo.write(FILE, &response);
    watching.says("begun");
    assert_eq!(watching.stop(), (Some(3), Vec::new()));
    assert!(!repo.exists("b.txt"));
    assert_eq!(repo.text(FILE), response);
}

#[test]
fn what_cannot_be_watched_is_refused_at_the_start() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["watch", "."]).exits(3).says(&["it is a directory"]);
    repo.clada(&["watch", "no/r.md"]).exits(3).says(&["there is no such directory"]);
    repo.clada(&["watch", "/dev/null"]).exits(3).says(&["it is no regular file"]);
    crate::env::Clada::new(&env, env.root(), &["watch", "r.md"]).exits(3).says(&["git init"]);
}
