//! What overlays are known to stumble over.

use std::os::unix::fs::{MetadataExt, symlink};

use git_clada::workspace::{
    Overlay,
    disk::{Disk, Maker, Naming, Token},
    process::{Status, ViewKind},
};

use crate::place::{Place, as_root_and_nobody, changes, open_to_all, spec};

#[test]
fn odd_characters_in_the_worktrees_path() {
    as_root_and_nobody("traps::odd_characters_in_the_worktrees_path", |_| {
        for name in ["a,b:c\\d e", "ü\n", "lowerdir=x"] {
            let dir = tempfile::tempdir().expect("a directory");
            let place = Place::at(dir, name);
            place.file("f", "x\n");
            let mut overlay = Overlay::new();
            let Some(done) = place.shell(&mut overlay, "cat f; echo y > f") else { return };
            assert_eq!(done.ran.stdout, "x\n", "{name:?}");
            done.harvest.expect("nothing is refused");
            assert_eq!(changes(overlay), ["f x y"]);
        }
    });
}

#[test]
fn moving_a_directory_goes_by_copying() {
    as_root_and_nobody("traps::moving_a_directory_goes_by_copying", |place| {
        place.file("dir/a", "a\n");
        place.file("dir/sub/b", "b\n");
        let mut overlay = Overlay::new();
        let Some(done) = place.shell(&mut overlay, "mv dir moved && cat moved/sub/b") else {
            return;
        };
        assert_eq!(done.ran.stdout, "b\n", "{done:?}");
        done.harvest.expect("nothing is refused");
        assert_eq!(
            changes(overlay),
            [
                "dir/a a -",
                "dir/sub/b b -",
                "moved/a - a",
                "moved/sub/b - b",
                "+moved/",
                "+moved/sub/",
                "-dir/sub/",
                "-dir/"
            ]
        );
    });
}

#[test]
fn files_keep_the_time_of_their_last_change() {
    as_root_and_nobody("traps::files_keep_the_time_of_their_last_change", |place| {
        let mut overlay = Overlay::new();
        let script = "echo a > a; touch -d @1000000000 a; echo b > b; touch -d @1000000000 b";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        done.harvest.expect("nothing is refused");
        overlay.write(&place.granted("b"), b"edited".to_vec()).expect("written");
        let done = place.shell(&mut overlay, "stat -c %Y a; test b -nt a").expect("it ran before");
        assert_eq!((done.ran.status, &*done.ran.stdout), (Status::Exited(0), "1000000000\n"));
        done.harvest.expect("nothing is refused");
        let set = overlay.into_changes();
        let naming = Naming::new(Token::random(), Maker::Transaction, []);
        let disk = Disk::new(&set, naming, None);
        for change in &set.changes {
            let put = disk.put(&change.path, &change.after, &change.before);
            put.expect("nobody else writes here").finish().expect("nothing was there");
        }
        let time = |name: &str| place.path(name).metadata().expect("there").mtime();
        assert!(time("a") == 1_000_000_000 && time("b") > 1_000_000_000);
    });
}

#[test]
fn hard_links_come_out_as_files() {
    as_root_and_nobody("traps::hard_links_come_out_as_files", |place| {
        place.file("a", "1\n");
        let mut overlay = Overlay::new();
        let Some(done) = place.shell(&mut overlay, "ln a b; echo 2 > b; echo 3 > c; ln c d") else {
            return;
        };
        done.harvest.expect("nothing is refused");
        assert_eq!(changes(overlay), ["a 1 2", "b - 2", "c - 3", "d - 3"]);
    });
}

#[test]
fn a_file_that_somebody_changes_meanwhile_is_a_conflict() {
    as_root_and_nobody("traps::a_file_that_somebody_changes_meanwhile_is_a_conflict", |place| {
        place.file("f", "old\n");
        place.file("other", "old\n");
        let mut overlay = Overlay::new();
        let theirs = place.path("f");
        let mut change = |_: git_clada::workspace::process::Stream, _: &str| {
            fs_err::write(&theirs, "theirs\n").expect("written");
        };
        let mut spec =
            spec(&["sh", "-c", "echo ours > f; echo ours > other; echo ready; sleep 0.2"]);
        spec.on_output = Some(&mut change);
        let Some(done) = place.run(&mut overlay, spec) else { return };
        let error = done.harvest.expect_err("a conflict").to_string();
        assert_eq!(error, "changed by somebody else while the command ran: f");
        assert_eq!(changes(overlay), Vec::<String>::new());
        assert_eq!(fs_err::read(place.path("f")).expect("there"), b"theirs\n");
    });
}

#[test]
fn a_file_of_another_owner() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let place = Place::new();
    place.file("theirs", "old\n");
    rustix::fs::chown(place.path("theirs"), Some(rustix::fs::Uid::from_raw(1234)), None)
        .expect("given away");
    rustix::fs::chmod(place.path("theirs"), rustix::fs::Mode::from_raw_mode(0o666)).expect("open");
    let mut overlay = Overlay::new();
    let Some(done) = place.shell(&mut overlay, "echo new > theirs") else { return };
    assert_eq!(done.ran.status, Status::Exited(0), "{done:?}");
    done.harvest.expect("nothing is refused");
    assert_eq!(changes(overlay), ["theirs old new"]);
}

#[test]
fn something_mounted_in_the_worktree_is_seen_and_not_written() {
    let name = "traps::something_mounted_in_the_worktree_is_seen_and_not_written";
    if !rustix::process::geteuid().is_root() || !in_own_mounts(name) {
        return;
    }
    let place = Place::new();
    fs_err::create_dir(place.path("mnt")).expect("made");
    sh(&format!("mount -t tmpfs x {0} && echo there > {0}/f", place.path("mnt").display()));
    let mut overlay = Overlay::new();
    let Some(done) = place.shell(&mut overlay, "cat mnt/f; echo x > mnt/f; echo y > y") else {
        return;
    };
    assert_eq!(done.ran.stdout, "there\n", "{done:?}");
    assert!(done.ran.stderr.contains("Read-only file system"), "{done:?}");
    done.harvest.expect("nothing is refused");
    assert_eq!(changes(overlay), ["y - y"]);
}

#[test]
fn a_worktree_that_is_itself_on_an_overlay() {
    let name = "traps::a_worktree_that_is_itself_on_an_overlay";
    if !rustix::process::geteuid().is_root() || !in_own_mounts(name) {
        return;
    }
    let below = tempfile::tempdir().expect("a directory");
    let dir = tempfile::tempdir().expect("a directory");
    let (base, merged) = (below.path().display(), dir.path().display());
    sh(&format!(
        "mkdir {base}/l {base}/u {base}/w && \
         mount -t overlay x -o lowerdir={base}/l,upperdir={base}/u,workdir={base}/w {merged}"
    ));
    let place = Place::at(dir, "repo");
    open_to_all(&place.top());
    place.file("f", "old\n");
    place.file("gone", "x\n");
    place.file("dir/x", "x\n");
    let mut overlay = Overlay::new();
    overlay.remove(&place.granted("gone")).expect("removed");
    overlay.write(&place.granted("new/n"), b"n\n".to_vec()).expect("written");
    let script = "cat f new/n; ls; echo new > f; rm -r dir; ln -s f l";
    let Some(done) = place.shell(&mut overlay, script) else { return };
    assert_eq!(done.ran.view, ViewKind::OverlayInMemory);
    assert_eq!(done.ran.stdout, "old\nn\ndir\nf\nnew\n", "{done:?}");
    done.harvest.expect("nothing is refused");
    let expected = ["dir/x x -", "f old new", "gone x -", "l - →f", "new/n - n", "+new/", "-dir/"];
    assert_eq!(changes(overlay), expected);
    sh(&format!("umount -l {}", place.root.display()));
}

#[test]
fn the_root_of_the_worktree_looks_as_it_is() {
    as_root_and_nobody("traps::the_root_of_the_worktree_looks_as_it_is", |place| {
        place.file("d/f", "x\n");
        let mode = |path: &std::path::Path| path.metadata().expect("there").mode() & 0o7777;
        rustix::fs::chmod(place.path("d"), rustix::fs::Mode::from_raw_mode(0o750)).expect("set");
        rustix::fs::chmod(place.top(), rustix::fs::Mode::from_raw_mode(0o711)).expect("set");
        let mut overlay = Overlay::new();
        overlay.write(&place.granted("d/new"), b"n\n".to_vec()).expect("written");
        let Some(done) = place.shell(&mut overlay, "stat -c %a . d") else { return };
        assert_eq!(done.ran.stdout, "711\n750\n", "{done:?}");
        assert_eq!((mode(&place.top()), mode(&place.path("d"))), (0o711, 0o750));
    });
}

#[test]
fn a_link_to_the_worktree_leads_into_the_view() {
    as_root_and_nobody("traps::a_link_to_the_worktree_leads_into_the_view", |place| {
        place.file("f", "x\n");
        symlink(place.top(), place.root.join("home/link")).expect("linked");
        let link = place.root.join("home/link/f").to_string_lossy().into_owned();
        let mut overlay = Overlay::new();
        let spec = spec(&["sh", "-c", "echo y > \"$0\"; cat f", &link]);
        let Some(done) = place.run(&mut overlay, spec) else { return };
        assert_eq!(done.ran.stdout, "y\n", "{done:?}");
        assert_eq!(fs_err::read(place.path("f")).expect("there"), b"x\n");
    });
}

#[test]
fn what_killed_processes_left_is_removed() {
    as_root_and_nobody("traps::what_killed_processes_left_is_removed", |place| {
        let dead = place.scratch().join("view-dead");
        fs_err::create_dir_all(dead.join("work/work")).expect("made");
        fs_err::write(dead.join("lock"), "").expect("made");
        let shut = std::os::unix::fs::PermissionsExt::from_mode(0o0);
        fs_err::set_permissions(dead.join("work/work"), shut).expect("shut");
        drop(place.view(&Overlay::new()));
        assert!(!dead.exists());
    });
}

fn sh(script: &str) {
    let status = std::process::Command::new("sh").args(["-c", script]).status();
    assert!(status.expect("sh runs").success(), "{script}");
}

/// Whether this process has mounts of its own; otherwise runs the test in one that has.
fn in_own_mounts(name: &str) -> bool {
    const INSIDE: &str = "CLADA_TEST_OWN_MOUNTS";
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let run = std::process::Command::new("unshare")
        .args(["-m", "--"])
        .arg(std::env::current_exe().expect("this test"))
        .args(["--exact", name, "--nocapture"])
        .env(INSIDE, "1")
        .output()
        .expect("unshare runs");
    let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "in mounts of its own:\n{said}");
    false
}
