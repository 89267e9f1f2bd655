//! `--error-detail`: how much is said about what is wrong.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

fn said(repo: &Repo<'_>, detail: &str, response: &str) -> String {
    repo.apply(response).arg("--error-detail").arg(detail).run().stderr
}

#[test]
fn minimal_is_one_line_and_the_default_in_a_pipe() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let response = sham::block("file_writ", &[("path", "a.txt"), ("content", "b\n")]);
    let minimal = said(&repo, "minimal", &response);
    assert_eq!(
        minimal,
        "<stdin>:2:10: error[UNKNOWN_ACTION]: Unknown action: file_writ; \
         help: write `action = \"file_write\"`\n"
    );
    assert_eq!(repo.apply(&response).run().stderr, minimal);
    let full = said(&repo, "full", &response);
    assert!(full.contains("clada::action::unknown_action\n"), "{full}");
    assert!(full.contains("2 │ action = \"file_writ\"\n"), "{full}");
}

#[test]
fn debug_adds_the_block_as_it_was_parsed_once_after_its_problems() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let params = [("path", ""), ("content", "two\nlines"), ("colour", "red")];
    let response = sham::block("file_write", &params);
    let [full, debug] = ["full", "debug"].map(|detail| said(&repo, detail, &response));
    let parsed = "\
as parsed: t3s  SHAM, lines 1 to 6
    action = file_write  (10 bytes)
    path =   (0 bytes)
    content = two\\nlines  (9 bytes)
    colour = red  (3 bytes)

";
    assert_eq!(debug, full + parsed);
}

#[test]
fn debug_shows_the_action_that_failed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let response = sham::write("b.txt", "b\n") + &sham::delete("gone.txt");
    assert_eq!(
        said(&repo, "debug", &response),
        "ENOENT: no such file or directory, unlink 'gone.txt'\n\
         as parsed: t3s  SHAM, lines 6 to 9\n    \
         action = file_delete  (11 bytes)\n    \
         path = gone.txt  (8 bytes)\n\n"
    );
}

#[test]
fn debug_tells_each_cause_on_its_own_line() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--allow-root").arg("nowhere");
    let run = run.arg("--error-detail").arg("debug").exits(3);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines[0], "error: cannot use a root");
    assert!(lines.len() > 2, "{lines:?}");
    assert!(lines[1..].iter().all(|line| line.starts_with("caused by: ")), "{lines:?}");
}
