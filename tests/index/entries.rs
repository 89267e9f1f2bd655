//! Entries in, out and changed, in all versions and with both hashes.

use git_clada::git::index::{
    Edit, Entry, EntryFlags, IndexBytes, IndexError, IndexOptions, IndexStat, NewEntry, Version,
};
use gix::hash::Kind;

use crate::repo::{FILE, Repo, edit, entry, path, remove, set};

const VERSIONS: [&str; 2] = ["2", "4"];

fn each(test: impl Fn(&Repo)) {
    for hash in [Kind::Sha1, Kind::Sha256] {
        for version in VERSIONS {
            let repo = Repo::with_hash(hash);
            repo.git(&["config", "index.version", version]);
            test(&repo);
        }
    }
}

fn names(repo: &Repo) -> Vec<String> {
    repo.git(&["ls-files"]).lines().map(str::to_owned).collect()
}

#[test]
fn entries_go_in_at_both_ends_and_between() {
    each(|repo| {
        repo.commit(&["b", "d/e", "d/f", "dd"]);
        let new = repo.blob("new");
        let edits = ["a", "c", "d/ee", "d/z", "zz/zz"].map(|at| set(at, new));
        repo.patch(&edits, &[]).expect("a patch");
        assert_eq!(names(repo), ["a", "b", "c", "d/e", "d/ee", "d/f", "d/z", "dd", "zz/zz"]);
        repo.check_index();
    });
}

#[test]
fn entries_go_out_at_both_ends_and_between() {
    each(|repo| {
        repo.commit(&["a", "b", "c/a", "c/b", "c/c", "z"]);
        repo.patch(&["a", "c/a", "c/b", "z", "absent"].map(remove), &[]).expect("a patch");
        assert_eq!(names(repo), ["b", "c/c"]);
        repo.check_index();
        repo.patch(&["b", "c/c"].map(remove), &[]).expect("a patch");
        assert_eq!(names(repo), [""; 0]);
        repo.check_index();
    });
}

#[test]
fn a_replaced_entry_with_its_stat_is_clean_and_one_without_is_compared() {
    each(|repo| {
        repo.commit(&["a", "b", "c"]);
        for file in ["a", "b"] {
            repo.write(file, "other");
        }
        let other = repo.blob("other");
        let stat = NewEntry { stat: Some(repo.stat("a")), ..entry(other) };
        repo.patch(&[edit("a", vec![stat]), set("b", other)], &[]).expect("a patch");
        assert_eq!(repo.git(&["status", "--porcelain"]), "M  a\nM  b\n");
        assert_eq!(repo.git(&["diff-files", "--name-only"]), "");
        repo.check_index();
    });
}

#[test]
fn the_stat_is_the_one_that_git_records() {
    each(|repo| {
        repo.commit(&["a"]);
        let before = repo.listing(&[]);
        let found = repo.scan(&["a"]).expect("an index").entries(&path("a")).expect("wanted")[0].id;
        let same = NewEntry { stat: Some(repo.stat("a")), ..entry(found) };
        repo.patch(&[edit("a", vec![same])], &[]).expect("a patch");
        assert_eq!(repo.listing(&[]), before);
    });
}

#[test]
fn conflicts_come_in_and_go_out_again() {
    each(|repo| {
        repo.commit(&["a", "b", "c"]);
        let before = repo.stages();
        let [base, ours, theirs] = ["base", "ours", "theirs"].map(|text| repo.blob(text));
        let stages = [(1, base), (2, ours), (3, theirs)]
            .map(|(stage, id)| NewEntry { stage, ..entry(id) })
            .to_vec();
        let b = repo.scan(&["b"]).expect("an index").entries(&path("b")).expect("wanted")[0].id;
        repo.patch(&[edit("b", stages)], &[]).expect("a patch");
        assert_eq!(repo.git(&["status", "--porcelain"]), "UU b\n");
        let scan = repo.scan(&["b", "c"]).expect("an index");
        assert_eq!(scan.unmerged_count(), 3);
        let held: Vec<_> = scan.entries(&path("b")).expect("wanted").iter().map(|e| e.id).collect();
        assert_eq!(held, [base, ours, theirs]);
        repo.patch(&[set("b", b)], &[]).expect("a patch");
        assert_eq!(repo.stages(), before);
        repo.check_index();
    });
}

#[test]
fn flags_survive_and_can_be_set() {
    each(|repo| {
        repo.commit(&["assumed", "b", "skipped"]);
        repo.write("intended", "x");
        repo.git(&["add", "-N", "intended"]);
        repo.git(&["update-index", "--assume-unchanged", "assumed"]);
        repo.git(&["update-index", "--skip-worktree", "skipped"]);
        let before = repo.listing(&[]);
        let at = ["assumed", "b", "intended", "skipped"];
        let scan = repo.scan(&at).expect("an index");
        let found: Vec<Entry> =
            at.iter().flat_map(|at| scan.entries(&path(at)).expect("wanted").to_vec()).collect();
        let flags: Vec<_> = found
            .iter()
            .map(|e| [e.flags.assume_valid, e.flags.skip_worktree, e.flags.intent_to_add])
            .collect();
        assert_eq!(
            flags,
            [[true, false, false], [false; 3], [false, false, true], [false, true, false]]
        );
        repo.patch(&at.map(remove), &[]).expect("a patch");
        let again: Vec<Edit> = found
            .iter()
            .map(|old| {
                let stat =
                    (old.stat != IndexStat::default()).then(|| repo.stat(&old.path.to_string()));
                let new = NewEntry { stat, flags: old.flags, ..entry(old.id) };
                edit(&old.path.to_string(), vec![new])
            })
            .collect();
        repo.patch(&again, &[]).expect("a patch");
        assert_eq!(repo.listing(&[]), before);
        repo.check_index();
    });
}

#[test]
fn version_2_becomes_3_only_for_an_extended_flag() {
    let repo = Repo::new();
    repo.commit(&["a"]);
    let new = repo.blob("new");
    repo.patch(&[set("b", new)], &[]).expect("a patch");
    assert_eq!(repo.open().version(), Version::V2);
    let flags = EntryFlags { skip_worktree: true, ..EntryFlags::default() };
    repo.patch(&[edit("b", vec![NewEntry { flags, ..entry(new) }])], &[]).expect("a patch");
    assert_eq!(repo.open().version(), Version::V3);
    assert_eq!(repo.git(&["ls-files", "-t"]), "H a\nS b\n");
    repo.check_index();
}

#[test]
fn a_file_displaces_a_directory_and_a_directory_a_file() {
    each(|repo| {
        repo.commit(&["a-b", "a/x", "a/y/z", "a0", "f", "f-", "f.c"]);
        let new = repo.blob("new");
        let scan = repo.scan(&["a", "f/g/h"]).expect("an index");
        let displaced = |at| -> Vec<_> {
            let all = scan.displaced_by(&repo.open(), &set(at, new)).expect("entries");
            all.iter().map(|entry| entry.path.to_string()).collect()
        };
        assert_eq!(displaced("a"), ["a/x", "a/y/z"]);
        assert_eq!(displaced("f/g/h"), ["f"]);
        repo.patch(&[set("a", new), set("f/g/h", new)], &[]).expect("a patch");
        assert_eq!(names(repo), ["a", "a-b", "a0", "f-", "f.c", "f/g/h"]);
        repo.check_index();
    });
}

#[test]
fn a_replaced_directory_may_be_named_file_by_file() {
    each(|repo| {
        repo.commit(&["a-b", "a/x", "a/y", "a0"]);
        let new = repo.blob("new");
        let edits = [remove("a/x"), set("a", new), remove("a/y"), set("a-", new)];
        repo.patch(&edits, &[]).expect("a patch");
        assert_eq!(names(repo), ["a", "a-", "a-b", "a0"]);
        repo.check_index();
    });
}

#[test]
fn removing_a_path_displaces_nothing() {
    each(|repo| {
        repo.commit(&["a/x", "f"]);
        repo.patch(&[remove("a"), remove("f/g")], &[]).expect("a patch");
        assert_eq!(names(repo), ["a/x", "f"]);
    });
}

#[test]
fn no_index_is_an_empty_one() {
    for (hash, version) in [(Kind::Sha1, Version::V2), (Kind::Sha256, Version::V4)] {
        let repo = Repo::with_hash(hash);
        let options = IndexOptions { hash, version_if_absent: version };
        let index = IndexBytes::open(&repo.index_path(), options).expect("an index");
        assert_eq!((index.version(), index.mtime()), (version, (0, 0)));
        let new = repo.blob("new");
        repo.patch(&[set("d/a", new), set("b", new)], &[]).expect("a patch");
        assert_eq!(names(&repo), ["b", "d/a"]);
        repo.check_index();
    }
}

#[test]
fn names_longer_than_the_flags_can_tell_are_kept() {
    each(|repo| {
        let long: Vec<String> = ["a", "b", "c"].map(|end| "x/".repeat(2_100) + end).to_vec();
        let new = repo.blob("new");
        let edits: Vec<_> = long.iter().map(|at| set(at, new)).collect();
        repo.patch(&edits, &[]).expect("a patch");
        assert_eq!(names(repo), long);
        repo.patch(&[remove(&long[1])], &[]).expect("a patch");
        assert_eq!(names(repo), [long[0].clone(), long[2].clone()]);
        repo.git(&["write-tree"]);
    });
}

#[test]
fn edits_that_no_index_may_hold_are_refused() {
    let repo = Repo::new();
    repo.commit(&["a"]);
    let new = repo.blob("new");
    let stage = |stage| NewEntry { stage, ..entry(new) };
    let refused = [
        vec![set("b", new), set("b", new)],
        vec![set("b", new), set("b-", new), set("b/c", new)],
        vec![edit("b", vec![NewEntry { mode: 0o100_664, ..entry(new) }])],
        vec![edit("b", vec![stage(0), stage(1)])],
        vec![edit("b", vec![stage(2), stage(1)])],
        vec![edit("b", vec![stage(4)])],
        vec![set("b", Kind::Sha1.null())],
        vec![set("b", Kind::Sha256.empty_blob())],
    ];
    let before = fs_err::read(repo.index_path()).expect("the index");
    for edits in refused {
        let error = repo.patch(&edits, &[]).expect_err("a refusal");
        assert!(matches!(error, IndexError::Edit { .. }), "{edits:?}: {error}");
    }
    assert_eq!(fs_err::read(repo.index_path()).expect("the index"), before);
    assert_eq!(entry(new).mode, FILE);
}

#[test]
fn a_file_makes_room_for_its_directory_that_only_a_conflict_has() {
    each(|repo| {
        repo.commit(&["a"]);
        let blob = repo.blob("new");
        let conflict = [1, 3].map(|stage| NewEntry { stage, ..entry(blob) }).to_vec();
        repo.patch(&[edit("a/b", conflict)], &[]).expect("a patch");
        assert_eq!(names(repo), ["a", "a/b", "a/b"]);
        repo.patch(&[set("a/c", blob)], &[]).expect("a patch");
        assert_eq!(names(repo), ["a/b", "a/b", "a/c"]);
    });
}
