//! A command's time, its output and its descendants have an end.

use std::time::{Duration, Instant};

use git_clada::workspace::{Overlay, process::Status};

use crate::place::{as_root_and_nobody, changes, spec};

#[test]
fn its_time_is_up_and_its_changes_are_dropped() {
    as_root_and_nobody("limits::its_time_is_up_and_its_changes_are_dropped", |place| {
        place.file("f", "old\n");
        let mut overlay = Overlay::new();
        let mut spec = spec(&["sh", "-c", "echo new > f; echo begun; sleep 60"]);
        spec.timeout = Duration::from_millis(500);
        let started = Instant::now();
        let Some(done) = place.run(&mut overlay, spec) else { return };
        assert_eq!((done.ran.status, &*done.ran.stdout), (Status::TimedOut, "begun\n"));
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
        assert_eq!(changes(overlay), Vec::<String>::new());
    });
}

#[test]
fn what_will_not_end_is_killed() {
    as_root_and_nobody("limits::what_will_not_end_is_killed", |place| {
        let mut overlay = Overlay::new();
        let mut spec =
            spec(&["sh", "-c", "trap '' TERM; setsid sleep 60 & while :; do sleep 1; done"]);
        spec.timeout = Duration::from_millis(300);
        let Some(done) = place.run(&mut overlay, spec) else { return };
        assert_eq!(done.ran.status, Status::TimedOut);
        assert!(done.ran.elapsed < Duration::from_secs(15), "{:?}", done.ran.elapsed);
    });
}

#[test]
fn no_descendant_outlives_it() {
    as_root_and_nobody("limits::no_descendant_outlives_it", |place| {
        let mut overlay = Overlay::new();
        let script = "setsid sh -c 'trap \"\" TERM HUP; sleep 6123' > /dev/null 2>&1 & \
            (sleep 6123 &) ; echo done";
        let started = Instant::now();
        let Some(done) = place.shell(&mut overlay, script) else { return };
        assert_eq!(done.ran.stdout, "done\n");
        assert!(started.elapsed() < Duration::from_secs(15));
        let left = std::process::Command::new("pgrep").args(["-f", "sleep 6123"]).output();
        let left = left.expect("pgrep runs").stdout;
        assert_eq!(String::from_utf8_lossy(&left), "");
    });
}

#[test]
fn much_output_is_cut_in_the_middle() {
    as_root_and_nobody("limits::much_output_is_cut_in_the_middle", |place| {
        let mut overlay = Overlay::new();
        let mut spec = spec(&["sh", "-c", "echo begin; yes é | head -c 3000000; echo end"]);
        spec.max_output = 1000;
        let Some(done) = place.run(&mut overlay, spec) else { return };
        let out = &done.ran.stdout;
        assert!(out.starts_with("begin\né\n") && out.ends_with("end\n"), "{out}");
        assert!(out.contains("bytes left out") && out.len() < 1100, "{out}");
        assert!(!out.contains('\u{fffd}'), "{out}");
    });
}
