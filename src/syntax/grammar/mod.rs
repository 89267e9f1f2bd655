//! The block grammar that SHAM and NESL share: headers, lines, keys, values.

mod assignment;
mod body;
mod header;
mod heredoc;
mod key;
mod key_index;
mod open;
mod quoted;

pub(super) use assignment::Fault;
pub(super) use header::IdFault;
pub(super) use heredoc::{Suspect, SuspectPlace};
pub(super) use key::KeyFault;
pub(super) use open::read_at;
