//! Attacks on the gate, and the plain paths that it must let through.

use std::{
    io::Read,
    os::unix::{fs::symlink, net::UnixListener},
    path::{Path, PathBuf},
};

use rustix::fs::OFlags;

use super::*;

/// A worktree `work` with a git directory, beside `outside` and `allowed`.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for made in ["work/.git/hooks", "work/src", "outside", "allowed/deep"] {
            fs_err::create_dir_all(dir.path().join(made)).expect("made");
        }
        let place = Self { dir };
        place.file("work/src/a.rs", "a");
        place.file("outside/secret", "secret");
        place.file("work/.git/config", "[core]");
        place
    }

    fn path(&self, rel: &str) -> PathBuf {
        self.dir.path().canonicalize().expect("there").join(rel)
    }

    fn file(&self, rel: &str, content: &str) {
        fs_err::create_dir_all(self.path(rel).parent().expect("inside")).expect("made");
        fs_err::write(self.path(rel), content).expect("written");
    }

    fn link(&self, target: impl AsRef<Path>, rel: &str) {
        symlink(target, self.path(rel)).expect("linked");
    }

    fn gate(&self) -> Gate {
        Gate::new(GateOptions {
            worktree: Some(&self.path("work")),
            allow_roots: &[self.path("allowed")],
            git_dirs: &[self.path("work/.git")],
            ..GateOptions::default()
        })
        .expect("a gate")
    }
}

fn code(gate: &Gate, path: &str, access: Access) -> &'static str {
    match gate.grant(path, access) {
        Ok(granted) => {
            assert_eq!(granted.shown(), path, "it is shown as written");
            "granted"
        }
        Err(refusal) => {
            assert!(refusal.message.starts_with(refusal.code), "{refusal:?}");
            assert!(refusal.help.is_some(), "{refusal:?}");
            refusal.code
        }
    }
}

const ALL: [Access; 3] = [Access::Read, Access::Write, Access::Entry];

fn each_is(gate: &Gate, expected: &str, paths: &[&str]) {
    for path in paths {
        for access in ALL {
            assert_eq!(code(gate, path, access), expected, "{path:?} {access:?}");
        }
    }
}

#[test]
fn one_place_has_one_name_however_it_is_written() {
    let place = Place::new();
    let gate = place.gate();
    let absolute = place.path("work/src/a.rs");
    let spellings = [
        "src/a.rs",
        "./src//a.rs",
        "src/../src/a.rs",
        "src/none/../a.rs",
        "../work/src/a.rs",
        absolute.to_str().expect("text"),
    ];
    for spelling in spellings {
        let granted = gate.grant(spelling, Access::Write).expect(spelling);
        assert_eq!(granted.worktree_path().expect("in the worktree").as_bstr(), "src/a.rs");
        assert_eq!(granted.absolute(), absolute);
    }
}

#[test]
fn what_does_not_exist_yet_may_be_written() {
    let place = Place::new();
    let gate = place.gate();
    each_is(&gate, "granted", &["new", "new/deep/file", "src/a.rs/below", ".gitignore", "."]);
    let outside = place.path("allowed/new/file");
    let granted = gate.grant(outside.to_str().expect("text"), Access::Write).expect("granted");
    assert_eq!((granted.worktree_path(), granted.absolute()), (None, outside));
}

#[test]
fn no_spelling_leads_out_of_the_roots() {
    let place = Place::new();
    let gate = place.gate();
    let secret = place.path("outside/secret");
    let beside = place.path("work-too/x");
    each_is(
        &gate,
        "PATH_ESCAPE",
        &[
            "../outside/secret",
            "src/../../outside/secret",
            "none/../../outside/secret",
            "a/../../x",
            "..",
            "/",
            "/etc/passwd",
            "/none/at/all",
            secret.to_str().expect("text"),
            beside.to_str().expect("text"),
        ],
    );
    let refusal = gate.grant("../outside/secret", Access::Read).expect_err("outside");
    let text = "PATH_ESCAPE: path is outside the allowed roots, '../outside/secret'";
    assert_eq!(refusal.message, text);
    assert!(refusal.help.expect("a help").contains("--allow-root"));
}

#[test]
fn the_git_directory_is_never_reached() {
    let place = Place::new();
    place.link(".git", "work/alias");
    place.link(".git/config", "work/settings");
    place.link(place.path("work/.git"), "allowed/into");
    let gate = place.gate();
    let absolute = place.path("work/.git/config");
    let into = place.path("allowed/into/config");
    each_is(
        &gate,
        "PATH_FORBIDDEN",
        &[
            ".git",
            ".git/config",
            ".git/hooks/pre-commit",
            ".GIT/config",
            "git~1/config",
            ".git /config",
            ".git./config",
            ".git::$INDEX_ALLOCATION/config",
            ".g\u{200c}it/config",
            "src/.git/config",
            "src/x\\.git/config",
            "alias/config",
            "src/../alias/config",
            absolute.to_str().expect("text"),
            into.to_str().expect("text"),
            ".clada/allowed-commands.json",
            ".CLADA",
            "nul\0in/path",
        ],
    );
    assert_eq!(code(&gate, "settings", Access::Read), "PATH_FORBIDDEN");
    assert_eq!(code(&gate, "settings", Access::Write), "PATH_FORBIDDEN");
    assert_eq!(code(&gate, "settings", Access::Entry), "granted", "the link may be deleted");
}

#[test]
fn a_git_directory_by_another_name_is_known_by_identity() {
    let place = Place::new();
    fs_err::rename(place.path("work/.git"), place.path("work/data")).expect("moved");
    let gate = Gate::new(GateOptions {
        worktree: Some(&place.path("work")),
        git_dirs: &[place.path("work/data")],
        ..GateOptions::default()
    })
    .expect("a gate");
    each_is(&gate, "PATH_FORBIDDEN", &["data", "data/config", "data/new"]);
    assert_eq!(code(&gate, "src/a.rs", Access::Write), "granted");
}

#[test]
fn an_allowed_root_in_the_git_directory_is_refused() {
    let place = Place::new();
    let gate = Gate::new(GateOptions {
        worktree: Some(&place.path("work")),
        allow_roots: &[place.path("work/.git/hooks")],
        git_dirs: &[place.path("work/.git")],
        ..GateOptions::default()
    });
    assert!(matches!(gate, Err(GateError::Forbidden { .. })));
}

#[test]
fn a_nested_repository_is_left_alone() {
    let place = Place::new();
    place.file("work/sub/.git", "gitdir: ../.git/modules/sub");
    place.file("work/sub/deep/file", "x");
    fs_err::create_dir_all(place.path("work/clone/.git")).expect("made");
    each_is(
        &place.gate(),
        "PATH_FORBIDDEN",
        &["sub", "sub/file", "sub/deep/file", "sub/new/file", "clone/x", "src/../sub/file"],
    );
}

#[test]
fn the_systems_own_directories_are_never_touched() {
    let place = Place::new();
    place.link("/proc/self/root/etc/passwd", "work/magic");
    let gate = Gate::new(GateOptions {
        worktree: Some(&place.path("work")),
        allow_roots: &[PathBuf::from("/")],
        ..GateOptions::default()
    })
    .expect("a gate");
    each_is(
        &gate,
        "PATH_FORBIDDEN",
        &["/proc/self/environ", "/sys/kernel", "/dev/null", "/usr/../proc/version", "/dev/shm/x"],
    );
    assert_eq!(code(&gate, "magic", Access::Read), "PATH_FORBIDDEN");
    assert_eq!(code(&gate, "/none/at/all", Access::Read), "granted", "the root `/` is allowed");
}

#[test]
fn a_link_is_read_through_but_not_written_through() {
    let place = Place::new();
    place.link("src", "work/dir");
    place.link("src/a.rs", "work/file");
    place.link("none", "work/dangling");
    let gate = place.gate();
    for path in ["dir/a.rs", "file"] {
        let granted = gate.grant(path, Access::Read).expect(path);
        assert_eq!(granted.worktree_path().expect("inside").as_bstr(), "src/a.rs");
    }
    for path in ["dir/a.rs", "dir/new", "file", "dangling", "dir/none/new", "dir/../file"] {
        assert_eq!(code(&gate, path, Access::Write), "SYMLINK_NOT_ALLOWED", "{path}");
    }
    let refusal = gate.grant("dir/new", Access::Write).expect_err("through a link");
    assert!(refusal.help.expect("a help").contains("'src/new'"));
    assert_eq!(code(&gate, "file", Access::Entry), "granted");
    assert_eq!(code(&gate, "dir/a.rs", Access::Entry), "SYMLINK_NOT_ALLOWED");
    assert_eq!(code(&gate, "dangling", Access::Read), "granted", "reading it finds nothing");
}

#[test]
fn dotdot_is_taken_after_links_as_the_kernel_does() {
    let place = Place::new();
    place.file("outside/a.rs", "outside");
    fs_err::create_dir_all(place.path("outside/deep")).expect("made");
    place.link("../outside/deep", "work/out");
    place.link("src/deep", "work/in");
    fs_err::create_dir_all(place.path("work/src/deep")).expect("made");
    let gate = place.gate();
    for access in ALL {
        assert_eq!(code(&gate, "out/../a.rs", access), "PATH_ESCAPE");
        assert_eq!(code(&gate, "out/x", access), "PATH_ESCAPE");
    }
    let granted = gate.grant("in/../a.rs", Access::Read).expect("granted");
    assert_eq!(granted.worktree_path().expect("inside").as_bstr(), "src/a.rs");
    assert_eq!(code(&gate, "in/../a.rs", Access::Write), "SYMLINK_NOT_ALLOWED");
}

#[test]
fn links_that_lead_out_are_refused_whatever_they_point_at() {
    let place = Place::new();
    place.link("../outside/secret", "work/relative");
    place.link(place.path("outside/secret"), "work/absolute");
    place.link("../outside/none", "work/dangling");
    place.link("relative", "work/chain");
    place.link("loop", "work/loop");
    let gate = place.gate();
    for path in ["relative", "absolute", "dangling", "chain"] {
        assert_eq!(code(&gate, path, Access::Read), "PATH_ESCAPE", "{path}");
        assert_eq!(code(&gate, path, Access::Write), "SYMLINK_NOT_ALLOWED", "{path}");
        assert_eq!(code(&gate, path, Access::Entry), "granted", "{path}");
    }
    assert_eq!(code(&gate, "loop", Access::Read), "SYMLINK_NOT_ALLOWED");
    assert_eq!(code(&gate, "loop/x", Access::Write), "SYMLINK_NOT_ALLOWED");
}

#[test]
fn gitmodules_is_not_read_through_a_link() {
    let place = Place::new();
    place.link("src/a.rs", "work/.gitmodules");
    let gate = place.gate();
    assert_eq!(code(&gate, ".gitmodules", Access::Read), "PATH_FORBIDDEN");
    let src = gate.grant("src/.gitmodules", Access::Entry).expect("granted");
    assert!(!src.may_be_link());
}

#[test]
fn devices_fifos_and_sockets_are_special() {
    let place = Place::new();
    let fifo = place.path("work/fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, 0o600.into()).expect("made");
    let _socket = UnixListener::bind(place.path("work/socket")).expect("bound");
    place.link("fifo", "work/to-fifo");
    let gate = place.gate();
    each_is(&gate, "PATH_SPECIAL", &["fifo", "socket"]);
    assert_eq!(code(&gate, "to-fifo", Access::Read), "PATH_SPECIAL");
}

#[test]
fn long_and_reserved_paths_are_refused() {
    let place = Place::new();
    let component = format!("src/{}", "x".repeat(256));
    let path = "x/".repeat(2049);
    let gate = place.gate();
    each_is(&gate, "PATH_TOO_LONG", &[&component, &path]);
    each_is(&gate, "PATH_RESERVED", &["src/a.rs@@10", "@@/x"]);
    let fits = format!("src/{}", "x".repeat(255));
    assert_eq!(code(&gate, &fits, Access::Write), "granted");
}

#[test]
fn the_worktree_is_known_by_its_other_spellings() {
    let place = Place::new();
    place.link("work", "spelled");
    let main = place.path("elsewhere");
    let gate = Gate::new(GateOptions {
        worktree: Some(&place.path("work")),
        pwd_spelling: Some(&place.path("spelled")),
        aliases: std::slice::from_ref(&main),
        ..GateOptions::default()
    })
    .expect("a gate");
    for path in [place.path("spelled/src/a.rs"), main.join("src/a.rs")] {
        let granted = gate.grant(path.to_str().expect("text"), Access::Write).expect("granted");
        assert_eq!(granted.worktree_path().expect("inside").as_bstr(), "src/a.rs");
    }
}

#[test]
fn the_worktree_wins_over_an_allowed_root_around_it() {
    let place = Place::new();
    let gate = Gate::new(GateOptions {
        worktree: Some(&place.path("work")),
        allow_roots: &[place.path(""), place.path("work/src")],
        git_dirs: &[place.path("work/.git")],
        ..GateOptions::default()
    })
    .expect("a gate");
    let path = place.path("work/src/a.rs");
    let granted = gate.grant(path.to_str().expect("text"), Access::Write).expect("granted");
    assert!(granted.worktree_path().is_some());
    assert_eq!(code(&gate, "../outside/secret", Access::Write), "granted");
}

#[test]
fn a_link_swapped_in_after_the_grant_is_not_followed() {
    let place = Place::new();
    place.file("work/dir/secret", "inside");
    let gate = place.gate();
    let granted = gate.grant("dir/secret", Access::Read).expect("granted");
    fs_err::rename(place.path("work/dir"), place.path("work/moved")).expect("moved");
    place.link("../outside", "work/dir");
    assert!(granted.open(OFlags::RDONLY).is_err());
    fs_err::remove_file(place.path("work/dir")).expect("removed");
    fs_err::rename(place.path("work/moved"), place.path("work/dir")).expect("moved");
    let mut text = String::new();
    let fd = granted.open(OFlags::RDONLY).expect("opens");
    std::fs::File::from(fd).read_to_string(&mut text).expect("read");
    assert_eq!(text, "inside");
}

#[test]
fn paths_of_the_log_are_granted_like_any_other() {
    let place = Place::new();
    let gate = place.gate();
    let rel = |text: &str| RepoPath::new(text).expect("sound");
    let granted = gate.grant_in(&rel("src/a@@b"), Access::Entry).expect("granted");
    assert_eq!(granted.shown(), "src/a@@b");
    assert!(gate.grant_in(&rel(".git/config"), Access::Entry).is_err());
    assert!(gate.grant_absolute(&place.path("allowed/deep"), Access::Entry).is_ok());
    let outside = gate.grant_absolute(&place.path("outside/secret"), Access::Entry);
    assert_eq!(outside.expect_err("outside").code, "PATH_ESCAPE");
}

#[test]
fn without_a_worktree_paths_start_at_the_base_directory() {
    let place = Place::new();
    let gate =
        Gate::new(GateOptions { base_dir: Some(&place.path("outside")), ..GateOptions::default() })
            .expect("a gate");
    let granted = gate.grant("secret", Access::Read).expect("granted");
    assert_eq!((granted.worktree_path(), granted.absolute()), (None, place.path("outside/secret")));
    assert!(matches!(Gate::new(GateOptions::default()), Err(GateError::NoBase)));
}
