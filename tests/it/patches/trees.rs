//! Random trees before and after, as a person might leave them.

use std::collections::BTreeMap;

use proptest::{collection::vec, prelude::*, sample::select};

/// Files by their paths: their text, and whether they can be run.
pub(super) type Tree = BTreeMap<String, (String, bool)>;

/// Lines that come again and again, and those that look like a diff's own.
const LINES: &[&str] = &[
    "",
    "}",
    "{",
    "    return 0;",
    "\tx();",
    " ",
    "-- comment",
    "++ count",
    "- item",
    "+ more",
    "@@ at",
    "--- a/x",
    "+++ b/x",
    "diff --git a/x b/x",
    "```",
    "\\ No newline at end of file",
    "-- ",
    "*** End Patch",
    "é 漢 🎉",
    "*** Begin Patch",
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> main",
];

/// A line; every other one is like no other.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => select(LINES).prop_map(str::to_owned),
        2 => (0..100_000_u32).prop_map(|number| format!("line {number}")),
    ]
}

/// A change of lines: where, how many go, and what comes.
type Change = (prop::sample::Index, usize, Vec<String>);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    vec((any::<prop::sample::Index>(), 0..4_usize, vec(line(), 0..4)), 0..5)
}

fn changed(lines: &[String], changes: &[Change]) -> Vec<String> {
    let mut lines = lines.to_vec();
    for (at, count, new) in changes {
        let at = at.index(lines.len() + 1);
        let end = (at + count).min(lines.len());
        lines.splice(at..end, new.iter().cloned());
    }
    lines
}

/// How the lines of a file end.
#[derive(Clone, Copy, Debug)]
struct Ends {
    crlf: bool,
    last: bool,
}

fn ends() -> impl Strategy<Value = Ends> {
    (prop::bool::weighted(0.2), prop::bool::weighted(0.8))
        .prop_map(|(crlf, last)| Ends { crlf, last })
}

fn text(lines: &[String], ends: Ends) -> String {
    let line_break = if ends.crlf { "\r\n" } else { "\n" };
    let text: String = lines.iter().flat_map(|line| [line.as_str(), line_break]).collect();
    if ends.last { text } else { text.trim_end_matches(['\r', '\n']).to_owned() }
}

/// What becomes of a file.
#[derive(Clone, Debug)]
struct File {
    lines: Vec<String>,
    changes: Vec<Change>,
    ends: [Ends; 2],
    /// 0 is new, 1 goes, 2 is renamed, all else stays.
    fate: u8,
    executable: [bool; 2],
}

fn file() -> impl Strategy<Value = File> {
    let ends = ends().prop_flat_map(|before| {
        // Mostly as before.
        prop_oneof![4 => Just([before; 2]), 1 => ends().prop_map(move |after| [before, after])]
    });
    let executable = [prop::bool::weighted(0.2), prop::bool::weighted(0.2)];
    (vec(line(), 0..30), changes(), ends, 0..9_u8, executable).prop_map(
        |(lines, changes, ends, fate, executable)| File { lines, changes, ends, fate, executable },
    )
}

/// The trees before and after.
pub(super) fn trees() -> impl Strategy<Value = [Tree; 2]> {
    vec(file(), 1..5).prop_map(|files| {
        let (mut before, mut after) = (Tree::new(), Tree::new());
        for (number, file) in files.iter().enumerate() {
            let path =
                ["a.txt", "dir/b c.txt", "src/ü.rs", "deep/er/x\"y.c"][number % 4].to_owned();
            let old = (text(&file.lines, file.ends[0]), file.executable[0]);
            let lines = changed(&file.lines, &file.changes);
            let new = (text(&lines, file.ends[1]), file.executable[1]);
            match file.fate {
                0 => drop(after.insert(path, new)),
                1 => drop(before.insert(path, old)),
                2 => {
                    before.insert(path.clone(), old);
                    after.insert(format!("moved/{path}"), new);
                }
                _ => {
                    before.insert(path.clone(), old);
                    after.insert(path, new);
                }
            }
        }
        [before, after]
    })
}

/// A file of lines each of which is there once, and the same with changes that leave some apart.
pub(super) fn plain() -> impl Strategy<Value = [Tree; 2]> {
    (10..60_usize, changes(), any::<bool>()).prop_map(|(count, changes, crlf)| {
        let lines: Vec<String> = (0..count).map(|number| format!("  step({number});")).collect();
        let fresh = |(number, change): (usize, &Change)| {
            let (at, count, new) = change.clone();
            let new = (0..new.len()).map(|line| format!("new({number}, {line});")).collect();
            (at, count, new)
        };
        let changes: Vec<Change> = changes.iter().enumerate().map(fresh).collect();
        let ends = Ends { crlf, last: true };
        let tree =
            |lines: &[String]| Tree::from([("src/main.c".to_owned(), (text(lines, ends), false))]);
        [tree(&lines), tree(&changed(&lines, &changes))]
    })
}
