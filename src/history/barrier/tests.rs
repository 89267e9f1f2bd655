//! What others write to the worktree while a barrier is opened and closed.

use std::path::PathBuf;

use crate::git::{Identity, Repo, cli};
use crate::history::{Barrier, BarrierError, HistoryError, Ignored, JournalStore, Opening};
use crate::policy::{Access, Gate, GateOptions, GrantedPath};
use crate::workspace::Overlay;
use crate::workspace::disk::Token;
use crate::workspace::process::Interrupt;
use crate::workspace::view::Left;

use super::differences::Comparing;
use super::open::top;
use super::put_back::put_back;
use super::snapshot::Snapshot;

struct Scene {
    _dir: tempfile::TempDir,
    repo: Repo,
    gate: Gate,
}

impl Scene {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        cli::run(dir.path(), &["init", "--quiet"]).expect("a repository");
        for (path, content) in [("a", "a\n"), ("b", "b\n"), ("c", "c\n")] {
            fs_err::write(dir.path().join(path), content).expect("written");
        }
        let repo = Repo::discover(dir.path()).expect("a repository");
        let git_dirs = [repo.git_dir().to_owned()];
        let options = GateOptions {
            worktree: Some(repo.worktree()),
            git_dirs: &git_dirs,
            ..GateOptions::default()
        };
        let gate = Gate::new(options).expect("a gate");
        Self { _dir: dir, repo, gate }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.repo.worktree().join(path)
    }

    fn granted(&self, path: &str) -> GrantedPath {
        self.gate.grant(path, Access::Write).expect("granted")
    }

    fn text(&self, path: &str) -> String {
        fs_err::read_to_string(self.path(path)).expect("a file")
    }

    fn is_open(&self) -> bool {
        JournalStore::of(self.repo.git_dir()).is_there()
    }

    /// Opens a barrier, does something meanwhile, and closes it; returns what was left.
    fn barrier(
        &self,
        overlay: &Overlay,
        meanwhile: impl FnOnce(),
    ) -> Result<Vec<(String, Left)>, BarrierError> {
        let committer = Identity { name: "T".to_owned(), email: "t@example.com".to_owned() };
        let (none, interrupt) = (Overlay::new(), Interrupt::default());
        let ignored = [&none, overlay].map(|seen| Ignored::new(Some(&self.repo), seen, &self.gate));
        let barrier = Barrier::open(Opening {
            repo: &self.repo,
            gate: &self.gate,
            overlay,
            ignored: Some(ignored.each_ref()),
            earlier: None,
            committer: &committer,
            interrupt: &interrupt,
        })?;
        meanwhile();
        let left = barrier.close()?.left;
        Ok(left.into_iter().map(|(path, left)| (path.to_string(), left)).collect())
    }
}

#[test]
fn the_pending_files_stand_in_the_worktree_while_it_is_open() {
    let scene = Scene::new();
    let mut overlay = Overlay::new();
    overlay.write(&scene.granted("a"), b"pending\n".to_vec()).expect("written");
    overlay.remove(&scene.granted("b")).expect("removed");
    let left = scene.barrier(&overlay, || {
        assert_eq!(scene.text("a"), "pending\n");
        assert!(!scene.path("b").exists() && scene.is_open());
        fs_err::write(scene.path("c"), "changed\n").expect("written");
    });
    let left = left.expect("closed");
    let names: Vec<&str> = left.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(["a", "b", "c"].map(|path| scene.text(path)), ["a\n", "b\n", "c\n"]);
    assert!(!scene.is_open());
}

#[test]
fn what_was_saved_since_it_was_read_ends_it_with_nothing_written() {
    let scene = Scene::new();
    let mut overlay = Overlay::new();
    overlay.write(&scene.granted("a"), b"pending\n".to_vec()).expect("written");
    overlay.read(&scene.granted("b")).expect("read");
    fs_err::write(scene.path("b"), "saved\n").expect("written");
    let opened = scene.barrier(&overlay, || panic!("it must not open"));
    let Err(BarrierError::Refused(HistoryError::Conflict(paths))) = opened else {
        panic!("{opened:?}");
    };
    assert_eq!(paths, ["b"]);
    assert_eq!((scene.text("a"), scene.text("b")), ("a\n".to_owned(), "saved\n".to_owned()));
    assert!(!scene.is_open());
}

/// Whoever closes looks again, then, and leaves that file alone.
#[test]
fn what_is_saved_while_all_is_put_back_is_not_overwritten() {
    let scene = Scene::new();
    let top = top(&scene.gate).expect("the top");
    let mut snapshot = Snapshot::default();
    for path in ["a", "b"] {
        snapshot.add_path(&scene.repo, &scene.granted(path)).expect("added");
    }
    scene.repo.flush_objects().expect("written");
    for path in ["a", "b"] {
        fs_err::write(scene.path(path), "of the command\n").expect("written");
    }
    let comparing =
        Comparing { repo: &scene.repo, top: &top, snapshot: &snapshot, by_numbers: true };
    let found = comparing.all(None).expect("compared");
    assert_eq!(found.all.len(), 2);
    fs_err::write(scene.path("b"), "saved\n").expect("written");
    let error = put_back(&scene.repo, &found, Token::random()).expect_err("a conflict");
    assert!(matches!(&error, HistoryError::Conflict(paths) if *paths == ["b"]), "{error}");
    assert_eq!(scene.text("b"), "saved\n");
    assert_eq!(scene.text("a"), "of the command\n", "all or nothing");
}

#[test]
fn a_file_that_keeps_its_size_and_time_is_read_again() {
    let scene = Scene::new();
    let overlay = Overlay::new();
    let before = scene.path("a").metadata().expect("there").modified().expect("a time");
    let left = scene.barrier(&overlay, || {
        fs_err::write(scene.path("a"), "x\n").expect("written");
        let file = std::fs::File::options().write(true).open(scene.path("a")).expect("opened");
        file.set_modified(before).expect("a time");
    });
    assert_eq!(left.expect("closed").len(), 1);
    assert_eq!(scene.text("a"), "a\n");
}
