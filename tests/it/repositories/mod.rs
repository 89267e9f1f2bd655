//! Repositories of every kind, a test for each row of `docs/repositories.md`: a response is applied,
//! taken back and brought back, or refused before anything is touched.

mod clones;
mod filters;
mod indexes;
mod objects;
mod places;
mod refs;
mod settings;
mod sparse;
mod submodules;

use std::collections::BTreeSet;

use crate::{
    env::{Clada, Repo},
    sham,
    undo::round_trip::there_and_back,
};

/// A change of `a.txt`, which must be there, and a new file.
fn response() -> String {
    sham::write("a.txt", "changed\n") + &sham::write("sub/new.txt", "new\n")
}

/// Applies [`response`], takes it back and brings it back; git must see each time what it saw before.
#[track_caller]
fn works(repo: &Repo<'_>) {
    works_with(repo, &response());
    assert_eq!(repo.git(&["show", "HEAD:a.txt"]), "changed\n");
    assert_eq!(repo.git(&["show", "HEAD:sub/new.txt"]), "new\n");
}

/// The same with another response, in a repository without edits of the user's.
#[track_caller]
fn works_with(repo: &Repo<'_>, response: &str) {
    let seen = |what: &str| {
        assert_eq!(repo.status(), "", "{what}");
        // Without a refresh: the index is as fresh as git's own.
        assert_eq!(repo.git(&["diff-files", "--name-only"]), "", "{what}");
        assert_eq!(
            repo.git(&["write-tree"]),
            repo.git(&["rev-parse", "HEAD^{tree}"]),
            "the index and HEAD: {what}"
        );
    };
    seen("before");
    there_and_back(repo, response);
    seen("after");
    repo.clada(&["undo"]).exits(0);
    seen("taken back");
    repo.clada(&["redo"]).exits(0);
    seen("brought back");
}

/// Fails unless the run is refused, says those words, and changes nothing.
#[track_caller]
fn refused(repo: &Repo<'_>, run: Clada<'_>, words: &[&str]) {
    let before = repo.snapshot();
    run.exits(3).says(words);
    repo.snapshot().assert_same(&before, "a refused command changed something");
    repo.assert_sound();
}

/// The tests that the table in the documentation names.
fn named() -> BTreeSet<String> {
    let table = include_str!("../../../docs/repositories.md");
    let rows = table.lines().filter_map(|line| line.strip_suffix("` |"));
    rows.filter_map(|row| row.rsplit('`').next()).map(ToOwned::to_owned).collect()
}

/// The tests that there are.
fn present() -> BTreeSet<String> {
    let sources = [
        ("clones", include_str!("clones.rs")),
        ("filters", include_str!("filters.rs")),
        ("indexes", include_str!("indexes.rs")),
        ("objects", include_str!("objects.rs")),
        ("places", include_str!("places.rs")),
        ("refs", include_str!("refs.rs")),
        ("settings", include_str!("settings.rs")),
        ("sparse", include_str!("sparse.rs")),
        ("submodules", include_str!("submodules.rs")),
    ];
    let tests = sources.iter().flat_map(|(module, source)| {
        source.split("#[test]\nfn ").skip(1).map(move |test| {
            let name = test.split('(').next().unwrap_or_default();
            format!("{module}::{name}")
        })
    });
    tests.collect()
}

#[test]
fn every_row_of_the_table_has_a_test_and_every_test_a_row() {
    assert_eq!(named(), present());
}
