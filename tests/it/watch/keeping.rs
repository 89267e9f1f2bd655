//! What is the user's stays the user's, to the byte.

use std::{fs::OpenOptions, io::Write};

use super::{FILE, Watching, repo};
use crate::{env::TestEnv, sham};

#[test]
fn what_is_saved_while_a_response_is_applied_stays_and_is_applied_next() {
    let env = TestEnv::new();
    let saved = sham::write("later.txt", "x\n");
    let repo = repo(&env).file("../later.md", &saved);
    // The user saves while the response before is under way.
    let repo = repo.config("clada.beforeApply", "cp ../later.md ../r.md");
    let watching = Watching::start(&repo, FILE, &[]);
    repo.write(FILE, sham::write("b.txt", "b\n"));
    assert_eq!(watching.next()["onTop"], false, "no summary over what was saved since");
    let told = watching.next();
    assert_eq!(told["result"]["results"][0]["params"]["path"], "later.txt");
    assert!(repo.exists("b.txt") && repo.exists("later.txt"));
    assert!(repo.text(FILE).ends_with(&saved));
}

#[test]
fn a_file_that_is_still_open_for_writing_gets_no_summary() {
    let env = TestEnv::new();
    let repo = repo(&env).file(FILE, "");
    let watching = Watching::start(&repo, FILE, &[]);
    let mut file = OpenOptions::new().write(true).open(repo.path(FILE)).expect("the file");
    let first = sham::write("b.txt", "b\n");
    file.write_all(first.as_bytes()).expect("written");
    assert_eq!(watching.next()["onTop"], false);
    watching.says("it is still open for writing elsewhere");
    let second = sham::write("c.txt", "c\n");
    file.write_all(second.as_bytes()).expect("written");
    drop(file);
    let told = watching.next();
    assert_eq!((&told["onTop"], &told["exit"]), (&true.into(), &0.into()), "{told}");
    assert!(repo.text(FILE).ends_with(&(first + &second)));
}

#[test]
fn what_is_written_to_the_file_that_was_replaced_comes_back() {
    let env = TestEnv::new();
    let repo = repo(&env).file(FILE, "");
    // Opened before, and not written to: nobody can tell.
    let mut open = OpenOptions::new().append(true).open(repo.path(FILE)).expect("the file");
    let watching = Watching::start(&repo, FILE, &[]);
    let first = sham::write("b.txt", "b\n");
    repo.write(FILE, &first);
    assert_eq!(watching.next()["onTop"], true);
    let second = sham::write("c.txt", "c\n");
    open.write_all(second.as_bytes()).expect("written");
    assert_eq!(watching.next()["exit"], 0);
    assert!(repo.text(FILE).ends_with(&(first.clone() + &second)), "{}", repo.text(FILE));
    assert!(repo.exists("c.txt"));
    let third = sham::write("d.txt", "d\n");
    open.write_all(third.as_bytes()).expect("written");
    drop(open);
    assert_eq!(watching.next()["exit"], 0);
    assert!(repo.text(FILE).ends_with(&(first + &second + &third)), "{}", repo.text(FILE));
    assert!(repo.exists("d.txt"));
}

#[test]
fn mode_line_breaks_and_byte_order_mark_are_kept() {
    let env = TestEnv::new();
    let repo = repo(&env).file_with_mode(FILE, "", 0o640);
    let watching = Watching::start(&repo, FILE, &[]);
    let response = sham::write("b.txt", "b\n").replace('\n', "\r\n");
    repo.write(FILE, format!("\u{feff}{response}"));
    assert_eq!(watching.next()["exit"], 0);
    let file = repo.text(FILE);
    assert!(file.starts_with("\u{feff}=== git-clada ") && file.ends_with(&response), "{file}");
    assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
    assert_eq!((repo.mode(FILE), repo.mode("../r.md.clada-output")), (0o640, 0o640));
}

#[test]
fn what_is_no_text_is_told_and_left_as_it_is() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, FILE, &[]);
    let utf16: Vec<u8> = "\u{feff}words".encode_utf16().flat_map(u16::to_le_bytes).collect();
    repo.write(FILE, &utf16);
    let told = watching.next();
    assert_eq!((&told["exit"], &told["onTop"]), (&3.into(), &false.into()));
    assert!(told["result"]["fatalError"].as_str().is_some_and(|why| why.contains("INVALID_UTF8")));
    assert_eq!(repo.read(FILE), utf16);
}

#[test]
fn a_file_beside_that_is_none_of_ours_is_not_overwritten() {
    let env = TestEnv::new();
    let repo = repo(&env).file("../r.md.clada-output", "mine\n");
    let watching = Watching::start(&repo, FILE, &[]);
    repo.write(FILE, sham::write("b.txt", "b\n"));
    let told = watching.next();
    assert_eq!((&told["exit"], &told["output"]), (&0.into(), &serde_json::Value::Null));
    watching.says("it is none of git-clada's");
    assert_eq!(repo.text("../r.md.clada-output"), "mine\n");
}
