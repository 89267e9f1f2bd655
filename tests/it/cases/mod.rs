//! The tables of cases, `cases/**/*.cases.md`: single actions and what comes of them.
//!
//! `cases/README.md` says how to write one. A new table is a new file there, nothing here.

mod expected;
mod literal;
mod scene;
mod table;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use table::Case;

/// How many cases there are at least, lest a table that is no longer found goes unseen.
const AT_LEAST: usize = 430;
/// How many are run at a time.
const THREADS: usize = 4;

#[test]
fn the_actions_of_every_case_do_what_it_says() {
    let only = std::env::var("CLADA_CASE").ok();
    let mut cases = all();
    assert!(cases.len() >= AT_LEAST, "only {} cases were found", cases.len());
    cases.retain(|case| only.as_ref().is_none_or(|only| case.name.contains(only)));
    let failed = failures(&cases);
    assert!(failed.is_empty(), "{} of {} cases:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

/// What is said of the cases that fail, in the tables' order.
fn failures(cases: &[Case]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let mut said: Vec<(usize, String)> = std::thread::scope(|scope| {
        let work = || {
            let mut said = Vec::new();
            while let Some((at, case)) = nth(cases, next.fetch_add(1, Ordering::Relaxed)) {
                let checked = catch_unwind(AssertUnwindSafe(|| scene::check(case)));
                let outcome = checked.unwrap_or_else(|_| Err("panicked, see above".to_owned()));
                said.extend(outcome.err().map(|why| (at, format!("{}: {why}\n", case.name))));
            }
            said
        };
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("it catches panics")).collect()
    });
    said.sort();
    said.into_iter().map(|(_, why)| why).collect()
}

fn nth(cases: &[Case], at: usize) -> Option<(usize, &Case)> {
    Some((at, cases.get(at)?))
}

/// The cases of all tables.
fn all() -> Vec<Case> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut tables = Vec::new();
    for dir in [top.clone(), top.join("seeds")] {
        let entries = fs_err::read_dir(dir).expect("the tables");
        tables.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    tables.sort();
    tables
        .iter()
        .filter_map(|path| Some(table::cases(&table_name(&top, path)?, &read(path))))
        .flatten()
        .collect()
}

/// `file_write` of `cases/file_write.cases.md`; none of what is no table.
fn table_name(top: &Path, path: &Path) -> Option<String> {
    let path = path.strip_prefix(top).ok()?.to_str()?;
    path.strip_suffix(".cases.md").map(str::to_owned)
}

fn read(path: &Path) -> String {
    fs_err::read_to_string(path).expect("a table")
}
