//! Putting what the actions left in memory on top of a layer, as the kernel would have kept it there.

use std::{io, path::Path};

use rustix::fs::{CWD, FileType, Mode, XattrFlags, lsetxattr, mknodat};

use super::{
    carried::OPAQUE,
    laid::Laid,
    pending::put_file,
    scan::Found,
    scratch::{make_dir, remove_tree},
};
use crate::{
    base::RepoPath,
    workspace::{FileState, change_set::FileTime, entry::State, sandbox::like},
};

/// A layer above the worktree, and a topmost directory in it.
#[derive(Clone, Copy)]
pub(super) struct Folding<'a> {
    pub(super) layer: &'a Path,
    /// The worktree's top.
    pub(super) top: &'a Path,
    /// What stands above it is not the layer's business.
    pub(super) root: &'a RepoPath,
}

impl Folding<'_> {
    /// Lets a path hold what the actions left there; directories come before what is in them. To do
    /// it twice is to do it once.
    pub(super) fn put(
        &self,
        rel: &RepoPath,
        (state, time): (&State, Option<FileTime>),
    ) -> io::Result<()> {
        match state {
            State::Dir => self.dir(rel),
            State::Not(FileState::Absent) => self.gone(rel),
            State::Not(state) => {
                self.clear(rel)?;
                self.parents(rel)?;
                put_file(&self.layer.join(rel.as_path()), (state, time))
            }
        }
    }

    fn dir(&self, rel: &RepoPath) -> io::Result<()> {
        let at = self.layer.join(rel.as_path());
        let stood = at.symlink_metadata();
        if stood.as_ref().is_ok_and(std::fs::Metadata::is_dir) {
            return Ok(());
        }
        self.clear(rel)?;
        self.parents(rel)?;
        self.make(rel)?;
        // What the worktree has there was hidden, and stays so.
        if stood.is_ok() {
            lsetxattr(&at, OPAQUE, b"y", XattrFlags::empty())?;
        }
        Ok(())
    }

    fn gone(&self, rel: &RepoPath) -> io::Result<()> {
        self.clear(rel)?;
        let is_below = self.top.join(rel.as_path()).symlink_metadata().is_ok();
        if !is_below || Laid::at((self.layer, self.top), self.root, rel)? != Laid::Through {
            return Ok(());
        }
        self.parents(rel)?;
        let at = self.layer.join(rel.as_path());
        Ok(mknodat(CWD, at, FileType::CharacterDevice, Mode::empty(), 0)?)
    }

    /// Removes what the layer has there.
    fn clear(&self, rel: &RepoPath) -> io::Result<()> {
        let at = self.layer.join(rel.as_path());
        remove_tree(&at);
        match fs_err::remove_file(at) {
            // A file may have taken the place of a directory above.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(())
            }
            removed => removed,
        }
    }

    fn parents(&self, rel: &RepoPath) -> io::Result<()> {
        let mut parents: Vec<RepoPath> = rel.ancestors().collect();
        parents.reverse();
        for parent in parents {
            match Found::at(&self.layer.join(parent.as_path())) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => self.make(&parent)?,
                Err(error) => return Err(error),
                Ok(_) => {}
            }
        }
        Ok(())
    }

    /// Makes a directory, as it is in the worktree if it is there.
    fn make(&self, rel: &RepoPath) -> io::Result<()> {
        let (at, below) = (self.layer.join(rel.as_path()), self.top.join(rel.as_path()));
        make_dir(&at)?;
        if below.symlink_metadata().is_ok_and(|found| found.is_dir()) {
            like(&below, &at)?;
        }
        Ok(())
    }
}
