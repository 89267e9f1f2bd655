//! Modes, links, folders, bytes and names go there and back.

use super::round_trip::there_and_back;
use crate::{
    env::{TestEnv, commands_run},
    sham,
};

#[test]
fn permissions_are_kept_and_come_back() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file_with_mode("run.sh", "#!/bin/sh\n", 0o755)
        .file_with_mode("secret.txt", "secret\n", 0o600)
        .file_with_mode("group.txt", "group\n", 0o664)
        .file_with_mode("doomed.sh", "#!/bin/sh\n", 0o700)
        .file_with_mode("moving.key", "key\n", 0o600)
        .commit();
    let response = sham::write("run.sh", "#!/bin/sh\necho\n")
        + &sham::replace("secret.txt", "secret", "known")
        + &sham::write("group.txt", "other\n")
        + &sham::delete("doomed.sh")
        + &sham::rename("moving.key", "keys/moved.key");
    there_and_back(&repo, &response);
    assert_eq!(repo.mode("run.sh"), 0o755);
    assert_eq!(repo.mode("secret.txt"), 0o600);
    assert_eq!(repo.mode("group.txt"), 0o664);
    assert_eq!(repo.mode("keys/moved.key"), 0o600);
}

#[test]
fn links_are_deleted_and_moved_themselves() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file("target.txt", "target\n")
        .link("gone.lnk", "target.txt")
        .link("moving.lnk", "target.txt")
        .link("dangling.lnk", "nowhere")
        .commit();
    let response = sham::delete("gone.lnk")
        + &sham::rename("moving.lnk", "links/moved.lnk")
        + &sham::delete("dangling.lnk");
    there_and_back(&repo, &response);
    assert_eq!(repo.text("target.txt"), "target\n");
    let moved = fs_err::read_link(repo.path("links/moved.lnk")).expect("a link");
    assert_eq!(moved.to_str(), Some("target.txt"));
    assert_eq!(repo.status(), "");
}

#[test]
fn a_link_becomes_a_directory_and_a_directory_a_link() {
    if !commands_run("kinds_of_files::a_link_becomes_a_directory…") {
        return;
    }
    let env = TestEnv::new();
    let repo = env.repo().link("l", "d").file("d/f", "f\n").file("d/e/f", "f\n").commit();
    let before = repo.snapshot();
    let code = "rm l; mkdir -p l/e; echo 1 > l/f; echo 2 > l/e/f; rm -r d; ln -s l d";
    repo.apply(&sham::exec(code)).arg("--yes").exits(0);
    let after = repo.snapshot();
    for _ in 0..2 {
        repo.clada(&["undo"]).exits(0);
        repo.snapshot().assert_same_but_log(&before, "undo");
        repo.clada(&["redo"]).exits(0);
        repo.snapshot().assert_same_but_log(&after, "redo");
    }
    assert_eq!((repo.text("l/e/f"), repo.text("d/f")), ("2\n".to_owned(), "1\n".to_owned()));
    repo.assert_sound();
}

#[test]
fn folders_that_were_made_go_when_they_are_empty() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let response = sham::write("one/two/three.txt", "3\n")
        + &sham::block("dir_create", &[("path", "empty/er")]);
    there_and_back(&repo, &response);
    repo.clada(&["undo"]).exits(0);
    assert!(!repo.exists("one") && !repo.exists("empty"));
}

#[test]
fn folders_that_were_made_stay_when_something_of_the_users_is_in_them() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.apply(&sham::write("one/two/three.txt", "3\n")).exits(0);
    let repo = repo.file("one/mine.txt", "mine\n");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("one/mine.txt"), "mine\n");
    assert!(!repo.exists("one/two"));
}

#[test]
fn a_folder_that_was_deleted_comes_back() {
    let env = TestEnv::new();
    let repo = env.repo().file("old/a.txt", "a\n").folder("bare").commit();
    let response = sham::rename("old/a.txt", "a.txt")
        + &sham::block("dir_delete", &[("path", "old")])
        + &sham::block("dir_delete", &[("path", "bare")]);
    there_and_back(&repo, &response);
    assert!(!repo.exists("old") && !repo.exists("bare"));
}

#[test]
fn a_file_takes_a_folders_place_and_a_folder_a_files() {
    let env = TestEnv::new();
    let repo = env.repo().file("x/a.txt", "a\n").file("y", "y\n").commit();
    let response = sham::delete("x/a.txt")
        + &sham::block("dir_delete", &[("path", "x")])
        + &sham::write("x", "a file now\n")
        + &sham::delete("y")
        + &sham::write("y/b.txt", "a folder now\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.git(&["ls-tree", "-r", "--name-only", "HEAD"]), "x\ny/b.txt\n");
}

#[test]
fn bytes_that_are_no_text_are_moved_and_deleted() {
    let env = TestEnv::new();
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let repo = env.repo().file("a.bin", &bytes).file("b.bin", &bytes).commit();
    there_and_back(&repo, &(sham::rename("a.bin", "c.bin") + &sham::delete("b.bin")));
    assert_eq!(repo.read("c.bin"), bytes);
}

#[test]
fn names_may_be_strange() {
    let env = TestEnv::new();
    let names = ["-n", " lead", "tab\there", "new\nline", "quote\"'", "ünï/cødé", "*[x]?", "\\"];
    let repo = names.iter().fold(env.repo(), |repo, name| repo.file(name, "1\n")).commit();
    let response: String = names.iter().map(|name| sham::write(name, "2\n")).collect();
    there_and_back(&repo, &response);
    assert_eq!(repo.status(), "");
}

#[test]
fn more_than_a_hundred_files_go_and_come_together() {
    let env = TestEnv::new();
    let names: Vec<_> = (0..150).map(|n| format!("d{}/f{n}.txt", n % 7)).collect();
    let even = names.iter().step_by(2);
    let repo = even.fold(env.repo(), |repo, name| repo.file(name, "1\n")).commit();
    let response: String = names.iter().map(|name| sham::write(name, name)).collect();
    there_and_back(&repo, &response);
    assert_eq!(repo.status(), "");
}
