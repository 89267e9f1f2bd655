//! A disk that fills up, at every page of it. Needs a small file system of its own, which not
//! everybody may mount; the test says so where it cannot run.

use std::path::PathBuf;

use super::{
    scenario::{Came, End, Scenario, assert_nothing_left, copy},
    scenarios,
};
use crate::{
    env::{Repo, TestEnv, commands_run, differences, tree_of},
    sham,
};

/// How large the file system is: larger than a small repository.
const SIZE: &str = "2m";
const PAGE: usize = 4096;

/// A small file system that goes when this goes.
struct Small<'e> {
    env: &'e TestEnv,
    dir: PathBuf,
}

impl<'e> Small<'e> {
    fn mount(env: &'e TestEnv, size: &str) -> Option<Self> {
        let dir = env.root().join("small");
        fs_err::create_dir(&dir).expect("made");
        let mut mount = env.command("mount", env.root());
        let size = format!("size={size}");
        let output = mount.args(["-t", "tmpfs", "-o", &size, "clada-test"]).arg(&dir).output();
        let mounted = output.is_ok_and(|output| output.status.success());
        mounted.then_some(Self { env, dir })
    }
}

impl Drop for Small<'_> {
    fn drop(&mut self) {
        drop(self.env.command("umount", self.env.root()).arg(&self.dir).status());
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn a_disk_that_fills_up_loses_nothing() {
    let scenario = scenarios::APPLYING.iter().find(|scenario| scenario.name == "undo");
    for scenario in [scenario.expect("there"), &scenarios::APPLYING[1]] {
        let env = TestEnv::in_memory();
        (scenario.lay_out)(&env);
        let Some(small) = Small::mount(&env, SIZE) else {
            eprintln!("skipped: no file system can be mounted here");
            return;
        };
        fills_up(&env, &small, scenario);
    }
}

/// How many ignored files there are, each of a page; and how large the file system is then.
const IGNORED: usize = 300;
const SIZE_WITH_IGNORED: &str = "6m";

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn a_disk_that_fills_up_while_ignored_files_are_carried_is_called_full() {
    if !commands_run("disk_full::a_disk_that_fills_up_while…") {
        return;
    }
    let env = TestEnv::in_memory();
    let Some(small) = Small::mount(&env, SIZE_WITH_IGNORED) else {
        eprintln!("skipped: no file system can be mounted here");
        return;
    };
    let [place, filler] = ["repo", "filler"].map(|name| small.dir.join(name));
    drop(env.repo().file(".gitignore", "out/\n").commit());
    copy(&env, &env.root().join("repo"), &place);
    let repo = Repo::new(&env, place);
    for number in 0..IGNORED {
        repo.write(&format!("out/{number}"), "old\n");
    }
    let code = "for file in out/*; do echo new > $file; done; truncate -s 2500000 out/big";
    let apply = || repo.clada(&["apply", "--yes", "-"]).stdin(sham::exec(code));
    let before = tree_of(&repo.path("out"));
    let mut failed_when_carrying = false;
    for pages in (IGNORED - 10..).step_by(10) {
        fill(&filler, pages);
        let run = apply().run();
        fs_err::remove_file(&filler).expect("room again");
        let said = format!("{pages} pages left: {}{}", run.stdout, run.stderr);
        if run.status == Some(0) {
            break;
        }
        let full = said.contains("ENOSPC") || said.contains("No space left on device");
        assert!(full && !said.contains("EIO"), "{said}");
        failed_when_carrying |= said.contains("ENOSPC: no space left on device, rename '");
        if run.status == Some(3) {
            assert_eq!(differences(&before, &tree_of(&repo.path("out"))), Vec::<String>::new());
        } else {
            // What the command could do before it failed is done.
            repo.clada(&["undo"]).exits(0);
        }
        assert_nothing_left(&repo, &said);
    }
    assert!(failed_when_carrying, "it never was full then");
    apply().exits(0);
    assert_eq!(repo.text("out/0"), "new\n");
}

fn fills_up(env: &TestEnv, small: &Small<'_>, scenario: &Scenario) {
    let [place, filler] = ["repo", "filler"].map(|name| small.dir.join(name));
    let mut ended = Vec::new();
    for pages in 0.. {
        drop(fs_err::remove_file(&filler));
        copy(env, &env.root().join("repo"), &place);
        let repo = Repo::new(env, place.clone());
        let before = End::of(&repo);
        fill(&filler, pages);
        let run = repo.clada(scenario.args).stdin((scenario.stdin)()).run();
        fs_err::remove_file(&filler).expect("room again");
        let recovered = repo.clada(&["recover"]).exits(0);
        let what = format!("{pages} pages left: {}{}", run.stderr, recovered.stdout);
        assert_nothing_left(&repo, &what);
        match run.status {
            Some(3) => {
                assert!(run.stderr.contains("error: "), "{what}");
                assert!(End::of(&repo).is(&before), "{what}: not as before");
                repo.clada(scenario.args).stdin((scenario.stdin)()).exits(0);
                ended.push(Came::Before);
            }
            Some(0) => {
                repo.assert_sound();
                repo.clada(scenario.back).exits(0);
                assert!(End::of(&repo).is(&before), "{what}: not taken back");
                ended.push(Came::After);
            }
            other => panic!("{what}: {other:?}"),
        }
        if ended.ends_with(&[Came::After; 3]) {
            break;
        }
    }
    assert!(ended.contains(&Came::Before), "it never was full: {ended:?}");
}

/// Fills the disk but for that many pages.
fn fill(filler: &PathBuf, pages: usize) {
    use std::io::Write;
    let mut file = fs_err::File::create(filler).expect("made");
    let mut written: u64 = 0;
    while file.write_all(&[0; PAGE]).is_ok() {
        written += PAGE as u64;
    }
    let left = written.saturating_sub((pages * PAGE) as u64);
    file.set_len(left).expect("shorter");
}
