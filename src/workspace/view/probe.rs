//! What this machine gives a command, found out by trying.

use std::time::Duration;

use super::{Part, View, options::ViewOptions};
use crate::{
    policy::GrantedCommand,
    workspace::{
        Overlay,
        process::{CommandSpec, Interrupt, SandboxOptions, ViewKind},
        sandbox::Outcome,
    },
};

/// How long the trial may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What this machine gives a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The view that there is, or why there is none.
    pub view: Result<ViewKind, String>,
    /// The parts of the sandbox that stand.
    pub parts: Vec<Part>,
    /// Whether the view needs a user namespace: files of other owners cannot be written then.
    pub user_namespace: bool,
    /// The version of Landlock that holds the command beside what it does not see, if any does.
    pub file_rules: Option<u32>,
    /// Whether the command sees its own processes alone.
    pub own_processes: bool,
}

/// Runs a command that does nothing in a view of the worktree, held like that.
#[must_use]
pub fn probe(options: ViewOptions<'_>, sandbox: SandboxOptions) -> Probe {
    let spec = CommandSpec {
        command: GrantedCommand::own_version(),
        cwd: None,
        env: Vec::new(),
        timeout: TIMEOUT,
        max_output: 0,
        sandbox,
        interrupt: Interrupt::default(),
        lock: None,
        on_output: None,
    };
    let mut told = Vec::new();
    let view = View::open(&Overlay::new(), options).and_then(|mut view| {
        let ran = view.run(spec);
        told = std::mem::take(&mut view.told);
        ran
    });
    let held = told.iter().find_map(Outcome::held);
    let held = held.as_ref();
    Probe {
        view: view.map(|ran| ran.view).map_err(|error| error.to_string()),
        parts: told.iter().filter_map(Outcome::part).collect(),
        user_namespace: held.is_some_and(|held| held.user_namespace),
        file_rules: held.and_then(|held| held.file_rules),
        own_processes: held.is_some_and(|held| held.own_processes),
    }
}
