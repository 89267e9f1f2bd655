//! What this machine gives a command, found out by trying.

use std::time::Duration;

use super::{View, options::ViewOptions};
use crate::workspace::{
    Overlay,
    process::{CommandSpec, Interrupt, SandboxOptions, ViewKind},
};

/// How long the trial may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What this machine gives a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The view that there is, or why there is none.
    pub view: Result<ViewKind, String>,
    /// Whether the view needs a user namespace: files of other owners cannot be written then.
    pub user_namespace: bool,
    /// Whether Landlock holds the command beside what it does not see.
    pub file_rules: bool,
    /// Whether the command sees its own processes alone.
    pub own_processes: bool,
}

/// Runs a command that does nothing in a view of the worktree, sandboxed as by default.
#[must_use]
pub fn probe(options: ViewOptions<'_>) -> Probe {
    let spec = CommandSpec {
        // This very program, which is there wherever the rest of the machine is.
        argv: vec!["/proc/self/exe".into(), "--version".into()],
        stdin_text: None,
        cwd: None,
        env: Vec::new(),
        timeout: TIMEOUT,
        max_output: 0,
        sandbox: SandboxOptions::default(),
        interrupt: Interrupt::default(),
        on_output: None,
    };
    let mut held = None;
    let view = View::open(&Overlay::new(), options).and_then(|mut view| {
        let ran = view.run(spec);
        held = view.held.take();
        ran
    });
    Probe {
        view: view.map(|ran| ran.view).map_err(|error| error.to_string()),
        user_namespace: held.as_ref().is_some_and(|held| held.user_namespace),
        file_rules: held.as_ref().is_some_and(|held| held.file_rules),
        own_processes: held.as_ref().is_some_and(|held| held.own_processes),
    }
}
