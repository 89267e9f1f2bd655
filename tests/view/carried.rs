//! Which ignored files are carried past memory, how they get to the worktree and back, and what
//! somebody else's change does to that.

use std::{collections::BTreeSet, os::unix::fs::MetadataExt};

use git_clada::workspace::{
    Overlay,
    crossing::{Beside, Crossing, CrossingError, Side, travel},
    view::HarvestError,
};

use super::place::{Place, as_root_and_nobody, changes, harvest_options};

fn carried(of: &[(&str, bool)]) -> std::collections::BTreeMap<String, bool> {
    of.iter().map(|(path, kept)| ((*path).to_owned(), *kept)).collect()
}

pub(crate) fn cross(place: &Place, overlay: Overlay) -> Result<Crossing, CrossingError> {
    let set = overlay.into_changes();
    let carried = set.carried.as_ref().expect("something is carried");
    carried.cross((&place.path(".git/clada/carried/1"), false), &Beside::default())
}

#[test]
fn large_ignored_files_are_carried_past_memory() {
    as_root_and_nobody("carried::large_ignored_files_are_carried_past_memory", |place| {
        place.file("target/old", "old\n");
        place.file("target/gone/x", "x\n");
        place.file("src", "1\n");
        let mut overlay = Overlay::new();
        let script = "truncate -s 3000000 target/big; echo new > target/old; rm -r target/gone; \
            mkdir target/d; echo 1 > target/d/f; echo 2 > src; touch -d @1000000000 target/big";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        assert_eq!(done.harvest.expect("nothing is refused").carried, carried(&[("target", true)]));
        let script =
            "cat target/old target/d/f src; wc -c < target/big; ls target; echo 3 > target/d/g";
        let done = place.shell(&mut overlay, script).expect("it ran before");
        assert_eq!(done.ran.stdout, "new\n1\n2\n3000000\nbig\nd\nold\n");
        assert_eq!(done.harvest.expect("nothing is refused").carried, carried(&[("target", true)]));
        assert!(!place.path("target/big").exists() && place.path("target/gone/x").exists());
        let crossing = cross(place, overlay).expect("worked out");
        crossing.go().expect("gone");
        let big = place.path("target/big").metadata().expect("there");
        assert_eq!((big.len(), big.mtime()), (3_000_000, 1_000_000_000));
        assert_eq!(fs_err::read(place.path("target/old")).expect("there"), b"new\n");
        assert_eq!(fs_err::read(place.path("target/d/g")).expect("there"), b"3\n");
        assert!(!place.path("target/gone").exists());
        assert_eq!(crossing.back(), Vec::<String>::new());
        assert_eq!(fs_err::read(place.path("target/old")).expect("there"), b"old\n");
        assert_eq!(fs_err::read(place.path("target/gone/x")).expect("there"), b"x\n");
        assert!(!place.path("target/big").exists() && !place.path("target/d").exists());
        drop(crossing);
        assert_eq!(fs_err::read_dir(place.scratch()).expect("the scratch").count(), 0);
        assert!(!place.path(".git/clada/carried/1").exists(), "nobody needs it");
    });
}

#[test]
fn small_ignored_files_are_held_in_memory() {
    as_root_and_nobody("carried::small_ignored_files_are_held_in_memory", |place| {
        let mut overlay = Overlay::new();
        let script = "mkdir target targets; echo 1 > target/f; truncate -s 3000000 targets/big";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        let told = done.harvest.expect("nothing is refused").carried;
        assert_eq!(told, carried(&[("targets", true)]));
        assert_eq!(changes(overlay), ["target/f - 1", "+target/"]);
    });
}

#[test]
fn what_is_replaced_counts_and_not_what_comes() {
    as_root_and_nobody("carried::what_is_replaced_counts_and_not_what_comes", |place| {
        place.file("target/f", vec![b'x'; 2_000_000]);
        let mut overlay = Overlay::new();
        let script = "echo 1 > target/f; mkdir target2; truncate -s 3000000 target2/big";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        let told = done.harvest.expect("nothing is refused").carried;
        assert_eq!(told, carried(&[("target", false), ("target2", true)]));
    });
}

#[test]
fn many_ignored_files_are_carried_however_small() {
    as_root_and_nobody("carried::many_ignored_files_are_carried_however_small", |place| {
        let mut overlay = Overlay::new();
        let script = "mkdir target; for n in $(seq 501); do echo > target/$n; done";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        assert_eq!(done.harvest.expect("nothing is refused").carried, carried(&[("target", true)]));
        assert_eq!(changes(overlay), Vec::<String>::new());
    });
}

#[test]
fn a_change_by_somebody_else_is_a_conflict() {
    as_root_and_nobody("carried::a_change_by_somebody_else_is_a_conflict", |place| {
        place.file("target/f", "1\n");
        place.file("target/d/f", "1\n");
        let script = "truncate -s 3000000 target/big; echo 2 > target/f; rm -r target/d";
        for file in ["target/f", "target/d/g"] {
            let mut overlay = Overlay::new();
            let mut view = place.view(&overlay);
            place.file(file, "mine\n");
            let spec = super::place::spec(&["sh", "-c", script]);
            if view.run(spec).is_err() {
                return;
            }
            let named = file.strip_suffix("/g").unwrap_or(file);
            match view.harvest(&mut overlay, harvest_options()) {
                Err(HarvestError::Changed(paths)) => assert_eq!(paths, [named]),
                other => panic!("{other:?}"),
            }
            assert!(overlay.into_changes().carried.is_none());
            // Later, too.
            let mut overlay = Overlay::new();
            let Some(done) = place.shell(&mut overlay, script) else { return };
            done.harvest.expect("nothing is refused");
            place.file(file, "mine again\n");
            match cross(place, overlay) {
                Err(CrossingError::Changed(paths)) => assert_eq!(paths, [named]),
                other => panic!("{other:?}"),
            }
            assert_eq!(fs_err::read(place.path(file)).expect("there"), b"mine again\n");
        }
    });
}

#[test]
fn a_save_at_the_last_moment_goes_back() {
    as_root_and_nobody("carried::a_save_at_the_last_moment_goes_back", |place| {
        place.file("target/a", "1\n");
        place.file("target/z", "1\n");
        let mut overlay = Overlay::new();
        let script = "truncate -s 3000000 target/big; echo 2 > target/a; echo 2 > target/z";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        done.harvest.expect("nothing is refused");
        let crossing = cross(place, overlay).expect("worked out");
        place.file("target/z", "mine\n");
        match crossing.go() {
            Err((CrossingError::Changed(paths), left)) => {
                assert_eq!((paths, left), (vec!["target/z".to_owned()], Vec::new()));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(fs_err::read(place.path("target/z")).expect("there"), b"mine\n");
        assert_eq!(fs_err::read(place.path("target/a")).expect("there"), b"1\n");
        assert!(!place.path("target/big").exists());
    });
}

#[test]
fn a_repository_inside_is_not_replaced() {
    as_root_and_nobody("carried::a_repository_inside_is_not_replaced", |place| {
        place.file("target/d/its/.git/HEAD", "ref: refs/heads/main\n");
        let mut overlay = Overlay::new();
        let script = "rm -r target/d; truncate -s 3000000 target/big";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        match done.harvest {
            Err(HarvestError::Refused(why)) => {
                assert_eq!(why, ["`target/d` holds a repository of its own"]);
            }
            other => panic!("{other:?}"),
        }
    });
}

#[test]
fn a_directory_that_is_made_anew_replaces_the_old_one() {
    as_root_and_nobody("carried::a_directory_that_is_made_anew_replaces_the_old_one", |place| {
        place.file("target/old/x", "x\n");
        place.file("target/mine", "mine\n");
        let mut overlay = Overlay::new();
        let script = "rm -r target; mkdir -p target/new; truncate -s 3000000 target/new/big; \
            ln -s new target/link; chmod 711 target/new";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        done.harvest.expect("nothing is refused");
        let crossing = cross(place, overlay).expect("worked out");
        crossing.go().expect("gone");
        crossing.settle().expect("settled");
        let names = |dir: &str| {
            let entries = fs_err::read_dir(place.path(dir)).expect("there");
            entries.map(|entry| entry.expect("one").file_name()).collect::<BTreeSet<_>>()
        };
        assert_eq!(names("target"), ["link".into(), "new".into()].into());
        let mode = place.path("target/new").metadata().expect("there").mode();
        assert_eq!(mode & 0o777, 0o711);
        let store = place.path(".git/clada/carried/1");
        let back = travel((&store, &place.granted("")), Side::Before, (false, false));
        let back = back.expect("readable").expect("there");
        assert_eq!(back.stays, Vec::<String>::new());
        back.crossing.expect("something goes").go().expect("gone");
        assert_eq!(names("target"), ["mine".into(), "old".into()].into());
        assert_eq!(fs_err::read(place.path("target/mine")).expect("there"), b"mine\n");
    });
}
