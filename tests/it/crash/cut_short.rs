//! Killed after each step, and the recovery killed too.

use super::{
    scenario::{Came, Scenario, Stage, chosen, is_long},
    scenarios,
};
use crate::env::{Clada, Repo};

#[test]
fn a_transaction_that_is_killed_is_finished_or_taken_back() {
    each_third(0);
}

#[test]
fn a_transaction_that_is_killed_is_finished_or_taken_back_2() {
    each_third(1);
}

#[test]
fn a_transaction_that_is_killed_is_finished_or_taken_back_3() {
    each_third(2);
}

/// The scenarios are shared among tests, so that these run side by side.
fn each_third(first: usize) {
    for scenario in scenarios::all().skip(first).step_by(3) {
        let stage = Stage::new(scenario);
        let came: Vec<Came> =
            chosen(&stage.steps).into_iter().map(|step| killed(&stage, step)).collect();
        assert_both_ends(scenario, &came);
    }
}

#[test]
fn a_transaction_over_many_files_that_is_killed_is_finished_or_taken_back() {
    let stage = Stage::new(&scenarios::BIG);
    let count = stage.steps.len();
    let step = if is_long() { 1 } else { 19 };
    // The last steps one by one: there the refs have moved.
    let last = count.saturating_sub(if is_long() { 0 } else { 8 });
    let came: Vec<Came> =
        (1..last).step_by(step).chain(last..=count).map(|step| killed(&stage, step)).collect();
    assert_both_ends(stage.scenario, &came);
}

/// Kills the command after a step, recovers, and looks.
fn killed(stage: &Stage<'_>, step: usize) -> Came {
    let name = stage.steps.get(step - 1).map_or("the end", String::as_str);
    let what = format!("killed after step {step} ({name})");
    if is_long() {
        recover_from_each(stage, step, &what);
    }
    let repo = kill(stage, step, &what);
    // The recovery is killed too, further on each time, until it comes to its end.
    let first = if step.is_multiple_of(2) { 1 } else { 10_000 };
    recover_by_and_by(|| stage.recovering(&repo), first, &what);
    if stage.recovering_there().is_some() {
        let there = || stage.recovering_there().expect("it stays");
        recover_by_and_by(there, first, &what);
    }
    let came = stage.assert_at_an_end(&repo, &what);
    if is_long() || step.is_multiple_of(3) {
        let again = stage.recover(&repo).replace("nothing to recover\n", "");
        assert_eq!(again, "", "{what}");
        stage.assert_goes_on(&repo, came, &what);
    }
    came
}

/// Recovers, killed after that step, then after the next, until it comes to its end.
fn recover_by_and_by<'e>(recovering: impl Fn() -> Clada<'e>, first: usize, what: &str) {
    for crash in first.. {
        let run = recovering().var("CLADA_CRASH_AFTER", crash.to_string()).run();
        if let Some(status) = run.status {
            assert_eq!(status, 0, "{what}: recovery, {crash}: {}\n{}", run.stdout, run.stderr);
            return;
        }
    }
}

/// Kills the command after a step, in the repository as it was laid out.
fn kill<'s>(stage: &'s Stage<'_>, step: usize, what: &str) -> Repo<'s> {
    let repo = stage.fresh();
    let run = stage.run(&repo).var("CLADA_CRASH_AFTER", step.to_string()).run();
    assert_eq!(run.status, None, "{what}: {}\n{}", run.stdout, run.stderr);
    repo
}

/// Kills the recovery at each step, each time from the state that the killed command left. That is
/// made anew, as a copy of a lock is another file, and so not the one that was noted.
fn recover_from_each(stage: &Stage<'_>, step: usize, what: &str) {
    for crash in 1.. {
        let repo = kill(stage, step, what);
        let run = stage.recovering(&repo).var("CLADA_CRASH_AFTER", crash.to_string()).run();
        if run.status.is_some() {
            break;
        }
        let said = stage.recover(&repo);
        let what = format!("{what}, recovery killed after step {crash}: {said}");
        stage.assert_at_an_end(&repo, &what);
    }
}

/// The first steps must come to the one end, the last ones to the other.
fn assert_both_ends(scenario: &Scenario, came: &[Came]) {
    let ends = [came.first(), came.last()];
    assert_eq!(ends, [Some(&Came::Before), Some(&Came::After)], "{}: {came:?}", scenario.name);
}
