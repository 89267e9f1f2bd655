//! The words for what a response did: the commit's subject and body, and a line for the log.

use crate::action::{Catalogue, summary};
use crate::base::Timestamp;
use crate::report::{ActionResult, ExecutionResult};

use super::options::ApplyOptions;

/// The words for what a response did.
#[derive(Clone, Debug)]
pub(super) struct Description {
    pub(super) subject: String,
    pub(super) body: String,
    pub(super) summary: String,
}

/// Finds the words.
pub(super) fn describe(
    result: &ExecutionResult,
    catalogue: &Catalogue,
    options: &ApplyOptions,
    time: Timestamp,
) -> Description {
    let deeds: Vec<summary::Deed<'_>> = result
        .results
        .iter()
        .map(|entry| summary::Deed {
            action: &entry.action,
            primary: catalogue.tool(&entry.action).and_then(|tool| tool.primary(&entry.params)),
            outcome: match &entry.error {
                _ if entry.skipped.is_some() => Err("skipped: an earlier task failed"),
                Some(error) if !entry.success => Err(error),
                _ => Ok(()),
            },
            changed: changed(entry),
            note: entry.note.as_deref(),
        })
        .collect();
    let mut body = summary::body(&deeds, catalogue);
    for entry in &result.parse_errors {
        let id = entry.block_id.as_deref().unwrap_or("-");
        let action = entry.action.as_deref().unwrap_or("block");
        body.push_str(&summary::rejected(action, id, &entry.message));
    }
    Description {
        subject: summary::subject(&options.message_format, &deeds, time, catalogue),
        summary: summary::subject("{summary}", &deeds, time, catalogue),
        body,
    }
}

/// The files that an action changed although it failed.
fn changed(entry: &ActionResult) -> Vec<&str> {
    if entry.success {
        return Vec::new();
    }
    let results = entry.data.as_ref().and_then(|data| data.get("results")?.as_array());
    let edited = results.into_iter().flatten().filter(|one| one["replacements"] != 0);
    edited.filter_map(|one| one["path"].as_str()).collect()
}
