//! Changes that a stat does not show must not get lost.
//!
//! Times are set, not waited for; git is told to ignore the ctime, which cannot be set.

use git_clada::{
    base::FileTime,
    git::index::{Edit, NewEntry, latest_mtime},
};

use crate::repo::{Repo, edit, entry, path, remove, set};

/// A second in the past.
const THEN: u64 = 1_700_000_000;

/// A repository where `a` was added, and the index written, in the second `THEN`. `b` is older.
fn added(version: &str) -> Repo {
    let repo = Repo::new();
    repo.git(&["config", "index.version", version]);
    repo.git(&["config", "core.trustCtime", "false"]);
    repo.commit(&["a", "b"]);
    repo.set_mtime("b", THEN - 1);
    repo.write("a", "one");
    repo.set_mtime("a", THEN);
    repo.git(&["add", "-A"]);
    repo.git(&["update-index", "--refresh"]);
    repo.set_mtime(".git/index", THEN);
    repo
}

/// The same, and `a` changed after it was added: with the same size, and in the same second.
fn changed(version: &str) -> Repo {
    let repo = added(version);
    rewrite(&repo, "a", "two", THEN);
    repo
}

fn rewrite(repo: &Repo, at: &str, content: &str, seconds: u64) {
    repo.write(at, content);
    repo.set_mtime(at, seconds);
}

/// The files that git takes for changed, without a refresh of the index.
fn touched(repo: &Repo) -> String {
    repo.git(&["diff-files", "--name-only"])
}

fn time(seconds: u64) -> FileTime {
    (i64::try_from(seconds).expect("a time"), 0)
}

/// The latest mtime, of an index in which those paths and the edited ones were looked for.
fn latest(repo: &Repo, wanted: &[&str], edits: &[Edit]) -> Option<FileTime> {
    let index = repo.open();
    let mut wanted: Vec<_> = wanted.iter().map(|at| path(at)).collect();
    wanted.extend(edits.iter().map(|edit| edit.path.clone()));
    let scan = index.scan(&wanted).expect("an index");
    latest_mtime(&index, &scan, edits, Some(time(THEN)))
}

/// An edit that says that the file as it is now holds the blob.
fn fresh(repo: &Repo, at: &str, content: &str) -> Edit {
    edit(at, vec![NewEntry { stat: Some(repo.stat(at)), ..entry(repo.blob(content)) }])
}

#[test]
fn a_change_in_the_second_of_its_add_is_seen_after_a_patch_of_another_file() {
    for version in ["2", "4"] {
        let repo = changed(version);
        repo.patch(&[set("b", repo.blob("new"))], &[]).expect("a patch");
        assert_eq!(repo.open().mtime(), time(THEN));
        assert_eq!(touched(&repo), "a\nb\n");
        assert_eq!(repo.git(&["status", "--porcelain", "a"]), "MM a\n");
        repo.check_index();
    }
}

/// Shows that the test above can fail: under a newer index git misses the change.
#[test]
fn without_the_old_mtime_the_change_would_be_missed() {
    for version in ["2", "4"] {
        let repo = changed(version);
        repo.patch(&[set("b", repo.blob("new"))], &[]).expect("a patch");
        repo.set_mtime(".git/index", THEN + 1);
        assert_eq!(touched(&repo), "b\n");
    }
}

#[test]
fn an_unchanged_racy_file_stays_clean() {
    for version in ["2", "4"] {
        let repo = added(version);
        repo.patch(&[set("b", repo.blob("new"))], &[]).expect("a patch");
        assert_eq!(touched(&repo), "b\n");
        assert_eq!(repo.git(&["status", "--porcelain", "a"]), "M  a\n");
    }
}

#[test]
fn the_next_refresh_gives_the_index_a_new_time_and_keeps_the_change() {
    for version in ["2", "4"] {
        let repo = changed(version);
        repo.patch(&[set("b", repo.blob("new"))], &[]).expect("a patch");
        repo.git(&["status"]);
        assert!(repo.open().mtime() > time(THEN));
        assert_eq!(touched(&repo), "a\nb\n");
    }
}

#[test]
fn patch_after_patch_keeps_the_change_in_sight() {
    let repo = changed("4");
    for at in ["b", "c", "d"] {
        repo.write(at, "new");
        repo.patch(&[fresh(&repo, at, "new")], &[]).expect("a patch");
        assert_eq!(touched(&repo), "a\n", "after {at}");
    }
}

#[test]
fn only_what_stays_and_is_racy_keeps_the_old_mtime() {
    for version in ["2", "4"] {
        let repo = added(version);
        let new = repo.blob("new");
        let old = Some(time(THEN));
        assert_eq!(latest(&repo, &[], &[set("b", new)]), old);
        assert_eq!(latest(&repo, &["a"], &[set("b", new)]), old, "looked for, not edited");
        assert_eq!(latest(&repo, &[], &[set("a", new)]), None);
        assert_eq!(latest(&repo, &["b"], &[remove("a")]), None);
        repo.set_mtime(".git/index", THEN + 1);
        assert_eq!(latest(&repo, &[], &[set("b", new)]), None, "an older entry");
    }
}

#[test]
fn an_entry_that_git_compares_in_any_case_is_not_racy() {
    let repo = added("2");
    rewrite(&repo, "a", "", THEN);
    repo.git(&["add", "a"]);
    repo.set_mtime(".git/index", THEN);
    assert_eq!(latest(&repo, &[], &[]), None);
}

#[test]
fn no_index_sets_no_time() {
    let repo = Repo::new();
    assert_eq!(latest(&repo, &[], &[set("a", repo.blob("new"))]), None);
}

/// git holds nothing for racy then, and would not for the entries of the patch either.
#[test]
fn an_index_of_time_zero_does_not_pass_it_on() {
    let repo = added("2");
    repo.set_mtime(".git/index", 0);
    assert_eq!(latest(&repo, &[], &[set("b", repo.blob("new"))]), None);
}

#[test]
fn a_change_right_after_the_patch_is_seen() {
    let repo = Repo::new();
    repo.commit(&["a", "b"]);
    repo.write("b", "one");
    repo.patch(&[fresh(&repo, "b", "one")], &[]).expect("a patch");
    repo.write("b", "two");
    assert_eq!(repo.git(&["status", "--porcelain"]), "MM b\n");
}

#[test]
fn an_index_written_late_needs_the_time_of_the_earliest_file() {
    let repo = added("2");
    repo.write("c", "see");
    repo.set_mtime("c", THEN + 8);
    rewrite(&repo, "b", "one", THEN + 7);
    let edits = [remove("a"), fresh(&repo, "b", "one"), fresh(&repo, "c", "see")];
    let latest = latest(&repo, &[], &edits);
    assert_eq!(latest, Some(time(THEN + 7)));
    repo.patch(&edits, &[]).expect("a patch");
    rewrite(&repo, "b", "two", THEN + 7);
    // The index came a second later, and the change fell between.
    repo.set_mtime(".git/index", THEN + 8);
    assert_eq!(touched(&repo), "");
    repo.set_mtime(".git/index", THEN + 7);
    assert_eq!(touched(&repo), "b\n");
}

#[test]
fn a_file_that_was_written_before_does_not_hold_the_index_back() {
    let repo = added("2");
    repo.set_mtime("b", THEN - 1);
    let edits = [remove("a"), fresh(&repo, "b", "b")];
    assert_eq!(latest(&repo, &[], &edits), None);
    let index = repo.open();
    let scan = index.scan(&edits.each_ref().map(|edit| edit.path.clone())).expect("an index");
    // Where nobody knows when the transaction began, it might be later.
    assert_eq!(latest_mtime(&index, &scan, &edits, None), Some(time(THEN - 1)));
}
