//! A new file of aider's where an empty one stands, as `__init__.py`: nothing is lost, and there is no
//! text that could be sent in place of the empty one.

use crate::action::{Action, Kind};
use crate::policy::Access;
use crate::syntax::{Block, Dialect};
use crate::workspace::EntryKind;

use super::perform::Scene;

/// Writes the file in place of making it, where it is there and holds nothing.
pub(super) fn settle(action: &mut Action<'_>, block: Option<&Block<'_>>, scene: &mut Scene<'_>) {
    let Kind::FileCreate { path, content } = &action.kind else { return };
    if block.is_none_or(|block| block.dialect != Dialect::Aider) {
        return;
    }
    let Ok(file) = scene.gate.grant_over(&path.value, Access::Write, scene.overlay) else { return };
    let is_file = scene.overlay.kind(&file).is_ok_and(|kind| kind == EntryKind::File);
    if is_file && scene.overlay.read_text(&file).is_ok_and(|text| text.is_empty()) {
        action.kind = Kind::FileWrite { path: path.clone(), content: content.clone() };
    }
}
