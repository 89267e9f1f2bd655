//! What commands left past memory is seen by what comes after, and can be changed by it.

use std::io::Read;

use git_clada::{
    policy::{Access, GrantedPath},
    workspace::{EntryKind, FsCode, Listed, Overlay, crossing::Side, view::HarvestError},
};

use super::{
    carried::cross,
    place::{Place, as_root_and_nobody, changes},
};

/// Too much to be held in memory.
const BIG: &str = "truncate -s 3000000 target/big";

/// A worktree whose `target` a command has left like this:
/// `big`, `d/kept`, `d/new`, `link` to `d`, `n/deep/f`, `now/f` in place of a link, `text` written anew;
/// `gone` and `d/gone` are gone. `mine` is as it was.
fn left(place: &Place) -> Option<Overlay> {
    for file in ["text", "mine", "gone/x", "d/kept", "d/gone"] {
        place.file(&format!("target/{file}"), "old\n");
    }
    std::os::unix::fs::symlink("d", place.path("target/now")).expect("linked");
    let mut overlay = Overlay::new();
    let script = "cd target; echo new > text; rm -r gone d/gone now; echo new > d/new; ln -s d link; \
        mkdir -p n/deep now; echo new > n/deep/f; echo new > now/f; cd ..";
    let done = place.shell(&mut overlay, &format!("{script}; {BIG}"))?;
    let told = done.harvest.expect("nothing is refused").carried;
    assert_eq!(told, [("target".to_owned(), true)].into());
    Some(overlay)
}

fn names(overlay: &Overlay, dir: &GrantedPath) -> Vec<String> {
    let listed = overlay.list(dir).expect("listed").into_iter();
    let named = |entry: Listed| {
        let mark = match entry.kind {
            EntryKind::Dir => "/",
            EntryKind::Link => "@",
            EntryKind::File | EntryKind::Absent => "",
        };
        format!("{}{mark}", entry.path.rel().name())
    };
    listed.map(named).collect()
}

fn text(overlay: &mut Overlay, path: &GrantedPath) -> Result<String, FsCode> {
    overlay.read_text(path).map_err(|error| error.code)
}

fn streamed(overlay: &Overlay, path: &GrantedPath) -> Result<String, FsCode> {
    let mut read = String::new();
    let mut stream = overlay.stream(path).map_err(|error| error.code)?;
    stream.read_to_string(&mut read).expect("text");
    Ok(read)
}

#[test]
fn the_actions_that_follow_see_what_a_command_left() {
    as_root_and_nobody(
        "carried_and_changed::the_actions_that_follow_see_what_a_command_left",
        |place| {
            let Some(mut overlay) = left(place) else { return };
            let all = ["big", "d/", "link@", "mine", "n/", "now/", "text"];
            assert_eq!(names(&overlay, &place.granted("target")), all);
            assert_eq!(names(&overlay, &place.granted("target/d")), ["kept", "new"]);
            assert_eq!(names(&overlay, &place.granted("target/n/deep")), ["f"]);
            let held = [
                ("text", Ok("new\n")),
                ("mine", Ok("old\n")),
                ("d/kept", Ok("old\n")),
                ("d/gone", Err(FsCode::Enoent)),
                ("gone/x", Err(FsCode::Enoent)),
                ("n/deep/f", Ok("new\n")),
                ("text/x", Err(FsCode::Enotdir)),
                ("n", Err(FsCode::Eisdir)),
            ];
            for (path, is) in held {
                // The gate's own look is at the disk, where most of these are not.
                let path = place.granted("target").absolute().join(path);
                let written = path.to_str().expect("text");
                let path = place.gate.grant_over(written, Access::Entry, &overlay);
                let path = path.expect("granted");
                let is = is.map(ToOwned::to_owned);
                assert_eq!(text(&mut overlay, &path), is, "{written}");
                assert_eq!(streamed(&overlay, &path), is, "{written}");
            }
            let big = overlay.list(&place.granted("target")).expect("listed");
            let big = big.first().and_then(|entry| overlay.measure(entry));
            assert_eq!(big.map(|measure| measure.size), Some(3_000_000));
            assert_eq!(overlay.size(&place.granted("target/big")).ok(), Some(3_000_000));
            assert_eq!(changes(overlay), Vec::<String>::new());
        },
    );
}

#[test]
fn links_that_a_command_left_are_followed_where_links_are() {
    as_root_and_nobody(
        "carried_and_changed::links_that_a_command_left_are_followed_where_links_are",
        |place| {
            let Some(mut overlay) = left(place) else { return };
            let grant = |overlay: &Overlay, path: &str, access| {
                let granted = place.gate.grant_over(path, access, overlay);
                granted.map(|path| path.rel().to_string()).map_err(|refusal| refusal.code)
            };
            let read = grant(&overlay, "target/link/new", Access::Read);
            assert_eq!(read, Ok("target/d/new".to_owned()));
            let write = grant(&overlay, "target/link/new", Access::Write);
            assert_eq!(write, Err("SYMLINK_NOT_ALLOWED"));
            // A link on the disk, a directory by now.
            let write = grant(&overlay, "target/now/g", Access::Write);
            assert_eq!(write, Ok("target/now/g".to_owned()));
            let script = "ln -s /etc target/out; rm -r target/d; ln -s n target/d";
            place.shell(&mut overlay, script).expect("it ran").harvest.expect("kept");
            let out = grant(&overlay, "target/out/passwd", Access::Read);
            assert_eq!(out, Err("PATH_ESCAPE"));
            let write = grant(&overlay, "target/d/f", Access::Write);
            assert_eq!(write, Err("SYMLINK_NOT_ALLOWED"));
        },
    );
}

/// Changes this and that of what [`left`] has left.
fn change(place: &Place, overlay: &mut Overlay) {
    let at = |path: &str| {
        let path = format!("target/{path}");
        place.gate.grant_over(&path, Access::Entry, &Overlay::new()).expect("granted")
    };
    let now = place.gate.grant_over("target/now/f", Access::Entry, overlay).expect("granted");
    overlay.write(&now, b"mine\n".to_vec()).expect("written");
    overlay.write(&at("text"), b"newer\n".to_vec()).expect("written");
    overlay.write(&at("made/new/f"), b"made\n".to_vec()).expect("written");
    overlay.write(&at("gone/y"), b"again\n".to_vec()).expect("written");
    overlay.remove(&at("mine")).expect("removed");
    overlay.remove(&at("link")).expect("removed");
    assert!(!overlay.rename(&at("d/new"), &at("moved")).expect("moved"));
    overlay.remove(&at("n/deep/f")).expect("removed");
    let not_empty = overlay.remove_dir(&at("n")).map_err(|error| error.code);
    assert_eq!(not_empty, Err(FsCode::Enotempty));
    overlay.remove_dir(&at("n/deep")).expect("empty");
    overlay.remove_dir(&at("n")).expect("empty");
    overlay.write(&at("n"), b"a file\n".to_vec()).expect("written");
}

const CHANGED: &str = "big d/kept gone/y made/new/f moved n now/f text";

/// What a shell sees in `target`.
const LOOK: &str =
    "cd target; find . ! -type d | sort | cut -c3- | tr '\\n' ' '; cat text now/f n moved gone/y";
const SEEN: &str = "newer\nmine\na file\nnew\nagain\n";

#[test]
fn what_the_actions_change_of_it_is_seen_by_the_next_command_and_stays() {
    as_root_and_nobody(
        "carried_and_changed::what_the_actions_change_of_it_is_seen_by_the_next_command_and_stays",
        |place| {
            let Some(mut overlay) = left(place) else { return };
            change(place, &mut overlay);
            assert_eq!(changes(overlay.clone()), Vec::<String>::new(), "it goes with the rest");
            let done = place.shell(&mut overlay, &format!("{LOOK}; echo more >> text"));
            let done = done.expect("it ran before");
            assert_eq!(done.ran.stdout, format!("{CHANGED} {SEEN}"));
            done.harvest.expect("nothing is refused");
            let grown = text(&mut overlay, &place.granted("target/text"));
            assert_eq!(grown, Ok("newer\nmore\n".to_owned()));
            overlay.write(&place.granted("target/text"), b"newer\n".to_vec()).expect("written");
            published(place, overlay);
        },
    );
}

#[test]
fn what_the_actions_change_of_it_goes_to_the_worktree_and_back() {
    as_root_and_nobody(
        "carried_and_changed::what_the_actions_change_of_it_goes_to_the_worktree_and_back",
        |place| {
            let Some(mut overlay) = left(place) else { return };
            change(place, &mut overlay);
            published(place, overlay);
        },
    );
}

/// Lets all of it go to the worktree, and back.
fn published(place: &Place, overlay: Overlay) {
    let before = seen_on_disk(place);
    let crossing = cross(place, overlay).expect("worked out");
    crossing.go().expect("gone");
    assert_eq!(crossing.to(), Side::After);
    let after = seen_on_disk(place);
    let files: Vec<&str> = after.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(files.join(" "), CHANGED);
    let held: String = ["text", "now/f", "n", "moved", "gone/y"]
        .iter()
        .map(|path| fs_err::read_to_string(place.path("target").join(path)).expect("read"))
        .collect();
    assert_eq!(held, SEEN);
    assert_eq!(crossing.back(), Vec::<String>::new());
    assert_eq!(seen_on_disk(place), before);
}

/// All files and links in `target`, with what they hold.
fn seen_on_disk(place: &Place) -> Vec<(String, Vec<u8>)> {
    let top = place.path("target");
    let (mut found, mut dirs) = (Vec::new(), vec![top.clone()]);
    while let Some(dir) = dirs.pop() {
        for entry in fs_err::read_dir(dir).expect("there") {
            let path = entry.expect("one").path();
            let kind = path.symlink_metadata().expect("there").file_type();
            if kind.is_dir() {
                dirs.push(path);
                continue;
            }
            let held = if kind.is_symlink() {
                path.read_link().expect("a link").into_os_string().into_encoded_bytes()
            } else {
                fs_err::read(&path).expect("read")
            };
            let name = path.strip_prefix(&top).expect("below").to_string_lossy().into_owned();
            found.push((name, held));
        }
    }
    found.sort();
    found
}

#[test]
fn a_directory_above_it_that_goes_takes_it_along() {
    as_root_and_nobody(
        "carried_and_changed::a_directory_above_it_that_goes_takes_it_along",
        |place| {
            place.file("pkg/src", "1\n");
            place.file("pkg/target/old", "old\n");
            let mut overlay = Overlay::new();
            let script = "truncate -s 3000000 pkg/target/big; echo 1 > pkg/target/new";
            let Some(done) = place.shell(&mut overlay, script) else { return };
            let told = done.harvest.expect("nothing is refused").carried;
            assert_eq!(told, [("pkg/target".to_owned(), true)].into());
            for path in ["pkg/src", "pkg/target/old", "pkg/target/big", "pkg/target/new"] {
                overlay.remove(&place.granted(path)).expect("removed");
            }
            let not_empty = overlay.remove_dir(&place.granted("pkg")).map_err(|error| error.code);
            assert_eq!(not_empty, Err(FsCode::Enotempty));
            overlay.remove_dir(&place.granted("pkg/target")).expect("empty");
            overlay.remove_dir(&place.granted("pkg")).expect("empty");
            let all = ["pkg/src 1 -", "pkg/target/old old -", "-pkg/target/", "-pkg/"];
            assert_eq!(changes(overlay.clone()), all);
            assert!(overlay.into_changes().carried.is_none());
        },
    );
}

#[test]
fn a_directory_of_it_that_a_command_makes_anew_has_nothing_of_the_old_one() {
    as_root_and_nobody(
        "carried_and_changed::a_directory_of_it_that_a_command_makes_anew_has_nothing_of_the_old_one",
        |place| {
            place.file("pkg/target/old", "old\n");
            let mut overlay = Overlay::new();
            let script = "rm -r pkg; mkdir -p pkg/target; truncate -s 3000000 pkg/target/big";
            let Some(done) = place.shell(&mut overlay, script) else { return };
            done.harvest.expect("nothing is refused");
            assert_eq!(names(&overlay, &place.granted("pkg/target")), ["big"]);
            let crossing = cross(place, overlay).expect("worked out");
            crossing.go().expect("gone");
            assert!(place.path("pkg/target/big").exists());
            assert!(!place.path("pkg/target/old").exists());
        },
    );
}

#[test]
fn a_link_called_gitmodules_is_refused_there_too() {
    as_root_and_nobody(
        "carried_and_changed::a_link_called_gitmodules_is_refused_there_too",
        |place| {
            let mut overlay = Overlay::new();
            let script = format!("mkdir target; ln -s x target/.gitmodules; {BIG}");
            let Some(done) = place.shell(&mut overlay, &script) else { return };
            match done.harvest {
                Err(HarvestError::Refused(why)) => {
                    assert_eq!(why.len(), 1, "{why:?}");
                    assert!(why[0].starts_with("PATH_FORBIDDEN"), "{why:?}");
                }
                other => panic!("{other:?}"),
            }
        },
    );
}
