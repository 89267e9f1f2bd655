//! Changes that a stat does not show must not get lost.
//!
//! Times are set, not waited for; git is told to ignore the ctime, which cannot be set.

use git_clada::git::index::{Edit, NewEntry, PatchOptions, Verdict, latest_safe_mtime, patch};

use crate::repo::{Repo, edit, entry, path, set};

/// A second in the past.
const THEN: u64 = 1_700_000_000;

/// A repository with a racy entry: `a` changed after it was added, with the same size, in the
/// second in which it was written and the index too.
fn racy(version: &str) -> Repo {
    let repo = Repo::new();
    repo.git(&["config", "index.version", version]);
    repo.git(&["config", "core.trustCtime", "false"]);
    repo.commit(&["a", "b"]);
    repo.write("a", "one");
    repo.set_mtime("a", THEN);
    repo.git(&["add", "a"]);
    repo.set_mtime(".git/index", THEN);
    repo.write("a", "two");
    repo.set_mtime("a", THEN);
    repo
}

fn judged_by(repo: &Repo, edits: &[Edit], verdict: Verdict) -> Vec<String> {
    let index = repo.open();
    let wanted: Vec<_> = edits.iter().map(|edit| edit.path.clone()).collect();
    let scan = index.scan(&wanted).expect("an index");
    let mut judged = Vec::new();
    let mut judge = |entry: &git_clada::git::index::RacyEntry<'_>| {
        judged.push(entry.path.to_string());
        verdict
    };
    let mut options = PatchOptions { trees: &[], skip_hash: false, racy: &mut judge };
    let bytes = patch(&index, &scan, edits, &mut options).expect("a patch");
    fs_err::write(repo.index_path(), bytes.to_vec().expect("a checksum")).expect("the index");
    judged
}

#[test]
fn a_change_in_the_second_of_its_add_is_seen_after_a_patch_of_another_file() {
    for version in ["2", "4"] {
        let repo = racy(version);
        repo.patch(&[set("b", repo.blob("new"))], &[]).expect("a patch");
        assert_eq!(repo.git(&["diff-files", "--name-only"]), "a\nb\n");
        assert_eq!(repo.git(&["status", "--porcelain", "a"]), "MM a\n");
        repo.check_index();
    }
}

/// Shows that the test above can fail: without the smudge git misses the change.
#[test]
fn without_smudging_the_change_would_be_missed() {
    let repo = racy("2");
    let judged = judged_by(&repo, &[set("b", repo.blob("new"))], Verdict::Keep);
    assert_eq!(judged, ["a"]);
    assert_eq!(repo.git(&["diff-files", "--name-only"]), "b\n");
}

#[test]
fn an_unchanged_racy_file_stays_clean() {
    let repo = racy("2");
    repo.write("a", "one");
    repo.set_mtime("a", THEN);
    repo.patch(&[set("b", repo.blob("new"))], &[]).expect("a patch");
    assert_eq!(repo.git(&["status", "--porcelain", "a"]), "M  a\n");
}

#[test]
fn edited_older_and_smudged_entries_are_not_judged() {
    let repo = racy("4");
    let new = repo.blob("new");
    repo.commit(&["a", "b", "c", "old"]);
    for at in ["b", "c", "old"] {
        repo.set_mtime(at, THEN - 1);
    }
    repo.set_mtime("a", THEN);
    repo.set_mtime("c", THEN);
    repo.git(&["update-index", "--refresh"]);
    repo.set_mtime(".git/index", THEN);
    assert_eq!(judged_by(&repo, &[set("a", new)], Verdict::Smudge), ["c"]);
    repo.set_mtime(".git/index", THEN);
    assert_eq!(judged_by(&repo, &[set("b", new)], Verdict::Smudge), [""; 0]);
    assert_eq!(repo.git(&["status", "--porcelain"]), "MM a\nMM b\n");
}

#[test]
fn a_scan_names_the_racy_entries() {
    let repo = racy("4");
    let index = repo.open();
    let scan = index.scan(&[path("b")]).expect("an index");
    let racy: Vec<_> = scan.racy(&index).map(|entry| entry.path.to_string()).collect();
    // `b` was written later than the index's mtime was set to.
    assert_eq!(racy, ["a", "b"]);
}

#[test]
fn a_change_right_after_the_patch_is_seen() {
    let repo = Repo::new();
    repo.commit(&["a", "b"]);
    repo.write("b", "one");
    let new = NewEntry { stat: Some(repo.stat("b")), ..entry(repo.blob("one")) };
    repo.patch(&[edit("b", vec![new])], &[]).expect("a patch");
    repo.write("b", "two");
    assert_eq!(repo.git(&["status", "--porcelain"]), "MM b\n");
}

#[test]
fn an_index_written_late_needs_the_safe_mtime() {
    let repo = racy("2");
    repo.write("b", "one");
    repo.set_mtime("b", THEN);
    let new = NewEntry { stat: Some(repo.stat("b")), ..entry(repo.blob("one")) };
    let edits = [edit("b", vec![new])];
    repo.patch(&edits, &[]).expect("a patch");
    repo.write("b", "two");
    repo.set_mtime("b", THEN);
    // The index came a second later, and the change fell between.
    repo.set_mtime(".git/index", THEN + 1);
    assert_eq!(repo.git(&["diff-files", "--name-only", "b"]), "");
    let since = i64::try_from(THEN).expect("a time");
    let safe = latest_safe_mtime(&edits, (since, 0)).expect("a file of that second");
    repo.set_mtime(".git/index", u64::try_from(safe.0).expect("a time"));
    assert_eq!(repo.git(&["diff-files", "--name-only", "b"]), "b\n");
    assert_eq!(latest_safe_mtime(&edits, (since + 1, 0)), None);
}
