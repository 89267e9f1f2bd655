//! The world that the tests run in: a home, real repositories, the real git and the binary.

mod display;
mod process;
mod repo;
mod skip;
mod snapshot;
mod test_env;

pub(crate) use display::Display;
pub(crate) use process::{Clada, NOBODY, Run};
pub(crate) use repo::Repo;
pub(crate) use skip::{commands_run, skipped};
pub(crate) use snapshot::{Entry, Snapshot, differences, shown_name, tree_of};
pub(crate) use test_env::TestEnv;
