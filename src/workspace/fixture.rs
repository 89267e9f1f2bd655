//! A real directory, a gate on it, and a way to compare what it holds. For tests.

use std::{
    collections::BTreeMap,
    os::unix::fs::{MetadataExt, symlink},
    path::{Path, PathBuf},
};

use super::{
    ChangeSet, FsError, Step,
    disk::{Disk, Maker, Naming, Token},
};
use crate::policy::{Access, Gate, GateOptions, GrantedPath};

/// A worktree in a temporary directory.
pub(crate) struct Fixture {
    dir: tempfile::TempDir,
    pub(crate) gate: Gate,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        fs_err::create_dir(dir.path().join("work")).expect("made");
        let worktree = dir.path().join("work");
        let options = GateOptions { worktree: Some(&worktree), ..GateOptions::default() };
        let gate = Gate::new(options).expect("a gate");
        Self { dir, gate }
    }

    /// The absolute path of what is named relative to the worktree.
    pub(crate) fn path(&self, rel: &str) -> PathBuf {
        self.dir.path().join("work").join(rel)
    }

    pub(crate) fn file(&self, rel: &str, content: impl AsRef<[u8]>) {
        fs_err::create_dir_all(self.path(rel).parent().expect("inside")).expect("made");
        fs_err::write(self.path(rel), content).expect("written");
    }

    pub(crate) fn chmod(&self, rel: &str, mode: u32) {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(mode);
        fs_err::set_permissions(self.path(rel), mode).expect("changed");
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, rel: &str) {
        symlink(target, self.path(rel)).expect("linked");
    }

    pub(crate) fn text(&self, rel: &str) -> String {
        fs_err::read_to_string(self.path(rel)).expect("read")
    }

    /// Grants a path for anything that takes a link as itself.
    pub(crate) fn granted(&self, path: &str) -> GrantedPath {
        self.gate.grant(path, Access::Entry).expect("granted")
    }

    /// What the worktree holds.
    pub(crate) fn tree(&self) -> BTreeMap<String, String> {
        tree(&self.path(""))
    }
}

/// How writing out ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Finished,
    TakenBack,
}

/// Writes a change set out, and then either lets it be or takes it back.
pub(crate) fn publish(set: &ChangeSet, end: End) -> Result<(), FsError> {
    let naming = Naming::new(Token::random(), Maker::Transaction, []);
    let disk = Disk::new(set, naming, None);
    let mut swaps = Vec::new();
    let mut done = Vec::new();
    for step in set.steps() {
        match step {
            Step::Put(change) => {
                let swap = disk.put(&change.path, &change.after, &change.before);
                swaps.push(swap.expect("nobody else writes here"));
                done.push((step, true));
            }
            Step::MakeDir(dir) => done.push((step, disk.make_dir(dir, None)?)),
            Step::RemoveDir(dir) => {
                disk.remove_dir(dir)?;
                done.push((step, true));
            }
        }
    }
    if end == End::Finished {
        return swaps.into_iter().try_for_each(super::disk::Swap::finish);
    }
    for (step, made) in done.into_iter().rev() {
        match step {
            Step::Put(_) => {
                swaps.pop().expect("one for each put").undo()?;
            }
            Step::MakeDir(dir) if made => disk.remove_dir(dir)?,
            Step::MakeDir(_) => {}
            Step::RemoveDir(dir) => {
                let mode = set.removed_dirs.iter().find(|(path, _)| path == dir);
                disk.make_dir(dir, mode.map(|(_, mode)| *mode))?;
            }
        }
    }
    Ok(())
}

/// Each path below a directory with its kind, mode and content.
pub(crate) fn tree(top: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut dirs = vec![top.to_owned()];
    while let Some(dir) = dirs.pop() {
        for entry in fs_err::read_dir(&dir).expect("a directory") {
            let path = entry.expect("an entry").path();
            let metadata = path.symlink_metadata().expect("there");
            let mode = metadata.mode() & 0o7777;
            let shown = if metadata.is_dir() {
                dirs.push(path.clone());
                format!("dir {mode:o}")
            } else if metadata.is_symlink() {
                format!("link {}", path.read_link().expect("a link").display())
            } else {
                let content = fs_err::read(&path).expect("read");
                format!("file {mode:o} {}", String::from_utf8_lossy(&content))
            };
            let rel = path.strip_prefix(top).expect("below").to_string_lossy().into_owned();
            found.insert(rel, shown);
        }
    }
    found
}
