//! Whatever a response does, on whatever state of the user's work: undo is the identity, and
//! redo is the apply.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Few names, so that actions meet; two of them cannot be there together.
const NAMES: [&str; 8] = ["a", "b", "x/c", "x/d", "x/y/e", "f.sh", "x", "g.log"];

/// What the user has done to a file since the commit.
#[derive(Clone, Copy, Debug)]
enum Work {
    Edited,
    Staged,
    StagedThenEdited,
    StagedThenDeleted,
    Deleted,
    Removed,
    Executable,
}

/// An action of the response, on names by their number.
#[derive(Clone, Copy, Debug)]
enum Step {
    Write(usize, u8),
    Append(usize, u8),
    Edit(usize),
    Delete(usize),
    Move(usize, usize),
    MakeFolder(usize),
    DeleteFolder(usize),
}

fn work() -> impl Strategy<Value = Work> {
    prop::sample::select(vec![
        Work::Edited,
        Work::Staged,
        Work::StagedThenEdited,
        Work::StagedThenDeleted,
        Work::Deleted,
        Work::Removed,
        Work::Executable,
    ])
}

fn step() -> impl Strategy<Value = Step> {
    let name = 0..NAMES.len();
    prop_oneof![
        4 => (name.clone(), any::<u8>()).prop_map(|(n, byte)| Step::Write(n, byte % 4)),
        2 => (name.clone(), any::<u8>()).prop_map(|(n, byte)| Step::Append(n, byte % 4)),
        2 => name.clone().prop_map(Step::Edit),
        3 => name.clone().prop_map(Step::Delete),
        3 => (name.clone(), name.clone()).prop_map(|(from, to)| Step::Move(from, to)),
        1 => name.clone().prop_map(Step::MakeFolder),
        1 => name.prop_map(Step::DeleteFolder),
    ]
}

fn response(steps: &[Step]) -> String {
    let text = |byte: u8| format!("line {byte}\nlast\n");
    steps
        .iter()
        .map(|step| match *step {
            Step::Write(n, byte) => sham::write(NAMES[n], &text(byte)),
            Step::Append(n, byte) => {
                sham::block("file_append", &[("path", NAMES[n]), ("content", &text(byte))])
            }
            Step::Edit(n) => sham::block(
                "file_edit",
                &[("path", NAMES[n]), ("old_text", "line"), ("new_text", "LINE"), ("count", "2")],
            ),
            Step::Delete(n) => sham::delete(NAMES[n]),
            Step::Move(from, to) => sham::rename(NAMES[from], NAMES[to]),
            Step::MakeFolder(n) => sham::block("dir_create", &[("path", NAMES[n])]),
            Step::DeleteFolder(n) => sham::block("dir_delete", &[("path", NAMES[n])]),
        })
        .collect()
}

/// Whether the name can be a file beside what is there.
fn is_free(repo: &Repo<'_>, name: &str) -> bool {
    let path = repo.path(name);
    !path.is_dir() && !path.ancestors().skip(1).any(std::path::Path::is_file)
}

fn do_work(repo: &Repo<'_>, name: &str, work: Work) {
    let write = |content: &str| {
        if is_free(repo, name) {
            repo.write(name, content);
        }
    };
    let is_file = || repo.path(name).is_file();
    let stage = || {
        if is_file() {
            repo.git(&["add", "-f", "--", name]);
        }
    };
    let delete = || {
        if is_file() {
            fs_err::remove_file(repo.path(name)).expect("a file");
        }
    };
    match work {
        Work::Edited => write("line of mine\n"),
        Work::Staged => {
            write("line that is staged\n");
            stage();
        }
        Work::StagedThenEdited => {
            write("line that is staged\n");
            stage();
            write("line that is not\n");
        }
        Work::StagedThenDeleted => {
            write("line that is staged\n");
            stage();
            delete();
        }
        Work::Deleted => delete(),
        Work::Removed => {
            // Refused where the name is a folder by now.
            repo.try_git(&["rm", "-q", "-f", "--ignore-unmatch", "--", name]);
        }
        Work::Executable if is_file() => repo.chmod(name, 0o755),
        Work::Executable => {}
    }
}

/// The paths of `git status`.
fn dirty(repo: &Repo<'_>) -> BTreeSet<String> {
    repo.git(&["status", "--porcelain", "-z", "-uall", "--no-renames"])
        .split_terminator('\0')
        .map(|line| line.chars().skip(3).collect())
        .collect()
}

fn check(committed: &BTreeSet<usize>, works: &[(usize, Work)], steps: &[Step]) {
    let env = TestEnv::new();
    let mut repo = env.repo().file(".gitignore", "*.log\n");
    for &n in committed {
        if is_free(&repo, NAMES[n]) {
            let mode = if NAMES[n] == "f.sh" { 0o755 } else { 0o644 };
            repo = repo.file_with_mode(NAMES[n], "line one\nline two\n", mode);
        }
    }
    let repo = repo.commit();
    for &(n, work) in works {
        do_work(&repo, NAMES[n], work);
    }
    let users = dirty(&repo);
    let before = repo.snapshot();
    let text = response(steps);
    let run = repo.apply(&text).run();
    assert!(matches!(run.status, Some(0 | 1)), "{run:?}");
    repo.assert_sound();
    let left = dirty(&repo);
    assert!(left.is_subset(&users), "git status: {left:?}, before: {users:?}\n{}", run.stdout);
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.assert_sound();
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    if before.files != after.files {
        repo.clada(&["redo"]).exits(0);
        repo.assert_sound();
        repo.snapshot().assert_same_but_log(&after, "redo is not the apply");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        max_shrink_iters: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn undo_is_the_identity_and_redo_is_the_apply(
        committed in prop::collection::btree_set(0..NAMES.len(), 0..6),
        works in prop::collection::vec((0..NAMES.len(), work()), 0..5),
        steps in prop::collection::vec(step(), 1..8),
    ) {
        check(&committed, &works, &steps);
    }
}
