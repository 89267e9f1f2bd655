//! Killed while a command is at work in the worktree itself.

use super::{
    scenario::{End, assert_nothing_left},
    scenarios::in_place,
};
use crate::{
    env::{Clada, Repo, TestEnv},
    in_place::bash,
    sham,
};

/// Ends the git-clada that holds the worktree's lock.
const KILL: &str = "kill -9 $(cat .git/clada/lock); exec sleep 20";

fn apply<'e>(repo: &Repo<'e>, script: &str) -> Clada<'e> {
    let response = sham::write("a.txt", "pending\n") + &bash(script);
    repo.clada(&["apply", "--yes", "-"]).stdin(response)
}

#[test]
fn a_worktree_is_put_back_whose_command_was_cut_short() {
    for script in [
        "true",
        "echo half > a.txt; echo half >> b.txt; rm -r dir; mv untracked.txt u; mkdir -p m/n",
        "rm .gitignore; rm staged.txt; ln -s nowhere staged.txt; chmod 644 untracked.txt",
        "rm -r dir; ln -s .. dir; rm link; mkdir link; echo 1 > link/x",
        "mkfifo pipe; rm a.txt; mkfifo a.txt; chmod 000 dir; mkdir shut; chmod 000 shut",
        "git gc -q --prune=now; rm a.txt",
        "echo '*' > .gitignore; echo 1 > new; rm untracked.txt",
    ] {
        let env = TestEnv::in_memory();
        let repo = in_place(&env);
        let before = End::of(&repo);
        let run = apply(&repo, &format!("{script}; {KILL}")).run();
        assert_eq!(run.status, None, "{script}: {}\n{}", run.stdout, run.stderr);
        for crash in 1.. {
            let recovering = repo.clada(&["recover"]).var("CLADA_CRASH_AFTER", crash.to_string());
            let run = recovering.run();
            if run.status.is_some() {
                assert_eq!(run.status, Some(0), "{script}: {}\n{}", run.stdout, run.stderr);
                break;
            }
        }
        assert_nothing_left(&repo, script);
        let now = End::of(&repo);
        if !now.is(&before) {
            now.tell_differences(&before, "before");
            panic!("{script}: it is not as it was");
        }
        repo.assert_sound();
        apply(&repo, "echo whole > a.txt").exits(0);
        repo.clada(&["undo"]).exits(0);
        assert!(End::of(&repo).is(&before), "{script}: taken back");
    }
}

#[test]
fn what_stood_there_when_it_was_put_back_is_in_the_log() {
    let env = TestEnv::in_memory();
    let repo = in_place(&env);
    let script = format!("echo half > a.txt; echo 1 > new; rm untracked.txt; {KILL}");
    assert_eq!(apply(&repo, &script).run().status, None);
    repo.write("staged.txt", "since then\n");
    let said = repo.clada(&["recover"]).exits(0).stdout;
    for line in [
        "a.txt is as it was before the command",
        "new was removed: it was not there before the command",
        "staged.txt is as it was before the command",
        "untracked.txt is back",
    ] {
        assert!(said.contains(line), "{said}");
    }
    for (path, content) in [("a.txt", "half\n"), ("new", "1\n"), ("staged.txt", "since then\n")] {
        let kept = format!("refs/clada/log/main:before/{path}");
        assert_eq!(repo.git(&["show", &kept]), content, "{path}");
    }
    let log = repo.clada(&["log", "--format", "json"]).exits(0).stdout;
    assert!(log.contains("a command in the worktree was cut short"), "{log}");
}

#[test]
fn any_command_that_writes_puts_the_worktree_back_first() {
    let env = TestEnv::in_memory();
    let repo = in_place(&env);
    let before = repo.snapshot();
    assert_eq!(apply(&repo, &format!("rm -r dir; {KILL}")).run().status, None);
    let run = repo.clada(&["undo"]).exits(0);
    assert!(run.stderr.contains("dir/only.txt is back"), "{}\n{}", run.stdout, run.stderr);
    repo.snapshot().assert_same_but_log(&before, "all is as it was");
}

/// Cut short, and then somebody has gone on working.
fn worked_on(env: &TestEnv) -> Repo<'_> {
    let repo = in_place(env);
    assert_eq!(apply(&repo, &format!("echo half > b.txt; {KILL}")).run().status, None);
    repo.git(&["switch", "-q", "-c", "other"]);
    repo.write("staged.txt", "since then\n");
    repo.git(&["commit", "-q", "-m", "since then", "staged.txt"]);
    repo
}

#[test]
fn where_somebody_has_gone_on_working_nothing_is_put_back_unasked() {
    let env = TestEnv::in_memory();
    let repo = worked_on(&env);
    let before = repo.snapshot();
    for command in [&["recover"][..], &["undo"], &["gc"]] {
        let run = repo.clada(command).exits(3);
        for said in ["since then HEAD", "git clada recover --keep", "git clada recover --force"] {
            assert!(run.stderr.contains(said), "{command:?}: {}", run.stderr);
        }
        repo.snapshot().assert_same(&before, "nothing was touched");
    }
}

#[test]
fn keeping_the_files_as_they_are_ends_the_matter_and_keeps_what_they_held() {
    let env = TestEnv::in_memory();
    let repo = worked_on(&env);
    let before = repo.snapshot();
    let said = repo.clada(&["recover", "--keep"]).exits(0).stdout;
    let name = repo.git_line(&["for-each-ref", "--format=%(refname)", "refs/clada/dropped"]);
    assert!(said.contains(&format!("`git show {name}:PATH`")), "{said}");
    repo.snapshot().assert_same_but_log(&before, "the files stay");
    assert_nothing_left(&repo, "kept");
    assert_eq!(repo.text("a.txt"), "pending\n");
    assert_eq!(repo.git(&["show", &format!("{name}:a.txt")]), "staged mine\nand mine\n");
    assert_eq!(repo.clada(&["recover"]).exits(0).stdout, "nothing to recover\n");
    repo.assert_sound();
}

#[test]
fn putting_the_files_back_by_force_keeps_what_stood_there() {
    let env = TestEnv::in_memory();
    let repo = worked_on(&env);
    let said = repo.clada(&["recover", "--force"]).exits(0).stdout;
    assert!(said.contains("staged.txt is as it was before the command"), "{said}");
    assert_ne!(repo.text("staged.txt"), "since then\n");
    let log = repo.git_line(&["for-each-ref", "--format=%(refname)", "refs/clada/log"]);
    let kept = |path: &str| repo.git(&["show", &format!("{log}:before/{path}")]);
    assert_eq!((kept("staged.txt"), kept("b.txt")), ("since then\n".into(), "half\n".into()));
    assert_nothing_left(&repo, "by force");
    repo.assert_sound();
}

#[test]
fn temporary_files_in_directories_that_the_command_has_made_go_too() {
    let env = TestEnv::in_memory();
    let repo = in_place(&env);
    let script = "mkdir -p m/n; touch m/n/.clada-tmp-$(grep -o '\"token\":\"[0-9a-f]*' \
                  .git/clada/journal | cut -d '\"' -f 4)-0-t1";
    assert_eq!(apply(&repo, &format!("{script}; {KILL}")).run().status, None);
    assert!(repo.exists("m/n"));
    repo.clada(&["recover"]).exits(0);
    assert!(!repo.exists("m"), "with the temporary file the directories go");
    assert_nothing_left(&repo, "temporary files");
}
