//! A link that is swapped in between the check of a path and its use.
//!
//! `CLADA_RACE_ROUNDS` says how often it is tried; the figures are printed.

use std::{
    collections::BTreeMap,
    os::unix::fs::symlink,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use git_clada::{
    engine::{Clada, CladaOptions},
    report::ExecutionResult,
};

use crate::{
    canary::{Canary, SECRET},
    env::TestEnv,
    sham,
};

const ROUNDS: usize = 60;

/// Puts a link in the place of something, again and again, and counts how often one stood there.
fn swap((at, away): (&Path, &Path), outside: &Path, (stop, swaps): (&AtomicBool, &AtomicUsize)) {
    let mut turn: u32 = 1;
    while !stop.load(Ordering::Relaxed) {
        // What was there stands there for a while that is never the same, then the link.
        turn = turn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (0..turn >> 24).for_each(|_| std::thread::yield_now());
        // Who wins is not ours to say; what was there stands there again in the end.
        if fs_err::rename(at, away).is_ok() {
            if symlink(outside, at).is_ok() {
                swaps.fetch_add(1, Ordering::Relaxed);
                (0..turn >> 27).for_each(|_| std::thread::yield_now());
            }
            drop(fs_err::remove_file(at));
            drop(fs_err::rename(away, at));
        }
        // It was made anew meanwhile.
        if at.symlink_metadata().is_ok() {
            drop(fs_err::remove_dir_all(away));
            drop(fs_err::remove_file(away));
        }
    }
}

/// Writes, deletes, moves and reads while a thread swaps `what` for a link to `outside`.
fn race(what: &str, outside: &str, response: impl Fn(usize) -> String) {
    let rounds = std::env::var("CLADA_RACE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    let rounds = rounds.unwrap_or(ROUNDS);
    let env = TestEnv::in_memory();
    let repo = env.repo().file("d/f", "0\n").file("d/g", "g\n").file("d/h", "h\n").commit();
    let top = env.root().join("canary");
    Canary::make(&top);
    for name in ["f", "g", "h"] {
        fs_err::write(top.join(name), SECRET).expect("written");
    }
    let before = Canary::of(&top);
    let (stop, swaps) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (mut raced, mut ended) = (0, BTreeMap::<String, usize>::new());
    let (at, away) = (repo.path(what), repo.path("away"));
    std::thread::scope(|scope| {
        scope.spawn(|| swap((&at, &away), &top.join(outside), (&stop, &swaps)));
        for round in 0..rounds {
            let clada = Clada::new(CladaOptions {
                repo_path: repo.dir().to_owned(),
                ..CladaOptions::default()
            });
            let begun = swaps.load(Ordering::Relaxed);
            let result = clada.execute(&response(round));
            raced += usize::from(swaps.load(Ordering::Relaxed) > begun);
            *ended.entry(how(&result)).or_default() += 1;
            let told = serde_json::to_string(&result).expect("JSON");
            assert!(!told.contains(SECRET), "round {round} read what is outside: {told}");
        }
        stop.store(true, Ordering::Relaxed);
    });
    before.assert_unchanged(&top, "the race");
    eprintln!(
        "{what}: {rounds} rounds, {raced} with a swap in them, {} swaps, no escape; first \
         failures: {ended:?}",
        swaps.load(Ordering::Relaxed)
    );
}

/// The first failure of a round, by its code.
fn how(result: &ExecutionResult) -> String {
    let coded = result.results.iter().find_map(|result| result.code.clone());
    let parsed = result.parse_errors.first().map(|entry| entry.message.clone());
    let fatal = result.fatal_error.clone();
    let told = coded.or(parsed).or(fatal).unwrap_or_else(|| "none".to_owned());
    told.split([':', '`']).next().unwrap_or_default().trim().to_owned()
}

#[test]
fn a_directory_swapped_for_a_link_while_we_write_and_read_leads_nowhere() {
    race("d", "", |round| {
        sham::block("file_read", &[("path", "d/h")])
            + &sham::write("d/f", &format!("{round}\n"))
            + &sham::delete("d/g")
            + &sham::write("d/g", "g\n")
            + &sham::rename("d/f", &format!("d/new{round}"))
            + &sham::rename(&format!("d/new{round}"), "d/f")
            + &sham::write("d/h", "h\n")
    });
}

#[test]
fn a_file_swapped_for_a_link_while_we_write_and_read_leads_nowhere() {
    race("d/f", "f", |round| {
        sham::block("file_read", &[("path", "d/f")])
            + &sham::write("d/f", &format!("{round}\n"))
            + &sham::block("file_append", &[("path", "d/f"), ("content", "x")])
    });
}
