//! Putting and taking back beside somebody else who writes at the same time.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

use bstr::ByteSlice;

use super::*;
use crate::{
    policy::Access,
    workspace::{
        ChangeSet, FileState, Fingerprint, Overlay, file_stat,
        fixture::{End, Fixture, publish},
    },
};

fn file(content: &str, mode: Option<u32>) -> FileState {
    FileState::File { content: content.as_bytes().into(), mode }
}

fn link(target: &str) -> FileState {
    FileState::Link { target: target.into() }
}

/// Where files are exchanged, and where the file system cannot.
const BOTH: [bool; 2] = [true, false];

/// Names for paths of no transaction.
fn naming() -> Naming {
    Naming::new(Token::random(), Maker::Transaction, [])
}

/// A disk for one fixture.
fn disk(exchanges: bool) -> Disk {
    let disk = Disk::new(&ChangeSet::default(), naming(), None);
    disk.shared.exchanges.set(exchanges);
    disk
}

fn names(place: &Fixture) -> Vec<String> {
    place.tree().into_keys().collect()
}

#[test]
fn a_put_file_has_its_content_its_mode_and_its_numbers() {
    for exchanges in BOTH {
        let (place, disk) = (Fixture::new(), disk(exchanges));
        place.file("run.sh", "old");
        place.chmod("run.sh", 0o750);
        let path = place.granted("run.sh");
        let swap =
            disk.put(&path, &file("new", Some(0o750)), &file("old", Some(0o750))).expect("put");
        let held = names(&place).into_iter().find(|name| is_temporary(name.as_bytes().as_bstr()));
        assert_eq!(place.text(&held.expect("what it held")), "old");
        let metadata = place.path("run.sh").symlink_metadata().expect("there");
        assert_eq!(swap.stat(), Some(file_stat(&metadata)));
        assert_eq!(metadata.mode() & 0o7777, 0o750);
        swap.finish().expect("finished");
        assert_eq!(place.text("run.sh"), "new");
        assert_eq!(names(&place), ["run.sh"]);
    }
}

#[test]
fn a_swap_is_taken_back_exactly() {
    let states =
        [FileState::Absent, file("one", Some(0o4751)), file("two", Some(0o600)), link("nowhere")];
    for exchanges in BOTH {
        for before in &states {
            for after in states.iter().filter(|after| *after != before) {
                let (place, disk) = (Fixture::new(), disk(exchanges));
                let path = place.granted("sub/x");
                place.file("sub/y", "beside");
                disk.put(&path, before, &FileState::Absent).expect("put").finish().expect("kept");
                let start = place.tree();
                let swap = disk.put(&path, after, before).expect("put");
                assert_ne!(place.tree(), start);
                assert_eq!(swap.undo().expect("undone"), Undone::Restored);
                assert_eq!(place.tree(), start, "{before:?} {after:?}");
                drop(disk.put(&path, after, before).expect("put"));
                assert_eq!(place.tree(), start, "dropped: {before:?} {after:?}");
            }
        }
    }
}

#[test]
fn what_somebody_else_wrote_before_is_kept_and_told() {
    type Meddle = fn(&Fixture);
    let meddled: [(&str, Meddle); 7] = [
        ("content", |place| place.file("x", "els")),
        ("longer", |place| place.file("x", "old and more")),
        ("mode", |place| place.chmod("x", 0o755)),
        ("gone", |place| fs_err::remove_file(place.path("x")).expect("removed")),
        ("a link", |place| {
            fs_err::remove_file(place.path("x")).expect("removed");
            place.link("../canary", "x");
        }),
        ("a directory", |place| {
            fs_err::remove_file(place.path("x")).expect("removed");
            place.file("x/inner", "kept");
        }),
        ("a FIFO", |place| {
            fs_err::remove_file(place.path("x")).expect("removed");
            rustix::fs::mkfifoat(rustix::fs::CWD, place.path("x"), 0o600.into()).expect("made");
        }),
    ];
    for exchanges in BOTH {
        for (what, meddle) in meddled {
            for to in [FileState::Absent, file("new", Some(0o644)), link("to")] {
                let (place, disk) = (Fixture::new(), disk(exchanges));
                place.file("x", "old");
                let canary = place.path("../canary");
                fs_err::write(&canary, "outside").expect("written");
                let path = place.granted("x");
                meddle(&place);
                let is_fifo = what == "a FIFO";
                let start = if is_fifo { names_of(&place) } else { place.tree() };
                let put = disk.put(&path, &to, &file("old", Some(0o644)));
                assert!(matches!(put, Err(SwapError::Changed { .. })), "{what} {to:?} {put:?}");
                let end = if is_fifo { names_of(&place) } else { place.tree() };
                assert_eq!(end, start, "{what} {to:?}");
                assert_eq!(fs_err::read_to_string(&canary).expect("read"), "outside");
            }
        }
    }
}

/// The names in the worktree, where a FIFO must not be read.
fn names_of(place: &Fixture) -> std::collections::BTreeMap<String, String> {
    let entries = fs_err::read_dir(place.path("")).expect("a directory");
    let name = |entry: std::io::Result<fs_err::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    entries.map(|entry| (name(entry), String::new())).collect()
}

#[test]
fn a_file_that_appeared_is_not_overwritten() {
    let place = Fixture::new();
    place.file("x", "theirs");
    for exchanges in BOTH {
        for to in [FileState::Absent, file("new", None), link("to")] {
            let put = disk(exchanges).put(&place.granted("x"), &to, &FileState::Absent);
            assert!(matches!(put, Err(SwapError::Changed { .. })), "{to:?}");
            assert_eq!(names(&place), ["x"]);
            assert_eq!(place.text("x"), "theirs");
        }
    }
}

#[test]
fn what_somebody_else_wrote_since_is_kept_by_undo() {
    for exchanges in BOTH {
        for (to, expected) in [
            (file("new", Some(0o644)), file("old", Some(0o644))),
            (FileState::Absent, file("old", Some(0o644))),
            (file("new", None), FileState::Absent),
        ] {
            let (place, disk) = (Fixture::new(), disk(exchanges));
            if expected != FileState::Absent {
                place.file("x", "old");
            }
            let swap = disk.put(&place.granted("x"), &to, &expected).expect("put");
            place.file("x", "theirs");
            assert_eq!(swap.undo().expect("undone"), Undone::Kept);
            assert_eq!(place.text("x"), "theirs");
            assert_eq!(names(&place), ["x"], "{to:?}");
        }
    }
}

#[test]
fn a_directory_swapped_for_a_link_leads_nowhere() {
    for to in [FileState::Absent, file("new", Some(0o644))] {
        let place = Fixture::new();
        place.file("dir/x", "old");
        let path = place.granted("dir/x");
        let outside = place.path("../outside");
        fs_err::create_dir(&outside).expect("made");
        fs_err::write(outside.join("x"), "old").expect("written");
        fs_err::rename(place.path("dir"), place.path("moved")).expect("moved");
        place.link("../outside", "dir");
        for exchanges in BOTH {
            let disk = disk(exchanges);
            let put = disk.put(&path, &to, &file("old", Some(0o644)));
            assert!(matches!(put, Err(SwapError::Changed { .. })), "{put:?}");
            assert!(disk.make_dir(&path, None).is_err());
            assert!(disk.remove_dir(&path).is_err());
        }
        let left = crate::workspace::fixture::tree(&outside);
        assert_eq!(left.into_iter().collect::<Vec<_>>(), [("x".into(), "file 644 old".into())]);
    }
}

#[test]
fn another_name_of_the_same_file_keeps_its_content() {
    for exchanges in BOTH {
        let (place, disk) = (Fixture::new(), disk(exchanges));
        let outside = place.path("../outside");
        fs_err::write(&outside, "old").expect("written");
        fs_err::hard_link(&outside, place.path("x")).expect("linked");
        let path = place.granted("x");
        let expected = file("old", Some(0o644));
        disk.put(&path, &file("new", Some(0o644)), &expected).expect("put").finish().expect("ok");
        assert_eq!(fs_err::read_to_string(&outside).expect("read"), "old");
        assert_eq!(place.text("x"), "new");
    }
}

#[test]
fn the_owner_is_kept_where_the_system_lets_us() {
    let place = Fixture::new();
    place.file("x", "old");
    if chown(place.path("x"), Some(12345), Some(54321)).is_err() {
        return; // Only root may give files away; there is nothing to keep then.
    }
    place.chmod("x", 0o6755);
    for (exchanges, [old, new]) in BOTH.into_iter().zip([["old", "new"], ["new", "newer"]]) {
        let disk = disk(exchanges);
        let mode = Some(0o6755);
        let swap = disk.put(&place.granted("x"), &file(new, mode), &file(old, mode)).expect("put");
        let metadata = place.path("x").metadata().expect("there");
        assert_eq!(swap.stat(), Some(file_stat(&metadata)));
        assert_eq!(
            (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777),
            (12345, 54321, 0o6755)
        );
        swap.finish().expect("finished");
    }
}

#[test]
fn directories_are_made_with_their_mode_and_removed_when_empty() {
    let place = Fixture::new();
    place.file("full/x", "1");
    let disk = Disk::new(&ChangeSet::default(), naming(), None);
    assert!(disk.make_dir(&place.granted("new"), Some(0o2750)).expect("made"));
    let mode = place.path("new").metadata().expect("there").permissions().mode() & 0o7777;
    assert_eq!(mode, 0o2750);
    assert!(!disk.make_dir(&place.granted("new"), Some(0o700)).expect("there already"));
    let error = disk.make_dir(&place.granted("full/x"), None).expect_err("a file");
    assert_eq!(error.to_string(), "EEXIST: file already exists, mkdir 'full/x'");
    let error = disk.remove_dir(&place.granted("full")).expect_err("not empty");
    assert_eq!(error.to_string(), "ENOTEMPTY: directory not empty, rmdir 'full'");
    disk.remove_dir(&place.granted("new")).expect("removed");
    assert_eq!(names(&place), ["full", "full/x"]);
}

#[test]
fn more_directories_than_are_kept_open() {
    let place = Fixture::new();
    let mut overlay = Overlay::new();
    for number in 0..200 {
        let path = place.granted(&format!("d{number}/x"));
        overlay.write(&path, b"x".to_vec()).expect("written");
    }
    let set = overlay.into_changes();
    publish(&set, End::Finished).expect("published");
    assert_eq!(names(&place).len(), 400);
}

#[test]
fn a_fingerprint_holds_until_the_content_or_the_mode_changes() {
    let place = Fixture::new();
    place.file("x", "one");
    let path = place.gate.grant("x", Access::Read).expect("granted");
    let mut overlay = Overlay::new();
    overlay.read(&path).expect("read");
    let (_, seen) = overlay.into_changes().observed.remove(0);
    assert!(verify(&path, &seen).expect("verified"));

    let mtime = place.path("x").metadata().expect("there").modified().expect("a time");
    place.file("x", "one");
    assert!(verify(&path, &seen).expect("verified"), "the same bytes, written again");
    place.file("x", "two");
    let file = fs_err::OpenOptions::new().write(true).open(place.path("x")).expect("opened");
    file.file().set_modified(mtime).expect("set");
    assert!(!verify(&path, &seen).expect("verified"), "same size, same mtime, other bytes");
    place.file("x", "one");
    place.chmod("x", 0o755);
    assert!(!verify(&path, &seen).expect("verified"), "another mode");
    fs_err::remove_file(place.path("x")).expect("removed");
    assert!(!verify(&path, &seen).expect("verified"), "gone");
    assert!(verify(&path, &Fingerprint::Absent).expect("verified"));
    place.link("y", "x");
    assert!(verify(&path, &Fingerprint::Link { target: "y".into() }).expect("verified"));
    assert!(!verify(&path, &Fingerprint::Absent).expect("verified"), "a link is something");
    assert!(verify(&place.granted("."), &Fingerprint::Dir).expect("verified"));
}

/// Saves `0`, `1`, … as editors do, by writing beside the file and renaming over it, until as
/// many are saved.
fn rival(place: &Fixture, saves: u32) -> std::thread::JoinHandle<()> {
    let (beside, target) = (place.path("../beside"), place.path("x"));
    std::thread::spawn(move || {
        for number in 1..=saves {
            fs_err::write(&beside, number.to_string()).expect("written");
            fs_err::rename(&beside, &target).expect("saved");
        }
    })
}

#[test]
fn no_save_of_a_rival_is_lost_and_nothing_is_left_behind() {
    const SAVES: u32 = 500;
    for undo in [false, true] {
        for delete in [false, true] {
            let (place, disk) = (Fixture::new(), disk(true));
            place.file("x", "0");
            let path = place.granted("x");
            let rival = rival(&place, SAVES);
            let (mut put, mut refused) = (0, 0);
            while !rival.is_finished() {
                let Ok(before) = fs_err::read_to_string(place.path("x")) else { continue };
                let after = if delete {
                    FileState::Absent
                } else {
                    file(&format!("{} ours", before.trim_end_matches(" ours")), Some(0o644))
                };
                let expected = file(&before, Some(0o644));
                if after == expected {
                    continue;
                }
                match disk.put(&path, &after, &expected) {
                    Ok(swap) if undo => drop(swap.undo().expect("undone")),
                    Ok(swap) => swap.finish().expect("finished"),
                    Err(SwapError::Changed { .. }) => refused += 1,
                    Err(SwapError::Io(error)) => panic!("{error}"),
                }
                put += 1;
            }
            rival.join().expect("the rival ends well");
            let left = names(&place);
            if delete && !undo && left.is_empty() {
                continue;
            }
            assert_eq!(left, ["x"], "{put} tried, {refused} refused");
            let last = place.text("x");
            assert_eq!(last.trim_end_matches(" ours"), SAVES.to_string());
        }
    }
}
