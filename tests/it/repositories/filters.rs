//! What git's filters make of a file is committed; the worktree keeps what was written.

use crate::{
    env::{Repo, TestEnv, skipped},
    sham,
    undo::round_trip::there_and_back,
};

#[test]
fn autocrlf_stores_unix_breaks_and_keeps_what_was_written() {
    let env = TestEnv::new();
    let repo = env.repo().config("core.autocrlf", "true").file("a.txt", "a\r\nb\r\n").commit();
    let response = sham::replace("a.txt", "a\nb", "a\nc") + &sham::write("new.txt", "x\r\ny\r\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.text("a.txt"), "a\r\nc\r\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.txt"]), "a\nc\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:new.txt"]), "x\ny\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn attributes_for_line_breaks_are_obeyed() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file(".gitattributes", "*.bat text eol=crlf\n*.txt text\n*.raw -text\n")
        .file("run.bat", "@echo off\r\n")
        .commit();
    let response = sham::write("run.bat", "@echo on\r\n")
        + &sham::write("notes.txt", "one\r\ntwo\n")
        + &sham::write("bytes.raw", "one\r\ntwo\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:run.bat"]), "@echo on\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:notes.txt"]), "one\ntwo\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:bytes.raw"]), "one\r\ntwo\n");
    assert_eq!(repo.text("notes.txt"), "one\r\ntwo\n", "the worktree keeps what was written");
    assert_eq!(repo.status(), "");
}

/// git takes them from the index then.
#[test]
fn attributes_that_the_user_has_deleted_count_as_they_are_staged() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitattributes", "*.txt text\n").file("a.txt", "a\n").commit();
    fs_err::remove_file(repo.path(".gitattributes")).expect("removed");
    there_and_back(&repo, &sham::write("a.txt", "one\r\n"));
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.txt"]), "one\n");
    assert_eq!(repo.status(), " D .gitattributes\n");
}

#[test]
fn attributes_that_the_response_itself_writes_count() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let response =
        sham::write(".gitattributes", "*.txt text\n") + &sham::write("b.txt", "one\r\ntwo\r\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:b.txt"]), "one\ntwo\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn attributes_that_the_response_changes_count_as_they_will_be() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitattributes", "*.txt -text\n").file("a.txt", "a\r\n").commit();
    let response = sham::write(".gitattributes", "*.txt text\n")
        + &sham::write("a.txt", "one\r\ntwo\r\n")
        + &sham::write("sub/b.txt", "one\r\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.txt"]), "one\ntwo\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:sub/b.txt"]), "one\n");
    assert_eq!(repo.status(), "");
}

/// A repository whose `*.up` files are stored in capitals, by programs.
fn shouting(env: &TestEnv) -> Repo<'_> {
    let script = env.root().join("filter.sh");
    fs_err::write(&script, "#!/bin/sh\nexec tr \"$1\" \"$2\"\n").expect("a script");
    let run = format!("sh '{}'", script.display());
    env.repo()
        .config("filter.shout.clean", &format!("{run} a-z A-Z"))
        .config("filter.shout.smudge", &format!("{run} A-Z a-z"))
        .config("filter.shout.required", "true")
        .file(".gitattributes", "*.up filter=shout\n")
        .file("a.up", "quiet\n")
        .commit()
}

#[test]
fn a_clean_filter_makes_what_is_stored() {
    let env = TestEnv::new();
    let repo = shouting(&env);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.up"]), "QUIET\n");
    let response = sham::replace("a.up", "quiet", "still") + &sham::write("sub/b.up", "new\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.text("a.up"), "still\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.up"]), "STILL\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:sub/b.up"]), "NEW\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn an_edit_of_the_users_below_a_filter_comes_back() {
    let env = TestEnv::new();
    let repo = shouting(&env).file("a.up", "Mixed Case\n");
    there_and_back(&repo, &sham::write("a.up", "ours\n"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("a.up"), "Mixed Case\n", "its own bytes, not the filter's");
}

#[test]
fn a_required_filter_that_fails_ends_the_transaction() {
    let env = TestEnv::new();
    let repo = shouting(&env).config("filter.shout.clean", "false");
    let before = repo.snapshot();
    let response = sham::write("plain.txt", "plain\n") + &sham::write("a.up", "x\n");
    repo.apply(&response).exits(3).says(&["a.up"]);
    repo.snapshot().assert_same(&before, "a failed filter changed something");
}

/// Runs the long-running filter protocol, among others.
#[test]
fn git_lfs() {
    let env = TestEnv::new();
    if !env
        .command("git", env.root())
        .args(["lfs", "version"])
        .output()
        .is_ok_and(|o| o.status.success())
    {
        skipped("git_lfs", "git-lfs is not installed");
        return;
    }
    env.git(env.root(), &["lfs", "install", "--skip-repo"]);
    let bytes: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let repo = env
        .repo()
        .file(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
        .file("a.bin", &bytes)
        .file("b.bin", "text in it\n")
        .commit();
    let stored = |name: &str| repo.git(&["cat-file", "blob", &format!("HEAD:{name}")]);
    assert!(stored("a.bin").starts_with("version https://git-lfs"), "{}", stored("a.bin"));
    let response = sham::rename("a.bin", "sub/a.bin")
        + &sham::replace("b.bin", "text", "other text")
        + &sham::write("c.bin", "new\n");
    there_and_back(&repo, &response);
    for name in ["sub/a.bin", "b.bin", "c.bin"] {
        assert!(stored(name).starts_with("version https://git-lfs"), "{name}: {}", stored(name));
    }
    assert_eq!(repo.read("sub/a.bin"), bytes);
    assert_eq!(repo.text("b.bin"), "other text in it\n");
    assert_eq!(repo.status(), "");
    // What was stored is in LFS's own store, for the checkout of another time.
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["checkout", "-q", "clada/main"]);
    assert_eq!(repo.text("c.bin"), "new\n");
    repo.git(&["lfs", "fsck"]);
}

/// `text` in UTF-16, with a byte order mark.
fn utf_16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

fn encoded(env: &TestEnv) -> Repo<'_> {
    env.repo()
        .file(
            ".gitattributes",
            "*.u16 working-tree-encoding=UTF-16\n*.l1 working-tree-encoding=ISO-8859-1\n",
        )
        .file("a.u16", utf_16("wide\n"))
        .file("b.l1", b"caf\xe9\n")
        .commit()
}

#[test]
fn files_in_other_encodings_are_moved_deleted_and_written_where_that_means_the_same() {
    let env = TestEnv::new();
    let repo = encoded(&env);
    assert_eq!(repo.git(&["show", "HEAD:b.l1"]), "caf\u{e9}\n");
    let response = sham::rename("a.u16", "sub/a.u16")
        + &sham::delete("b.l1")
        + &sham::write("c.l1", "plain ASCII\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.read("sub/a.u16"), utf_16("wide\n"));
    assert_eq!(repo.git(&["show", "HEAD:sub/a.u16"]), "wide\n");
    assert_eq!(repo.git(&["show", "HEAD:c.l1"]), "plain ASCII\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn utf_8_is_not_written_to_a_file_in_another_encoding() {
    let env = TestEnv::new();
    let repo = encoded(&env);
    for (path, text) in [("a.u16", "narrow\n"), ("new.u16", "narrow\n"), ("b.l1", "\u{e9}\n")] {
        let before = repo.snapshot();
        let response = sham::write("plain.txt", "plain\n") + &sham::write(path, text);
        repo.apply(&response).exits(3).says(&[path, "working-tree-encoding"]);
        repo.snapshot().assert_same(&before, "a refused command changed something");
    }
}

#[test]
fn identifiers_stay_out_of_what_is_stored() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitattributes", "*.c ident\n").file("a.c", "$Id$\n").commit();
    fs_err::remove_file(repo.path("a.c")).expect("removed");
    repo.git(&["checkout", "-q", "--", "a.c"]);
    assert!(repo.text("a.c").starts_with("$Id: "));
    let text = repo.text("a.c") + "more\n";
    there_and_back(&repo, &sham::write("a.c", &text));
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.c"]), "$Id$\nmore\n");
    assert_eq!(repo.status(), "");
}
