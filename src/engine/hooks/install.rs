//! Putting our hooks in place, beside those that are there.
//!
//! All that can fail is done first, into files of names that git does not know; then each hook
//! takes its place by a rename.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::git::{Repo, Sharing};

use super::error::HooksError;
use super::folder::{Folder, Found, KEPT, State, is_there};
use super::script::{Hook, Script};

/// What became of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It is in place now.
    Installed,
    /// So it is, and one that was there is kept, and runs with it.
    Chained,
    /// It is gone, and nothing was there before.
    Removed,
    /// It is gone, and what was there before is back.
    Restored,
    /// It was as it should be.
    Unchanged,
    /// It is ours, but somebody has edited it: it was left alone.
    LeftEdited,
    /// Another one has taken its place: that was left alone, and so was what is kept.
    LeftForeign,
}

/// Installs the hooks. Those that are in place already stay as they are.
pub fn install_hooks(
    repo: &Repo,
    in_worktree: bool,
) -> Result<(Folder, Vec<(Hook, Done)>), HooksError> {
    let folder = Folder::of(repo)?;
    if folder.in_worktree && !in_worktree {
        let path = folder.path.strip_prefix(repo.worktree()).unwrap_or(&folder.path);
        return Err(HooksError::InWorktree { folder: path.to_owned() });
    }
    let found = folder.look()?;
    let foreign = |found: &&Found| found.state == State::There(Script::Foreign);
    if let Some(both) = found.iter().filter(foreign).find(|found| found.kept) {
        return Err(HooksError::Both(both.hook));
    }
    let ready = Ready::make(&folder, &found, repo.sharing())?;
    let done = ready.take_place(&folder, &found)?;
    Ok((folder, done))
}

/// The hooks that are wanted, written under names of no meaning.
struct Ready(Vec<(Hook, TempPath)>);

impl Ready {
    fn make(folder: &Folder, found: &[Found], sharing: Sharing) -> Result<Self, HooksError> {
        let what = || format!("write in the folder of hooks, `{}`", folder.path.display());
        fs_err::create_dir_all(&folder.path).map_err(HooksError::io(what()))?;
        let mut ready = Vec::new();
        for found in found.iter().filter(|found| is_wanted(found)) {
            let path =
                written(&folder.path, found.hook, sharing).map_err(HooksError::io(what()))?;
            ready.push((found.hook, path));
        }
        let keeps = found.iter().any(|found| found.state == State::There(Script::Foreign));
        let kept = folder.path.join(KEPT);
        if keeps && !kept.is_dir() {
            fs_err::create_dir(&kept).map_err(HooksError::io(what()))?;
            // What is not shared with the group still serves its owner.
            let _ = sharing.give(&kept);
        }
        Ok(Self(ready))
    }

    fn take_place(self, folder: &Folder, found: &[Found]) -> Result<Vec<(Hook, Done)>, HooksError> {
        let mut ready = self.0.into_iter().peekable();
        let mut done = Vec::with_capacity(found.len());
        for found in found {
            let hook = found.hook;
            let Some((_, written)) = ready.next_if(|(wanted, _)| *wanted == hook) else {
                let edited = found.state == State::There(Script::Edited);
                done.push((hook, if edited { Done::LeftEdited } else { Done::Unchanged }));
                continue;
            };
            let foreign = found.state == State::There(Script::Foreign);
            let (place, kept) = (folder.place(hook), folder.kept(hook));
            if foreign {
                move_hook(&place, &kept, Deeper::Yes)
                    .map_err(HooksError::io(format!("keep the hook `{}`", place.display())))?;
            }
            let placed = written.persist(&place);
            if let Err(error) = placed {
                if foreign {
                    // It was moved a moment ago, so it can be moved back.
                    let _ = move_hook(&kept, &place, Deeper::No);
                }
                let what = format!("put the hook `{}` in place", place.display());
                return Err(HooksError::io(what)(error.error));
            }
            done.push((hook, if foreign { Done::Chained } else { Done::Installed }));
        }
        link_companions(folder);
        Ok(done)
    }
}

/// Whether it is to be put in place: also where ours has lost its right to be run.
fn is_wanted(found: &Found) -> bool {
    match found.state {
        State::Missing | State::There(Script::Foreign) => true,
        State::There(Script::Ours) => !found.executable,
        State::There(Script::Edited) => false,
    }
}

fn written(dir: &Path, hook: Hook, sharing: Sharing) -> std::io::Result<TempPath> {
    let mut builder = tempfile::Builder::new();
    // The umask takes away what it takes away from any program.
    builder.permissions(std::fs::Permissions::from_mode(0o777));
    let file = builder.prefix(".clada-").tempfile_in(dir)?;
    let path = file.into_temp_path();
    fs_err::write(&path, hook.script())?;
    let _ = sharing.give(&path);
    Ok(path)
}

/// Which way a hook goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Deeper {
    Yes,
    No,
}

/// Moves a hook in the folder, its bytes and mode as they are. A relative link leads to the same
/// file afterwards.
pub(super) fn move_hook(from: &Path, to: &Path, deeper: Deeper) -> std::io::Result<()> {
    let target = if from.is_symlink() { Some(fs_err::read_link(from)?) } else { None };
    match target.and_then(|target| moved_target(&target, deeper)) {
        None => fs_err::rename(from, to),
        Some(target) => {
            symlink(target, to)?;
            fs_err::remove_file(from)
        }
    }
}

/// Where a link leads from a folder below or above; none where it stays as it is.
fn moved_target(target: &Path, deeper: Deeper) -> Option<PathBuf> {
    match deeper {
        Deeper::Yes if target.is_relative() => Some(Path::new("..").join(target)),
        Deeper::Yes => None,
        Deeper::No => target.strip_prefix("..").ok().map(Path::to_owned),
    }
}

/// Links what else lies beside hooks into the folder of those that are kept: some look for it
/// beside themselves. Where a link cannot be made, the hook says what it misses.
fn link_companions(folder: &Folder) {
    let kept = folder.path.join(KEPT);
    let Ok(entries) = fs_err::read_dir(&folder.path) else { return };
    if !kept.is_dir() {
        return;
    }
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = Hook::ALL.iter().any(|hook| name == hook.name()) || name == KEPT;
        let sample = Path::new(&name).extension().is_some_and(|end| end == "sample");
        let link = kept.join(&name);
        if !ours && !sample && !is_there(&link) {
            let _ = symlink(Path::new("..").join(&name), link);
        }
    }
}
