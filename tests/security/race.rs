//! A link that is swapped in between the check of a path and its use.
//!
//! `CLADA_RACE_ROUNDS` says how often it is tried.

use std::{
    os::unix::fs::symlink,
    sync::atomic::{AtomicBool, Ordering},
};

use git_clada::engine::{Clada, CladaOptions};

use crate::{
    env::{TestEnv, differences, tree_of},
    sham,
};

const ROUNDS: usize = 60;

#[test]
fn a_directory_swapped_for_a_link_while_we_write_leads_nowhere() {
    let rounds = std::env::var("CLADA_RACE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    let env = TestEnv::new();
    let repo = env.repo().file("d/f", "0\n").file("d/g", "g\n").commit();
    let outside = env.root().join("outside");
    fs_err::create_dir_all(&outside).expect("made");
    fs_err::write(outside.join("f"), "canary").expect("written");
    fs_err::write(outside.join("g"), "canary").expect("written");
    let before = tree_of(&outside);
    let stop = AtomicBool::new(false);
    let (dir, away) = (repo.path("d"), repo.path("away"));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                // Who wins is not ours to say; the directory stands again in the end.
                if fs_err::rename(&dir, &away).is_ok() {
                    drop(symlink(&outside, &dir));
                    drop(fs_err::remove_file(&dir));
                    drop(fs_err::rename(&away, &dir));
                }
            }
        });
        for round in 0..rounds.unwrap_or(ROUNDS) {
            let clada = Clada::new(CladaOptions {
                repo_path: repo.dir().to_owned(),
                ..CladaOptions::default()
            });
            let response = sham::write("d/f", &format!("{round}\n"))
                + &sham::delete("d/g")
                + &sham::write("d/g", "g\n");
            let _ = clada.execute(&response);
        }
        stop.store(true, Ordering::Relaxed);
    });
    let after = tree_of(&outside);
    assert!(before == after, "{:?}", differences(&before, &after));
}
