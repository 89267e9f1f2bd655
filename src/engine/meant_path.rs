//! Paths as dialects let them be written: with backslashes, or from above the repository on.

use std::borrow::Cow;

use crate::policy::Gate;
use crate::syntax::{Block, Dialect, Field};
use crate::text::Spanned;
use crate::workspace::Overlay;

/// The keys of paths in the blocks of dialects that name no keys themselves.
const KEYS: [&str; 4] = ["path", "old_path", "new_path", "dir"];

/// Puts the paths that are meant in place of those that are written. Returns whether any differs.
pub(super) fn settle(block: &mut Block<'_>, gate: &Gate) -> bool {
    let dialect = block.dialect;
    let mut changed = false;
    for field in block.fields.iter_mut().filter(|field| KEYS.contains(&field.key.value)) {
        let meant = match dialect {
            Dialect::Sham
            | Dialect::Nesl
            | Dialect::Aider
            | Dialect::ApplyPatch
            | Dialect::Diff => None,
            Dialect::Cml | Dialect::Markers => with_slashes(&field.value.value, gate),
            Dialect::Replacer => below_repository(&field.value.value, gate),
        };
        if let Some(meant) = meant {
            put(field, meant);
            changed = true;
        }
    }
    changed
}

fn put(field: &mut Field<'_>, path: String) {
    field.value = Spanned::new(Cow::Owned(path), field.value.span);
}

/// Slashes for backslashes, where no file is called what is written.
fn with_slashes(path: &str, gate: &Gate) -> Option<String> {
    let differs = path.contains('\\') && !gate.is_there(path, &Overlay::new());
    differs.then(|| path.replace('\\', "/"))
}

/// What follows the repository's own directory in a path that is not there, if that is where it
/// could stand.
fn below_repository(path: &str, gate: &Gate) -> Option<String> {
    let name = gate.directory_name()?;
    let view = Overlay::new();
    if !path.contains(&name) || gate.is_there(path, &view) {
        return None;
    }
    let mut rest = path;
    while let Some((first, after)) = rest.split_once('/') {
        rest = after;
        if first == name && !rest.is_empty() {
            let parent = rest.rsplit_once('/').map_or(".", |(parent, _)| parent);
            if gate.is_there(parent, &view) {
                return Some(rest.to_owned());
            }
        }
    }
    None
}
