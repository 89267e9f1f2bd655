//! Listing, measuring, streaming and walking, over what the actions left and what is on disk.

use std::{io::Read, os::unix::fs::symlink};

use crate::{
    policy::{Access, Gate, GateOptions, GrantedPath},
    workspace::{EntryKind, FsCode, FsError, Overlay, Passes, Walk, fixture::Fixture},
};

fn put(overlay: &mut Overlay, path: &GrantedPath, content: &str) {
    overlay.write(path, content.into()).expect("written");
}

/// `name/` for a directory, `name@` for a link.
fn names(overlay: &Overlay, dir: &GrantedPath) -> Result<Vec<String>, FsError> {
    let name = |entry: &crate::workspace::Listed| {
        let mark = match entry.kind {
            EntryKind::Dir => "/",
            EntryKind::Link => "@",
            EntryKind::File | EntryKind::Absent => "",
        };
        format!("{}{mark}", entry.path.rel().name())
    };
    Ok(overlay.list(dir)?.iter().map(name).collect())
}

fn walk(overlay: &Overlay, dir: &GrantedPath, excludes: &[&str]) -> Vec<String> {
    let excludes: Vec<Vec<u8>> = excludes.iter().map(|text| text.as_bytes().to_vec()).collect();
    let passes = Passes { excludes: &excludes, enters: None };
    let entries = Walk::new(overlay, dir, passes).expect("a directory");
    let told = |entry: Result<crate::workspace::Listed, FsError>| match entry {
        Ok(entry) => entry.path.shown().to_owned(),
        Err(error) => error.to_string(),
    };
    entries.map(told).collect()
}

#[test]
fn a_list_has_what_came_and_not_what_went() {
    let place = Fixture::new();
    place.file("d/b", "1");
    place.file("d/gone", "1");
    place.file("d/sub/x", "1");
    place.link("b", "d/l");
    let mut overlay = Overlay::new();
    put(&mut overlay, &place.granted("d/a"), "new");
    put(&mut overlay, &place.granted("d/new/deep/f"), "new");
    put(&mut overlay, &place.granted("d-e"), "beside");
    overlay.remove(&place.granted("d/gone")).expect("removed");
    overlay.rename(&place.granted("d/l"), &place.granted("d/m")).expect("moved");
    let d = place.granted("d");
    assert_eq!(names(&overlay, &d).expect("listed"), ["a", "b", "m@", "new/", "sub/"]);
    let top = place.granted(".");
    assert_eq!(names(&overlay, &top).expect("listed"), ["d/", "d-e"]);
    assert_eq!(names(&overlay, &place.granted("d/new/deep")).expect("listed"), ["f"]);
}

#[test]
fn only_directories_are_listed() {
    let place = Fixture::new();
    place.file("f", "1");
    place.file("d/x", "1");
    let mut overlay = Overlay::new();
    let code = |overlay: &Overlay, path: &str| {
        let error = overlay.list(&place.granted(path)).expect_err("no directory");
        assert_eq!(
            error.to_string().split(" '").next().map(|text| text.ends_with("scandir")),
            Some(true)
        );
        error.code
    };
    assert_eq!(code(&overlay, "f"), FsCode::Enotdir);
    assert_eq!(code(&overlay, "f/x"), FsCode::Enotdir);
    assert_eq!(code(&overlay, "none"), FsCode::Enoent);
    overlay.remove(&place.granted("d/x")).expect("removed");
    overlay.remove_dir(&place.granted("d")).expect("removed");
    assert_eq!(code(&overlay, "d"), FsCode::Enoent);
    put(&mut overlay, &place.granted("d"), "now a file");
    assert_eq!(code(&overlay, "d"), FsCode::Enotdir);
    assert_eq!(code(&overlay, "d/x"), FsCode::Enotdir);
}

#[test]
fn a_directory_in_place_of_a_file_holds_what_was_put_there() {
    let place = Fixture::new();
    place.file("f", "1");
    let mut overlay = Overlay::new();
    overlay.remove(&place.granted("f")).expect("removed");
    put(&mut overlay, &place.granted("f/x"), "new");
    assert_eq!(names(&overlay, &place.granted("f")).expect("listed"), ["x"]);
}

#[test]
fn a_directory_made_anew_does_not_show_what_it_held() {
    let place = Fixture::new();
    place.file("d/x", "1");
    let mut overlay = Overlay::new();
    overlay.remove(&place.granted("d/x")).expect("removed");
    overlay.remove_dir(&place.granted("d")).expect("removed");
    overlay.create_dir(&place.granted("d")).expect("made");
    assert_eq!(names(&overlay, &place.granted("d")).expect("listed"), Vec::<String>::new());
}

#[test]
fn names_that_no_action_may_touch_are_not_listed() {
    let place = Fixture::new();
    place.file(".git/config", "1");
    place.file(".clada/x", "1");
    place.file("a", "1");
    let fifo = place.path("pipe");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, rustix::fs::Mode::RUSR).expect("made");
    assert_eq!(names(&Overlay::new(), &place.granted(".")).expect("listed"), ["a"]);
}

#[test]
fn a_walk_enters_no_repository_and_follows_no_link() {
    let place = Fixture::new();
    place.file("git-dir/config", "1");
    place.file("sub/.git", "gitdir: elsewhere");
    place.file("sub/in", "1");
    place.file("d/in", "1");
    symlink("d", place.path("to-d")).expect("linked");
    symlink("/", place.path("out")).expect("linked");
    let worktree = place.path("");
    let options = GateOptions {
        worktree: Some(&worktree),
        git_dirs: &[place.path("git-dir")],
        ..GateOptions::default()
    };
    let gate = Gate::new(options).expect("a gate");
    let top = gate.grant(".", Access::Read).expect("granted");
    assert_eq!(walk(&Overlay::new(), &top, &[]), ["d/in", "out", "to-d"]);
}

#[test]
fn a_walk_goes_by_the_bytes_of_whole_paths() {
    let place = Fixture::new();
    for name in ["a/b", "a-b", "a.b", "a0", "ab/c", "Z"] {
        place.file(name, "1");
    }
    let top = place.granted(".");
    assert_eq!(walk(&Overlay::new(), &top, &[]), ["Z", "a-b", "a.b", "a/b", "a0", "ab/c"]);
}

#[test]
fn pending_patterns_are_obeyed_and_deleted_ones_are_not() {
    let place = Fixture::new();
    place.file(".gitignore", "*.log\n");
    for name in ["a.log", "a.tmp", "d/b.log", "d/b.tmp"] {
        place.file(name, "1");
    }
    let mut overlay = Overlay::new();
    let top = place.granted(".");
    assert_eq!(walk(&overlay, &top, &[]), [".gitignore", "a.tmp", "d/b.tmp"]);
    put(&mut overlay, &place.granted("d/.gitignore"), "!*.log\n*.tmp\n");
    let both = [".gitignore", "a.tmp", "d/.gitignore", "d/b.log"];
    assert_eq!(walk(&overlay, &top, &[]), both);
    assert_eq!(walk(&overlay, &place.granted("d"), &[]), ["d/.gitignore", "d/b.log"]);
    overlay.remove(&place.granted(".gitignore")).expect("removed");
    assert_eq!(walk(&overlay, &top, &[]), ["a.log", "a.tmp", "d/.gitignore", "d/b.log"]);
}

#[test]
fn patterns_from_outside_are_the_weakest() {
    let place = Fixture::new();
    place.file(".gitignore", "!keep.log\n");
    for name in ["a.log", "keep.log", "b.tmp", "c.tmp"] {
        place.file(name, "1");
    }
    let top = place.granted(".");
    let stronger_first = ["*.log\n!b.tmp\n", "*.tmp\n"];
    let left = [".gitignore", "b.tmp", "keep.log"];
    assert_eq!(walk(&Overlay::new(), &top, &stronger_first), left);
}

#[test]
fn a_walk_that_begins_in_an_ignored_directory_sees_it() {
    let place = Fixture::new();
    place.file(".gitignore", "/target/\n*.o\n");
    place.file("target/a.rs", "1");
    place.file("target/a.o", "1");
    assert_eq!(walk(&Overlay::new(), &place.granted("target"), &[]), ["target/a.rs"]);
    assert_eq!(walk(&Overlay::new(), &place.granted("."), &[]), [".gitignore"]);
}

#[test]
fn a_walk_tells_what_it_cannot_read_and_goes_on() {
    let place = Fixture::new();
    place.file("a", "1");
    place.file("b/.gitignore", "x".repeat(1024 * 1024 + 1));
    place.file("b/c", "1");
    let told = walk(&Overlay::new(), &place.granted("."), &[]);
    let error = "EFBIG: file too large, open 'b/.gitignore'";
    assert_eq!(told, ["a", error, "b/.gitignore", "b/c"]);
}

#[test]
fn braces_in_patterns_stand_for_themselves() {
    let place = Fixture::new();
    place.file(".gitignore", "{a,b}\n*.{c}\n[{]x\n\\{y\n[[{z\n");
    for name in ["a", "{a,b}", "f.{c}", "f.c", "{x", "{y", "{z", "[{z"] {
        place.file(name, "1");
    }
    let left = [".gitignore", "[{z", "a", "f.c", "{z"];
    assert_eq!(walk(&Overlay::new(), &place.granted("."), &[]), left);
}

#[test]
fn patterns_that_git_reads_otherwise_than_their_crate_are_read_as_git_does() {
    for (pattern, left) in [
        ("!", &[".gitignore", "a", "d/a", "d/ab"][..]),
        ("/", &[".gitignore", "a", "d/a", "d/ab"]),
        ("d//a", &[".gitignore", "a", "d/a", "d/ab"]),
        // A class matches no slash, and says nothing of where the pattern holds.
        ("d[!x]a", &[".gitignore", "a", "d/a", "d/ab"]),
        ("[!x]b", &[".gitignore", "a", "d/a"]),
        ("[!x]/", &[".gitignore", "a"]),
        ("[//[ab]", &[".gitignore", "d/a", "d/ab"]),
        ("#[", &[".gitignore", "a", "d/a", "d/ab"]),
    ] {
        let place = Fixture::new();
        place.file(".gitignore", pattern);
        for name in ["a", "d/a", "d/ab"] {
            place.file(name, "1");
        }
        assert_eq!(walk(&Overlay::new(), &place.granted("."), &[]), left, "{pattern}");
    }
}

#[test]
fn a_stream_has_what_a_read_has() {
    let place = Fixture::new();
    place.file("old", "on disk");
    place.file("d/x", "1");
    let mut overlay = Overlay::new();
    put(&mut overlay, &place.granted("new"), "pending");
    let content = |path: &str| {
        let mut text = String::new();
        overlay.stream(&place.granted(path))?.read_to_string(&mut text).expect("text");
        Ok::<_, FsError>(text)
    };
    assert_eq!(content("old").as_deref(), Ok("on disk"));
    assert_eq!(content("new").as_deref(), Ok("pending"));
    for (path, code) in [
        ("none", FsCode::Enoent),
        ("d", FsCode::Eisdir),
        ("old/x", FsCode::Enotdir),
        ("new/x", FsCode::Enotdir),
        ("new/", FsCode::Enotdir),
        ("old/", FsCode::Enotdir),
    ] {
        assert_eq!(content(path).expect_err("no file").code, code, "{path}");
    }
}

#[test]
fn what_the_actions_change_has_no_time_of_its_own() {
    let place = Fixture::new();
    place.file("same", "1");
    place.file("other", "1");
    place.file("d/x", "1");
    place.link("same", "l");
    let mut overlay = Overlay::new();
    put(&mut overlay, &place.granted("same"), "1");
    put(&mut overlay, &place.granted("other"), "four");
    put(&mut overlay, &place.granted("d/y"), "");
    let top = overlay.list(&place.granted(".")).expect("listed");
    let measure = |entry| {
        let measure = overlay.measure(entry).expect("there");
        (entry.path.shown(), measure.size, measure.modified.is_some())
    };
    let measured: Vec<_> = top.iter().map(measure).collect();
    let expected = [("d", 0, false), ("l", 4, true), ("other", 4, false), ("same", 1, true)];
    assert_eq!(measured, expected);
}
