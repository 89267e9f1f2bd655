//! Finding the program of a command, and the environment of those that only look around.

use std::{
    ffi::{OsStr, OsString},
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::{Path, PathBuf},
};

use crate::{engine::command_options::CommandOptions, policy::Gate};

/// Where programs are, where `PATH` does not say.
const USUAL: &str = "/usr/local/bin:/usr/bin:/bin";
/// What a built-in command inherits. git reads its settings by the last four.
const INHERITED: [&str; 9] = [
    "HOME",
    "TMPDIR",
    "TZ",
    "USER",
    "LANG",
    "XDG_CONFIG_HOME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
];

/// The program of that name in `PATH`.
pub(in crate::engine) fn find(options: &CommandOptions, name: &OsStr) -> Option<PathBuf> {
    directories(options).map(|dir| dir.join(name)).find(|path| is_program(path))
}

/// The same in the directories of `PATH` that no response can write to.
pub(super) fn find_safe(options: &CommandOptions, name: &OsStr, gate: &Gate) -> Option<PathBuf> {
    safe(options, gate).map(|dir| dir.join(name)).find(|path| is_program(path))
}

/// The environment of a command that only looks around: what it needs and no more.
pub(super) fn bare_environment(options: &CommandOptions, gate: &Gate) -> Vec<(OsString, OsString)> {
    let inherited = INHERITED
        .iter()
        .filter_map(|name| Some((OsString::from(name), options.variable(name)?.clone())));
    let path: Vec<PathBuf> = safe(options, gate).collect();
    let path = std::env::join_paths(path).unwrap_or_else(|_| USUAL.into());
    let own = [
        ("PATH", path),
        ("GIT_PAGER", "cat".into()),
        ("PAGER", "cat".into()),
        ("GIT_TERMINAL_PROMPT", "0".into()),
        ("GIT_NO_LAZY_FETCH", "1".into()),
        ("TERM", "dumb".into()),
    ];
    inherited.chain(own.map(|(name, value)| (OsString::from(name), value))).collect()
}

/// The environment of a command that the user has approved: the user's own, with nobody to ask
/// and nothing to page.
pub fn environment(options: &CommandOptions) -> Vec<(OsString, OsString)> {
    let own = [("GIT_PAGER", "cat"), ("PAGER", "cat"), ("GIT_TERMINAL_PROMPT", "0")];
    let is_own = |name: &OsStr| own.iter().any(|(own, _)| name == *own);
    let inherited = options.environment.iter().filter(|(name, _)| !is_own(name)).cloned();
    inherited.chain(own.map(|(name, value)| (name.into(), value.into()))).collect()
}

fn directories(options: &CommandOptions) -> impl Iterator<Item = PathBuf> + use<> {
    let path = options.variable("PATH").cloned().unwrap_or_else(|| USUAL.into());
    std::env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

/// Directories by their full names, in which nothing of the response can stand.
fn safe(options: &CommandOptions, gate: &Gate) -> impl Iterator<Item = PathBuf> {
    directories(options).filter(|dir| dir.is_absolute() && !dir.as_os_str().is_empty()).filter(
        |dir| {
            let real = dir.canonicalize();
            real.is_ok_and(|real| !gate.could_be_written(&real) && !gate.could_be_written(dir))
        },
    )
}

fn is_program(path: &Path) -> bool {
    let plain = !path.as_os_str().as_bytes().ends_with(b"/");
    let runs = |meta: std::fs::Metadata| meta.is_file() && meta.permissions().mode() & 0o111 != 0;
    plain && path.metadata().is_ok_and(runs)
}
