//! The paths among a command's arguments: each passes the gate, and none is taken for a flag.

use std::{
    ffi::OsString,
    path::{Component, Path},
};

use super::denial::Denial;
use crate::policy::{Access, Gate, GrantedPath, RootKind, View};

/// Where a command's paths start, and what stands there.
pub(super) struct Place<'a> {
    pub(super) gate: &'a Gate,
    pub(super) view: &'a dyn View,
    /// The directory in which the command runs.
    pub(super) dir: &'a GrantedPath,
}

/// Paths that a command names.
#[derive(Default)]
pub(super) struct Operands {
    pub(super) args: Vec<OsString>,
    /// Whether one of them lies outside the worktree.
    pub(super) outside: bool,
}

/// A path among the arguments of a command that runs in `dir`, as a response would write it.
#[must_use]
pub fn written(dir: &GrantedPath, arg: &str) -> String {
    if arg.starts_with('/') || (dir.key().0 == 0 && dir.rel().is_root()) {
        return arg.to_owned();
    }
    format!("{}/{arg}", dir.absolute().display())
}

impl Place<'_> {
    fn written(&self, arg: &str) -> String {
        written(self.dir, arg)
    }

    /// Grants paths for reading.
    pub(super) fn read<'s>(
        &self,
        paths: impl IntoIterator<Item = &'s str>,
    ) -> Result<Operands, Denial> {
        let mut operands = Operands::default();
        for path in paths {
            let granted = self.gate.grant_over(&self.written(path), Access::Read, self.view)?;
            operands.outside |= granted.root().kind() != RootKind::Worktree;
            operands.args.push(self.argument(path, &granted));
        }
        Ok(operands)
    }

    /// Whether anything stands at a path.
    pub(super) fn is_there(&self, path: &str) -> bool {
        self.gate.is_there(&self.written(path), self.view)
    }

    /// A granted path as an argument: as it was written where it names that very place, else the
    /// place itself; never with a dash in front.
    fn argument(&self, written: &str, granted: &GrantedPath) -> OsString {
        let plain = |part: Component<'_>| !matches!(part, Component::ParentDir);
        let direct = Path::new(written).components().all(plain)
            && self.dir.absolute().join(written).components().eq(granted.absolute().components());
        match written {
            _ if !direct => granted.absolute().into_os_string(),
            _ if written.starts_with('-') => format!("./{written}").into(),
            _ => written.into(),
        }
    }
}
