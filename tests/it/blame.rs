//! `git clada blame`: what wrote each line of a file.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A file of the user's with lines of two responses and an edit that is not committed.
fn written(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("d/a.txt", "mine\nend\n").commit();
    let first = sham::write("d/a.txt", "mine\nfirst\nend\n");
    repo.clada(&["apply", "-", "--model", "some-model\u{1b}[7m"]).stdin(first).exits(0);
    let repo = repo.file("d/a.txt", "mine\nfirst\nsnapshot\nend\n");
    repo.apply(&sham::write("d/a.txt", "mine\nfirst\nsnapshot\nsecond\nend\n")).exits(0);
    repo.file("d/a.txt", "mine\nfirst\nsnapshot\nsecond\nend\nnow\n")
}

#[test]
fn lines_of_responses_have_their_transaction_and_model() {
    let env = TestEnv::new();
    let repo = written(&env);
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    let id = |index: usize| log["operations"][index]["id"].as_str().expect("an id").to_owned();
    let [snapshot, first] =
        ["HEAD~1", "main"].map(|name| repo.git_line(&["rev-parse", "--short=8", name]));
    let told = repo.clada(&["blame", "d/a.txt"]).exits(0).stdout;
    let expected = [
        format!("{first}     Test User        2023-11-14 1) mine"),
        format!("{} some-model\\u{{1b… 2023-11-14 2) first", id(1)),
        format!("{snapshot}     Test User        2023-11-14 3) snapshot"),
        format!("{} AI               2023-11-14 4) second", id(0)),
        format!("{first}     Test User        2023-11-14 5) end"),
    ];
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.get(..5), Some(expected.each_ref().map(String::as_str).as_slice()), "{told}");
    assert!(lines[5].starts_with("-            not committed    "), "{told}");
}

#[test]
fn json_has_what_is_known_of_each_line() {
    let env = TestEnv::new();
    let repo = written(&env);
    let json = repo.clada(&["blame", "-L", "2,2", "--format=json", "d/a.txt"]).exits(0).json();
    let line = &json["lines"][0];
    assert_eq!(json["lines"].as_array().map(Vec::len), Some(1));
    assert_eq!((&json["version"], &json["path"]), (&1.into(), &"d/a.txt".into()));
    assert_eq!((&line["line"], &line["text"]), (&2.into(), &"first".into()));
    assert_eq!(line["model"], "some-model\u{1b}[7m");
    assert_eq!(line["author"], "clada");
    assert_eq!(line["time"], "2023-11-14T22:13:20+00:00");
    let id = line["transaction"].as_str().expect("an id");
    assert_eq!(repo.git_line(&["rev-parse", "HEAD~2"]), line["commit"].as_str().expect("one"));
    repo.clada(&["show", id]).exits(0);
}

#[test]
fn ranges_and_directories_are_gits() {
    let env = TestEnv::new();
    let repo = written(&env);
    let run = repo.clada(&["-C", "d", "blame", "-L", "1,1", "-L", "4,+2", "a.txt"]).exits(0);
    let shown: Vec<&str> = run.stdout.lines().filter_map(|line| line.split(") ").last()).collect();
    assert_eq!(shown, ["mine", "second", "end"]);
}

#[test]
fn what_git_cannot_blame_is_told_in_its_words() {
    let env = TestEnv::new();
    let repo = written(&env).file("new.txt", "new\n");
    let failed = |args: &[&str], words: &str| {
        repo.clada(args).exits(3).says(&[words]);
    };
    failed(&["blame", "new.txt"], "cannot blame `new.txt`: no such path 'new.txt' in HEAD");
    failed(&["blame", "../x"], "is outside repository");
    failed(&["blame", "-L", "9,9", "d/a.txt"], "has only 6 lines");
    repo.clada(&["blame"]).exits(2);
}
