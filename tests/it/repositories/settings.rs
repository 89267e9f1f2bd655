//! Settings that say what files and names are.

use std::{os::unix::fs::PermissionsExt, path::Path};

use super::{works, works_with};
use crate::{
    env::{Clada, NOBODY, Repo, TestEnv, skipped},
    sham,
    undo::round_trip::there_and_back,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

#[test]
fn executable_bits() {
    let env = TestEnv::new();
    let repo = env.repo().file_with_mode("run.sh", "#!/bin/sh\n", 0o755).commit();
    works_with(&repo, &(sham::write("run.sh", "#!/bin/sh\necho\n") + &sham::write("new.sh", "\n")));
    let modes = repo.git(&["ls-tree", "--format=%(objectmode) %(path)", "HEAD"]);
    assert_eq!(modes, "100644 new.sh\n100755 run.sh\n");
}

#[test]
fn executable_bits_that_the_file_system_has_not() {
    let env = TestEnv::new();
    let repo = repo(&env).config("core.fileMode", "false");
    repo.git(&["update-index", "--chmod=+x", "a.txt"]);
    let repo = repo.commit().file_with_mode("b.txt", "b\n", 0o755).commit();
    works_with(&repo, &(sham::write("a.txt", "changed\n") + &sham::write("b.txt", "changed\n")));
    let modes = repo.git(&["ls-tree", "--format=%(objectmode) %(path)", "HEAD"]);
    assert_eq!(modes, "100755 a.txt\n100644 b.txt\n");
}

#[test]
fn links() {
    let env = TestEnv::new();
    let repo = repo(&env).link("gone", "a.txt").link("moving", "nowhere").commit();
    works_with(&repo, &(sham::delete("gone") + &sham::rename("moving", "sub/moved")));
    assert!(repo.git(&["ls-tree", "HEAD", "sub/moved"]).starts_with("120000 blob "));
}

#[test]
fn links_that_the_file_system_has_not() {
    let env = TestEnv::new();
    let repo = repo(&env).link("link", "a.txt").commit().config("core.symlinks", "false");
    fs_err::remove_file(repo.path("link")).expect("a link");
    let repo = repo.file("link", "a.txt");
    repo.git(&["update-index", "-q", "--refresh"]);
    works_with(&repo, &sham::write("link", "b.txt"));
    assert!(repo.git(&["ls-tree", "HEAD", "link"]).starts_with("120000 blob "));
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..HEAD"]), "1", "no edit of the user's");
}

#[test]
fn ignored_files() {
    let env = TestEnv::new();
    let repo = repo(&env).file(".gitignore", "*.log\n").commit();
    works_with(&repo, &(sham::write("x.log", "log\n") + &sham::write("a.txt", "changed\n")));
    assert_eq!(repo.git(&["ls-tree", "-r", "--name-only", "HEAD"]), ".gitignore\na.txt\n");
    assert_eq!(repo.text("x.log"), "log\n");
}

#[test]
fn ignore_case_in_patterns_and_renames() {
    let env = TestEnv::new();
    let repo = repo(&env).config("core.ignoreCase", "true").file(".gitignore", "*.LOG\n").commit();
    let response = sham::write("x.log", "log\n") + &sham::rename("a.txt", "A.txt");
    works_with(&repo, &response);
    assert_eq!(repo.git(&["ls-tree", "-r", "--name-only", "HEAD"]), ".gitignore\nA.txt\n");
    assert_eq!(repo.text("x.log"), "log\n");
}

#[test]
fn ignore_case_in_attributes() {
    let env = TestEnv::new();
    let repo = repo(&env).config("core.ignoreCase", "true");
    let repo = repo.file(".gitattributes", "*.TXT text\n").commit();
    repo.apply(&sham::write("new.txt", "one\r\n")).exits(0);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:new.txt"]), "one\n");
    assert_eq!(repo.status(), "");
}

/// It has a meaning on macOS alone; elsewhere git takes names as they are.
#[test]
fn precompose_unicode() {
    let env = TestEnv::new();
    let repo = repo(&env).config("core.precomposeUnicode", "true");
    let [composed, decomposed] = ["\u{e4}.txt", "a\u{308}.txt"];
    works_with(&repo, &(sham::write(composed, "1\n") + &sham::write(decomposed, "2\n")));
    let names = repo.git(&["-c", "core.quotePath=false", "ls-tree", "--name-only", "HEAD"]);
    assert_eq!(names, format!("a.txt\n{decomposed}\n{composed}\n"));
}

/// All that is in a directory and its mode, the files of the user left out.
fn modes(top: &Path) -> Vec<(String, u32)> {
    let mut modes = Vec::new();
    for entry in fs_err::read_dir(top).expect("a directory") {
        let path = entry.expect("an entry").path();
        let meta = fs_err::symlink_metadata(&path).expect("an entry");
        modes.push((path.display().to_string(), meta.permissions().mode() & 0o7777));
        if meta.is_dir() {
            modes.extend(self::modes(&path));
        }
    }
    modes
}

#[test]
fn shared_with_a_group() {
    let env = TestEnv::new();
    env.git(env.root(), &["init", "-q", "--shared=group", "repo"]);
    let repo = Repo::new(&env, env.root().join("repo")).file("a.txt", "a\n").commit();
    let before = modes(&repo.path(".git"));
    works(&repo);
    let many: String = (0..120).map(|n| sham::write(&format!("{n}.txt"), &n.to_string())).collect();
    repo.apply(&(many + &sham::block("context_add", &[("path", "a.txt")]))).exits(0);
    for (path, mode) in modes(&repo.path(".git")).iter().filter(|made| !before.contains(made)) {
        // What was replaced waits there with the permissions of the user's own files.
        if path.contains("/trash/") {
            continue;
        }
        let group = mode & 0o070;
        let owner = (mode & 0o700) >> 3;
        assert_eq!(group, owner, "{path} has {mode:o}");
        assert!(!Path::new(path).is_dir() || mode & 0o2000 != 0, "{path} has {mode:o}");
    }
}

#[test]
fn shared_by_two_users() {
    if !rustix::process::geteuid().is_root() {
        skipped("shared_by_two_users", "only root can be two users");
        return;
    }
    let env = TestEnv::new();
    env.open_to_all();
    env.git(env.root(), &["init", "-q", "--shared=group", "repo"]);
    let repo = Repo::new(&env, env.root().join("repo")).file("a.txt", "a\n").commit();
    let chgrp = env.command("chgrp", env.root()).args(["-R", &NOBODY.to_string(), "."]).status();
    assert!(chgrp.expect("chgrp runs").success());
    repo.chmod("", 0o2775);
    repo.chmod("a.txt", 0o664);
    for path in modes(&repo.path(".git")).into_iter().filter(|(_, mode)| mode & 0o100 != 0) {
        fs_err::set_permissions(path.0, std::fs::Permissions::from_mode(0o2775)).expect("a mode");
    }
    let other = |args: &[&str]| Clada::new(&env, repo.dir(), args).unprivileged();
    repo.apply(&sham::write("a.txt", "one\n")).exits(0);
    other(&["apply", "-"]).stdin(sham::write("b.txt", "two\n")).exits(0);
    repo.apply(&sham::write("c.txt", "three\n")).exits(0);
    other(&["undo", "2"]).exits(0);
    repo.clada(&["undo"]).exits(0);
    other(&["redo", "3"]).exits(0);
    assert_eq!(repo.git(&["ls-files"]), "a.txt\nb.txt\nc.txt\n");
    repo.assert_sound();
}

#[test]
fn shared_with_a_mode_of_its_own() {
    let env = TestEnv::new();
    env.git(env.root(), &["init", "-q", "--shared=0640", "repo"]);
    let repo = Repo::new(&env, env.root().join("repo")).file("a.txt", "a\n").commit();
    works(&repo);
    assert_eq!(repo.mode(".git/refs/heads/clada/main"), 0o640);
    assert_eq!(repo.mode(".git/refs/heads/clada") & 0o777, 0o750);
}

#[test]
fn attributes_of_the_user_and_of_the_repository() {
    let env = TestEnv::new();
    let repo = repo(&env).file(".git/info/attributes", "*.txt text\n");
    there_and_back(&repo, &sham::write("new.txt", "one\r\n"));
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:new.txt"]), "one\n");
    assert_eq!(repo.status(), "");
}
