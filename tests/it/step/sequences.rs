//! Any sequence of applies, steps, undos and redos, with edits in between: as many undos are the
//! identity.

use proptest::prelude::*;

use super::{State, waiting};
use crate::{
    env::{Entry, Repo, Run, TestEnv},
    sham,
};

const NAMES: [&str; 6] = ["a", "b", "x/c", "x/d", "x", "g.log"];
/// Files that no response touches.
const OTHERS: [&str; 3] = ["mine", "kept", "x.log"];

#[derive(Clone, Debug)]
enum Move {
    Apply(Vec<(usize, Option<u8>)>),
    Back(usize),
    Forward(usize),
    Tip,
    Undo,
    Redo,
}

/// An edit of the user's, in a file by its number: content, staged or not, or a deletion.
type Edit = (usize, Option<u8>, bool);

fn moves() -> impl Strategy<Value = Move> {
    let write = (0..NAMES.len(), prop::option::weighted(0.8, 0..4_u8));
    prop_oneof![
        3 => prop::collection::vec(write, 1..4).prop_map(Move::Apply),
        4 => (1..4_usize).prop_map(Move::Back),
        3 => (1..3_usize).prop_map(Move::Forward),
        2 => Just(Move::Tip),
        2 => Just(Move::Undo),
        1 => Just(Move::Redo),
    ]
}

fn edit() -> impl Strategy<Value = Edit> {
    (0..NAMES.len(), prop::option::weighted(0.8, 0..4_u8), any::<bool>())
}

fn response(writes: &[(usize, Option<u8>)]) -> String {
    let block = |(name, content): &(usize, Option<u8>)| match content {
        Some(byte) => sham::write(NAMES[*name], &format!("first {byte}\nmiddle\nlast\n")),
        None => sham::delete(NAMES[*name]),
    };
    writes.iter().map(block).collect()
}

fn change(repo: &Repo<'_>, path: &str, (content, stage): (Option<u8>, bool)) {
    let file = repo.path(path);
    let room = !file.is_dir() && !file.ancestors().skip(1).any(std::path::Path::is_file);
    match content {
        Some(byte) if room => repo.write(path, format!("first\nmiddle\nmine {byte}\n")),
        None if file.is_file() => fs_err::remove_file(&file).expect("a file"),
        _ => return,
    }
    if stage {
        repo.try_git(&["add", "-A", "-f", "--", path]);
    }
}

/// Makes a move; says whether there is something new to undo.
fn make(repo: &Repo<'_>, wanted: &Move) -> bool {
    let next = || repo.clada(&["status", "--format", "json"]).exits(0).json()["undo"].clone();
    let before = next();
    let run = match wanted {
        Move::Apply(writes) => repo.apply(&response(writes)).run(),
        Move::Back(count) => repo.clada(&["back", &count.to_string()]).run(),
        Move::Forward(count) => repo.clada(&["forward", &count.to_string()]).run(),
        Move::Tip => repo.clada(&["forward", "--tip"]).run(),
        Move::Undo => repo.clada(&["undo"]).run(),
        Move::Redo => repo.clada(&["redo"]).run(),
    };
    assert!(matches!(run.status, Some(0 | 1 | 3)), "{wanted:?}: {run:?}");
    !matches!(wanted, Move::Undo) && next() != before
}

/// Undoes until there is nothing to undo; says how many operations that were.
fn undo_all(repo: &Repo<'_>) -> usize {
    let undone = || !repo.clada(&["undo"]).exits(0).stdout.starts_with("nothing to");
    std::iter::from_fn(|| undone().then_some(())).count()
}

fn begun(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file(".gitignore", "*.log\n").file("kept", "kept\n");
    let repo = repo.file("a", "first\nmiddle\nlast\n").file("x/c", "first\nmiddle\nlast\n");
    repo.commit()
}

/// Edits before each move, in the files that responses touch: undo leads to where the move began,
/// redo to where it led.
fn check_each(sequence: &[(Vec<Edit>, Move)]) {
    let env = TestEnv::new();
    let repo = begun(&env);
    for (edits, wanted) in sequence {
        for (name, content, stage) in edits {
            change(&repo, NAMES[*name], (*content, *stage));
        }
        let before = State::of(&repo);
        let waited = waiting(&repo);
        if !make(&repo, wanted) {
            continue;
        }
        repo.assert_sound();
        let after = State::of(&repo);
        let waits = waiting(&repo);
        repo.clada(&["undo"]).exits(0);
        State::of(&repo).assert_same(&before, "undo");
        assert_eq!(waiting(&repo), waited, "undo");
        repo.clada(&["redo"]).exits(0);
        State::of(&repo).assert_same(&after, "redo");
        assert_eq!(waiting(&repo), waits, "redo");
    }
}

/// Edits in other files alone, so that nothing may be refused: as many undos lead to the start.
fn check_all(first: &[Edit], sequence: &[(Edit, Move)]) {
    let env = TestEnv::new();
    let repo = begun(&env);
    for (name, content, stage) in first {
        change(&repo, NAMES[*name], (*content, *stage));
    }
    let start = State::of(&repo);
    for ((name, content, stage), wanted) in sequence {
        change(&repo, OTHERS[name % OTHERS.len()], (*content, *stage));
        make(&repo, wanted);
    }
    let end = State::of(&repo);
    let count = undo_all(&repo);
    repo.assert_sound();
    let others = |state: &State| -> Vec<_> {
        OTHERS.map(|name| state.snapshot.files.get(name).cloned()).into()
    };
    let now = State::of(&repo);
    assert!(others(&now) == others(&end), "edits in other files");
    let mut expected = start.snapshot.clone();
    for name in OTHERS {
        expected.files.remove(name);
        if let Some(entry) = end.snapshot.files.get(name) {
            expected.files.insert(name.to_owned(), entry.clone());
        }
    }
    let index = |text: &str| -> String {
        let other =
            |line: &&str| OTHERS.iter().any(|name| line.trim_end().ends_with(&format!("\t{name}")));
        text.split_inclusive('\n').filter(|line| !other(line)).collect()
    };
    expected.index = index(&expected.index);
    let mut now = now.snapshot;
    now.index = index(&now.index);
    now.assert_same_but_log(&expected, "all undone");
    assert_eq!(waiting(&repo), [""; 0]);
    for _ in 0..count {
        repo.clada(&["redo"]).exits(0);
    }
    let again = State::of(&repo);
    assert!(again.snapshot.files == end.snapshot.files, "all done again");
}

/// Whether there were not that many commits, or no session at all.
fn too_far(run: &Run) -> bool {
    run.status == Some(3)
        && (run.stderr.contains("cannot go ") || run.stderr.contains("which is no session"))
}

/// Whatever the user has edited at the tip: any walk back and forward that ends at the tip is the
/// identity, but for directories without files.
fn check_walk(applies: &[Vec<(usize, Option<u8>)>], edits: &[Edit], walk: &[(bool, usize)]) {
    let env = TestEnv::new();
    let repo = begun(&env);
    for writes in applies {
        repo.apply(&response(writes)).run();
    }
    for (name, content, stage) in edits {
        change(&repo, NAMES[*name], (*content, *stage));
    }
    let state = || {
        let mut state = State::of(&repo);
        state.snapshot.files.retain(|_, entry| *entry != Entry::Folder);
        state
    };
    let before = state();
    for (back, count) in walk {
        let run = repo.clada(&[if *back { "back" } else { "forward" }, &count.to_string()]).run();
        assert!(run.status == Some(0) || too_far(&run), "{run:?}");
    }
    let run = repo.clada(&["forward", "--tip"]).run();
    assert!(run.status == Some(0) || too_far(&run), "{run:?}");
    repo.assert_sound();
    state().assert_same(&before, "a walk that ends where it began");
    assert_eq!(waiting(&repo), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("CLADA_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(8),
        max_shrink_iters: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn each_undo_is_the_identity_whatever_the_user_edits(
        sequence in prop::collection::vec((prop::collection::vec(edit(), 0..3), moves()), 3..8),
    ) {
        check_each(&sequence);
    }

    #[test]
    fn a_walk_to_the_tip_is_the_identity_whatever_the_user_has_edited(
        applies in prop::collection::vec(
            prop::collection::vec((0..NAMES.len(), prop::option::weighted(0.8, 0..4_u8)), 1..4),
            1..4,
        ),
        edits in prop::collection::vec(edit(), 0..5),
        walk in prop::collection::vec((any::<bool>(), 1..3_usize), 1..5),
    ) {
        check_walk(&applies, &edits, &walk);
    }

    #[test]
    fn as_many_undos_are_the_identity_beside_edits_in_other_files(
        first in prop::collection::vec(edit(), 0..3),
        sequence in prop::collection::vec((edit(), moves()), 3..9),
    ) {
        check_all(&first, &sequence);
    }
}
