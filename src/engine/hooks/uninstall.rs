//! Taking our hooks away again, and putting back what was there before.

use std::path::Path;

use crate::git::Repo;

use super::error::HooksError;
use super::folder::{Folder, Found, KEPT, State};
use super::install::{Deeper, Done, move_hook};
use super::script::{Hook, Script};

/// Removes the hooks. One that was edited stays, and so does what has taken the place of ours.
pub fn uninstall_hooks(repo: &Repo) -> Result<(Folder, Vec<(Hook, Done)>), HooksError> {
    let folder = Folder::of(repo)?;
    let found = folder.look()?;
    let done = found.iter().map(|found| Ok((found.hook, remove(&folder, found)?)));
    let done = done.collect::<Result<_, HooksError>>()?;
    clear(&folder.path.join(KEPT));
    Ok((folder, done))
}

fn remove(folder: &Folder, found: &Found) -> Result<Done, HooksError> {
    let (place, kept) = (folder.place(found.hook), folder.kept(found.hook));
    match found.state {
        State::There(Script::Edited) => return Ok(Done::LeftEdited),
        State::There(Script::Foreign) if found.kept => return Ok(Done::LeftForeign),
        State::There(Script::Foreign) => return Ok(Done::Unchanged),
        State::Missing if !found.kept => return Ok(Done::Unchanged),
        State::There(Script::Ours) | State::Missing => {}
    }
    let failed = || HooksError::io(format!("remove the hook `{}`", place.display()));
    if !found.kept {
        fs_err::remove_file(&place).map_err(failed())?;
        return Ok(Done::Removed);
    }
    // A link does not take a file's place by itself.
    if kept.is_symlink() && found.state != State::Missing {
        fs_err::remove_file(&place).map_err(failed())?;
    }
    move_hook(&kept, &place, Deeper::No)
        .map_err(HooksError::io(format!("put back the hook `{}`", place.display())))?;
    Ok(Done::Restored)
}

/// Removes the folder of kept hooks where nothing but our own links is left in it.
fn clear(kept: &Path) {
    let Ok(entries) = fs_err::read_dir(kept) else { return };
    let entries: Vec<_> = entries.flatten().collect();
    let is_link = |path: &Path, name: &std::ffi::OsStr| {
        path.read_link().is_ok_and(|target| target == Path::new("..").join(name))
    };
    if entries.iter().all(|entry| is_link(&entry.path(), &entry.file_name())) {
        for entry in entries {
            let _ = fs_err::remove_file(entry.path());
        }
        let _ = fs_err::remove_dir(kept);
    }
}
