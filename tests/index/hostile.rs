//! Bytes that are no index are refused, and never more than that.

use git_clada::git::index::{
    IndexBytes, IndexError, IndexOptions, PatchOptions, TreeChange, Version, latest_mtime, patch,
};
use gix::hash::Kind;
use proptest::prelude::*;

use crate::repo::{Repo, path, remove, set};

/// Does all that can be done with an index.
fn use_all(bytes: Vec<u8>, hash: Kind) -> Result<Vec<u8>, IndexError> {
    let options = IndexOptions { hash, version_if_absent: Version::V2 };
    let index = IndexBytes::from_bytes(bytes, (1, 0), options)?;
    let id = hash.empty_blob();
    let mut edits = vec![set("a", id), remove("b"), set("d/e", id), set("f/g/h", id)];
    for edit in &mut edits {
        edit.matches_tree = true;
        edit.renamed_on_disk = true;
    }
    let wanted: Vec<_> = edits.iter().map(|edit| edit.path.clone()).collect();
    let scan = index.scan(&wanted)?;
    for edit in &edits {
        scan.displaced_by(&index, edit)?;
    }
    let trees: Vec<_> = ["", "d", "f", "f/g"]
        .map(|at| TreeChange { path: path(at), old: Some(id), new: Some(id) })
        .to_vec();
    let _ = latest_mtime(&index, &scan, &edits, None);
    let options = PatchOptions { trees: &trees, skip_hash: false };
    Ok(patch(&index, &scan, &edits, options)?.to_vec().expect("a checksum"))
}

/// Real indexes: each version, with conflicts, an untracked cache and a cache tree.
fn real(hash: Kind, version: &str) -> Vec<u8> {
    let repo = Repo::with_hash(hash);
    repo.git(&["config", "index.version", version]);
    repo.git(&["config", "index.threads", "2"]);
    repo.commit(&["a", "b", "c/d", "d", "dd", "f/g", "f/h"]);
    repo.write("x/y", "untracked");
    repo.git(&["update-index", "--force-untracked-cache"]);
    repo.git(&["status"]);
    repo.write("n", "intended");
    repo.git(&["add", "-N", "n"]);
    fs_err::read(repo.index_path()).expect("the index")
}

#[test]
fn an_index_cut_anywhere_is_refused_or_read() {
    for (hash, version) in [(Kind::Sha1, "2"), (Kind::Sha256, "4")] {
        let whole = real(hash, version);
        use_all(whole.clone(), hash).expect("a sound index");
        for len in 0..whole.len() {
            let _ = use_all(whole[..len].to_vec(), hash);
        }
        let head = whole[..whole.len() / 3].to_vec();
        assert!(matches!(use_all(head, hash), Err(IndexError::Corrupt { .. })));
    }
}

#[test]
fn entries_out_of_order_are_refused() {
    for version in ["2", "4"] {
        let repo = Repo::new();
        repo.git(&["config", "index.version", version]);
        repo.commit(&["a", "b", "c"]);
        let mut bytes = fs_err::read(repo.index_path()).expect("the index");
        let at = bytes.windows(2).rposition(|window| window == b"b\0").expect("the name");
        bytes[at] = b'd';
        let error = use_all(bytes, Kind::Sha1).expect_err("a refusal");
        assert!(error.to_string().ends_with("the entries are not in order"), "{error}");
    }
}

#[test]
fn what_is_no_index_is_refused() {
    let cases: [(&[u8], &str); 4] = [
        (b"", "the index is corrupt at byte 0: it is too small"),
        (&[0; 64], "the index is corrupt at byte 0: it does not start with `DIRC`"),
        (
            b"DIRC\0\0\0\x05\0\0\0\0                    ",
            "the index has version 5, which is not supported",
        ),
        (
            b"DIRC\0\0\0\x02\xff\xff\xff\xff                    ",
            "the index is corrupt at byte 12: an entry is cut short",
        ),
    ];
    for (bytes, message) in cases {
        let error = use_all(bytes.to_vec(), Kind::Sha1).expect_err("a refusal");
        assert_eq!(error.to_string(), message);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_refused_or_read(
        version in 2..5_u8,
        count in 0..4_u8,
        rest in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let bytes = [b"DIRC\0\0\0", &[version, 0, 0, 0, count][..], &rest].concat();
        let _ = use_all(bytes, Kind::Sha1);
    }
}

#[test]
fn changed_bytes_of_a_real_index_are_refused_or_read() {
    let bases = [
        (Kind::Sha1, real(Kind::Sha1, "2")),
        (Kind::Sha1, real(Kind::Sha1, "4")),
        (Kind::Sha256, real(Kind::Sha256, "4")),
    ];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6);
    let config =
        ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = prop::test_runner::TestRunner::new(config);
    let strategy = (0..bases.len(), changes);
    let run = runner.run(&strategy, |(base, changes)| {
        let (hash, mut bytes) = bases[base].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = use_all(bytes, hash);
        Ok(())
    });
    run.expect("no panic");
}
