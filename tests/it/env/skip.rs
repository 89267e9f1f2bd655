//! Tests that need what a machine may not have.

use std::io::Write;

use super::TestEnv;
use crate::sham;

/// Says why a test looks at nothing here. Past the harness, which keeps what a test prints.
pub(crate) fn skipped(test: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "{test} is skipped: {why}");
}

/// Whether this kernel lets commands run in a view. Says so where not.
pub(crate) fn commands_run(test: &str) -> bool {
    let env = TestEnv::new();
    let response = sham::exec("true");
    let apply = env.repo().commit().apply(&response);
    let run = apply.arg("--yes").arg("--format").arg("json").run();
    let without =
        run.stdout.contains("EXEC_FAILED") && run.stdout.contains("in a view of the worktree");
    if without {
        skipped(test, "commands have no view here");
    }
    !without
}
