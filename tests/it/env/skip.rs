//! Tests that need what a machine may not have.

use std::io::Write;

/// Says why a test looks at nothing here. Past the harness, which keeps what a test prints.
pub(crate) fn skipped(test: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "{test} is skipped: {why}");
}
