//! The index after a transaction: as fresh as git's own, and never wrong about a file.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "one\n").file("dir/b.txt", "b\n").file("other/c.txt", "c\n").commit()
}

/// How many entries the cache tree says the root has: -1 where it does not know.
fn cached_root(repo: &Repo<'_>) -> i64 {
    let index = repo.read(".git/index");
    let at = index.windows(4).position(|bytes| bytes == b"TREE").expect("a cache tree");
    // The signature, the size, the root's empty name, the count, a blank.
    let count = index[at + 9..].split(|byte| *byte == b' ').next().expect("a count");
    String::from_utf8_lossy(count).parse().expect("a number")
}

#[test]
fn git_need_not_look_at_the_files_again() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&(sham::write("a.txt", "two\n") + &sham::write("new/d.txt", "d\n"))).exits(0);
    // `diff-files` without a refresh names every file whose stat data is not the index's.
    assert_eq!(repo.git(&["diff-files", "--name-only"]), "");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.git(&["diff-files", "--name-only"]), "");
}

#[test]
fn an_edit_of_the_same_size_right_after_is_seen() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for round in 0..20 {
        repo.apply(&sham::write("a.txt", &format!("round {round:03}\n"))).exits(0);
        repo.write("a.txt", format!("mine! {round:03}\n"));
        assert_eq!(repo.status(), " M a.txt\n", "round {round}");
        repo.git(&["checkout", "-q", "--", "a.txt"]);
    }
}

#[test]
fn an_edit_of_the_same_size_right_after_undo_is_seen() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for round in 0..20 {
        repo.apply(&sham::write("a.txt", "two\n")).exits(0);
        repo.clada(&["undo"]).exits(0);
        repo.write("a.txt", "uno\n");
        assert_eq!(repo.status(), " M a.txt\n", "round {round}");
        repo.git(&["checkout", "-q", "--", "a.txt"]);
    }
}

#[test]
fn an_edit_that_the_index_could_not_see_before_is_seen_after() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for round in 0..20 {
        repo.write("dir/b.txt", "x\n");
        repo.git(&["add", "dir/b.txt"]);
        repo.write("dir/b.txt", "y\n");
        repo.apply(&sham::write("a.txt", &format!("round {round}\n"))).exits(0);
        assert_eq!(repo.status(), "MM dir/b.txt\n", "round {round}");
    }
}

#[test]
fn the_cache_tree_stays_known_and_true() {
    let env = TestEnv::new();
    let repo = repo(&env);
    assert_eq!(cached_root(&repo), 3);
    repo.apply(&(sham::write("dir/b.txt", "B\n") + &sham::write("new/deep/d.txt", "d\n"))).exits(0);
    assert_eq!(cached_root(&repo), 4);
    assert_eq!(repo.git(&["write-tree"]), repo.git(&["rev-parse", "HEAD^{tree}"]));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(cached_root(&repo), 3);
    assert_eq!(repo.git(&["write-tree"]), repo.git(&["rev-parse", "HEAD^{tree}"]));
}

#[test]
fn what_the_user_staged_elsewhere_makes_the_cache_tree_unknown_not_wrong() {
    let env = TestEnv::new();
    let repo = repo(&env).staged("other/c.txt", "staged\n");
    repo.apply(&sham::write("dir/b.txt", "B\n")).exits(0);
    let tree = repo.git_line(&["write-tree"]);
    assert_eq!(repo.git(&["show", &format!("{tree}:other/c.txt")]), "staged\n");
    assert_eq!(repo.git(&["show", &format!("{tree}:dir/b.txt")]), "B\n");
    assert_eq!(repo.status(), "M  other/c.txt\n");
}

#[test]
fn few_objects_are_loose_and_many_are_one_pack() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let packs = || {
        let counted = repo.git(&["count-objects", "-v"]);
        let line = counted.lines().find(|line| line.starts_with("packs:")).expect("a count");
        line.to_owned()
    };
    repo.apply(&sham::write("a.txt", "two\n")).exits(0);
    assert_eq!(packs(), "packs: 0");
    let many: String =
        (0..120).map(|n| sham::write(&format!("many/{n}.txt"), &format!("{n}\n"))).collect();
    repo.apply(&many).exits(0);
    assert_eq!(packs(), "packs: 1");
    repo.assert_sound();
    repo.git(&["verify-pack", &pack_of(&repo)]);
    repo.clada(&["undo", "2"]).exits(0);
    assert!(!repo.exists("many"));
    repo.assert_sound();
}

fn pack_of(repo: &Repo<'_>) -> String {
    let packs = fs_err::read_dir(repo.path(".git/objects/pack")).expect("packs");
    let mut names = packs.map(|entry| entry.expect("an entry").path());
    let found = names.find(|path| path.extension().is_some_and(|extension| extension == "idx"));
    found.expect("a pack's index").display().to_string()
}
