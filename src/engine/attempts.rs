//! The actions of a response, tried one after the other.

use crate::report::{ActionResult, FailedBlock, Report, word};
use crate::syntax::{Block, by_itself};
use crate::text::Response;

use super::meant_fill;
use super::options::ApplyOptions;
use super::perform::{Commands, Scene, perform};
use super::plan::Plan;
use super::progress::Step;
use super::sequence::{Sequences, begun, creates, skipped};

/// Tries the actions in order. A failure is data: the others go on.
pub(super) fn attempt<'s>(
    plan: &mut Plan<'_>,
    mut scene: Scene<'s>,
    report: &mut Report,
    options: &ApplyOptions,
) -> Commands<'s> {
    let response = plan.response;
    let result = &mut report.result;
    let total = plan.actions.len();
    let mut sequences = Sequences::of(&plan.parsed.blocks, &plan.actions);
    for (index, action) in plan.actions.iter_mut().enumerate() {
        if options.go_on().is_err() {
            break;
        }
        options.progress.tell(Step { done: index, total });
        let block = plan.parsed.blocks.get(action.block);
        if sequences.skips(action.block) {
            report.failed.extend(block.map(|block| written(response, index, block)));
            result.results.push(skipped(begun(index, action, block)));
            continue;
        }
        scene.commands.begin(action.block + 1);
        let created = creates(action, &scene);
        meant_fill::settle(action, block, &mut scene);
        let outcome = perform(action, &mut scene);
        if scene.commands.has_quit() || scene.commands.is_broken() {
            break;
        }
        let success = outcome.result.is_ok();
        let mut entry = ActionResult { success, created, ..begun(index, action, block) };
        match outcome.result {
            Ok(data) => entry.data = Some(data),
            Err(failure) => {
                sequences.fail(action.block);
                report.failed.extend(block.map(|block| written(response, index, block)));
                entry.code = Some(failure.code);
                entry.error = Some(failure.error);
                entry.hint = failure.hint;
                entry.data = failure.data;
                if let Some(block) = block {
                    word(&mut entry, block.dialect, failure.matches);
                }
            }
        }
        result.success &= entry.success;
        result.results.push(entry);
    }
    options.progress.tell(Step { done: total, total });
    let tried = result.results.iter().filter(|entry| entry.skipped.is_none());
    result.executed_actions = tried.count();
    scene.commands
}

/// A block that has to be sent again.
fn written(response: &Response, index: usize, block: &Block<'_>) -> FailedBlock {
    let written = response.slice(block.span);
    FailedBlock { seq: index + 1, text: by_itself(block, written).into_owned() }
}
