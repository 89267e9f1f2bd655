//! What the numbers depend on besides the programs' own work.

use std::path::Path;
use std::process::Command;

use serde::Serialize;

use crate::process::Runner;

/// Versions and the place where it was measured; `unknown` where a thing does not tell.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) git: String,
    pub(crate) clada: String,
    pub(crate) file_system: String,
    pub(crate) cores: usize,
}

impl Machine {
    pub(crate) fn look(runner: &Runner) -> Self {
        let line = |mut command: Command| {
            let output = runner.output(&mut command).ok()?;
            Some(String::from_utf8(output).ok()?.lines().last()?.trim().to_owned())
        };
        let unknown = || "unknown".to_owned();
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).display().to_string();
        Self {
            git: line(runner.git(["--version"])).unwrap_or_else(unknown),
            clada: line(runner.clada(["--version"])).unwrap_or_else(unknown),
            file_system: runner
                .other("df", ["--output=fstype", &place])
                .ok()
                .and_then(line)
                .unwrap_or_else(unknown),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        }
    }
}
