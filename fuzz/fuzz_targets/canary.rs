//! Random actions with hostile paths and links against a tree outside the root, which must stay as it is
//! to the bit. The same responses, with commands and the binary, are tried by `tests/security/`.
#![no_main]

use std::{os::unix::fs::symlink, path::Path, process::Command};

use git_clada::engine::{Clada, CladaOptions};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/security/canary.rs"]
mod canary;
#[path = "../../tests/security/hostile.rs"]
mod hostile;
#[expect(dead_code, reason = "the actions that tests write; this needs a part")]
#[path = "../../tests/it/sham.rs"]
mod sham;

use canary::{Canary, LINKED, SECRET};
use hostile::Hostile;

fn git(dir: &Path, args: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(dir).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(args);
    assert!(command.status().expect("git runs").success(), "{args:?}");
}

/// A repository with links that lead out, beside what is outside.
fn lay_out(above: &Path) {
    let (repo, outside) = (above.join("repo"), above.join("canary"));
    fs_err::create_dir_all(repo.join("a")).expect("made");
    fs_err::write(repo.join("a/f"), "secrets\n").expect("written");
    fs_err::write(repo.join("f"), "x\n").expect("written");
    for (target, link) in [
        ("loop", "loop"),
        ("../canary", "out"),
        ("../canary/d", "d"),
        ("../canary/secret", "file"),
        ("a", "in"),
    ] {
        symlink(target, repo.join(link)).expect("linked");
    }
    git(&repo, &["init", "-q"]);
    git(&repo, &["add", "-A"]);
    git(&repo, &["commit", "-q", "-m", "before"]);
    fs_err::hard_link(outside.join(LINKED), repo.join("a/secret")).expect("linked");
}

fuzz_target!(|bytes: &[u8]| {
    let memory = Path::new("/dev/shm");
    let dir = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let dir = dir.expect("a directory");
    let outside = dir.path().join("canary");
    Canary::make(&outside);
    lay_out(dir.path());
    let before = Canary::of(&outside);
    let above = dir.path().to_str().expect("UTF-8");
    let response = Hostile::new(bytes, above).response();
    let clada =
        Clada::new(CladaOptions { repo_path: dir.path().join("repo"), ..CladaOptions::default() });
    let told = serde_json::to_string(&clada.execute(&response)).expect("JSON");
    before.assert_unchanged(&outside, &response);
    assert!(!told.contains(SECRET), "{response}\n{told}");
});
