//! Responses with more problems than anyone reads: not all are listed, all are counted.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

#[test]
fn warnings_that_are_left_out_are_no_failure() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let params = [("path", "a.txt"), ("content", "b\n"), ("colour", "red")];
    let response = sham::block("file_write", &params).repeat(1100);
    let run = repo.apply(&response).arg("--format").arg("json").exits(0);
    let result = run.json();
    assert_eq!(result["success"], true);
    assert_eq!(result["warnings"].as_array().map(Vec::len), Some(1000));
    assert_eq!(result.get("omittedErrors"), None);
    repo.apply(&response).exits(0).says(&["100 more problems"]);
}

#[test]
fn errors_are_listed_rather_than_warnings_and_all_their_blocks_are_counted() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let params = [("path", "a.txt"), ("content", "b\n"), ("colour", "red")];
    let wrong = sham::block("file_writ", &[("path", "a.txt"), ("content", "c\n")]);
    let response = sham::block("file_write", &params).repeat(1000) + &wrong.repeat(1100);
    let run = repo.clada(&["check", "--format", "json"]).stdin(response.clone()).exits(1);
    let checked = run.json();
    assert_eq!(checked["errors"].as_array().map(Vec::len), Some(1000));
    let summary = serde_json::json!({
        "totalBlocks": 2100, "successCount": 1000, "errorCount": 1100,
    });
    assert_eq!(checked["summary"], summary);
    let run = repo.apply(&response).exits(1);
    assert!(run.stdout.contains("1000 of 2100 actions done, 1100 blocks rejected"));
}
