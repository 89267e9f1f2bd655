//! A tree outside the root that stays as it is to the bit, whatever paths a response names.
//!
//! `CLADA_CANARY_BLOCKS` says how many blocks are tried.

use std::os::unix::fs::symlink;

use crate::{
    env::{TestEnv, differences, tree_of},
    sham,
};

const BLOCKS: u64 = 300;
/// Parts that hostile paths are made of.
const PARTS: [&str; 22] = [
    "..", ".", "", "a", "d", "out", "in", "f", "canary", "secret", ".git", ".GIT", "git~1",
    "config", ".clada", "loop", "file", "..\\..", "\u{202e}", "...", "~", "$HOME",
];

/// Numbers that come out the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides
    }

    fn path(&mut self, absolute: &str) -> String {
        let parts: Vec<&str> = (0..=self.roll(6)).map(|_| PARTS[self.roll(PARTS.len())]).collect();
        let path = parts.join("/");
        if self.roll(4) == 0 { format!("{absolute}/{path}") } else { path }
    }

    fn block(&mut self, absolute: &str) -> String {
        let (one, other) = (self.path(absolute), self.path(absolute));
        let run = |line: String| sham::block("run", &[("command", &line)]);
        match self.roll(9) {
            0 => sham::write(&one, "changed"),
            1 => sham::delete(&one),
            2 => sham::rename(&one, &other),
            3 => sham::block("dir_create", &[("path", &one)]),
            4 => sham::block("dir_delete", &[("path", &one)]),
            5 => sham::block("file_append", &[("path", &one), ("content", "x")]),
            6 => run(format!("rm -rf '{one}'")),
            7 => run(format!("cp -r '{one}' '{other}'")),
            _ => run(format!("mv '{one}' '{other}'")),
        }
    }
}

#[test]
fn no_hostile_path_changes_anything_outside() {
    let blocks = std::env::var("CLADA_CANARY_BLOCKS").ok().and_then(|count| count.parse().ok());
    let env = TestEnv::new();
    let canary = env.root().join("canary");
    fs_err::create_dir_all(canary.join("d")).expect("made");
    fs_err::write(canary.join("secret"), "secret").expect("written");
    fs_err::write(canary.join("d/f"), "f").expect("written");
    let repo = env.repo().file("a/f", "f").file("file", "x").link("loop", "loop").commit();
    symlink(&canary, repo.path("out")).expect("linked");
    symlink("../canary/d", repo.path("d")).expect("linked");
    symlink("a", repo.path("in")).expect("linked");
    fs_err::hard_link(canary.join("secret"), repo.path("a/secret")).expect("linked");
    let (before, git) = (tree_of(&canary), tree_of(&repo.path(".git/hooks")));
    let config = repo.read(".git/config");
    let mut dice = Dice(7);
    let mut left = blocks.unwrap_or(BLOCKS);
    while left > 0 {
        let count = left.min(25);
        left -= count;
        let absolute = env.root().to_str().expect("UTF-8").to_owned();
        let response: String = (0..count).map(|_| dice.block(&absolute)).collect();
        let run = repo.apply(&response).run();
        assert!(matches!(run.status, Some(0 | 1 | 3)), "{:?}\n{}", run.status, run.stderr);
        let after = tree_of(&canary);
        assert!(before == after, "{response}\n{:?}", differences(&before, &after));
    }
    assert!(git == tree_of(&repo.path(".git/hooks")) && config == repo.read(".git/config"));
}
