//! The scenarios, an entry each.

use super::scenario::Scenario;
use crate::{
    env::{Repo, TestEnv},
    in_place::bash,
    sham,
};

const APPLY: &[&str] = &["apply", "-"];
pub(super) const UNDO: &[&str] = &["undo"];
pub(super) const REDO: &[&str] = &["redo"];

/// All of them, or those whose name contains `CLADA_CRASH_ONLY`.
pub(crate) fn all() -> impl Iterator<Item = &'static Scenario> {
    let only = std::env::var("CLADA_CRASH_ONLY").unwrap_or_default();
    let all =
        APPLYING.iter().chain(super::operations::OPERATIONS).chain(super::worktrees::WORKTREES);
    let all = all.chain(super::ignored::ignored());
    all.filter(move |scenario| scenario.name.contains(&only))
}

/// Apply, and its undo and redo.
pub(super) const APPLYING: &[Scenario] = &[
    Scenario {
        name: "apply edits a file",
        lay_out: plain,
        args: APPLY,
        stdin: || sham::replace("a.txt", "alpha", "ALPHA"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply makes files and directories",
        lay_out: plain,
        args: APPLY,
        stdin: || sham::write("new/deep/b.txt", "new\n") + &sham::write("c.txt", "new too\n"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply deletes a file and its directory",
        lay_out: plain,
        args: APPLY,
        stdin: || sham::delete("dir/only.txt") + &sham::block("dir_delete", &[("path", "dir")]),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply moves a file over directories",
        lay_out: plain,
        args: APPLY,
        stdin: || sham::rename("dir/only.txt", "moved/to/here.txt"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply puts a directory where a file was",
        lay_out: plain,
        args: APPLY,
        stdin: || sham::delete("a.txt") + &sham::write("a.txt/inside", "now a directory\n"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply edits an executable and replaces a link",
        lay_out: plain,
        args: APPLY,
        stdin: || {
            sham::replace("run.sh", "echo", "printf")
                + &sham::delete("link")
                + &sham::write("link", "a file\n")
        },
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply touches ignored files alone",
        lay_out: plain,
        args: APPLY,
        stdin: || sham::write("x.log", "after\n") + &sham::write("y.log", "new\n"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply snapshots the user's edits",
        lay_out: edited,
        args: APPLY,
        stdin: || {
            sham::replace("a.txt", "and mine", "and theirs") + &sham::write("staged.txt", "more\n")
        },
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply on a session that is under way",
        lay_out: under_way,
        args: APPLY,
        stdin: || sham::write("second.txt", "2\n") + &sham::delete("first.txt"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply in place, with everything synced",
        lay_out: |env| plain(env).config("core.fsync", "all"),
        args: &["apply", "--in-place", "-"],
        stdin: || sham::write("a.txt", "in place\n"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply on an unborn branch",
        lay_out: |env| env.repo().file("mine.txt", "mine\n"),
        args: APPLY,
        stdin: || sham::write("a.txt", "first\n"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply with packed refs",
        lay_out: packed,
        args: APPLY,
        stdin: || sham::write("a.txt", "packed\n"),
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "apply runs a command in the worktree itself",
        lay_out: in_place,
        args: &["apply", "--yes", "--atomic", "-"],
        stdin: || {
            sham::write("pending/new.txt", "new\n")
                + &sham::replace("a.txt", "and mine", "and theirs")
                + &sham::delete("run.sh")
                + &bash(
                    "echo more >> a.txt; rm -r dir; mv untracked.txt moved.txt; chmod 755 moved.txt; \
                     mkdir -p made/empty; echo x > link; echo run > run.sh; rm staged.txt; \
                     mkdir staged.txt; echo in > staged.txt/in",
                )
                + &sham::block("run", &[("command", "cat a.txt")])
                + &sham::write("made/later.txt", "later\n")
        },
        back: UNDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "undo",
        lay_out: applied,
        args: UNDO,
        stdin: String::new,
        back: REDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "undo that leaves a session",
        lay_out: under_way,
        args: UNDO,
        stdin: String::new,
        back: REDO,
        halfway: None,
        there: false,
    },
    Scenario {
        name: "redo",
        lay_out: undone,
        args: REDO,
        stdin: String::new,
        back: UNDO,
        halfway: None,
        there: false,
    },
];

/// One of many files, whose steps are many.
pub(crate) const BIG: Scenario = Scenario {
    name: "apply over a hundred files",
    lay_out: many,
    args: APPLY,
    stdin: || (0..110).map(|number| sham::write(&format!("d/{number}.txt"), "after\n")).collect(),
    back: UNDO,
    halfway: None,
    there: false,
};

/// Files of every kind, committed; and edits of the user's beside what is touched.
pub(super) fn plain(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo();
    repo.write("a.txt", "alpha\nbeta\n");
    repo.write("dir/only.txt", "only\n");
    repo.write("beside.txt", "beside\n");
    repo.write(".gitignore", "*.log\n");
    let repo = repo.file_with_mode("run.sh", "echo\n", 0o755).link("link", "a.txt").commit();
    repo.write("x.log", "before\n");
    repo.write("beside.txt", "the user's own edit\n");
    repo.write("untracked.txt", "the user's own file\n");
    repo.staged("also.txt", "staged by the user\n")
}

/// The user has edited what will be touched, and staged another edit of it.
pub(super) fn edited(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env).staged("staged.txt", "one\n").staged("a.txt", "staged mine\n");
    repo.file("a.txt", "staged mine\nand mine\n").file("staged.txt", "one\ntwo\n")
}

/// The same where commands run in the worktree itself.
pub(super) fn in_place(env: &TestEnv) -> Repo<'_> {
    let repo = edited(env).folder("empty");
    repo.chmod("untracked.txt", 0o600);
    repo.config("clada.sandbox", "off").config("clada.view", "in-place")
}

pub(super) fn under_way(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    repo.apply(&sham::write("first.txt", "1\n")).exits(0);
    repo
}

fn packed(env: &TestEnv) -> Repo<'_> {
    let repo = under_way(env);
    repo.git(&["pack-refs", "--all"]);
    repo
}

fn applied(env: &TestEnv) -> Repo<'_> {
    let repo = under_way(env);
    repo.apply(
        &(sham::write("a.txt", "changed\n")
            + &sham::delete("dir/only.txt")
            + &sham::block("dir_delete", &[("path", "dir")])
            + &sham::write("new/x.txt", "new\n")),
    )
    .exits(0);
    repo
}

fn undone(env: &TestEnv) -> Repo<'_> {
    let repo = applied(env);
    repo.clada(UNDO).exits(0);
    repo
}

fn many(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    for number in 0..60 {
        repo.write(&format!("d/{number}.txt"), "before\n");
    }
    repo.commit()
}
