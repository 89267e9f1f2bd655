//! What one edit costs in an index of 100,000 entries: reading, scanning, patching, writing.
//!
//! `cargo bench --bench index`

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use criterion::{Criterion, criterion_group, criterion_main};
use git_clada::{
    base::RepoPath,
    git::{
        ObjectId,
        index::{
            Edit, EntryFlags, IndexBytes, IndexOptions, NewEntry, PatchOptions, Version, patch,
        },
    },
};

/// The empty blob, which no repository needs to be told of.
const BLOB: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

/// Makes an index of that version, with git.
fn index(dir: &Path, version: &str) -> PathBuf {
    git(dir, &["init", "--quiet"], "");
    git(dir, &["config", "index.version", version], "");
    let line = |at: u32| {
        let (module, part) = (at / 500, at / 50 % 10);
        format!("100644 {BLOB}\tsource/module_{module:03}/part_{part:02}/file_{at:06}.rs\n")
    };
    let lines: String = (0..100_000).map(line).collect();
    git(dir, &["hash-object", "-w", "--stdin"], "");
    git(dir, &["update-index", "--index-info"], &lines);
    git(dir, &["write-tree"], "");
    dir.join(".git/index")
}

#[expect(clippy::disallowed_methods, reason = "the index is made by the real git")]
fn git(dir: &Path, args: &[&str], stdin: &str) {
    let mut command = Command::new("git");
    command.current_dir(dir).args(args).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().expect("git starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(stdin.as_bytes()).expect("git reads");
    drop(input);
    assert!(child.wait().expect("git ends").success(), "git {args:?}");
}

fn edit() -> Edit {
    let id = ObjectId::from_hex(BLOB.as_bytes()).expect("invariant: forty digits");
    let entry =
        NewEntry { stage: 0, mode: 0o100_644, id, stat: None, flags: EntryFlags::default() };
    Edit {
        path: RepoPath::new("source/module_100/part_05/new.rs").expect("invariant: a sound path"),
        entries: vec![entry],
        matches_tree: false,
        renamed_on_disk: false,
    }
}

fn index_benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("index of 100,000 entries");
    group.sample_size(30);
    let edits = [edit()];
    let wanted: Vec<RepoPath> = edits.iter().map(|edit| edit.path.clone()).collect();
    let options = IndexOptions { hash: gix::hash::Kind::Sha1, version_if_absent: Version::V2 };
    for version in ["2", "4"] {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = index(dir.path(), version);
        let out = dir.path().join("index.new");
        let open = || IndexBytes::open(&path, options).expect("an index");
        group.bench_function(format!("version {version}, read"), |bencher| bencher.iter(open));
        let read = open();
        let scan = || read.scan(&wanted).expect("a scan");
        group.bench_function(format!("version {version}, scan"), |bencher| bencher.iter(scan));
        let scanned = scan();
        let patched = |out: &mut dyn Write| {
            let options = PatchOptions { trees: &[], skip_hash: false };
            let patched = patch(&read, &scanned, &edits, options).expect("a patch");
            patched.write_to(out).expect("a write");
        };
        group.bench_function(format!("version {version}, patch and hash"), |bencher| {
            bencher.iter(|| patched(&mut io::sink()));
        });
        group.bench_function(format!("version {version}, patch, hash and write"), |bencher| {
            bencher.iter(|| patched(&mut fs_err::File::create(&out).expect("a file")));
        });
    }
    group.finish();
}

criterion_group!(benches, index_benches);
criterion_main!(benches);
