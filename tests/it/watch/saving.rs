//! The ways in which editors save, and what is no save.

use std::{fs::OpenOptions, io::Write, os::unix::fs::symlink};

use super::{FILE, Watching, repo, subjects};
use crate::{env::TestEnv, sham};

#[test]
fn every_way_to_save_is_seen_and_applied_once() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for poll in [&["--poll=20ms"][..], &[]] {
        let watching = Watching::start(&repo, FILE, poll);
        let path = repo.path(FILE);
        let response = |name: &str| sham::write(name, &format!("{}\n", poll.len()));
        let applied = |name: &str| {
            let told = watching.next();
            let params = &told["result"]["results"][0]["params"];
            assert_eq!((&told["exit"], &params["path"]), (&0.into(), &name.into()), "{told}");
            assert_eq!(told["onTop"], true, "{name}");
        };
        repo.write(FILE, response("in-place.txt"));
        applied("in-place.txt");
        repo.write("../new~", response("replaced.txt"));
        fs_err::rename(repo.path("../new~"), &path).expect("renamed");
        applied("replaced.txt");
        // As vim does with `backupcopy=no`.
        fs_err::rename(&path, repo.path("../r.md~")).expect("renamed");
        repo.write(FILE, response("backup.txt"));
        fs_err::remove_file(repo.path("../r.md~")).expect("removed");
        applied("backup.txt");
        fs_err::remove_file(&path).expect("removed");
        watching.says("is gone");
        repo.write(FILE, response("back.txt"));
        applied("back.txt");
        let mut appending = OpenOptions::new().append(true).open(&path).expect("the file");
        appending.write_all(response("appended.txt").as_bytes()).expect("appended");
        drop(appending);
        applied("back.txt");
        assert!(repo.exists("appended.txt"));
        assert_eq!(watching.stop(), (Some(0), Vec::new()));
    }
}

#[test]
fn a_response_that_is_written_in_two_parts_is_applied_as_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, FILE, &["--debounce", "1500ms"]);
    let response = sham::write("b.txt", "b\n") + &sham::write("c.txt", "c\n");
    let (first, second) = response.split_at(response.len() - 90);
    repo.write(FILE, first);
    // Long enough that the first part is seen for itself.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let mut file = OpenOptions::new().append(true).open(repo.path(FILE)).expect("the file");
    file.write_all(second.as_bytes()).expect("written");
    drop(file);
    let told = watching.next();
    assert_eq!(
        (&told["exit"], &told["result"]["executedActions"]),
        (&0.into(), &2.into()),
        "{told}"
    );
    assert_eq!(subjects(&repo).len(), 1);
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
}

#[test]
fn the_same_content_and_an_empty_file_are_nothing_to_apply() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let watching = Watching::start(&repo, FILE, &[]);
    let one = sham::write("b.txt", "b\n");
    repo.write(FILE, &one);
    watching.next();
    let with_summary = repo.text(FILE);
    // Saved again, with the summary and without, replaced, gone and back.
    repo.write(FILE, &one);
    repo.write(FILE, &with_summary);
    repo.write("../new~", &one);
    fs_err::rename(repo.path("../new~"), repo.path(FILE)).expect("renamed");
    fs_err::remove_file(repo.path(FILE)).expect("removed");
    watching.says("is gone");
    repo.write(FILE, &one);
    // What comes next tells that nothing came of these.
    let other = sham::write("c.txt", "c\n");
    repo.write(FILE, &other);
    assert_eq!(watching.next()["result"]["results"][0]["params"]["path"], "c.txt");
    repo.write(FILE, "\n");
    repo.write(FILE, "  \n\n");
    repo.write(FILE, &one);
    assert_eq!(watching.next()["result"]["results"][0]["params"]["path"], "b.txt");
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
}

#[test]
fn a_directory_that_goes_and_comes_back_is_watched_again() {
    let env = TestEnv::new();
    let repo = repo(&env).folder("../in");
    let watching = Watching::start(&repo, "../in/r.md", &[]);
    repo.write("../in/r.md", sham::write("b.txt", "b\n"));
    watching.next();
    fs_err::rename(repo.path("../in"), repo.path("../out")).expect("renamed");
    watching.says("is gone");
    repo.write("../in/r.md", sham::write("c.txt", "c\n"));
    assert_eq!(watching.next()["exit"], 0);
    assert!(repo.exists("c.txt"));
}

#[test]
fn a_link_is_followed_and_stays_wherever_it_leads() {
    let env = TestEnv::new();
    let repo = repo(&env).file("../one/r.md", "").file("../two/r.md", "");
    symlink("one/r.md", repo.path(FILE)).expect("a link");
    let watching = Watching::start(&repo, FILE, &[]);
    repo.write("../one/r.md", sham::write("b.txt", "b\n"));
    watching.next();
    assert!(repo.text("../one/r.md").starts_with("=== git-clada "));
    assert_eq!(
        fs_err::read_link(repo.path(FILE)).expect("a link"),
        std::path::Path::new("one/r.md")
    );
    assert!(repo.exists("../r.md.clada-output"), "beside the link");
    // The link is changed in one step.
    symlink("two/r.md", repo.path("../new~")).expect("a link");
    fs_err::rename(repo.path("../new~"), repo.path(FILE)).expect("renamed");
    repo.write("../two/r.md", sham::write("c.txt", "c\n"));
    watching.next();
    assert!(repo.exists("c.txt"));
}
