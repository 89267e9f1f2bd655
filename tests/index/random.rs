//! Random indexes and edits: what comes of a patch is what git makes of the same.

use std::collections::{BTreeMap, BTreeSet};

use git_clada::{
    base::RepoPath,
    git::index::{Edit, NewEntry},
};
use gix::{ObjectId, hash::Kind};
use proptest::prelude::*;

use crate::{
    cache_tree::{changes, edited, index_info, nodes},
    repo::{FILE, Repo, edit, entry, id, path},
};

/// Names that sort around the slash, and meet as files and directories.
fn name() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(vec!["a", "a-", "a.b", "a0", "b", "bb"]), 1..4)
        .prop_map(|parts| parts.join("/"))
}

#[derive(Clone, Debug)]
enum Wish {
    Remove,
    Set { blob: usize, executable: bool },
    Conflict,
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        3 => Just(Wish::Remove),
        5 => (0..3_usize, any::<bool>())
            .prop_map(|(blob, executable)| Wish::Set { blob, executable }),
        1 => Just(Wish::Conflict),
    ]
}

fn wishes(len: usize) -> impl Strategy<Value = BTreeMap<String, Wish>> {
    prop::collection::btree_map(name(), wish(), 0..len)
}

#[derive(Clone, Debug)]
struct Case {
    sha256: bool,
    compressed: bool,
    head: BTreeMap<String, Wish>,
    staged: BTreeMap<String, Wish>,
    edits: BTreeMap<String, Wish>,
    index_only: bool,
}

fn case() -> impl Strategy<Value = Case> {
    let staged = prop_oneof![Just(BTreeMap::new()), wishes(4)];
    (any::<bool>(), any::<bool>(), wishes(20), staged, wishes(8), prop::bool::weighted(0.2))
        .prop_map(|(sha256, compressed, head, staged, edits, index_only)| Case {
            sha256,
            compressed,
            head,
            staged,
            edits,
            index_only,
        })
}

fn edits(wishes: &BTreeMap<String, Wish>, blobs: &[ObjectId], conflicts: bool) -> Vec<Edit> {
    let all = wishes.iter().map(|(at, wish)| {
        let entries = match wish {
            Wish::Remove => Vec::new(),
            Wish::Conflict if conflicts => {
                [1, 3].map(|stage| NewEntry { stage, ..entry(blobs[0]) }).to_vec()
            }
            Wish::Conflict => vec![entry(blobs[0])],
            Wish::Set { blob, executable } => {
                let mode = if *executable { 0o100_755 } else { FILE };
                vec![NewEntry { mode, ..entry(blobs[*blob]) }]
            }
        };
        edit(at, entries)
    });
    // Of a file and a directory of the same name, the file is kept.
    let mut kept: Vec<Edit> = Vec::new();
    for edit in all {
        let sets = |other: &&Edit| !other.entries.is_empty() && edit.path.is_inside(&other.path);
        if edit.entries.is_empty() || kept.iter().find(sets).is_none() {
            kept.push(edit);
        }
    }
    kept
}

/// Whether an index has a file and a directory of the same name and stage. git makes one where it
/// has to put a file into a directory that only exists in a conflict: it then looks no further for
/// a file of the directory's name. A patch removes that file.
fn has_clash(stages: &str) -> bool {
    let entries = stages.lines().filter_map(|line| {
        let (head, at) = line.split_once('\t')?;
        Some((head.split(' ').next_back()?, path(at)))
    });
    let all: BTreeSet<(&str, RepoPath)> = entries.collect();
    all.iter().any(|(stage, at)| at.ancestors().any(|above| all.contains(&(*stage, above))))
}

fn holds(case: &Case) {
    let repo = Repo::with_hash(if case.sha256 { Kind::Sha256 } else { Kind::Sha1 });
    repo.git(&["config", "index.version", if case.compressed { "4" } else { "2" }]);
    let blobs = ["x", "y", "z"].map(|text| repo.blob(text));
    let info = |edits: &[Edit], env: &[(&str, &str)]| {
        let input = index_info(&repo, edits);
        repo.git_with(&["update-index", "--replace", "--index-info"], env, &input);
    };
    info(&edits(&case.head, &blobs, false), &[]);
    let old = Some(id(repo.git(&["write-tree"]).trim()));
    info(&edits(&case.staged, &blobs, true), &[]);
    let mut edits = edits(&case.edits, &blobs, case.index_only);
    if case.index_only {
        // For the removal of what is not there git forgets the directory of that name.
        let tracked = repo.git(&["ls-files"]);
        let is_tracked = |edit: &Edit| tracked.lines().any(|at| edit.path.to_string() == at);
        edits.retain(|edit| !edit.entries.is_empty() || is_tracked(edit));
    }
    for edit in &mut edits {
        edit.matches_tree = !case.index_only;
    }
    let resolves = !repo.git(&["ls-files", "--unmerged"]).is_empty();
    let trees = if case.index_only {
        Vec::new()
    } else {
        let new = edited(&repo, old, &edits);
        changes(&repo, old, new, &edits)
    };
    let env = [("GIT_INDEX_FILE", ".git/expected")];
    let expected = repo.root().join(".git/expected");
    fs_err::copy(repo.index_path(), &expected).expect("a copy");
    info(&edits, &env);
    let had_clash = has_clash(&repo.stages());
    let bytes = repo.patch(&edits, &trees).expect("a patch");
    if had_clash || has_clash(&repo.git_with(&["ls-files", "--stage"], &env, "")) {
        assert!(had_clash || !has_clash(&repo.stages()), "a file and a directory of one name");
        return;
    }
    assert_eq!(repo.listing(&[]), repo.listing(&env));
    let unmerged = repo.git(&["ls-files", "--unmerged"]);
    if case.index_only {
        // What it resolves git notes for `git update-index --unresolve`; the patch does not.
        let same = bytes == fs_err::read(&expected).expect("git's");
        assert!(same || resolves || edits.is_empty(), "not what git writes");
    } else if unmerged.is_empty() {
        if case.staged.is_empty() {
            let root = trees.iter().find(|change| change.path.is_root()).expect("the root");
            assert_eq!(nodes(&repo)[""].map(|(_, id)| id), root.new);
        }
        repo.check_index();
        assert_eq!(repo.git(&["write-tree"]), repo.git_with(&["write-tree"], &env, ""));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_patch_is_what_git_makes_of_the_same_edits(case in case()) {
        holds(&case);
    }
}
