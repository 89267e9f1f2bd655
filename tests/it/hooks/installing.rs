//! Hooks come, and go again without a trace.

use std::collections::BTreeMap;

use serde_json::Value;

use super::scene::hook;
use crate::env::{Entry, Repo, TestEnv, tree_of};

/// What stands in the folder of hooks, git's samples left out.
fn hooks(repo: &Repo<'_>) -> BTreeMap<String, Entry> {
    let mut hooks = tree_of(&repo.path(".git/hooks"));
    hooks.retain(|name, _| !name.ends_with(".sample"));
    hooks
}

fn states(repo: &Repo<'_>) -> Vec<String> {
    let status = repo.clada(&["hooks", "status", "--format", "json"]).exits(0).json();
    let lines = status["hooks"].as_array().expect("hooks").iter();
    let state = |hook: &Value, key: &str| hook[key].as_str().map(ToOwned::to_owned);
    lines.filter_map(|hook| state(hook, "state")).collect()
}

#[test]
fn uninstall_leaves_what_install_found_to_the_byte() {
    let env = TestEnv::new();
    let repo = env.repo().file("tools/rewritten", "#!/bin/sh\n").commit();
    repo.write(".git/hooks/pre-push", b"#!/bin/sh\n# \xff no text\nexit 0\n");
    repo.chmod(".git/hooks/pre-push", 0o700);
    hook(&repo, "commit-msg", "exit 1");
    repo.chmod(".git/hooks/commit-msg", 0o640);
    let repo = repo.link(".git/hooks/post-rewrite", "../../tools/rewritten");
    let repo = repo.file(".git/hooks/lib.sh", "x=1\n");
    let before = hooks(&repo);
    assert_eq!(states(&repo), ["missing", "foreign", "foreign", "foreign"]);
    let run = repo.clada(&["hooks", "install"]).exits(0);
    for line in [
        "hooks in .git/hooks\n",
        "✓ pre-commit    installed: checks the responses that are staged\n",
        "before-clada/commit-msg is kept (it is not executable)",
        "before-clada/pre-push runs too",
    ] {
        assert!(run.stdout.replace("\n                ", " ").contains(line), "{}", run.stdout);
    }
    assert_eq!(states(&repo), ["installed"; 4]);
    for name in ["pre-commit", "commit-msg", "post-rewrite", "pre-push"] {
        let shipped = format!("{}/hooks/{name}", env!("CARGO_MANIFEST_DIR"));
        let shipped = fs_err::read(shipped).expect("as shipped");
        assert_eq!(repo.read(&format!(".git/hooks/{name}")), shipped);
        assert_eq!(repo.mode(&format!(".git/hooks/{name}")) & 0o111, 0o111, "{name}");
    }
    let installed = hooks(&repo);
    let again = repo.clada(&["hooks", "install", "--format", "json"]).exits(0).json();
    assert_eq!(again["hooks"][3]["done"], "unchanged");
    assert!(hooks(&repo) == installed, "installing twice is installing once");
    let run = repo.clada(&["hooks", "uninstall"]).exits(0);
    assert!(run.stdout.contains("✓ pre-commit    removed\n"), "{}", run.stdout);
    assert!(
        run.stdout.contains("✓ pre-push      removed; the hook that was there"),
        "{}",
        run.stdout
    );
    assert!(hooks(&repo) == before, "{:?}", hooks(&repo).keys().collect::<Vec<_>>());
    repo.clada(&["hooks", "uninstall"]).exits(0);
    assert!(hooks(&repo) == before, "nor does it take anything away twice");
}

#[test]
fn a_hook_that_somebody_edited_is_left_and_told() {
    let env = TestEnv::new();
    let repo = env.repo();
    hook(&repo, "pre-push", "exit 0");
    repo.clada(&["hooks", "install"]).exits(0);
    let edited = repo.text(".git/hooks/pre-push") + "# mine\n";
    repo.write(".git/hooks/pre-push", &edited);
    assert_eq!(states(&repo)[3], "edited");
    for command in ["install", "uninstall"] {
        let run = repo.clada(&["hooks", command]).exits(1);
        assert!(
            run.stdout.contains("✗ pre-push      edited since it was installed"),
            "{}",
            run.stdout
        );
        assert_eq!(repo.text(".git/hooks/pre-push"), edited);
        assert!(repo.exists(".git/hooks/before-clada/pre-push"), "it still calls that one");
    }
    assert_eq!(states(&repo)[..3], ["missing"; 3], "the others are gone");
    fs_err::remove_file(repo.path(".git/hooks/pre-push")).expect("removed");
    repo.clada(&["hooks", "uninstall"]).exits(0);
    assert_eq!(repo.text(".git/hooks/pre-push"), "#!/bin/sh\nexit 0\n");
    assert!(!repo.exists(".git/hooks/before-clada"));
}

#[test]
fn what_has_taken_the_place_of_ours_is_never_overwritten() {
    let env = TestEnv::new();
    let repo = env.repo();
    hook(&repo, "pre-push", "exit 0");
    repo.clada(&["hooks", "install"]).exits(0);
    hook(&repo, "pre-push", "echo newer");
    let before = hooks(&repo);
    let run = repo.clada(&["hooks", "install"]).exits(3);
    run.says(&[
        "error: `pre-push` is not git-clada's",
        "hint: nothing was changed",
        "before-clada/pre-push",
    ]);
    assert!(hooks(&repo) == before);
    let run = repo.clada(&["hooks", "uninstall"]).exits(1);
    assert!(run.stdout.contains("somebody else's has taken its place"), "{}", run.stdout);
    assert_eq!(repo.text(".git/hooks/pre-push"), "#!/bin/sh\necho newer\n");
    assert_eq!(repo.text(".git/hooks/before-clada/pre-push"), "#!/bin/sh\nexit 0\n");
}

#[test]
fn a_hook_that_git_would_not_run_is_told_and_mended() {
    let env = TestEnv::new();
    let repo = env.repo();
    repo.clada(&["hooks", "install"]).exits(0);
    repo.chmod(".git/hooks/pre-commit", 0o644);
    let run = repo.clada(&["hooks", "status"]).exits(0);
    let told = run.stdout.replace("\n                ", " ");
    assert!(told.contains("not executable: git does not run it"), "{told}");
    let run = repo.clada(&["hooks", "install", "--format", "json"]).exits(0).json();
    assert_eq!(run["hooks"][0]["done"], "installed");
    assert_eq!(run["hooks"][0]["executable"], true);
}
