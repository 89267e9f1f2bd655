//! The directories that came and went with an operation go and come again.

use std::collections::HashMap;

use crate::policy::GrantedPath;
use crate::workspace::{ChangeSet, FileState, Overlay};

use super::super::HistoryError;
use super::super::operation::Operation;
use super::check::{Obstacle, ObstacleKind, in_the_way};
use super::way::Way;

/// What has to change: files go, then directories go and come, then files come back. `Err` inside:
/// what stands in the way.
pub fn changes(
    way: &Way<'_>,
    mut overlay: Overlay,
    files: Vec<(GrantedPath, FileState)>,
) -> Result<Result<ChangeSet, Vec<Obstacle>>, HistoryError> {
    let (gone, come): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(_, state)| *state == FileState::Absent);
    for (path, state) in gone {
        overlay.restore(&path, state)?;
    }
    let modes = directories(way, &mut overlay);
    let mut blocked = Vec::new();
    for (path, state) in come {
        if let Err(error) = overlay.restore(&path, state) {
            blocked.push(Obstacle::path(ObstacleKind::Firm, &path, in_the_way(error)?));
        }
    }
    if !blocked.is_empty() {
        return Ok(Err(blocked));
    }
    let mut changes = overlay.into_changes();
    changes.dir_modes = modes;
    Ok(Ok(changes))
}

/// Directories that were made go where they are empty, and those that were removed come back,
/// with the permission bits that they had.
fn directories(way: &Way<'_>, overlay: &mut Overlay) -> HashMap<GrantedPath, u32> {
    let left: &Operation = way.left;
    for path in left.made_dirs.iter().rev().filter_map(|location| way.grant(location).ok()) {
        // One that the user has put something into stays.
        let _ = overlay.remove_dir(&path);
    }
    let mut modes = HashMap::new();
    for dir in left.removed_dirs.iter().rev() {
        let Ok(path) = way.grant(&dir.location) else { continue };
        // One that is there already is as good.
        if overlay.create_dir(&path).is_ok() {
            modes.insert(path, dir.mode);
        }
    }
    modes
}
