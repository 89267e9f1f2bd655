//! Kinds of index files, and what git keeps in them.

use std::os::unix::fs::PermissionsExt;

use super::{works, works_with};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").file("dir/b.txt", "b\n").file("dir/c.txt", "c\n").commit()
}

/// Whether the index file has an extension of that name.
fn has(repo: &Repo<'_>, extension: &str) -> bool {
    let index = repo.read(".git/index");
    index.windows(4).any(|bytes| bytes == extension.as_bytes())
}

#[test]
fn version_four() {
    let env = TestEnv::new();
    let repo = repo(&env).config("index.version", "4");
    repo.git(&["update-index", "--index-version", "4"]);
    works(&repo);
    assert_eq!(repo.read(".git/index")[4..8], [0, 0, 0, 4]);
}

#[test]
fn many_files() {
    let env = TestEnv::new();
    let repo = repo(&env).config("feature.manyFiles", "true");
    repo.git(&["update-index", "--force-write-index"]);
    works(&repo);
    let index = repo.read(".git/index");
    assert!(index.ends_with(&[0; 20]), "index.skipHash");
}

#[test]
fn split() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["update-index", "--split-index"]);
    assert!(has(&repo, "link"));
    works(&repo);
    assert!(has(&repo, "link"), "it is split again");
}

#[test]
fn split_by_a_setting() {
    let env = TestEnv::new();
    let repo = repo(&env).config("core.splitIndex", "true");
    let repo = repo.file("a.txt", "a2\n").commit().file("a.txt", "a\n").commit();
    assert!(has(&repo, "link"));
    works(&repo);
    assert!(has(&repo, "link"), "it is split again");
    // What the shared part has and the index's own has not.
    works_with(&repo, &(sham::delete("dir/b.txt") + &sham::write("dir/c.txt", "C\n")));
}

#[test]
fn split_whose_edit_right_after_is_seen() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["update-index", "--split-index"]);
    for round in 0..5 {
        repo.apply(&sham::write("a.txt", &format!("round {round:03}\n"))).exits(0);
        repo.write("a.txt", format!("mine! {round:03}\n"));
        assert_eq!(repo.status(), " M a.txt\n", "round {round}");
        repo.git(&["checkout", "-q", "--", "a.txt"]);
    }
}

#[test]
fn split_keeps_what_is_staged() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["update-index", "--split-index"]);
    let repo = repo.staged("dir/b.txt", "staged\n").file("dir/b.txt", "and edited\n");
    repo.git(&["update-index", "--assume-unchanged", "dir/c.txt"]);
    let seen = || (repo.status(), repo.git(&["ls-files", "-v"]));
    let before = seen();
    let response = sham::write("a.txt", "changed\n");
    crate::undo::round_trip::there_and_back(&repo, &response);
    assert_eq!(seen(), before);
}

#[test]
fn split_without_its_shared_part() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["update-index", "--split-index"]);
    for entry in fs_err::read_dir(repo.path(".git")).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.display().to_string().contains("sharedindex") {
            fs_err::remove_file(path).expect("removed");
        }
    }
    let before = crate::env::tree_of(repo.dir());
    repo.apply(&super::response()).exits(3).says(&["sharedindex"]);
    assert_eq!(crate::env::tree_of(repo.dir()), before);
}

#[test]
fn untracked_cache() {
    let env = TestEnv::new();
    let repo = repo(&env).config("core.untrackedCache", "true");
    let repo = repo.file(".git/info/exclude", "*.log\n").file("x.log", "log\n");
    repo.git(&["update-index", "--force-untracked-cache"]);
    repo.git(&["status"]);
    assert!(has(&repo, "UNTR"));
    works(&repo);
    let repo = repo.file("sub/mine.txt", "mine\n");
    assert_eq!(repo.status(), "?? sub/mine.txt\n");
    repo.apply(&sham::delete("sub/new.txt")).exits(0);
    assert_eq!(repo.status(), "?? sub/mine.txt\n");
}

/// A monitor of version 2: it names what changed since the token that it gave out before, which is a
/// time, a tick of the file system's clock early.
const MONITOR: &str = r#"#!/bin/sh
now=$(($(date +%s%N) - 20000000))
printf '%d.%09d\0' $((now / 1000000000)) $((now % 1000000000))
case $2 in
[0-9]*) find . -mindepth 1 -path ./.git -prune -o -newermt "@$2" -printf '%P\0' ;;
*) printf '/\0' ;;
esac
"#;

#[test]
fn fsmonitor() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let monitor = env.root().join("monitor");
    fs_err::write(&monitor, MONITOR).expect("written");
    fs_err::set_permissions(&monitor, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let repo = repo.config("core.fsmonitor", &monitor.display().to_string());
    repo.git(&["update-index", "--fsmonitor"]);
    repo.git(&["status"]);
    assert!(has(&repo, "FSMN"));
    works(&repo);
    for round in 0..5 {
        repo.apply(&sham::write("dir/b.txt", &format!("round {round}\n"))).exits(0);
        assert_eq!(repo.status(), "", "round {round}");
        repo.write("dir/b.txt", format!("mine! {round}\n"));
        assert_eq!(repo.status(), " M dir/b.txt\n", "round {round}");
        repo.git(&["checkout", "-q", "--", "dir/b.txt"]);
    }
}
