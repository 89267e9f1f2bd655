//! The tasks of a response, and what came of each.

use std::collections::HashMap;

use crate::{
    action::Action,
    report::{ActionResult, ExecutionResult, ParseErrorEntry, Report},
    syntax::{Block, Dialect, Parsed},
};

/// The tasks of a response: all of its blocks, of whatever dialect, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tasks {
    /// How many groups there are, those without tasks too.
    pub groups: usize,
    /// Whether a dialect of CML's family is among theirs.
    pub of_tasks: bool,
    /// The dialects without keys of which a block does not parse, each once.
    pub misspelled: Vec<Dialect>,
    /// The tasks, the first one is number 1.
    pub list: Vec<Task>,
}

/// One task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// From 1.
    pub number: usize,
    /// From 0.
    pub group: usize,
    /// What came of it.
    pub outcome: TaskOutcome,
}

/// What came of a task, and where that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskOutcome {
    /// It was tried, or skipped: the index of its result.
    Result(usize),
    /// It was rejected: the index of its first error, if that is among those that are told.
    Rejected(Option<usize>),
    /// Nobody got to it.
    Open,
}

/// How a task went.
#[derive(Clone, Copy, Debug)]
pub(super) enum State<'r> {
    Done(&'r ActionResult),
    Failed(&'r ActionResult),
    Skipped,
    Rejected(Option<&'r ParseErrorEntry>),
}

impl Tasks {
    /// Those of a response whose actions have been tried; `None` where it has no blocks.
    #[must_use]
    pub fn of(
        parsed: &Parsed<'_>,
        actions: &[Action<'_>],
        result: &ExecutionResult,
    ) -> Option<Self> {
        let tried = actions.iter().zip(0..result.results.len());
        let results: HashMap<usize, usize> =
            tried.map(|(action, index)| (action.block, index)).collect();
        let mut errors = HashMap::new();
        for (index, error) in result.parse_errors.iter().enumerate() {
            let key = (error.block_start_line, error.block_id.as_deref());
            errors.entry(key).or_insert(index);
        }
        let planned: std::collections::HashSet<usize> =
            actions.iter().map(|action| action.block).collect();
        let list = parsed.blocks.iter().enumerate().map(|(index, block)| {
            let key = (Some(block.start_line), Some(block.id.value.as_ref()));
            let outcome = match results.get(&index) {
                Some(result) => TaskOutcome::Result(*result),
                None if planned.contains(&index) => TaskOutcome::Open,
                None => TaskOutcome::Rejected(errors.get(&key).copied()),
            };
            Task { number: index + 1, group: block.group, outcome }
        });
        let of_tasks = parsed.blocks.iter().any(|block| block.dialect.has_tasks());
        let list: Vec<Task> = list.collect();
        let faulty = |block: &&Block<'_>| block.has_errors && !block.dialect.has_keys();
        let mut misspelled: Vec<Dialect> = Vec::new();
        for block in parsed.blocks.iter().filter(faulty) {
            if !misspelled.contains(&block.dialect) {
                misspelled.push(block.dialect);
            }
        }
        (parsed.groups > 0).then_some(Self { misspelled, groups: parsed.groups, of_tasks, list })
    }

    /// The tasks of a group.
    pub(super) fn in_group(&self, group: usize) -> &[Task] {
        let start = self.list.partition_point(|task| task.group < group);
        let end = self.list.partition_point(|task| task.group <= group);
        self.list.get(start..end).unwrap_or_default()
    }
}

impl Task {
    /// How it went.
    pub(super) fn state(self, report: &Report) -> State<'_> {
        match self.outcome {
            TaskOutcome::Result(index) => match report.result.results.get(index) {
                // Where nothing was applied, nothing was done.
                Some(result) if result.success && report.result.fatal_error.is_some() => {
                    State::Skipped
                }
                Some(result) if result.success => State::Done(result),
                Some(result) if result.skipped.is_none() => State::Failed(result),
                Some(_) | None => State::Skipped,
            },
            TaskOutcome::Rejected(index) => {
                State::Rejected(index.and_then(|index| report.result.parse_errors.get(index)))
            }
            TaskOutcome::Open => State::Skipped,
        }
    }
}

/// How many of some tasks succeeded.
pub(super) fn succeeded(tasks: &[Task], report: &Report) -> usize {
    tasks.iter().filter(|task| matches!(task.state(report), State::Done(_))).count()
}

/// How many of some tasks failed; those that were skipped did not.
pub(super) fn failed(tasks: &[Task], report: &Report) -> usize {
    let failed = |task: &&Task| matches!(task.state(report), State::Failed(_) | State::Rejected(_));
    tasks.iter().filter(failed).count()
}
