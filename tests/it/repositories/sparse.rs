//! Checkouts that leave files out.

use super::{works, works_with};
use crate::{
    env::{Repo, TestEnv},
    sham,
    undo::round_trip::there_and_back,
};

/// A checkout of the top and of `in`, without `out` and `far/away`.
fn repo<'e>(env: &'e TestEnv, options: &[&str]) -> Repo<'e> {
    let repo = env
        .repo()
        .file("a.txt", "a\n")
        .file("in/i.txt", "i\n")
        .file("out/o.txt", "o\n")
        .file("out/deep/p.txt", "p\n")
        .file("far/away/q.txt", "q\n")
        .commit();
    repo.git(&[&["sparse-checkout", "set"], options, &["in"]].concat());
    assert!(!repo.exists("out") && !repo.exists("far"));
    repo
}

fn flags(repo: &Repo<'_>) -> String {
    repo.git(&["ls-files", "-t"])
}

/// Inside, outside in a new file and in one that is there, and what is left out stays so.
fn all_of_it(repo: &Repo<'_>) {
    let before = flags(repo);
    works(repo);
    assert!(!repo.exists("out") && !repo.exists("far"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(flags(repo), before);
    let outside = sham::write("out/o.txt", "changed\n") + &sham::write("out/deep/new.txt", "n\n");
    works_with(repo, &outside);
    assert_eq!(repo.git(&["show", "HEAD:out/o.txt"]), "changed\n");
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..HEAD"]), "1", "no edit of the user's");
    assert_eq!(repo.git(&["show", "HEAD:out/deep/p.txt"]), "p\n");
    assert_eq!(repo.git(&["show", "HEAD:far/away/q.txt"]), "q\n");
    assert!(!repo.exists("out/deep/p.txt") && !repo.exists("far"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(flags(repo), before);
    assert!(!repo.exists("out"));
}

#[test]
fn in_cone_mode() {
    let env = TestEnv::new();
    all_of_it(&repo(&env, &["--cone", "--no-sparse-index"]));
}

#[test]
fn by_patterns() {
    let env = TestEnv::new();
    let repo = repo(&env, &["--no-cone", "/*.txt"]);
    all_of_it(&repo);
}

#[test]
fn with_a_sparse_index() {
    let env = TestEnv::new();
    let repo = repo(&env, &["--cone", "--sparse-index"]);
    let directories = || {
        let listed = repo.git(&["ls-files", "--sparse", "-t"]);
        listed.lines().filter(|line| line.ends_with('/')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(directories(), ["S far/", "S out/"]);
    repo.apply(&super::response()).exits(0);
    assert_eq!(directories(), ["S far/", "S out/"], "it is sparse again");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(directories(), ["S far/", "S out/"], "it is sparse again");
    repo.apply(&sham::write("out/o.txt", "changed\n")).exits(0);
    assert_eq!(directories(), ["S far/", "S out/deep/"]);
    repo.clada(&["undo"]).exits(0);
    all_of_it(&repo);
    assert_eq!(directories(), ["S far/", "S out/"]);
}

#[test]
fn a_file_takes_the_place_of_a_directory_that_is_left_out() {
    for index in ["--sparse-index", "--no-sparse-index"] {
        let env = TestEnv::new();
        let repo = repo(&env, &["--cone", index]);
        let before = flags(&repo);
        works_with(&repo, &sham::write("out", "a file\n"));
        assert_eq!(repo.git(&["ls-tree", "-r", "--name-only", "HEAD", "out"]), "out\n");
        repo.clada(&["undo"]).exits(0);
        assert_eq!(flags(&repo), before);
    }
}

/// As git reads them: from the index, where the worktree has them not.
#[test]
fn attributes_and_ignore_files_that_are_left_out() {
    for index in ["--sparse-index", "--no-sparse-index"] {
        let env = TestEnv::new();
        let repo = env
            .repo()
            .file("in/i.txt", "i\n")
            .file("out/o.txt", "o\n")
            .file("out/.gitattributes", "*.txt text\n")
            .file("out/.gitignore", "*.log\n")
            .commit();
        repo.git(&["sparse-checkout", "set", "--cone", index, "in"]);
        assert!(!repo.exists("out"));
        let response =
            sham::write("out/deep/n.txt", "one\r\n") + &sham::write("out/x.log", "log\n");
        there_and_back(&repo, &response);
        assert_eq!(repo.git(&["cat-file", "blob", "HEAD:out/deep/n.txt"]), "one\n");
        assert!(!repo.git(&["ls-files"]).contains("x.log"));
        assert_eq!(repo.status(), "");
    }
}
