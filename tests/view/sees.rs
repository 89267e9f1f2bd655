//! What a command sees of the machine: itself, the worktree as it is by now, and little else.

use std::time::Duration;

use git_clada::workspace::{
    Overlay,
    process::{InheritedLock, SandboxMode, SandboxOptions, Status, Stream, ViewKind},
    view::{Part, run_in_place},
};

use crate::place::{as_root_and_nobody, changes, fed, spec};

#[test]
fn the_worktree_is_at_its_own_path() {
    as_root_and_nobody("sees::the_worktree_is_at_its_own_path", |place| {
        place.file("dir/f", "x\n");
        let mut overlay = Overlay::new();
        let granted = place.granted("dir");
        let mut spec = spec(&["sh", "-c", "pwd; git rev-parse --show-toplevel; cat \"$0\"", "f"]);
        spec.cwd = Some(&granted);
        spec.env.push(("GIT_CONFIG_COUNT".into(), "1".into()));
        spec.env.push(("GIT_CONFIG_KEY_0".into(), "safe.directory".into()));
        spec.env.push(("GIT_CONFIG_VALUE_0".into(), "*".into()));
        let Some(done) = place.run(&mut overlay, spec) else { return };
        let (dir, top) = (place.path("dir"), place.granted("").absolute());
        let top = top.to_string_lossy();
        let top = top.trim_end_matches('/');
        assert_eq!(done.ran.stdout, format!("{}\n{top}\nx\n", dir.display()), "{done:?}");
    });
}

#[test]
fn standard_input_output_and_error_are_its_own() {
    as_root_and_nobody("sees::standard_input_output_and_error_are_its_own", |place| {
        let mut overlay = Overlay::new();
        let mut lines = Vec::new();
        let mut on_output = |stream: Stream, line: &str| lines.push((stream, line.to_owned()));
        let mut spec = fed("cat; echo err >&2; printf end", "in\n");
        spec.on_output = Some(&mut on_output);
        let Some(done) = place.run(&mut overlay, spec) else { return };
        assert_eq!((&*done.ran.stdout, &*done.ran.stderr), ("in\nend", "err\n"));
        lines.sort_by_key(|(stream, _)| *stream == Stream::Stderr);
        let line = |stream, text: &str| (stream, text.to_owned());
        let expected =
            [line(Stream::Stdout, "in"), line(Stream::Stdout, "end"), line(Stream::Stderr, "err")];
        assert_eq!(lines, expected);
        let done = place.shell(&mut overlay, "cat; echo done").expect("it ran before");
        assert_eq!(done.ran.stdout, "done\n");
    });
}

#[test]
fn it_ends_as_it_ends() {
    as_root_and_nobody("sees::it_ends_as_it_ends", |place| {
        let mut overlay = Overlay::new();
        let Some(done) = place.shell(&mut overlay, "exit 42") else { return };
        assert_eq!(done.ran.status, Status::Exited(42));
        let done = place.shell(&mut overlay, "kill -TERM $$; sleep 9").expect("it ran before");
        assert_eq!(done.ran.status, Status::Signaled(15));
        let done = place.shell(&mut overlay, "yes | head -1").expect("it ran before");
        assert_eq!((done.ran.status, &*done.ran.stdout), (Status::Exited(0), "y\n"));
        let error = place.view(&overlay).run(spec(&["no-such-program"])).expect_err("not there");
        assert!(error.to_string().starts_with("cannot run `no-such-program`: "));
    });
}

#[test]
fn localhost_is_up_and_nothing_else() {
    as_root_and_nobody("sees::localhost_is_up_and_nothing_else", |place| {
        let mut overlay = Overlay::new();
        let script = "cat /proc/net/dev | tail -n +3 | cut -d: -f1; ip -o addr 2>/dev/null | grep -c 127.0.0.1";
        let Some(done) = place.shell(&mut overlay, script) else { return };
        assert!(done.ran.stdout.trim_start().starts_with("lo\n"), "{done:?}");
        let listening = "import socket\ns = socket.create_server(('127.0.0.1', 0))\n\
            c = socket.create_connection(s.getsockname(), 5)\nprint('connected')\n\
            c = socket.create_connection(('192.0.2.1', 80), 5)";
        let done = place.run(&mut overlay, spec(&["python3", "-c", listening]));
        let done = done.expect("it ran before");
        assert_eq!(done.ran.stdout, "connected\n", "{done:?}");
        assert!(done.ran.stderr.contains("Network is unreachable"), "{done:?}");
    });
}

#[test]
fn temporary_files_and_devices_work_and_are_its_own() {
    as_root_and_nobody("sees::temporary_files_and_devices_work_and_are_its_own", |place| {
        fs_err::write(place.root.join("neighbour"), "x").expect("written");
        let mut overlay = Overlay::new();
        let script = "t=$(mktemp) && echo t > $t && cat $t; echo x > /dev/null; \
            head -c 2 /dev/zero | wc -c; ls /dev/shm; ls -A /tmp | wc -l; echo shm > /dev/shm/f; \
            ls -d \"$0/neighbour\"; cat /proc/self/comm; ls -d /proc/[0-9]* | wc -l; echo $TMPDIR";
        let root = place.root.to_string_lossy().into_owned();
        let done = place.run(&mut overlay, spec(&["sh", "-c", script, &root]));
        let Some(done) = done else { return };
        let lines: Vec<&str> = done.ran.stdout.lines().collect();
        assert_eq!(lines[..2], ["t", "2"], "{done:?}");
        // Its own file, and the way to the worktree.
        assert_eq!(lines[2], "2", "{done:?}");
        assert_eq!(lines[3], "cat", "{done:?}");
        assert!(lines[4].parse::<u32>().expect("a number") < 6, "{done:?}");
        assert_eq!(lines[5], "/tmp");
        assert!(!std::path::Path::new("/dev/shm/f").exists());
    });
}

#[test]
fn secrets_are_left_out_of_the_environment() {
    as_root_and_nobody("sees::secrets_are_left_out_of_the_environment", |place| {
        let mut overlay = Overlay::new();
        let mut spec = spec(&["env"]);
        spec.env.push(("API_TOKEN".into(), "secret".into()));
        spec.env.push(("KEPT".into(), "1".into()));
        let Some(done) = place.run(&mut overlay, spec) else { return };
        assert!(done.ran.stdout.contains("KEPT=1"), "{done:?}");
        assert!(!done.ran.stdout.contains("secret"), "{done:?}");
    });
}

#[test]
fn strict_shows_the_worktree_and_the_system_alone() {
    as_root_and_nobody("sees::strict_shows_the_worktree_and_the_system_alone", |place| {
        place.file("f", "mine\n");
        let mut overlay = Overlay::new();
        let home = place.root.join("home/notes").to_string_lossy().into_owned();
        let script = "cat f; cat \"$0\"; cat /var/lib/dpkg/status | head -1; ls / > /dev/null";
        let run = |overlay: &mut Overlay, mode| {
            let mut spec = spec(&["sh", "-c", script, &home]);
            spec.sandbox = SandboxOptions { mode, ..SandboxOptions::default() };
            place.run(overlay, spec)
        };
        let Some(done) = run(&mut overlay, SandboxMode::Strict) else { return };
        assert_eq!(done.ran.stdout, "mine\n", "{done:?}");
        let done = run(&mut overlay, SandboxMode::Workspace).expect("it ran before");
        assert!(done.ran.stdout.starts_with("mine\nseen"), "{done:?}");
    });
}

#[test]
fn without_a_sandbox_the_view_alone_holds_it() {
    as_root_and_nobody("sees::without_a_sandbox_the_view_alone_holds_it", |place| {
        let mut overlay = Overlay::new();
        let outside = place.root.join("outside").to_string_lossy().into_owned();
        let mut spec = spec(&["sh", "-c", "echo in > in; echo out > \"$0\"", &outside]);
        spec.sandbox.mode = SandboxMode::Off;
        let Some(done) = place.run(&mut overlay, spec) else { return };
        assert_eq!(done.ran.status, Status::Exited(0), "{done:?}");
        assert_eq!(fs_err::read_to_string(outside).expect("written"), "out\n");
        assert_eq!(changes(overlay), ["in - in"]);
    });
}

#[test]
fn the_machine_is_probed_by_trying() {
    as_root_and_nobody("sees::the_machine_is_probed_by_trying", |place| {
        let probe = git_clada::workspace::view::probe(place.options(), SandboxOptions::default());
        if place.shell(&mut Overlay::new(), "true").is_none() {
            assert!(probe.view.is_err(), "{probe:?}");
            return;
        }
        assert_eq!(probe.view, Ok(ViewKind::Overlay), "{probe:?}");
        let parts = [
            Part::Namespaces,
            Part::Network,
            Part::View,
            Part::FileRules,
            Part::Capabilities,
            Part::SystemCalls,
        ];
        assert_eq!(probe.parts, parts, "{probe:?}");
        assert_eq!(probe.user_namespace, !rustix::process::geteuid().is_root(), "{probe:?}");
    });
}

#[test]
fn in_place_it_writes_the_worktree_and_no_descendant_outlives_it() {
    as_root_and_nobody(
        "sees::in_place_it_writes_the_worktree_and_no_descendant_outlives_it",
        |place| {
            let script = "echo in > in; (setsid sleep 6124 &); cat; exit 3";
            let mut command = fed(script, "fed\n");
            command.sandbox.mode = SandboxMode::Off;
            let ran = run_in_place(&place.options(), command).expect("it runs anywhere");
            assert_eq!((ran.status, &*ran.stdout), (Status::Exited(3), "fed\n"));
            assert_eq!(ran.view, ViewKind::InPlace);
            assert_eq!(fs_err::read(place.path("in")).expect("there"), b"in\n");
            let left = std::process::Command::new("pgrep").args(["-f", "^sleep 6124"]).output();
            assert_eq!(String::from_utf8_lossy(&left.expect("pgrep runs").stdout), "");
            run_in_place(&place.options(), spec(&["true"])).expect_err("a sandbox needs a view");
        },
    );
}

#[test]
fn in_place_what_will_not_end_is_killed_with_all_that_it_started() {
    as_root_and_nobody(
        "sees::in_place_what_will_not_end_is_killed_with_all_that_it_started",
        |place| {
            let path = place.scratch().join("running");
            let lock = InheritedLock::take(&path, Duration::ZERO).expect("free");
            let script = "trap '' TERM; (setsid sleep 6125 > /dev/null 2>&1 &); \
                          while :; do sleep 1; done";
            let mut command = spec(&["sh", "-c", script]);
            command.sandbox.mode = SandboxMode::Off;
            command.timeout = Duration::from_millis(300);
            command.lock = Some(&lock);
            let ran = run_in_place(&place.options(), command).expect("it runs anywhere");
            assert_eq!(ran.status, Status::TimedOut);
            drop(lock);
            // Whatever it has started held the lock.
            InheritedLock::take(&path, Duration::ZERO).map(drop).expect("free again");
        },
    );
}
