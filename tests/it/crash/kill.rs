//! Random operations, each killed at a random moment. `CLADA_KILL_ROUNDS` says how many, and
//! `CLADA_KILL_SEED` which; the test prints both.

use std::time::Duration;

use super::scenario::{End, assert_nothing_left, copy};
use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

const ROUNDS: usize = 60;
const FILES: u64 = 12;

/// Numbers that come again with the seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }

    fn path(&mut self) -> String {
        let number = self.below(FILES);
        if number.is_multiple_of(3) {
            format!("dir{number}/f.txt")
        } else {
            format!("f{number}.txt")
        }
    }
}

/// One operation of a round.
struct Round {
    args: Vec<&'static str>,
    stdin: String,
}

impl Round {
    fn new(random: &mut Random, number: usize) -> Self {
        let without_input =
            |args: &[&'static str]| Self { args: args.to_vec(), stdin: String::new() };
        let name = ["one", "two", "three"][usize::try_from(random.below(3)).unwrap_or(0)];
        match random.below(24) {
            0..=2 => without_input(&["undo"]),
            3 | 4 => without_input(&["redo"]),
            5 => without_input(&["undo", "--force"]),
            6 => without_input(&["undo", "--merge"]),
            7 => without_input(&["back"]),
            8 => without_input(&["forward", "--tip"]),
            9 => without_input(&["squash"]),
            10 => without_input(&["land"]),
            11 => without_input(&["drop"]),
            12 => without_input(&["session", "start", name]),
            13 => without_input(&["session", "switch", name]),
            14 => without_input(&["session", "fork", name]),
            _ => {
                let count = random.below(5) + 1;
                let action = |random: &mut Random| match random.below(5) {
                    0 => sham::delete(&random.path()),
                    1 => sham::rename(&random.path(), &random.path()),
                    _ => sham::write(&random.path(), &format!("round {number}\n").repeat(200)),
                };
                Self {
                    args: vec!["apply", "-"],
                    stdin: (0..count).map(|_| action(random)).collect(),
                }
            }
        }
    }

    fn run<'e>(&self, env: &'e TestEnv, repo: &Repo<'_>) -> Clada<'e> {
        Clada::new(env, repo.dir(), &self.args).stdin(self.stdin.clone())
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
#[expect(clippy::print_stderr, reason = "who runs many rounds wants the figures")]
fn random_operations_killed_at_random_moments_lose_nothing() {
    let rounds = setting("CLADA_KILL_ROUNDS").and_then(|rounds| usize::try_from(rounds).ok());
    let rounds = rounds.unwrap_or(ROUNDS);
    let seed = setting("CLADA_KILL_SEED").unwrap_or(0x9e37_79b9_7f4a_7c15);
    let mut random = Random(seed | 1);
    let env = TestEnv::new();
    let repo = env.repo().file(".gitignore", "*.log\n").file("f1.txt", "one\n").commit();
    let (mut killed, mut inside, mut back, mut forward) = (0, 0, 0, 0);
    // How long an operation takes here, in microseconds; learnt on the way.
    let mut takes = 50_000;
    for number in 0..rounds {
        // The user works, too.
        let path = random.path();
        repo.write(&path, format!("the user's, round {number}\n"));
        let round = Round::new(&mut random, number);
        let before = End::of(&repo);
        let twin = env.root().join("twin");
        copy(&env, repo.dir(), &twin);
        let twin = Repo::new(&env, twin);
        let begun = std::time::Instant::now();
        let whole = round.run(&env, &twin).run();
        let took = u64::try_from(begun.elapsed().as_micros()).unwrap_or(takes);
        takes = (takes * 3 + took) / 4;
        let after = End::of(&twin);
        let what = format!("seed {seed}, round {number}: {:?}\n{}", round.args, whole.stderr);

        let mut child = round.run(&env, &repo).spawn();
        std::thread::sleep(Duration::from_micros(random.below(takes * 5 / 4)));
        child.kill().expect("killed");
        let status = child.wait_with_output().expect("it ends").status;
        killed += usize::from(status.code().is_none());
        let recovered = repo.clada(&["recover"]).exits(0).stdout;
        inside += usize::from(recovered != "nothing to recover\n");
        assert_nothing_left(&repo, &what);
        let now = End::of(&repo);
        let (is_before, is_after) = (now.is(&before), now.is(&after));
        back += usize::from(is_before);
        forward += usize::from(is_after && !is_before);
        if !is_before && !is_after {
            now.tell_differences(&before, "before");
            now.tell_differences(&after, "after");
            panic!("{what}\nneither as before nor as after: {recovered}");
        }
        if number % 20 == 19 {
            repo.assert_sound();
        }
    }
    repo.assert_sound();
    eprintln!(
        "{rounds} rounds, seed {seed}: {killed} killed, {inside} of these left something to \
         recover; {back} as before, {forward} as after, 0 bytes lost"
    );
}
