//! `.pre-commit-hooks.yaml`, tried with the pre-commit framework itself.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::scene::path;
use crate::{
    env::{Run, TestEnv, skipped},
    sham,
};

/// The framework in an environment of its own; `None` where Python or its packages are out of
/// reach.
fn framework(env: &TestEnv) -> Option<PathBuf> {
    let venv = env.root().join("venv");
    let runs = |program: &Path, args: &[&str]| {
        let status = Command::new(program).args(args).stdout(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let made = runs(Path::new("python3"), &["-m", "venv", venv.to_str().expect("a plain path")]);
    let install = ["install", "-q", "--retries", "0", "--timeout", "20", "pre-commit"];
    (made && runs(&venv.join("bin/pip"), &install)).then(|| venv.join("bin/pre-commit"))
}

#[test]
fn the_pre_commit_framework_runs_the_check_on_what_is_staged() {
    let env = TestEnv::new();
    let Some(framework) = framework(&env) else {
        let name = "the_pre_commit_framework_runs_the_check_on_what_is_staged";
        return skipped(name, "the package pre-commit cannot be installed");
    };
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(".pre-commit-hooks.yaml");
    let manifest = fs_err::read_to_string(manifest).expect("the manifest");
    let ours = env.repo_at("git-clada").file(".pre-commit-hooks.yaml", &manifest).commit();
    let config = format!(
        "repos:\n- repo: {}\n  rev: {}\n  hooks:\n  - id: git-clada-check-system\n",
        ours.dir().display(),
        ours.git_line(&["rev-parse", "HEAD"])
    );
    let repo = env.repo().file(".pre-commit-config.yaml", &config).commit();
    let run = |args: &[&str]| {
        let mut command = env.command(&framework, repo.dir());
        command.args(args).env("PATH", path()).env("XDG_CACHE_HOME", env.root().join("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Run::of(command.spawn().expect("pre-commit starts"))
    };
    let valid =
        run(&["validate-manifest", ours.path(".pre-commit-hooks.yaml").to_str().expect("a path")]);
    assert_eq!(valid.status, Some(0), "{}{}", valid.stdout, valid.stderr);
    let repo_dir = repo.dir().to_owned();
    let bad = sham::block("file_wriet", &[("path", "x"), ("content", "")]);
    repo.write("r.sham", &bad);
    repo.write("prose.md", &bad);
    repo.git(&["add", "r.sham", "prose.md"]);
    repo.write("r.sham", sham::write("x", ""));
    let refused = run(&["run"]);
    assert_eq!(refused.status, Some(1), "{}{}", refused.stdout, refused.stderr);
    assert!(refused.stdout.contains("check responses with git clada"), "{}", refused.stdout);
    assert!(refused.stdout.contains("r.sham:2:10: error[UNKNOWN_ACTION]"), "{}", refused.stdout);
    assert!(!refused.stdout.contains("prose.md"), "{}", refused.stdout);
    repo.git(&["add", "r.sham"]);
    let passed = run(&["run"]);
    assert_eq!(passed.status, Some(0), "{}{}", passed.stdout, passed.stderr);
    // Beside our own hook: whichever was there first is called by the other.
    assert_eq!(run(&["install"]).status, Some(0));
    repo.clada(&["hooks", "install"]).exits(0);
    repo.write("r.sham", &bad);
    repo.git(&["add", "r.sham"]);
    let commit = super::scene::git_with(&env, &repo_dir, (&["commit", "-m", "x"], &[]));
    assert_eq!(commit.status, Some(1), "{}", commit.stderr);
    commit.says(&["check responses with git clada", "r.sham:2:10: error[UNKNOWN_ACTION]"]);
}
