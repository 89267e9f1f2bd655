//! Where hooks are: what git says is obeyed, and what is not ours is not written unasked.

use super::scene::{git_exits, git_with};
use crate::env::{TestEnv, tree_of};

const NAMES: [&str; 4] = ["commit-msg", "post-rewrite", "pre-commit", "pre-push"];

#[test]
fn core_hooks_path_is_obeyed_and_told_to_be_shared() {
    let env = TestEnv::new();
    let repo = env.repo().commit().config("core.hooksPath", "~/hooks");
    let run = repo.clada(&["hooks", "install"]).exits(0);
    assert!(run.stdout.contains("not this repository's alone"), "{}", run.stdout);
    let made = tree_of(&env.root().join("home/hooks"));
    assert_eq!(made.keys().map(String::as_str).collect::<Vec<_>>(), NAMES);
    let repo = repo.staged("r.sham", "#!SHAM [@three-char-SHA-256: k7m]\n");
    git_exits(&env, &repo, &["commit", "-m", "x"], 1).says(&["r.sham:"]);
    let off = env.repo_at("off").config("core.hooksPath", "/dev/null");
    off.clada(&["hooks", "install"]).exits(3).says(&["hooks are turned off here", "/dev/null"]);
}

#[test]
fn a_folder_of_the_worktree_is_not_written_unless_asked_for() {
    let env = TestEnv::new();
    let repo = env.repo().file(".husky/_/pre-commit", "#!/bin/sh\n").commit();
    let repo = repo.config("core.hooksPath", ".husky/_");
    let before = repo.snapshot();
    let run = repo.clada(&["hooks", "install"]).exits(3);
    run.says(&[
        "hooks belong in `.husky/_` here, as `core.hooksPath` says, and that folder is in the",
        "git-clada hooks run pre-commit \"$@\"",
        "`git clada hooks install --in-worktree` writes there all the same",
    ]);
    repo.snapshot().assert_same(&before, "refused");
    let unmade = env.repo_at("unmade").config("core.hooksPath", ".husky/_");
    unmade.clada(&["hooks", "install"]).exits(3).says(&["in the worktree"]);
    assert!(!unmade.exists(".husky"));
    let run = repo.clada(&["hooks", "install", "--in-worktree"]).exits(0);
    assert!(run.stdout.contains("where responses may write"), "{}", run.stdout);
    assert!(repo.exists(".husky/_/before-clada/pre-commit"));
    repo.clada(&["hooks", "uninstall"]).exits(0);
    repo.snapshot().assert_same(&before, "uninstalled");
}

#[test]
fn a_hook_of_the_users_own_can_call_ours() {
    let env = TestEnv::new();
    let repo = env.repo().file(".husky/pre-commit", "git-clada hooks run pre-commit \"$@\"\n");
    repo.chmod(".husky/pre-commit", 0o755);
    let repo = repo.config("core.hooksPath", ".husky");
    let repo = repo.staged("r.sham", "#!SHAM [@three-char-SHA-256: k7m]\n");
    git_exits(&env, &repo, &["commit", "-m", "x"], 1).says(&["r.sham:"]);
}

#[test]
fn linked_worktrees_share_the_hooks_of_their_repository() {
    let env = TestEnv::new();
    let repo = env.repo().commit();
    repo.git(&["worktree", "add", "-q", "../linked"]);
    let linked = env.root().join("linked");
    let clada = crate::env::Clada::new(&env, &linked, &["hooks", "install"]);
    clada.exits(0);
    assert!(NAMES.iter().all(|name| repo.exists(&format!(".git/hooks/{name}"))));
    fs_err::write(linked.join("r.sham"), "#!SHAM [@three-char-SHA-256: k7m]\n").expect("a file");
    env.git(&linked, &["add", "r.sham"]);
    for dir in [linked.clone(), linked] {
        let run = git_with(&env, &dir, (&["commit", "-m", "x"], &[]));
        assert_eq!(run.status, Some(1), "{}", run.stderr);
        run.says(&["r.sham:"]);
    }
    let repo = repo.staged("ok.txt", "o\n");
    git_exits(&env, &repo, &["commit", "-q", "-m", "x"], 0);
}

#[test]
fn a_folder_that_may_not_be_written_is_refused_before_anything_is_touched() {
    let env = TestEnv::new();
    env.open_to_all();
    let repo = env.repo().commit();
    super::scene::hook(&repo, "pre-push", "exit 0");
    repo.chmod(".git/hooks", 0o555);
    let before = tree_of(&repo.path(".git/hooks"));
    let run = repo.clada(&["hooks", "install"]).unprivileged().exits(3);
    run.says(&[
        "cannot write in the folder of hooks, `",
        ".git/hooks`",
        "hint: nothing was changed",
    ]);
    assert!(tree_of(&repo.path(".git/hooks")) == before);
    repo.chmod(".git/hooks", 0o755);
}
