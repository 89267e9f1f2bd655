//! What the overlay does, beside what the file system would have done.

use proptest::prelude::*;

use super::*;
use crate::workspace::{
    Fingerprint, FsCode,
    fixture::{End, Fixture, publish, tree},
};

fn code<T>(result: Result<T, FsError>) -> &'static str {
    result.map_or_else(|error| error.code.name(), |_| "ok")
}

#[test]
fn what_is_written_is_read_and_the_disk_is_not_touched() {
    let place = Fixture::new();
    place.file("a", "old");
    let mut overlay = Overlay::new();
    overlay.write(&place.granted("a"), b"new".to_vec()).expect("written");
    overlay.write(&place.granted("x/y/z"), b"deep".to_vec()).expect("written");
    assert_eq!(&*overlay.read(&place.granted("a")).expect("read"), b"new");
    assert_eq!(overlay.kind(&place.granted("x/y")).expect("known"), EntryKind::Dir);
    assert_eq!(place.tree().into_iter().collect::<Vec<_>>(), [file("a", "old")]);
    let set = overlay.into_changes();
    let made: Vec<_> = set.made_dirs.iter().map(GrantedPath::shown).collect();
    assert_eq!(made, ["x", "x/y"]);
    let changed: Vec<_> = set.changes.iter().map(|change| change.path.shown()).collect();
    assert_eq!(changed, ["a", "x/y/z"]);
}

fn file(name: &str, content: &str) -> (String, String) {
    (name.to_owned(), format!("file 644 {content}"))
}

#[test]
fn what_comes_to_nothing_is_no_change() {
    let place = Fixture::new();
    for name in ["same", "rewritten", "moved", "touched"] {
        place.file(name, name);
    }
    let mut overlay = Overlay::new();
    overlay.write(&place.granted("same"), b"same".to_vec()).expect("written");
    overlay.remove(&place.granted("rewritten")).expect("removed");
    overlay.write(&place.granted("rewritten"), b"rewritten".to_vec()).expect("written");
    assert!(!overlay.rename(&place.granted("moved"), &place.granted("away")).expect("moved"));
    assert!(!overlay.rename(&place.granted("away"), &place.granted("moved")).expect("moved"));
    overlay.write(&place.granted("new"), b"x".to_vec()).expect("written");
    overlay.remove(&place.granted("new")).expect("removed");
    overlay.read(&place.granted("touched")).expect("read");
    let set = overlay.into_changes();
    assert!(set.is_empty(), "{set:?}");
    let observed = set.observed.iter().map(|(path, _)| path.shown());
    let all = ["away", "moved", "new", "rewritten", "same", "touched"];
    assert_eq!(observed.collect::<Vec<_>>(), all);
}

#[test]
fn modes_are_kept_and_move_along() {
    let place = Fixture::new();
    place.file("run.sh", "1");
    place.chmod("run.sh", 0o755);
    place.file("suid", "1");
    place.chmod("suid", 0o4755);
    let mut overlay = Overlay::new();
    overlay.write(&place.granted("run.sh"), b"2".to_vec()).expect("written");
    overlay.rename(&place.granted("run.sh"), &place.granted("bin/go")).expect("moved");
    overlay.write(&place.granted("suid"), b"2".to_vec()).expect("written");
    let set = overlay.into_changes();
    let modes = set.changes.iter().map(|change| match &change.after {
        FileState::File { mode, .. } => (change.path.shown(), *mode),
        FileState::Absent | FileState::Link { .. } => (change.path.shown(), None),
    });
    let expected = [("bin/go", Some(0o755)), ("run.sh", None), ("suid", Some(0o755))];
    assert_eq!(modes.collect::<Vec<_>>(), expected, "new content does not inherit set-user-ID");
    assert_eq!(set.made_dirs.len(), 1);
}

#[test]
fn a_deleted_executable_that_is_written_anew_is_a_change() {
    let place = Fixture::new();
    place.file("run.sh", "1");
    place.chmod("run.sh", 0o755);
    let mut overlay = Overlay::new();
    overlay.remove(&place.granted("run.sh")).expect("removed");
    overlay.write(&place.granted("run.sh"), b"1".to_vec()).expect("written");
    assert_eq!(overlay.into_changes().changes.len(), 1);
}

#[test]
fn text_must_be_utf8_and_of_a_size() {
    let place = Fixture::new();
    place.file("latin", b"caf\xe9");
    place.file("large", vec![b'x'; 10 * 1024 * 1024 + 1]);
    place.file("fits", vec![b'x'; 10 * 1024 * 1024]);
    let mut overlay = Overlay::new();
    let error = overlay.read_text(&place.granted("latin")).expect_err("latin");
    assert_eq!(error.to_string(), "EILSEQ: not valid UTF-8, open 'latin'");
    let error = overlay.read_text(&place.granted("large")).expect_err("large");
    assert_eq!(error.to_string(), "EFBIG: file too large, open 'large'");
    assert_eq!(code(overlay.read_text(&place.granted("fits"))), "ok");
    overlay.write(&place.granted("large"), b"short".to_vec()).expect("any file is replaced");
    assert_eq!(overlay.read_text(&place.granted("large")).expect("read"), "short");
}

#[test]
fn links_are_taken_as_links() {
    let place = Fixture::new();
    place.file("target", "x");
    place.link("target", "link");
    let mut overlay = Overlay::new();
    assert_eq!(overlay.kind(&place.granted("link")).expect("known"), EntryKind::Link);
    overlay.rename(&place.granted("link"), &place.granted("moved")).expect("moved");
    assert_eq!(code(overlay.write(&place.granted("moved"), Vec::new())), "ELOOP");
    assert_eq!(code(overlay.write(&place.granted("moved/x"), Vec::new())), "ELOOP");
    assert_eq!(code(overlay.read(&place.granted("moved"))), "ELOOP");
    overlay.remove(&place.granted("target")).expect("removed");
    let set = overlay.into_changes();
    publish(&set, End::Finished).expect("published");
    let expected = [("moved".to_owned(), "link target".to_owned())];
    assert_eq!(place.tree().into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_becomes_a_directory_and_a_directory_a_file() {
    let place = Fixture::new();
    place.file("file", "1");
    place.file("dir/sub/one", "2");
    place.file("dir/two", "3");
    let before = place.tree();
    let mut overlay = Overlay::new();
    overlay.remove(&place.granted("file")).expect("removed");
    overlay.write(&place.granted("file/inner"), b"4".to_vec()).expect("written");
    assert_eq!(code(overlay.remove_dir(&place.granted("dir"))), "ENOTEMPTY");
    for name in ["dir/sub/one", "dir/two"] {
        overlay.remove(&place.granted(name)).expect("removed");
    }
    for name in ["dir/sub", "dir"] {
        overlay.remove_dir(&place.granted(name)).expect("removed");
    }
    overlay.write(&place.granted("dir"), b"5".to_vec()).expect("written");
    let set = overlay.into_changes();
    publish(&set, End::TakenBack).expect("taken back");
    assert_eq!(place.tree(), before);
    publish(&set, End::Finished).expect("published");
    let after = place.tree();
    assert_eq!(after.keys().collect::<Vec<_>>(), ["dir", "file", "file/inner"]);
    assert_eq!(after.get("dir").map(String::as_str), Some("file 644 5"));
}

#[test]
fn a_deleted_entry_below_what_became_a_file_is_not_in_a_directory() {
    let place = Fixture::new();
    place.file("dir/x", "1");
    let mut overlay = Overlay::new();
    overlay.remove(&place.granted("dir/x")).expect("removed");
    overlay.remove_dir(&place.granted("dir")).expect("removed");
    overlay.write(&place.granted("dir"), b"2".to_vec()).expect("written");
    assert_eq!(code(overlay.remove(&place.granted("dir/x"))), "ENOTDIR");
    assert_eq!(code(overlay.remove_dir(&place.granted("dir/x"))), "ENOTDIR");
    assert_eq!(code(overlay.write(&place.granted("dir/x"), Vec::new())), "ENOTDIR");
}

#[test]
fn a_failed_action_leaves_no_directories() {
    let place = Fixture::new();
    place.file("file", "1");
    let mut overlay = Overlay::new();
    assert_eq!(code(overlay.write(&place.granted("file/a/b"), Vec::new())), "ENOTDIR");
    assert_eq!(code(overlay.create_dir(&place.granted("file/a/b"))), "ENOTDIR");
    assert_eq!(code(overlay.rename(&place.granted("no"), &place.granted("new/x"))), "ENOENT");
    assert!(overlay.into_changes().is_empty());
}

#[test]
fn messages_name_both_ends_of_a_rename() {
    let place = Fixture::new();
    fs_err::create_dir(place.path("dir")).expect("made");
    place.file("a", "1");
    let mut overlay = Overlay::new();
    let error = overlay.rename(&place.granted("a"), &place.granted("./dir")).expect_err("a dir");
    let text = "EISDIR: illegal operation on a directory, rename 'a' -> './dir'";
    assert_eq!(error.to_string(), text);
}

#[test]
fn the_root_is_not_removed_or_overwritten() {
    let place = Fixture::new();
    let mut overlay = Overlay::new();
    let top = place.granted(".");
    assert_eq!(code(overlay.remove_dir(&top)), "EBUSY");
    assert_eq!(code(overlay.write(&top, Vec::new())), "EISDIR");
    assert_eq!(code(overlay.create_dir(&top)), "ok");
}

#[test]
fn what_was_seen_is_told_with_its_hash() {
    let place = Fixture::new();
    place.file("a", "");
    let mut overlay = Overlay::new();
    overlay.read(&place.granted("a")).expect("read");
    let set = overlay.into_changes();
    let [(_, Fingerprint::File { stat, hash })] = set.observed.as_slice() else {
        panic!("one file: {set:?}")
    };
    assert_eq!(stat.size, 0);
    let empty = [0xe3, 0xb0, 0xc4, 0x42];
    assert_eq!(hash.get(..4), Some(empty.as_slice()));
}

/// What the property test does to the overlay and to the disk.
#[derive(Clone, Debug)]
enum Op {
    Read(String),
    Write(String, u8),
    Remove(String),
    Rename(String, String),
    CreateDir(String),
    RemoveDir(String),
}

fn paths() -> impl Strategy<Value = String> {
    let name = prop_oneof![Just("a"), Just("b"), Just("c")];
    let path = prop::collection::vec(name, 1..4).prop_map(|names| names.join("/"));
    (path, prop::bool::weighted(0.1))
        .prop_map(|(path, slash)| if slash { path + "/" } else { path })
}

fn ops() -> impl Strategy<Value = Op> {
    prop_oneof![
        paths().prop_map(Op::Read),
        (paths(), 0u8..3).prop_map(|(path, byte)| Op::Write(path, byte)),
        paths().prop_map(Op::Remove),
        (paths(), paths()).prop_map(|(old, new)| Op::Rename(old, new)),
        paths().prop_map(Op::CreateDir),
        paths().prop_map(Op::RemoveDir),
    ]
}

/// Does it with the overlay.
fn overlaid(place: &Fixture, overlay: &mut Overlay, op: &Op) -> &'static str {
    let at = |path: &str| place.granted(path);
    match op {
        Op::Read(path) => code(overlay.read(&at(path))),
        Op::Write(path, byte) => code(overlay.write(&at(path), vec![*byte])),
        Op::Remove(path) => code(overlay.remove(&at(path))),
        Op::Rename(old, new) => code(overlay.rename(&at(old), &at(new))),
        Op::CreateDir(path) => code(overlay.create_dir(&at(path))),
        Op::RemoveDir(path) => code(overlay.remove_dir(&at(path))),
    }
}

/// Does it with the file system.
#[expect(clippy::disallowed_methods, reason = "the plain calls are what is compared with")]
fn plain(place: &Fixture, op: &Op) -> &'static str {
    use std::fs;
    // An action that fails leaves no directories behind.
    let with_parents = |path: &str, call: &dyn Fn() -> std::io::Result<()>| match call() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let path = place.path(path.trim_end_matches('/'));
            let above = path.ancestors().skip(1);
            let missing: Vec<_> = above.take_while(|dir| !dir.exists()).collect();
            fs::create_dir_all(path.parent().expect("inside"))?;
            let done = call();
            if done.is_err() {
                missing.iter().try_for_each(fs::remove_dir)?;
            }
            done
        }
        done => done,
    };
    let done = match op {
        Op::Read(path) => fs::read(place.path(path)).map(drop),
        Op::Write(path, byte) => with_parents(path, &|| fs::write(place.path(path), [*byte])),
        Op::Remove(path) => fs::remove_file(place.path(path)),
        Op::Rename(old, new) => match fs::symlink_metadata(place.path(old)) {
            Ok(kind) if kind.is_dir() => return "EISDIR",
            Err(error) => Err(error),
            // The kernel says ENOTEMPTY where the directory holds what is moved.
            Ok(_) if place.path(new).is_dir() => return "EISDIR",
            Ok(_) => with_parents(new, &|| fs::rename(place.path(old), place.path(new))),
        },
        Op::CreateDir(path) => fs::create_dir_all(place.path(path)),
        Op::RemoveDir(path) => fs::remove_dir(place.path(path)),
    };
    code(done.map_err(|error| FsError::new(FsCode::from(error), Call::Open, "")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_overlay_does_what_the_file_system_does(
        before in prop::collection::vec(ops(), 0..8),
        ops in prop::collection::vec(ops(), 1..24),
    ) {
        let [ours, theirs] = [Fixture::new(), Fixture::new()];
        for op in &before {
            plain(&ours, op);
            plain(&theirs, op);
        }
        let start = ours.tree();
        let mut overlay = Overlay::new();
        for op in &ops {
            prop_assert_eq!(overlaid(&ours, &mut overlay, op), plain(&theirs, op), "{:?}", op);
        }
        let set = overlay.into_changes();
        publish(&set, End::TakenBack).expect("taken back");
        prop_assert_eq!(ours.tree(), start);
        publish(&set, End::Finished).expect("published");
        prop_assert_eq!(ours.tree(), tree(&theirs.path("")));
    }
}
