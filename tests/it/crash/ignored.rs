//! The scenarios of commands that write ignored files, which go to the worktree by rename.

use super::{
    scenario::Scenario,
    scenarios::{REDO, UNDO, plain},
};
use crate::{
    env::{Repo, TestEnv, commands_run},
    sham,
};

const APPLY: &[&str] = &["apply", "--yes", "-"];

/// Too much to be held in memory; of what was there a file changes, one and a directory go.
const CODE: &str = "truncate -s 2500000 out/big; echo new > out/old.txt; rm -r out/gone out/run.sh
mkdir out/n; echo n > out/n/x; mkdir -p new/out; truncate -s 2500000 new/out/big; echo 1 > new/f";

/// These, or none where this kernel lets no command run.
pub(super) fn ignored() -> impl Iterator<Item = &'static Scenario> {
    let run = commands_run("the scenarios of commands");
    IGNORED.iter().filter(move |_| run)
}

const IGNORED: &[Scenario] = &[
    Scenario {
        name: "apply of a command that writes ignored files",
        lay_out: with_ignored,
        args: APPLY,
        stdin: || sham::write("a.txt", "beside\n") + &sham::exec(CODE),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply of a command that writes ignored files alone",
        lay_out: with_ignored,
        args: APPLY,
        stdin: || sham::exec("truncate -s 2500000 out/big; rm out/old.txt"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply of actions that change the ignored files that a command wrote",
        lay_out: with_ignored,
        args: APPLY,
        stdin: || {
            let files =
                sham::replace("out/old.txt", "new", "newer") + &sham::write("out/gone/y", "y");
            sham::exec(CODE)
                + &files
                + &sham::delete("out/stays")
                + &sham::rename("out/n/x", "out/x")
        },
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply of a command that exchanges a link and a directory",
        lay_out: |env| plain(env).link("l", "a.txt").file("d/f", "f\n").commit(),
        args: APPLY,
        stdin: || sham::exec("rm l; mkdir l; echo 1 > l/f; rm -r d; ln -s l d"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "undo of a command that wrote ignored files",
        lay_out: applied,
        args: UNDO,
        stdin: String::new,
        back: REDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "redo of a command that wrote ignored files",
        lay_out: |env| {
            let repo = applied(env);
            repo.clada(UNDO).exits(0);
            repo
        },
        args: REDO,
        stdin: String::new,
        back: UNDO,
        halfway: None,
        there: false,
    },
];

fn with_ignored(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env).file(".gitignore", "*.log\nout/\n").commit();
    repo.write("out/old.txt", "old\n");
    repo.write("out/gone/x", "x\n");
    repo.write("out/stays", "stays\n");
    repo.file_with_mode("out/run.sh", "echo\n", 0o750)
}

fn applied(env: &TestEnv) -> Repo<'_> {
    let repo = with_ignored(env);
    let response = sham::write("a.txt", "beside\n") + &sham::exec(CODE);
    repo.clada(APPLY).stdin(response).exits(0);
    repo
}

#[test]
fn what_recovery_keeps_beside_an_edit_of_the_users_survives_gc() {
    if !commands_run("ignored::what_recovery_keeps…") {
        return;
    }
    let env = TestEnv::new();
    let repo = with_ignored(&env);
    let apply = repo.clada(APPLY).stdin(sham::exec(CODE)).var("CLADA_CRASH_AFTER", "5:carry");
    assert_eq!(apply.run().status, None);
    assert_eq!(repo.text("out/old.txt"), "new\n", "it has been carried");
    repo.write("out/old.txt", "mine\n");
    let told = repo.clada(&["recover"]).exits(0).stdout;
    assert!(
        told.contains("out/old.txt was changed since: it is kept, the other one in "),
        "{told}"
    );
    repo.clada(&["gc"]).exits(0);
    let stores = fs_err::read_dir(repo.path(".git/clada/carried")).expect("the stores");
    let kept = stores.map(|store| store.expect("a store").path().join("tree/out/old.txt"));
    let kept: Vec<_> = kept.filter_map(|kept| fs_err::read_to_string(kept).ok()).collect();
    assert_eq!(
        (kept.as_slice(), repo.text("out/old.txt").as_str()),
        (&["old\n".to_owned()][..], "mine\n")
    );
}

#[test]
fn a_directory_that_came_with_it_goes_though_a_temporary_file_stayed_in_it() {
    if !commands_run("ignored::a_directory_that_came_with_it…") {
        return;
    }
    let env = TestEnv::new();
    let repo = applied(&env);
    for number in 0..256 {
        let dir = repo.path(&format!(".git/objects/{number:02x}"));
        fs_err::create_dir_all(dir).expect("a directory");
    }
    // The first undo goes back on another record than those after a redo.
    repo.clada(UNDO).exits(0);
    repo.clada(REDO).exits(0);
    let told = env.root().join("steps");
    repo.clada(UNDO).var("CLADA_STEPS", &told).exits(0);
    let steps = fs_err::read_to_string(told).expect("the build has failpoints");
    let mut stayed = 0;
    for (number, _) in steps.lines().enumerate().filter(|(_, step)| *step == "unlink") {
        repo.clada(REDO).exits(0);
        let undo = repo.clada(UNDO).var("CLADA_FAIL_STEP", format!("{}:EACCES", number + 1));
        if undo.run().status == Some(0) {
            stayed += usize::from(repo.exists("new") && !repo.exists("new/f"));
            repo.clada(&["recover"]).exits(0);
        } else {
            repo.clada(UNDO).exits(0);
        }
        assert!(!repo.exists("new"), "step {}", number + 1);
    }
    assert_ne!(stayed, 0, "no file left its other name in it: {steps}");
}
