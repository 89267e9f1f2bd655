//! Which of the two it is, and what is told of it.

use std::path::Path;

use serde_json::Value;

use super::scene::{IN_VIEW, NOTE, apply, bash, has_view, lay_out, notes};
use crate::{
    env::{TestEnv, skipped},
    sham,
};

#[test]
fn a_sandbox_keeps_commands_out_of_the_worktree_itself() {
    let env = TestEnv::new();
    for sandbox in ["workspace", "strict"] {
        let repo = lay_out(&env, "in-place").config("clada.sandbox", sandbox);
        let before = repo.snapshot();
        let report = apply(&repo, &bash("echo 1 > a.txt"), &[]).json();
        let result = &report["results"][0];
        assert_eq!(result["code"], "EXEC_FAILED", "{report}");
        let hint = result["hint"].as_str().expect("a hint");
        assert!(hint.contains("git config --global clada.sandbox off"), "{hint}");
        repo.snapshot().assert_same_but_log(&before, sandbox);
        fs_err::remove_dir_all(repo.dir()).expect("removed");
    }
}

#[test]
fn a_view_that_nobody_knows_is_an_error_that_names_the_known_ones() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "mirror");
    let run = repo.apply(&sham::write("n", "1")).run();
    assert_ne!(run.status, Some(0));
    let expected = "`clada.view` has the value `mirror`; it may be `auto`, `overlay` or `in-place`";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert!(!repo.exists("n"));
}

#[test]
fn auto_takes_the_view_where_there_is_one() {
    if !has_view() {
        return skipped("auto", "there is no view");
    }
    let env = TestEnv::new();
    let repo = lay_out(&env, "auto");
    let report = apply(&repo, &bash("echo 1 > a.txt"), &[]).json();
    assert_eq!(notes(&report), [IN_VIEW]);
}

#[test]
fn auto_goes_on_in_the_worktree_where_no_view_can_be_mounted() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "auto");
    let response = sham::write("n", "1\n") + &bash("echo 1 > a.txt; cat n") + &bash("cat a.txt");
    let Some(report) = without_view((&env, repo.dir()), &response, &[]) else {
        return skipped("auto without a view", "no user namespace to be without one in");
    };
    assert_eq!(report["success"], true, "{report}");
    assert_eq!(notes(&report), [NOTE]);
    assert_eq!(report["results"][2]["data"]["stdout"], "1\n");
    for (key, value) in [("clada.view", "overlay"), ("clada.sandbox", "workspace")] {
        repo.git(&["config", key, value]);
        let report = without_view((&env, repo.dir()), &bash("echo 2 > a.txt"), &[]);
        let report = report.expect("as before");
        assert_eq!(report["results"][0]["code"], "EXEC_FAILED", "{key}: {report}");
        let hint = report["results"][0]["hint"].as_str().expect("a hint");
        assert!(hint.contains("clada.sandbox off"), "{hint}");
        assert_eq!(repo.text("a.txt"), "1\n");
        repo.git(&["config", "clada.view", "auto"]);
    }
}

/// Applies a response where the kernel makes no mount namespaces: their limit is reached.
fn without_view((env, dir): (&TestEnv, &Path), response: &str, args: &[&str]) -> Option<Value> {
    let file = env.root().join("response");
    fs_err::write(&file, response).expect("written");
    let script = "echo 0 > /proc/sys/user/max_mnt_namespaces && exec \"$@\"";
    let mut command = env.command("unshare", dir);
    command.args(["--user", "--map-root-user", "--", "sh", "-c", script, "sh"]);
    command.args([env!("CARGO_BIN_EXE_git-clada"), "apply", "--yes", "--format", "json"]);
    let output = command.args(args).arg(&file).output().expect("unshare runs");
    serde_json::from_slice(&output.stdout).ok()
}

#[test]
fn every_form_of_the_report_says_that_there_was_no_view() {
    let env = TestEnv::new();
    for format in ["text", "markdown", "json"] {
        let repo = lay_out(&env, "in-place");
        let clada = repo.clada(&["apply", "--yes", "--format", format, "-"]);
        let run = clada.stdin(bash("echo 1 > a.txt")).exits(0);
        let told = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(NOTE), "{format}: {told}");
        fs_err::remove_dir_all(repo.dir()).expect("removed");
    }
}

#[test]
fn a_dry_run_runs_nothing_in_the_worktree() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let before = repo.snapshot();
    let response = sham::write("n", "1\n")
        + &bash("echo 1 > a.txt; echo 1 > x.log")
        + &sham::block("run", &[("command", "cat n")]);
    let report = apply(&repo, &response, &["-n"]).json();
    for (result, action) in [(1, "exec"), (2, "run")] {
        let error = report["results"][result]["error"].as_str().expect("an error");
        let expected =
            format!("{action}: in the worktree itself a command cannot be tried (clada.view)");
        assert_eq!(error, expected, "{report}");
    }
    assert_eq!(report["results"][0]["success"], true, "{report}");
    repo.snapshot().assert_same(&before, "nothing was touched");
    let looks = sham::block("run", &[("command", "cat a.txt")]);
    let report = apply(&repo, &looks, &["-n"]).json();
    assert_eq!(report["results"][0]["data"]["stdout"], "alpha\n", "nothing need be written out");
}

#[test]
fn without_a_repository_no_command_runs_in_the_directory() {
    let env = TestEnv::new();
    let dir = env.root().join("plain");
    fs_err::create_dir(&dir).expect("made");
    fs_err::write(dir.join("a.txt"), "mine\n").expect("written");
    let response = bash("echo 1 > a.txt") + &sham::block("run", &[("command", "cat a.txt")]);
    let args = ["--no-git", "--sandbox", "off"];
    let Some(report) = without_view((&env, &dir), &response, &args) else {
        return skipped("no repository and no view", "no user namespace to be without one in");
    };
    assert_eq!(report["results"][0]["code"], "NO_REPOSITORY", "{report}");
    assert_eq!(report["results"][1]["data"]["stdout"], "mine\n", "it only looks: {report}");
    assert_eq!(fs_err::read_to_string(dir.join("a.txt")).expect("there"), "mine\n");
}
