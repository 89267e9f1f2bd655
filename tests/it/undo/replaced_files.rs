//! What a response of many files replaces waits in the git directory, and undo puts the very
//! files back.

use std::{fs::Metadata, os::unix::fs::MetadataExt};

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// As many files as are worth keeping.
const COUNT: usize = 20;

fn name(index: usize) -> String {
    format!("src/file{index:02}.txt")
}

fn repo(env: &TestEnv) -> Repo<'_> {
    let files = (0..COUNT).fold(env.repo(), |repo, index| {
        repo.file_with_mode(&name(index), &format!("before {index}\n"), 0o755)
    });
    files.commit()
}

fn response(count: usize) -> String {
    (0..count).map(|index| sham::write(&name(index), &format!("after {index}\n"))).collect()
}

fn stats(repo: &Repo<'_>) -> Vec<Metadata> {
    let stat = |index| fs_err::metadata(repo.path(&name(index))).expect("there");
    (0..COUNT).map(stat).collect()
}

fn inodes(repo: &Repo<'_>) -> Vec<u64> {
    stats(repo).iter().map(MetadataExt::ino).collect()
}

fn waiting(repo: &Repo<'_>) -> Vec<std::path::PathBuf> {
    let trash = std::fs::read_dir(repo.path(".git/clada/trash")).into_iter().flatten();
    trash.map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn undo_and_redo_put_the_very_files_back_and_their_time_is_new() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::hard_link(repo.path(&name(0)), env.root().join("other-name")).expect("linked");
    let (before, then) = (inodes(&repo), stats(&repo));
    repo.apply(&response(COUNT)).exits(0);
    let after = inodes(&repo);
    assert_eq!(waiting(&repo).len(), COUNT);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(inodes(&repo), before);
    for (index, (new, old)) in stats(&repo).iter().zip(&then).enumerate() {
        assert_eq!(repo.text(&name(index)), format!("before {index}\n"));
        let time = |stat: &Metadata| (stat.mtime(), stat.mtime_nsec());
        assert!(time(new) > time(old), "who builds by times sees that it changed");
    }
    assert_eq!(stats(&repo).first().map(MetadataExt::nlink), Some(2), "with its other names");
    repo.clada(&["redo"]).exits(0);
    assert_eq!(inodes(&repo), after);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.status(), "");
    repo.assert_sound();
}

#[test]
fn a_kept_file_that_was_changed_or_lost_is_not_put_back() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    repo.apply(&response(COUNT)).exits(0);
    for (index, kept) in waiting(&repo).iter().enumerate() {
        match index % 3 {
            0 => fs_err::write(kept, "before ?\n").expect("changed"),
            1 => fs_err::remove_file(kept).expect("lost"),
            _ => {}
        }
    }
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "after undo");
}

#[test]
fn a_few_replaced_files_do_not_wait() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&response(5)).exits(0);
    assert_eq!(waiting(&repo).len(), 0);
}

#[test]
fn too_many_waiting_files_are_removed_by_the_next_big_response() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::create_dir_all(repo.path(".git/clada/trash")).expect("made");
    for index in 0..4097 {
        repo.write(&format!(".git/clada/trash/{index:016x}-{:016x}-x", 1), "x");
    }
    repo.apply(&response(COUNT)).exits(0);
    assert_eq!(waiting(&repo).len(), COUNT);
}

#[test]
fn too_much_that_waits_is_removed_by_the_next_big_response() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::create_dir_all(repo.path(".git/clada/trash")).expect("made");
    let size: u64 = 65 * 1024 * 1024;
    repo.write(&format!(".git/clada/trash/{:016x}-{size:016x}-x", 1), "as if it were large");
    repo.apply(&response(COUNT)).exits(0);
    assert_eq!(waiting(&repo).len(), COUNT);
}
