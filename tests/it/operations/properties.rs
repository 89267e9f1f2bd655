//! Whatever operations were made, and whatever the user had done before: as many undos are the
//! identity, and as many redos bring the end back.

use proptest::prelude::*;

use super::{
    table::{TABLE, text},
    user::{WORKS, Work, work},
};
use crate::env::{Repo, Snapshot, TestEnv};

/// More undos than a row has operations.
const ALL: &str = "99";

/// How many rows each property is tried with: 16, or as many as `PROPTEST_CASES` says.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(16)
}

/// Any operation; half of them write, so that the others find something to work on.
fn operation() -> impl Strategy<Value = usize> {
    prop_oneof![0..5_usize, 0..TABLE.len()]
}

fn begun<'e>(env: &'e TestEnv, works: &[(usize, Work)]) -> Repo<'e> {
    let lines = text(0);
    let repo = env
        .repo()
        .file(".gitignore", "*.log\n")
        .file("a", &lines)
        .file("x/c", &lines)
        .file_with_mode("f.sh", &lines, 0o755)
        .file("kept/staged", "1\n")
        .file("kept/edited", "1\n")
        .commit()
        .staged("kept/staged", "2\n")
        .file("kept/edited", "2\n")
        .file("kept/untracked", "2\n")
        .file("kept/ignored.log", "2\n");
    for &(n, done) in works {
        work(&repo, n, done);
    }
    repo
}

fn run(repo: &Repo<'_>, operation: usize, on: [u8; 3]) -> bool {
    let doing = &TABLE[operation % TABLE.len()];
    let before = repo.snapshot();
    let run = (doing.run)(repo, on);
    match run.status {
        Some(0 | 1) => {}
        Some(3) => repo.snapshot().assert_same(&before, doing.name),
        _ => panic!("{}: {run:?}", doing.name),
    }
    repo.assert_sound();
    run.status != Some(3)
}

/// Undoes everything, redoes everything, undoes everything.
fn check(repo: &Repo<'_>, before: &Snapshot, names: &[&str]) {
    let end = repo.snapshot();
    let undone = repo.clada(&["undo", ALL]).exits(0);
    let count = undone.stdout.matches("undid ").count();
    repo.assert_sound();
    repo.snapshot().assert_same_but_log(before, &format!("all undone: {names:?}"));
    if count > 0 {
        repo.clada(&["redo", &count.to_string()]).exits(0);
        repo.assert_sound();
        repo.snapshot().assert_same_but_log(&end, &format!("all redone: {names:?}"));
        repo.clada(&["undo", ALL]).exits(0);
        repo.snapshot().assert_same_but_log(before, &format!("undone again: {names:?}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        max_shrink_iters: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn undos_of_any_row_are_the_identity_and_redos_bring_it_back(
        works in prop::collection::vec((0..8_usize, prop::sample::select(&WORKS[..])), 0..4),
        row in prop::collection::vec((operation(), any::<[u8; 3]>()), 1..12),
    ) {
        let env = TestEnv::new();
        let repo = begun(&env, &works);
        let before = repo.snapshot();
        for (operation, on) in &row {
            run(&repo, *operation, *on);
        }
        let names: Vec<&str> = row.iter().map(|(operation, _)| TABLE[*operation].name).collect();
        check(&repo, &before, &names);
    }

    /// What the user does between operations is in the way of exact undos. Forced, they end where
    /// it all began, but for what the user did to other files; and the redos bring back what
    /// stood there, the user's work included.
    #[test]
    fn forced_undos_lose_nothing_that_was_done_between(
        row in prop::collection::vec(
            (prop_oneof![0..5_usize, 8..TABLE.len()], any::<[u8; 3]>(), 0..8_usize, prop::sample::select(&WORKS[..])),
            1..5,
        ),
    ) {
        let env = TestEnv::new();
        let repo = begun(&env, &[]);
        for (operation, on, n, done) in &row {
            run(&repo, *operation, *on);
            work(&repo, *n, *done);
        }
        let mut states = vec![repo.snapshot()];
        let mut undone = 0;
        while repo.clada(&["undo", "--force"]).run().stdout.contains("undid") {
            repo.assert_sound();
            states.push(repo.snapshot());
            undone += 1;
        }
        for (index, state) in states.iter().take(undone).enumerate().rev() {
            repo.clada(&["redo"]).exits(0);
            repo.snapshot().assert_same_but_log(state, &format!("redo to {index}: {row:?}"));
        }
    }
}
