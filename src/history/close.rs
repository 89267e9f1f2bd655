//! What land and drop have in common: a session ends, and the files follow.

use crate::git::RefChange;

use super::checkout::Checkout;
use super::settled::Settled;
use super::{HistoryError, SessionRefusal};

/// What goes with a session when it ends: its branch.
pub fn closing(settled: &Settled) -> Vec<RefChange> {
    let name = settled.session.branch.clone();
    vec![RefChange { name, before: Some(settled.tip), after: None }]
}

/// Fails, with the paths, where an edit of the user's is in the way.
pub fn refuse_own_edits(checkout: &Checkout<'_>) -> Result<(), HistoryError> {
    let paths: Vec<String> = checkout
        .own_edits()
        .filter_map(|place| Some(format!("{} ({})", place.path, place.own?.as_str())))
        .collect();
    if paths.is_empty() { Ok(()) } else { Err(SessionRefusal::Dirty { paths }.into()) }
}
