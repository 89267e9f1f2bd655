//! What clada itself would run without the sandbox, and a response can write: hooks, filters, merge
//! drivers. None of it is run.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

const SCRIPT: &str = "#!/bin/sh\necho \"$0 $*\" >>../pwned\ncat\n";

fn sprung(env: &TestEnv) -> bool {
    env.root().join("pwned").exists() || env.root().join("repo.clada/pwned").exists()
}

/// A repository with an executable that responses may write.
fn with_script<'e>(env: &'e TestEnv, path: &str) -> Repo<'e> {
    let repo = env.repo().file("a.txt", "a\n").file(path, "#!/bin/sh\ncat\n");
    repo.chmod(path, 0o755);
    repo.commit()
}

#[test]
fn a_hook_that_a_response_wrote_is_not_run_and_that_is_told() {
    let env = TestEnv::new();
    let hook = ".husky/reference-transaction";
    let repo = with_script(&env, hook).config("core.hooksPath", ".husky");
    let note = "the hook `.husky/reference-transaction` was not run";
    let response = sham::write(hook, SCRIPT) + &sham::write("b.txt", "b\n");
    let run = repo.clada(&["apply", "--format", "json", "-"]).stdin(response).exits(0);
    let json = run.json();
    assert!(json["notes"][0].as_str().is_some_and(|told| told.contains(note)), "{json}");
    for args in [&["undo"][..], &["redo"], &["squash"], &["land"]] {
        let run = repo.clada(args).run();
        assert!(run.stderr.matches(note).count() <= 1, "{args:?}: {}", run.stderr);
        assert!(!sprung(&env), "{args:?}");
    }
}

#[test]
fn a_link_among_the_hooks_that_leads_into_the_worktree_is_not_run() {
    let env = TestEnv::new();
    let repo = with_script(&env, "tools/hook.sh");
    let hook = repo.path(".git/hooks/reference-transaction");
    fs_err::create_dir_all(repo.path(".git/hooks")).expect("made");
    std::os::unix::fs::symlink("../../tools/hook.sh", hook).expect("a link");
    repo.apply(&sham::write("tools/hook.sh", SCRIPT)).exits(0);
    repo.clada(&["undo"]).exits(0).says(&["reference-transaction` was not run"]);
    assert!(!sprung(&env));
}

#[test]
fn a_hook_in_an_allowed_root_is_not_run() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit().config("core.hooksPath", "../hooks");
    let repo = repo.config("clada.allowRoot", &env.root().join("hooks").display().to_string());
    repo.write("../hooks/reference-transaction", SCRIPT);
    repo.chmod("../hooks/reference-transaction", 0o755);
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
    assert!(!sprung(&env));
    repo.git(&["config", "--unset", "clada.allowRoot"]);
    repo.apply(&sham::write("a.txt", "c\n")).exits(0);
    assert!(sprung(&env), "elsewhere it is the user's, and runs");
}

#[test]
fn making_a_worktree_runs_no_hook_that_a_response_wrote() {
    let env = TestEnv::new();
    let hook = ".husky/post-checkout";
    let repo = with_script(&env, hook).config("core.hooksPath", ".husky");
    repo.apply(&sham::write(hook, SCRIPT)).exits(0);
    repo.apply(&sham::write("b.txt", "b\n")).arg("--worktree=spike").exits(0);
    assert!(!sprung(&env));
    repo.clada(&["session", "list"]).exits(0);
}

#[test]
fn a_filter_that_a_response_wrote_is_refused_and_runs_when_it_is_trusted() {
    for command in ["./clean.sh", "sh clean.sh %f", "sh -c 'exec \"$PWD/clean.sh\"'"] {
        let env = TestEnv::new();
        let repo = with_script(&env, "clean.sh").file(".gitattributes", "*.dat filter=my\n");
        let repo = repo.commit().config("filter.my.clean", command);
        repo.apply(&sham::write("clean.sh", SCRIPT)).exits(0);
        let before = repo.snapshot();
        let run = repo.apply(&sham::write("x.dat", "x\n")).exits(3);
        run.says(&["filter `my`", "clean.sh", "clada.trustFilter my"]);
        repo.snapshot().assert_same(&before, command);
        assert!(!sprung(&env), "{command}");
        repo.git(&["config", "--add", "clada.trustFilter", "my"]);
        repo.apply(&sham::write("x.dat", "x\n")).exits(0);
        assert!(sprung(&env), "{command}");
    }
}

#[test]
fn git_runs_no_filter_that_a_response_wrote_where_it_makes_a_worktree() {
    let env = TestEnv::new();
    let repo = with_script(&env, "smudge.sh").file(".gitattributes", "*.dat filter=my\n");
    let repo = repo.file("x.dat", "x\n").commit().config("filter.my.smudge", "./smudge.sh");
    repo.apply(&sham::write("smudge.sh", SCRIPT)).exits(0);
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--worktree=spike").exits(3);
    run.says(&["filter `my`", "clada.trustFilter"]);
    assert!(!sprung(&env));
}

#[test]
fn a_merge_driver_that_a_response_wrote_is_refused() {
    let env = TestEnv::new();
    let lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    let repo = with_script(&env, "merge.sh").file("x.txt", lines);
    let repo = repo.file(".gitattributes", "*.txt merge=my\n").commit();
    let repo = repo.config("merge.my.driver", "./merge.sh %O %A %B");
    repo.apply(&sham::write("merge.sh", SCRIPT)).exits(0);
    repo.apply(&sham::replace("x.txt", "1\n2", "one\n2")).exits(0);
    repo.write("x.txt", "one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
    let before = repo.snapshot();
    repo.clada(&["undo", "--merge"]).exits(3).says(&["merge driver `my`", "./merge.sh"]);
    repo.snapshot().assert_same(&before, "refused");
    assert!(!sprung(&env));
}

#[test]
fn filters_from_elsewhere_run_as_ever() {
    let env = TestEnv::new();
    let repo = env.repo().file("s/a/b", "x\n").file("clean.txt", "x\n");
    let repo = repo.file(".gitattributes", "*.dat filter=my\n").commit();
    let repo = repo.config("filter.my.clean", "sed s/a/c/");
    repo.apply(&sham::write("x.dat", "a\n")).exits(0);
    assert_eq!(repo.git(&["show", "HEAD:x.dat"]), "c\n");
}
