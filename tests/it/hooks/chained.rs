//! The hooks that were there before run as if they were still alone.

use super::scene::{commit, git, git_exits, git_with, hook};
use crate::env::{Repo, TestEnv};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

#[test]
fn they_get_the_same_arguments_and_input_and_their_status_counts() {
    let env = TestEnv::new();
    env.git(env.root(), &["init", "-q", "--bare", "remote.git"]);
    let repo = repo(&env);
    repo.git(&["remote", "add", "origin", "../remote.git"]);
    for name in ["pre-push", "post-rewrite"] {
        hook(&repo, name, &format!("{{ echo \"$@\"; cat; }} >../{name}.told; test ! -e ../no"));
    }
    let told = |name: &str| fs_err::read_to_string(env.root().join(format!("{name}.told")));
    let both = |args: &[&str], name: &str| {
        git_exits(&env, &repo, args, 0);
        told(name).expect("the hook ran")
    };
    let push = ["push", "-q", "--force", "origin", "main"];
    let amend = ["commit", "-q", "--amend", "-m"];
    let tip = commit(&repo, "HEAD");
    let alone = both(&push, "pre-push");
    let zero = "0".repeat(40);
    let line = format!("refs/heads/main {tip} refs/heads/main {zero}");
    assert_eq!(alone, format!("origin ../remote.git\n{line}\n"));
    assert_eq!(both(&[&amend[..], &["x"]].concat(), "post-rewrite").lines().next(), Some("amend"));
    repo.clada(&["hooks", "install"]).exits(0);
    let (before, after) =
        (commit(&repo, "HEAD~0"), both(&[&amend[..], &["y"]].concat(), "post-rewrite"));
    assert_eq!(after, format!("amend\n{before} {}\n", commit(&repo, "HEAD")));
    let line = format!("refs/heads/main {} refs/heads/main {tip}", commit(&repo, "HEAD"));
    assert_eq!(both(&push, "pre-push"), format!("origin ../remote.git\n{line}\n"));
    fs_err::write(env.root().join("no"), "").expect("a file");
    git_exits(&env, &repo, &[&amend[..], &["z"]].concat(), 0);
    git_exits(&env, &repo, &push, 1);
}

#[test]
fn a_hook_that_refuses_ends_the_commit_before_ours_is_asked() {
    let env = TestEnv::new();
    let repo = repo(&env).staged("x.sham", "#!SHAM [@three-char-SHA-256: k7m]\n");
    hook(&repo, "pre-commit", "echo not today >&2; exit 9");
    repo.clada(&["hooks", "install"]).exits(0);
    let run = git_exits(&env, &repo, &["commit", "-m", "x"], 1);
    assert_eq!(run.stderr, "not today\n");
    hook(&repo, "before-clada/pre-commit", "exit 0");
    git_exits(&env, &repo, &["commit", "-m", "x"], 1).says(&["x.sham:"]);
    hook(&repo, "before-clada/commit-msg", "echo no such message >&2; exit 1");
    git_exits(&env, &repo, &["commit", "--no-verify", "-qm", "y"], 0);
    git_exits(&env, &repo, &["commit", "--allow-empty", "-m", "z"], 1).says(&["no such message"]);
}

#[test]
fn they_know_their_name_and_find_what_lies_beside_them() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.write(".git/hooks/lib.sh", "say() { echo \"$1 here\" >&2; }\n");
    hook(&repo, "pre-commit", ". \"$(dirname \"$0\")/lib.sh\"; say \"$(basename \"$0\")\"");
    repo.clada(&["hooks", "install"]).exits(0);
    git_exits(&env, &repo, &["commit", "--allow-empty", "-m", "x"], 0).says(&["pre-commit here\n"]);
}

#[test]
fn a_hook_behind_a_relative_link_runs_from_where_it_is_kept() {
    let env = TestEnv::new();
    let repo = repo(&env).file("tools/check", "#!/bin/sh\necho checked >&2\n");
    repo.chmod("tools/check", 0o755);
    let repo = repo.link(".git/hooks/pre-commit", "../../tools/check");
    repo.clada(&["hooks", "install"]).exits(0);
    git_exits(&env, &repo, &["commit", "--allow-empty", "-m", "x"], 0).says(&["checked\n"]);
}

#[test]
fn without_git_clada_what_guards_says_how_to_go_on_and_the_rest_only_warns() {
    let env = TestEnv::new();
    let repo = repo(&env);
    hook(&repo, "pre-commit", "echo mine ran >&2");
    repo.clada(&["hooks", "install"]).exits(0);
    let without = |args: &[&str]| {
        git_with(&env, repo.dir(), (args, &[("PATH", "/usr/local/bin:/usr/bin:/bin")]))
    };
    let run = without(&["commit", "--allow-empty", "-m", "x"]);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    run.says(&[
        "mine ran\n",
        "error: the pre-commit hook needs git-clada, which is not on your PATH\n",
        "rm '.git/hooks/pre-commit'\n",
        "mv '.git/hooks/before-clada/pre-commit' '.git/hooks/pre-commit'\n",
    ]);
    let plain = ["commit", "--allow-empty", "--amend", "-m", "plain"];
    fs_err::remove_file(repo.path(".git/hooks/pre-commit")).expect("removed");
    let run = without(&plain);
    assert_eq!(run.status, Some(0), "a message without our trailers: {}", run.stderr);
    run.says(&["warning: git-clada is not on your PATH: its log does not know"]);
    let ours = "x\n\nClada-Transaction: kkkkkkkkkkkk\n";
    let run = without(&["commit", "--allow-empty", "-m", ours]);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    run.says(&["error: the commit-msg hook needs git-clada"]);
    assert_eq!(git(&env, &repo, &["commit", "--allow-empty", "-m", ours]).status, Some(0));
}
