//! What a command changed joins the overlay, and the worktree stays as it is.

use std::os::unix::fs::MetadataExt;

use git_clada::workspace::{FileState, Overlay, process::Status};

use crate::place::{as_root_and_nobody, changes};

#[test]
fn what_a_command_does_joins_the_overlay_and_not_the_worktree() {
    as_root_and_nobody(
        "harvest::what_a_command_does_joins_the_overlay_and_not_the_worktree",
        |place| {
            place.file("edited", "old\n");
            place.file("deleted", "x\n");
            place.file("moved", "m\n");
            place.file("dir/a", "a\n");
            place.file("dir/sub/b", "b\n");
            place.file("read", "r\n");
            place.file("touched", "t\n");
            let before = place.path("edited").metadata().expect("there");
            let mut overlay = Overlay::new();
            let script = "echo new > edited; rm deleted; mv moved new-name; rm -r dir; cat read; \
            mkdir -p made/empty; echo 1 > made/file; ln -s made/file link; echo 'echo hi' > run; \
            chmod 755 run; touch touched; exit 3";
            let Some(done) = place.shell(&mut overlay, script) else { return };
            assert_eq!(
                (done.ran.status, &*done.ran.stdout),
                (Status::Exited(3), "r\n"),
                "{done:?}"
            );
            done.harvest.expect("nothing is refused");
            assert_eq!(before.ino(), place.path("edited").metadata().expect("there").ino());
            assert!(place.path("dir/sub/b").exists() && !place.path("made").exists());
            assert_eq!(
                changes(overlay),
                [
                    "deleted x -",
                    "dir/a a -",
                    "dir/sub/b b -",
                    "edited old new",
                    "link - →made/file",
                    "made/file - 1",
                    "moved m -",
                    "new-name - m",
                    "run - *echo hi",
                    "+made/",
                    "+made/empty/",
                    "-dir/sub/",
                    "-dir/"
                ]
            );
        },
    );
}

#[test]
fn a_view_shows_what_the_actions_left() {
    as_root_and_nobody("harvest::a_view_shows_what_the_actions_left", |place| {
        place.file("gone", "x\n");
        place.file("tree/a", "x\n");
        place.file("tree/b", "x\n");
        place.file("edited", "old\n");
        place.file("run", "old\n");
        place.file("dir/one", "1\n");
        place.file("dir/two", "2\n");
        let mut overlay = Overlay::new();
        overlay.remove(&place.granted("gone")).expect("removed");
        overlay.remove(&place.granted("tree/a")).expect("removed");
        overlay.remove(&place.granted("tree/b")).expect("removed");
        overlay.remove_dir(&place.granted("tree")).expect("removed");
        overlay.remove(&place.granted("dir/one")).expect("removed");
        overlay.write(&place.granted("edited"), b"new\n".to_vec()).expect("written");
        overlay.write(&place.granted("tree"), b"now a file\n".to_vec()).expect("written");
        overlay.write(&place.granted("n/e/w"), b"n\n".to_vec()).expect("written");
        overlay.create_dir(&place.granted("empty")).expect("made");
        overlay.write(&place.granted("brief/x"), b"n\n".to_vec()).expect("written");
        overlay.remove(&place.granted("brief/x")).expect("removed");
        overlay.remove_dir(&place.granted("brief")).expect("removed");
        let script = "find . -path ./.git -prune -o -type f -print | sort; ls -d empty; \
            cat edited tree n/e/w; echo more >> edited; rm n/e/w";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        let seen = "./dir/two\n./edited\n./n/e/w\n./run\n./tree\nempty\nnew\nnow a file\nn\n";
        assert_eq!(done.ran.stdout, seen, "{done:?}");
        assert_eq!(done.harvest.expect("nothing is refused").changed, 2);
        assert_eq!(
            changes(overlay),
            [
                "dir/one 1 -",
                "edited old new\nmore",
                "gone x -",
                "tree - now a file",
                "tree/a x -",
                "tree/b x -",
                "+empty/",
                "+n/",
                "+n/e/",
                "-tree/"
            ]
        );
    });
}

#[test]
fn a_command_may_write_what_an_action_deleted() {
    as_root_and_nobody("harvest::a_command_may_write_what_an_action_deleted", |place| {
        place.file("gone", "x\n");
        let mut overlay = Overlay::new();
        overlay.remove(&place.granted("gone")).expect("removed");
        overlay.create_dir(&place.granted("dir")).expect("made");
        let script = "echo again > gone; rmdir dir; echo file > dir";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        done.harvest.expect("nothing is refused");
        assert_eq!(changes(overlay), ["dir - file", "gone x again"]);
    });
}

#[test]
fn files_links_and_directories_may_take_each_others_place() {
    as_root_and_nobody(
        "harvest::files_links_and_directories_may_take_each_others_place",
        |place| {
            place.file("file", "f\n");
            place.file("dir/a", "a\n");
            place.file("again/old", "o\n");
            place.file("again/kept", "k\n");
            std::os::unix::fs::symlink("dir", place.path("link")).expect("linked");
            let mut overlay = Overlay::new();
            let script = "rm file; mkdir file; echo 1 > file/in; rm -r dir; echo d > dir; \
            rm link; mkdir link; echo 2 > link/x; rm -r again; mkdir again; echo k > again/kept; \
            echo n > again/new";
            let Some(done) = place.shell(&mut overlay, script) else { return };
            done.harvest.expect("nothing is refused");
            assert_eq!(
                changes(overlay),
                [
                    "again/new - n",
                    "again/old o -",
                    "dir - d",
                    "dir/a a -",
                    "file f -",
                    "file/in - 1",
                    "link →dir -",
                    "link/x - 2",
                    "+file/",
                    "+link/",
                    "-dir/"
                ]
            );
        },
    );
}

#[test]
fn one_command_sees_what_the_one_before_did() {
    as_root_and_nobody("harvest::one_command_sees_what_the_one_before_did", |place| {
        place.file("count", "1\n");
        let mut overlay = Overlay::new();
        for expected in ["1\n", "2\n", "3\n"] {
            let script = "cat count; expr $(cat count) + 1 > next; mv next count";
            let Some(done) = place.shell(&mut overlay, script) else { return };
            done.harvest.expect("nothing is refused");
            assert_eq!(done.ran.stdout, expected);
        }
        assert_eq!(changes(overlay), ["count 1 4"]);
        assert_eq!(fs_err::read_dir(place.scratch()).expect("the scratch").count(), 0);
    });
}

#[test]
fn what_was_only_copied_up_is_no_change() {
    as_root_and_nobody("harvest::what_was_only_copied_up_is_no_change", |place| {
        place.file("a", "same\n");
        place.file("d/b", "same\n");
        let mut overlay = Overlay::new();
        let script = "touch a d/b; echo same > a; chmod 600 d/b; chmod 644 d/b; touch d";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        assert_eq!(done.harvest.expect("nothing is refused").changed, 0);
        assert_eq!(changes(overlay), Vec::<String>::new());
    });
}

#[test]
fn what_a_command_has_closed_to_its_owner_joins_with_its_mode() {
    let name = "harvest::what_a_command_has_closed_to_its_owner_joins_with_its_mode";
    as_root_and_nobody(name, |place| {
        place.file("f", "old\n");
        let mut overlay = Overlay::new();
        let Some(done) = place.shell(&mut overlay, "echo new > f; chmod 000 f") else { return };
        done.harvest.expect("nothing is refused");
        let state = overlay.state(&place.granted("f")).expect("a file");
        let new = FileState::File { content: b"new\n".as_slice().into(), mode: Some(0) };
        assert_eq!(state, new);
    });
}
