//! Responses that cannot be read, or have nothing to do.

use std::{io::Write, process::Stdio};

use super::refusal::{refused, refused_with, repo};
use crate::{env::TestEnv, sham};

#[test]
fn without_a_block_is_a_success() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run = refused(&repo, repo.apply("I would not change anything.\n"), 0);
    assert!(!(run.stdout + &run.stderr).trim().is_empty(), "it says so");
}

#[test]
fn empty_is_a_success() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::write(env.root().join("empty.md"), "").expect("a file");
    refused(&repo, repo.clada(&["apply", "../empty.md"]), 0);
    refused(&repo, repo.apply(""), 0);
}

#[test]
fn without_a_block_as_json_is_the_whole_structure() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run = refused(&repo, repo.clada(&["apply", "--format", "json", "-"]), 0);
    let wanted = serde_json::json!({
        "success": true, "totalBlocks": 0, "executedActions": 0,
        "results": [], "parseErrors": [], "warnings": [],
    });
    let mut found = run.json();
    let transaction = found.as_object_mut().expect("an object").remove("transaction");
    assert!(transaction.is_none_or(|t| t.get("commit").is_none()), "nothing is committed");
    assert_eq!(found, wanted);
}

#[test]
fn in_invalid_utf8_are_refused_with_the_offset() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let text = [sham::write("d.txt", "d").as_bytes(), b"caf\xe9"].concat();
    let offset = (text.len() - 1).to_string();
    fs_err::write(env.root().join("latin.md"), &text).expect("a file");
    refused_with(&repo, repo.clada(&["apply", "../latin.md"]), &["latin.md", &offset]);
    refused_with(&repo, repo.clada(&["apply", "-"]).stdin(text), &["UTF-8", &offset]);
}

#[test]
fn of_sixty_megabytes_are_refused_with_their_name() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let path = env.root().join("huge.md");
    let mut file = fs_err::File::create(&path).expect("a file");
    file.write_all(sham::write("d.txt", "d").as_bytes()).expect("a block");
    file.file().set_len(60_000_000).expect("a sparse file");
    refused_with(&repo, repo.clada(&["apply", "../huge.md"]), &["huge.md"]);
}

#[test]
fn of_sixty_megabytes_from_standard_input_are_refused() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let mut text = sham::write("d.txt", "d").into_bytes();
    text.resize(60_000_000, b'\n');
    refused_with(&repo, repo.clada(&["apply", "-"]).stdin(text), &["stdin"]);
}

#[test]
fn that_are_a_directory_are_refused() {
    let env = TestEnv::new();
    let repo = repo(&env).folder("answers");
    refused_with(&repo, repo.clada(&["apply", "answers"]), &["answers", "directory"]);
}

#[test]
fn that_are_missing_are_refused() {
    let env = TestEnv::new();
    let repo = repo(&env);
    refused_with(&repo, repo.clada(&["apply", "nowhere.md"]), &["nowhere.md"]);
}

#[test]
fn full_of_control_sequences_reach_no_terminal() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let evil = "#!SHAM [@three-char-SHA-256: esc]\naction = \"\u{1b}]0;pwned\u{7}\"\n\u{1b}[2J\n";
    let run = repo.apply(evil).exits(1);
    assert!(!(run.stdout + &run.stderr).contains('\u{1b}'), "an escape sequence came through");
}

#[test]
fn a_wrong_option_is_wrong_usage() {
    let env = TestEnv::new();
    let repo = repo(&env);
    refused(&repo, repo.clada(&["apply", "--no-such-option"]), 2).says(&["--no-such-option"]);
    refused(&repo, repo.clada(&["no-such-command"]), 2).says(&["no-such-command"]);
}

#[test]
fn standard_input_that_ends_early_is_still_a_response() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let mut child = env
        .command(env!("CARGO_BIN_EXE_git-clada"), repo.dir())
        .args(["apply", "-"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary starts");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
