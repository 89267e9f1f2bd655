//! Each step fails once, as a disk that is full or broken lets it fail.

use super::{
    scenario::{Came, Stage, chosen, is_long},
    scenarios,
};

const ERRORS: [&str; 3] = ["EIO", "EACCES", "ENOSPC"];

#[test]
fn a_step_that_fails_leaves_all_as_it_was_or_does_not_matter() {
    each_half(0);
}

#[test]
fn a_step_that_fails_leaves_all_as_it_was_or_does_not_matter_2() {
    each_half(1);
}

fn each_half(first: usize) {
    for scenario in scenarios::all().skip(first).step_by(2) {
        let stage = Stage::new(scenario);
        for step in chosen(&stage.steps) {
            for (number, error) in ERRORS.into_iter().enumerate() {
                // All of them where there is time, else in turn.
                if is_long() || step % ERRORS.len() == number {
                    fails(&stage, step, error);
                }
            }
        }
    }
}

fn fails(stage: &Stage<'_>, step: usize, error: &str) {
    let name = stage.steps.get(step - 1).map_or("", String::as_str);
    let what = format!("step {step} ({name}) fails with {error}");
    let repo = stage.fresh();
    let run = stage.run(&repo).var("CLADA_FAIL_STEP", format!("{step}:{error}")).run();
    let expected = match run.status {
        Some(0 | 1) => Came::After,
        Some(3) => {
            let clear = run.stderr.starts_with("error: ") || run.stderr.contains("\nerror: ");
            assert!(clear, "{what}: {}", run.stderr);
            Came::Before
        }
        other => panic!("{what}: {other:?}\n{}\n{}", run.stdout, run.stderr),
    };
    // A temporary file that could not be removed goes now.
    let recovered = stage.recover(&repo);
    let came = stage.assert_at_an_end(&repo, &format!("{what}: {recovered}"));
    // Where the second of two operations fails, the first stays.
    let first_stays = expected == Came::Before && came == Came::Halfway;
    let is_expected = came == expected || first_stays;
    assert!(is_expected, "{}: {what}: {}\n{}", stage.scenario.name, run.stdout, run.stderr);
    if step.is_multiple_of(4) || is_long() {
        stage.assert_goes_on(&repo, came, &what);
    }
}
