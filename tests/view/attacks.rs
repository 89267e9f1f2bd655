//! Ways out of a sandbox, each of them tried.

use git_clada::workspace::{
    Overlay,
    process::{CommandSpec, SandboxOptions, Status},
};

use crate::place::{Done, Place, as_root_and_nobody, changes, spec};

/// Runs a script that must not reach what it wants, with the place's directory as `$0`.
fn attack(place: &Place, overlay: &mut Overlay, script: &str) -> Option<Done> {
    place.run(overlay, spec(&["sh", "-c", script, &place.root.to_string_lossy()]))
}

#[test]
fn writing_outside_the_worktree() {
    as_root_and_nobody("attacks::writing_outside_the_worktree", |place| {
        fs_err::write(place.root.join("home/notes"), "seen").expect("written");
        std::os::unix::fs::symlink(place.root.join("home"), place.path("out")).expect("linked");
        let script = "echo x > \"$0/home/notes\"; echo x > out/new; rm -f out/notes; \
            mkdir \"$0/home/d\"; chmod 777 \"$0/home/notes\"; ln out/notes hard; \
            echo x > /etc/clada-was-here; echo x > /usr/clada-was-here; true";
        let Some(done) = attack(place, &mut Overlay::new(), script) else { return };
        assert_eq!(fs_err::read(place.root.join("home/notes")).expect("there"), b"seen");
        let names = fs_err::read_dir(place.root.join("home")).expect("a home").count();
        assert_eq!(names, 3, "{done:?}");
        assert!(!std::path::Path::new("/etc/clada-was-here").exists());
        assert!(!std::path::Path::new("/usr/clada-was-here").exists());
    });
}

#[test]
fn leaving_a_link_where_a_later_view_hides_what_was_deleted() {
    as_root_and_nobody(
        "attacks::leaving_a_link_where_a_later_view_hides_what_was_deleted",
        |place| {
            for file in ["a/index.lock", "a/sub/x", "b/index.lock"] {
                place.file(file, "kept\n");
            }
            for to in ["../home", ".git", "b"] {
                let mut overlay = Overlay::new();
                let left = format!("rm -rf a && ln -s {to} a && touch b/new");
                let Some(done) = place.shell(&mut overlay, &left) else { return };
                done.harvest.expect("nothing is refused");
                let done = place.shell(&mut overlay, "ls b; readlink a").expect("it ran before");
                assert_eq!(done.ran.stdout, format!("index.lock\nnew\n{to}\n"), "{done:?}");
                for outside in
                    ["home/index.lock", "home/sub", "repo/.git/index.lock", "repo/.git/sub"]
                {
                    let found = place.root.join(outside).symlink_metadata();
                    assert!(found.is_err(), "{outside}: {found:?}");
                }
                let gone = changes(overlay);
                assert!(!gone.iter().any(|change| change.starts_with("b/index.lock")), "{gone:?}");
            }
        },
    );
}

#[test]
fn reading_the_secrets_of_the_home() {
    as_root_and_nobody("attacks::reading_the_secrets_of_the_home", |place| {
        let script = "cat \"$0/home/.ssh/id_ed25519\" \"$0/home/.netrc\"; ls \"$0/home/.ssh\"; \
            chmod 777 \"$0/home/.netrc\" \"$0/home/.ssh\"; cat \"$0/home/.netrc\"; \
            umount \"$0/home/.ssh\"; cat \"$0/home/.ssh/id_ed25519\"; cat \"$0/home/notes\"";
        let Some(done) = attack(place, &mut Overlay::new(), script) else { return };
        assert_eq!(done.ran.stdout, "seen", "{done:?}");
    });
}

#[test]
fn writing_the_git_directory() {
    as_root_and_nobody("attacks::writing_the_git_directory", |place| {
        let before = fs_err::read(place.path(".git/config")).expect("there");
        let script = "echo x > .git/hooks/pre-commit; echo '[core]' >> .git/config; \
            mv .git .git2; rm -rf .git; mkdir .git/x; echo '* filter=x' > .git/info/attributes; \
            ls .git/clada/scratch/*; echo x > .git/clada/scratch/x; true";
        let Some(done) = attack(place, &mut Overlay::new(), script) else { return };
        done.harvest.as_ref().expect("nothing came of it");
        assert_eq!(fs_err::read(place.path(".git/config")).expect("there"), before);
        assert!(!place.path(".git/hooks/pre-commit").exists());
        assert!(!place.path(".git/info/attributes").exists());
        assert_eq!(done.ran.stdout, "", "{done:?}");
    });
}

#[test]
fn with_the_git_directory_allowed_its_hooks_and_config_stay() {
    as_root_and_nobody(
        "attacks::with_the_git_directory_allowed_its_hooks_and_config_stay",
        |place| {
            let before = fs_err::read(place.path(".git/config")).expect("there");
            let script = "echo x > .git/allowed; echo x > .git/hooks/pre-commit; rm -rf .git/hooks; \
            mv .git/hooks .git/h2; echo '[core]' >> .git/config; mv .git/config .git/c2";
            let sandbox = SandboxOptions { allow_git: true, ..SandboxOptions::default() };
            let spec = CommandSpec { sandbox, ..spec(&["sh", "-c", script]) };
            let Some(done) = place.run(&mut Overlay::new(), spec) else { return };
            assert_eq!(fs_err::read(place.path(".git/config")).expect("there"), before, "{done:?}");
            assert!(!place.path(".git/hooks/pre-commit").exists());
            assert!(place.path(".git/allowed").exists(), "{done:?}");
        },
    );
}

#[test]
fn making_a_nested_repository_or_a_clada_directory() {
    as_root_and_nobody("attacks::making_a_nested_repository_or_a_clada_directory", |place| {
        for (script, says) in [
            ("mkdir -p sub/.git/hooks; echo x > f", "PATH_FORBIDDEN"),
            ("git init -q sub 2>&1; mkdir -p sub/.git", "PATH_FORBIDDEN"),
            ("mkdir .clada && echo x > .clada/allowed-commands.json", "PATH_FORBIDDEN"),
            ("mkdir .GIT; echo x > f", "PATH_FORBIDDEN"),
            ("ln -s f .gitmodules", ".gitmodules"),
            ("mkfifo p; echo x > f", "device, FIFO or socket"),
            ("python3 -c \"import socket; socket.socket(socket.AF_UNIX).bind('s')\"", "FIFO"),
        ] {
            let mut overlay = Overlay::new();
            let Some(done) = attack(place, &mut overlay, script) else { return };
            let error = done.harvest.as_ref().expect_err(script).to_string();
            assert!(error.contains(says), "{script}: {error}");
            assert_eq!(changes(overlay), Vec::<String>::new(), "{script}");
        }
    });
}

#[test]
fn changing_the_users_allow_list() {
    as_root_and_nobody("attacks::changing_the_users_allow_list", |place| {
        place.file(".clada/allowed-commands.json", "{}");
        let script = "echo x > .clada/allowed-commands.json; rm -rf .clada; mv .clada c; true";
        let mut overlay = Overlay::new();
        let Some(done) = attack(place, &mut overlay, script) else { return };
        done.harvest.expect("nothing came of it");
        assert_eq!(changes(overlay), Vec::<String>::new());
    });
}

#[test]
fn deleting_a_repository_that_is_in_the_worktree() {
    as_root_and_nobody("attacks::deleting_a_repository_that_is_in_the_worktree", |place| {
        place.file("sub/.git/config", "x");
        place.file("sub/f", "x");
        for script in ["rm -rf sub", "rm -rf sub; mkdir sub", "echo y > sub/f", "rm -rf sub/.git"] {
            let mut overlay = Overlay::new();
            let Some(done) = attack(place, &mut overlay, script) else { return };
            done.harvest.expect_err(script);
            assert_eq!(changes(overlay), Vec::<String>::new(), "{script}");
        }
    });
}

#[test]
fn making_namespaces_mounts_and_tracing() {
    as_root_and_nobody("attacks::making_namespaces_mounts_and_tracing", |place| {
        let script = "unshare -r true && echo unshared; unshare -m true && echo unshared; \
            mount -t tmpfs x /mnt && echo mounted; umount /proc && echo unmounted; \
            nsenter -t 1 -m true && echo entered; chroot / true && echo rooted; \
            strace true && echo traced; mknod d b 8 0 && echo made; \
            setpriv --reuid 1 true && echo became; true";
        let Some(done) = attack(place, &mut Overlay::new(), script) else { return };
        assert_eq!((done.ran.status, &*done.ran.stdout), (Status::Exited(0), ""), "{done:?}");
    });
}

#[test]
fn taking_capabilities_back() {
    as_root_and_nobody("attacks::taking_capabilities_back", |place| {
        let script = "grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status";
        let Some(done) = attack(place, &mut Overlay::new(), script) else { return };
        for line in done.ran.stdout.lines() {
            let value = line.split_whitespace().nth(1).expect("a value");
            let expected = match line.split(':').next() {
                Some("NoNewPrivs") => "1",
                Some("Seccomp") => "2",
                _ => "0000000000000000",
            };
            assert_eq!(value, expected, "{line}");
        }
    });
}

#[test]
fn reaching_the_machine_through_proc_and_dev() {
    as_root_and_nobody("attacks::reaching_the_machine_through_proc_and_dev", |place| {
        let script = "echo x > /proc/sys/kernel/core_pattern && echo wrote; ls /dev/vda /dev/sda; \
            cat /proc/1/environ | tr '\\0' '\\n' | grep -c .; \
            ls /proc/1/root/home >/dev/null 2>&1; cat /proc/1/root\"$0\"/home/.netrc; \
            echo 1 > /sys/kernel/mm/transparent_hugepage/enabled && echo wrote; true";
        let Some(done) = attack(place, &mut Overlay::new(), script) else { return };
        assert!(!done.ran.stdout.contains("wrote"), "{done:?}");
        assert!(!done.ran.stdout.contains("secret"), "{done:?}");
        assert!(!done.ran.stdout.contains("/dev/"), "{done:?}");
    });
}

#[test]
fn a_socket_outside_the_worktree() {
    as_root_and_nobody("attacks::a_socket_outside_the_worktree", |place| {
        let dir = tempfile::tempdir_in("/tmp").expect("a directory");
        crate::place::open_to_all(dir.path());
        let socket = dir.path().join("s");
        let _listens = std::os::unix::net::UnixListener::bind(&socket).expect("bound");
        let script = "import socket, sys\ns = socket.socket(socket.AF_UNIX)\n\
            s.connect(sys.argv[1])\nprint('connected')";
        let path = socket.to_string_lossy();
        let done = place.run(&mut Overlay::new(), spec(&["python3", "-c", script, &path]));
        let Some(done) = done else { return };
        assert_eq!(done.ran.stdout, "", "{done:?}");
        let script = "import os\nfor d in ('/run', '/var/run'):\n  \
            for n in os.listdir(d): print(n)";
        let done = place.run(&mut Overlay::new(), spec(&["python3", "-c", script]));
        let done = done.expect("it ran before");
        assert!(!done.ran.stdout.contains("sock"), "{done:?}");
    });
}

fn with_git(script: &str) -> git_clada::workspace::process::CommandSpec<'static> {
    let sandbox = SandboxOptions { allow_git: true, ..SandboxOptions::default() };
    CommandSpec { sandbox, ..spec(&["sh", "-c", script]) }
}

#[test]
fn with_the_git_directory_allowed_making_the_settings_that_are_not_there() {
    let name = "attacks::with_the_git_directory_allowed_making_the_settings_that_are_not_there";
    as_root_and_nobody(name, |place| {
        fs_err::remove_dir_all(place.path(".git/hooks")).expect("removed");
        fs_err::create_dir_all(place.path(".git/modules/sub/hooks")).expect("made");
        fs_err::create_dir_all(place.path(".git/worktrees/other")).expect("made");
        fs_err::write(place.path(".git/worktrees/other/commondir"), "../..\n").expect("written");
        let script = "mkdir .git/hooks; echo evil > .git/hooks/pre-commit; \
            echo evil >> .git/config.worktree; echo evil > .git/modules/sub/config; \
            echo evil > .git/modules/sub/hooks/pre-commit; \
            echo evil > .git/worktrees/other/commondir; mv .git/worktrees .git/w; \
            mv .git/modules .git/m; echo x > .git/allowed; true";
        let Some(done) = place.run(&mut Overlay::new(), with_git(script)) else { return };
        assert!(place.path(".git/allowed").exists(), "{done:?}");
        let found = std::process::Command::new("grep")
            .args(["-rl", "evil"])
            .arg(place.path(".git"))
            .output()
            .expect("grep runs");
        assert_eq!(String::from_utf8_lossy(&found.stdout), "", "{done:?}");
        let read = fs_err::read(place.path(".git/worktrees/other/commondir"));
        assert_eq!(read.expect("there"), b"../..\n");
    });
}

#[test]
fn with_the_git_directory_allowed_making_a_commondir() {
    as_root_and_nobody("attacks::with_the_git_directory_allowed_making_a_commondir", |place| {
        for script in ["echo ../evil > .git/commondir", "mkdir -p .git/commondir/x"] {
            let mut view = place.view(&Overlay::new());
            match view.run(with_git(script)) {
                Err(error) if error.to_string().contains("commondir") => {}
                Err(error) => return eprintln!("passed over: {error}"),
                Ok(ran) => panic!("{script}: {ran:?}"),
            }
            assert!(!place.path(".git/commondir").exists(), "{script}");
        }
    });
}

#[test]
fn with_the_git_directory_allowed_in_a_linked_worktree_moving_its_common_directory() {
    let name =
        "attacks::with_the_git_directory_allowed_in_a_linked_worktree_moving_its_common_directory";
    as_root_and_nobody(name, |main| {
        let Some(place) = main.linked() else { return };
        let git_dir = main.path(".git/worktrees/linked");
        let before = fs_err::read(git_dir.join("commondir")).expect("there");
        let script = "g=$(sed 's/gitdir: //' .git); echo evil > $g/commondir; \
            echo evil > $g/gitdir; echo evil > .git; echo evil >> $g/config.worktree; \
            mv $g/commondir $g/c; rm -f $g/commondir; echo x > $g/allowed; \
            echo evil >> $g/../../config; echo evil > $g/../../hooks/pre-commit; true";
        let Some(done) = place.run(&mut Overlay::new(), with_git(script)) else { return };
        assert_eq!(fs_err::read(git_dir.join("commondir")).expect("there"), before, "{done:?}");
        assert!(git_dir.join("allowed").exists(), "{done:?}");
        let found = std::process::Command::new("grep")
            .args(["-rl", "evil"])
            .arg(main.path(".git"))
            .arg(place.path(".git"))
            .output()
            .expect("grep runs");
        assert_eq!(String::from_utf8_lossy(&found.stdout), "", "{done:?}");
    });
}
