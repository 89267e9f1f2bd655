//! The operations that the properties are tried with: an entry each.

use crate::{
    env::{Repo, Run},
    sham,
};

/// Few names, so that operations meet; two of them cannot be there together.
pub(super) const NAMES: [&str; 8] = ["a", "b", "x/c", "x/d", "x/y/e", "f.sh", "x", "g.log"];

/// An operation that clada does.
pub(super) struct Doing {
    /// Its name, for what a failed test prints.
    pub(super) name: &'static str,
    /// Does it. Three numbers say on what. What is refused (exit 3) must have changed nothing.
    pub(super) run: fn(&Repo<'_>, [u8; 3]) -> Run,
}

/// All of them. One more is one more entry.
pub(super) const TABLE: &[Doing] = &[
    Doing {
        name: "write",
        run: |repo, [n, byte, _]| apply(repo, &sham::write(name(n), &text(byte))),
    },
    Doing { name: "delete", run: |repo, [n, ..]| apply(repo, &sham::delete(name(n))) },
    Doing { name: "move", run: |repo, [n, to, _]| apply(repo, &sham::rename(name(n), name(to))) },
    Doing {
        name: "write two",
        run: |repo, [n, other, byte]| {
            let first = sham::write(name(n), &text(byte));
            apply(repo, &(first + &sham::write(name(other), "other\n")))
        },
    },
    Doing {
        name: "write in place",
        run: |repo, [n, byte, _]| {
            let response = sham::write(name(n), &text(byte));
            repo.clada(&["apply", "--in-place", "-"]).stdin(response).run()
        },
    },
    Doing { name: "undo", run: |repo, _| repo.clada(&["undo"]).run() },
    Doing { name: "redo", run: |repo, _| repo.clada(&["redo"]).run() },
    Doing {
        name: "revert",
        run: |repo, [which, ..]| match nth_id(repo, which) {
            Some(id) => repo.clada(&["revert", &id]).run(),
            None => repo.clada(&["log"]).run(),
        },
    },
    Doing { name: "back", run: |repo, [n, ..]| repo.clada(&["back", count(n)]).run() },
    Doing { name: "forward", run: |repo, [n, ..]| repo.clada(&["forward", count(n)]).run() },
    Doing { name: "forward --tip", run: |repo, _| repo.clada(&["forward", "--tip"]).run() },
    Doing {
        name: "squash",
        run: |repo, [n, ..]| {
            let how = ["--mode=auto-ai", "--contiguous-only", "--keep-snapshots"];
            repo.clada(&["squash", how[usize::from(n) % how.len()]]).run()
        },
    },
    Doing {
        name: "land",
        run: |repo, [n, ..]| match n % 3 {
            0 => repo.clada(&["land"]).run(),
            1 => repo.clada(&["land", "--merge"]).run(),
            _ => repo.clada(&["land", "--squash"]).run(),
        },
    },
    Doing {
        name: "drop",
        run: |repo, [n, which, _]| match n % 3 {
            0 => repo.clada(&["drop"]).run(),
            1 => repo.clada(&["drop", "--force"]).run(),
            _ => repo.clada(&["drop", session(which)]).run(),
        },
    },
    Doing {
        name: "session start",
        run: |repo, [n, ..]| repo.clada(&["session", "start", session(n)]).run(),
    },
    Doing {
        name: "session switch",
        run: |repo, [n, ..]| repo.clada(&["session", "switch", session(n)]).run(),
    },
    Doing {
        name: "session fork",
        run: |repo, [n, ..]| repo.clada(&["session", "fork", session(n)]).run(),
    },
];

const SESSIONS: [&str; 3] = ["main", "one", "two"];

fn session(n: u8) -> &'static str {
    SESSIONS[usize::from(n) % SESSIONS.len()]
}

fn count(n: u8) -> &'static str {
    if n.is_multiple_of(3) { "2" } else { "1" }
}

fn name(n: u8) -> &'static str {
    NAMES[usize::from(n) % NAMES.len()]
}

/// Eight lines, of which the bits say how they are written.
pub(super) fn text(byte: u8) -> String {
    let lines = (0..8).map(|line| match byte & (1 << line) {
        0 => format!("line {line}\n"),
        _ => format!("LINE {line}\n"),
    });
    lines.collect()
}

fn apply(repo: &Repo<'_>, response: &str) -> Run {
    repo.apply(response).run()
}

fn nth_id(repo: &Repo<'_>, which: u8) -> Option<String> {
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    let operations = log["operations"].as_array().expect("a list");
    let index = usize::from(which).checked_rem(operations.len())?;
    operations[index]["id"].as_str().map(ToOwned::to_owned)
}
