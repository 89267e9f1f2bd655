//! What git keeps behind the entries stays as far as it is true.

use std::os::unix::fs::PermissionsExt;

use git_clada::git::index::{Edit, IndexError, NewEntry, PatchOptions, patch};
use gix::hash::Kind;

use crate::repo::{Repo, edit, entry, remove, set};

/// A second in the past.
const THEN: u64 = 1_700_000_000;

/// Says that the file was written just now.
fn written(mut edit: Edit) -> Edit {
    edit.renamed_on_disk = true;
    edit
}

fn has(repo: &Repo, signature: &str) -> bool {
    repo.signatures().iter().any(|found| found == signature)
}

#[test]
fn resolved_conflicts_can_still_be_undone() {
    let repo = Repo::new();
    repo.commit(&["a", "b"]);
    repo.git(&["checkout", "-q", "-b", "other"]);
    repo.write("a", "theirs");
    repo.git(&["commit", "-q", "-a", "-m", "theirs"]);
    repo.git(&["checkout", "-q", "main"]);
    repo.write("a", "ours");
    repo.git(&["commit", "-q", "-a", "-m", "ours"]);
    assert!(!repo.command(&["merge", "-q", "other"]).status().expect("git runs").success());
    repo.git(&["add", "a"]);
    let before = repo.git(&["ls-files", "--resolve-undo"]);
    assert_eq!(before.lines().count(), 3);
    repo.patch(&[set("0", repo.blob("new")), remove("b")], &[]).expect("a patch");
    assert_eq!(repo.git(&["ls-files", "--resolve-undo"]), before);
    repo.check_index();
}

/// A repository whose cache of untracked files is filled, and of no racy time.
fn with_untracked_cache() -> Repo {
    let repo = Repo::new();
    repo.commit(&["d/a", "d/b", "e/a", "f"]);
    for untracked in ["d/x", "new/x", "x"] {
        repo.write(untracked, "untracked");
    }
    for old in ["d", "e", "new", ".git/info/exclude", "."] {
        repo.set_mtime(old, THEN);
    }
    repo.git(&["update-index", "--force-untracked-cache"]);
    for _ in 0..2 {
        assert_eq!(repo.git(&["status", "--porcelain"]), "?? d/x\n?? new/\n?? x\n");
    }
    assert!(has(&repo, "UNTR"));
    repo
}

fn status_is_true(repo: &Repo) {
    let with = repo.git(&["status", "--porcelain"]);
    let without = repo.git(&["-c", "core.untrackedCache=false", "status", "--porcelain"]);
    assert_eq!(with, without);
}

#[test]
fn the_untracked_cache_stays_where_directories_tell() {
    let repo = with_untracked_cache();
    let new = repo.blob("new");
    let before = repo.extension(b"UNTR");
    for file in ["d/c", "f", "g"] {
        repo.write(file, "new");
    }
    fs_err::remove_file(repo.root().join("d/a")).expect("a file");
    let edits = [set("d/c", new), set("f", new), set("g", new), remove("d/a")].map(written);
    repo.patch(&edits, &[]).expect("a patch");
    assert_eq!(repo.extension(b"UNTR"), before);
    status_is_true(&repo);
}

#[test]
fn the_untracked_cache_goes_where_they_do_not() {
    let cases: [&dyn Fn(&Repo) -> Edit; 4] = [
        // Removed from the index alone, or put in alone.
        &|_| remove("d/b"),
        &|repo| set("d/x", repo.blob("untracked")),
        // The last tracked file of a directory, and the first one.
        &|repo| {
            fs_err::rename(repo.root().join("e/a"), repo.root().join("e/b")).expect("a rename");
            written(remove("e/a"))
        },
        &|repo| {
            repo.write("new/y", "new");
            written(set("new/y", repo.blob("new")))
        },
    ];
    for (at, case) in cases.iter().enumerate() {
        let repo = with_untracked_cache();
        let edit = case(&repo);
        repo.patch(&[edit], &[]).expect("a patch");
        assert!(!has(&repo, "UNTR"), "case {at}");
        status_is_true(&repo);
    }
}

/// A repository with a file that came into a directory in the second in which git, for the cache,
/// last read it, and wrote the index.
fn with_racy_directory() -> Repo {
    let repo = with_untracked_cache();
    repo.git(&["config", "core.trustCtime", "false"]);
    for tracked in ["d/a", "d/b", "e/a", "f"] {
        repo.set_mtime(tracked, THEN - 1);
    }
    repo.git(&["update-index", "--refresh"]);
    repo.set_mtime(".git/index", THEN);
    let [old, new] = ["d/x", "d/y"].map(|at| repo.root().join(at));
    fs_err::rename(old, new).expect("a rename");
    repo.set_mtime("d", THEN);
    repo
}

#[test]
fn a_racy_directory_of_the_untracked_cache_is_read_again_after_a_patch() {
    let repo = with_racy_directory();
    let before = repo.extension(b"UNTR");
    repo.patch(&[written(set("f", repo.blob("new")))], &[]).expect("a patch");
    assert_eq!(repo.extension(b"UNTR"), before);
    assert!(repo.git(&["status", "--porcelain"]).ends_with("?? d/y\n?? new/\n?? x\n"));
}

/// Shows that the test above can fail: under a newer index git trusts the cache.
#[test]
fn without_the_old_mtime_the_directory_would_not_be_read() {
    let repo = with_racy_directory();
    repo.patch(&[written(set("f", repo.blob("new")))], &[]).expect("a patch");
    repo.set_mtime(".git/index", THEN + 1);
    assert!(repo.git(&["status", "--porcelain"]).ends_with("?? d/x\n?? new/\n?? x\n"));
}

#[test]
fn the_monitor_stays_only_for_files_written_in_place() {
    let new = Repo::new().blob("new");
    let cases = [
        (written(set("a", new)), true),
        (set("a", new), false),
        (written(set("c", new)), false),
        (written(remove("a")), false),
    ];
    for (edit, stays) in cases {
        let repo = Repo::new();
        repo.commit(&["a", "b"]);
        repo.write(".git/monitor", "#!/bin/sh\nprintf 'token\\0'\n");
        let hook = repo.root().join(".git/monitor");
        fs_err::set_permissions(hook, PermissionsExt::from_mode(0o755)).expect("permissions");
        repo.git(&["config", "core.fsmonitor", ".git/monitor"]);
        repo.git(&["config", "core.fsmonitorHookVersion", "2"]);
        repo.git(&["update-index", "--fsmonitor"]);
        repo.git(&["status"]);
        assert!(has(&repo, "FSMN"));
        repo.blob("new");
        repo.patch(std::slice::from_ref(&edit), &[]).expect("a patch");
        assert_eq!(has(&repo, "FSMN"), stays, "{edit:?}");
        repo.git(&["status"]);
    }
}

/// An index so large that git reads it with several threads.
fn threaded(version: &str) -> Repo {
    let repo = Repo::new();
    repo.git(&["config", "index.threads", "2"]);
    repo.git(&["config", "index.version", version]);
    let blob = repo.blob("x");
    let lines: Vec<_> =
        (0..21_000).map(|at| format!("100644 {blob}\td{}/f{at}\n", at / 100)).collect();
    repo.git_with(&["update-index", "--index-info"], &[], &lines.concat());
    repo.git(&["write-tree"]);
    assert_eq!(repo.signatures(), ["IEOT", "TREE", "EOIE"]);
    repo
}

/// Does with git what the patch does.
fn by_git(repo: &Repo, input: &str) -> Vec<u8> {
    let copy = repo.root().join(".git/copy");
    fs_err::copy(repo.index_path(), &copy).expect("a copy");
    let env = [("GIT_INDEX_FILE", ".git/copy")];
    repo.git_with(&["update-index", "--replace", "--index-info"], &env, input);
    fs_err::read(copy).expect("an index")
}

#[test]
fn the_offset_table_stays_in_place_to_the_byte() {
    for version in ["2", "4"] {
        let repo = threaded(version);
        let new = repo.blob("new");
        let at = ["d0/f0", "d77/f7777", "d209/f20999"];
        let input = at.map(|at| format!("100644 {new}\t{at}\n")).concat();
        let expected = by_git(&repo, &input);
        let bytes = repo.patch(&at.map(|at| set(at, new)), &[]).expect("a patch");
        assert!(bytes == expected, "version {version}: differs from git's own");
    }
}

#[test]
fn the_offset_table_goes_with_a_shift_and_the_end_is_told_rightly() {
    for version in ["2", "4"] {
        let repo = threaded(version);
        let new = repo.blob("new");
        let bytes = repo.patch(&[set("d1/f", new), remove("d77/f7777")], &[]).expect("a patch");
        assert_eq!(repo.signatures(), ["TREE", "EOIE"]);
        let [a, b, c, d] = repo.extension(b"EOIE")[..4] else { panic!("four bytes") };
        let end = usize::try_from(u32::from_be_bytes([a, b, c, d])).expect("an offset");
        assert_eq!(&bytes[end..end + 4], b"TREE");
        let stages = repo.stages();
        assert_eq!(stages.lines().count(), 21_000);
        assert!(stages.contains("\td1/f\n") && !stages.contains("\td77/f7777\n"));
        repo.check_index();
    }
}

#[test]
fn a_checksum_is_left_out_where_the_config_says_so() {
    let repo = Repo::new();
    repo.commit(&["a"]);
    let (index, edits) = (repo.open(), [set("b", repo.blob("new"))]);
    let scan = index.scan(&[edits[0].path.clone()]).expect("an index");
    let options = PatchOptions { trees: &[], skip_hash: true };
    let patched = patch(&index, &scan, &edits, options).expect("a patch");
    let bytes = patched.to_vec().expect("no checksum");
    assert_eq!(bytes.len(), patched.file_len());
    assert!(bytes.ends_with(&[0; 20]));
    fs_err::write(repo.index_path(), bytes).expect("the index");
    repo.check_index();
}

/// Puts an extension behind the others.
fn add_extension(repo: &Repo, signature: &[u8]) {
    let mut bytes = fs_err::read(repo.index_path()).expect("the index");
    let end = bytes.len() - 20;
    let extension = [signature, &5_u32.to_be_bytes()[..], b"known"].concat();
    bytes.splice(end..end, extension);
    fs_err::write(repo.index_path(), bytes).expect("the index");
}

#[test]
fn an_unknown_extension_stays_if_it_is_optional() {
    let repo = Repo::new();
    repo.commit(&["a"]);
    add_extension(&repo, b"KEEP");
    repo.patch(&[set("b", repo.blob("new"))], &[]).expect("a patch");
    assert_eq!(repo.extension(b"KEEP"), b"known");
    repo.git(&["status"]);
}

fn refusal(repo: &Repo) -> String {
    let before = fs_err::read(repo.index_path()).expect("the index");
    let error = repo.patch(&[set("b", repo.blob("new"))], &[]).expect_err("a refusal");
    let told = matches!(error, IndexError::Unsupported { .. } | IndexError::NotWhole(_));
    assert!(told, "{error}");
    assert_eq!(fs_err::read(repo.index_path()).expect("the index"), before);
    error.to_string()
}

#[test]
fn what_has_to_be_understood_and_is_not_is_refused() {
    let repo = Repo::new();
    repo.commit(&["a", "d/a", "e/a"]);
    add_extension(&repo, b"must");
    let message = "the index has the required extension `must`, which is not supported";
    assert_eq!(refusal(&repo), message);
}

#[test]
fn a_split_index_is_told() {
    let repo = Repo::new();
    repo.commit(&["a"]);
    repo.git(&["update-index", "--split-index"]);
    assert!(refusal(&repo).contains("split index"));
}

#[test]
fn a_sparse_index_is_told() {
    let repo = Repo::new();
    repo.commit(&["a", "d/a", "e/a"]);
    repo.git(&["sparse-checkout", "init", "--cone", "--sparse-index"]);
    repo.git(&["sparse-checkout", "set", "d"]);
    assert!(refusal(&repo).contains("sparse"));
}

#[test]
fn a_patch_writes_what_git_writes() {
    for hash in [Kind::Sha1, Kind::Sha256] {
        let repo = Repo::with_hash(hash);
        repo.commit(&["a", "d/a", "d/e/f", "z"]);
        let new = repo.blob("new");
        let null = hash.null();
        let input = format!("100755 {new}\ta\n0 {null}\td/a\n100644 {new}\td/e/f/g\n");
        let expected = by_git(&repo, &input);
        let a = edit("a", vec![NewEntry { mode: 0o100_755, ..entry(new) }]);
        let bytes = repo.patch(&[a, remove("d/a"), set("d/e/f/g", new)], &[]).expect("a patch");
        assert!(bytes == expected, "differs from git's own");
    }
}
