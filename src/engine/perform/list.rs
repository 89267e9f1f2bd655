//! `ls`: what a directory holds.

use serde_json::{Value, json};

use super::{
    outcome::{Performed, data},
    run::Scene,
};
use crate::{
    action::Text,
    base::Timestamp,
    policy::Access,
    report::rfc3339,
    workspace::{EntryKind, Listed, Measure},
};

/// `ls`: by name, each with what it is.
pub(super) fn list(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Read)?;
    let listed = scene.overlay.list(&granted)?;
    let entries = listed.iter().filter_map(|listed| {
        let measure = scene.overlay.measure(listed)?;
        Some(entry(listed, measure, scene.now))
    });
    Ok(data([("entries", entries.collect())]))
}

fn entry(listed: &Listed, measure: Measure, now: Timestamp) -> Value {
    let kind = match listed.kind {
        EntryKind::Dir => "directory",
        EntryKind::Link => "symlink",
        EntryKind::File | EntryKind::Absent => "file",
    };
    let seconds = measure.modified.unwrap_or(now.seconds);
    json!({
        "name": listed.path.rel().name().to_string(),
        "type": kind,
        "size": measure.size,
        "modified": rfc3339(Timestamp { seconds, offset: 0 }),
    })
}
