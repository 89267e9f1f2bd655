//! What the scanner asks of a dialect, and the list of those that it asks.

use super::{
    aider::Aider, apply_patch::ApplyPatch, cml::Cml, markers::Markers, nesl::Nesl,
    replacer::Replacer, sham::Sham, unified::Diff,
};
use crate::syntax::{Dialect, reader::Reader};

/// Every dialect, in the order in which they are asked about an opener that several have.
pub(in crate::syntax) static READINGS: &[&dyn Reading] =
    &[&Sham, &Nesl, &Cml, &Markers, &Replacer, &Aider, &ApplyPatch, &Diff];

/// A dialect that finds its blocks in a text.
///
/// Reading is linear: what a dialect looks at in vain it must not look at again from the next
/// opener on. [`Reader::unclosed`] is for the openers that have no end.
pub(in crate::syntax) trait Reading: Sync {
    /// Its name.
    fn dialect(&self) -> Dialect;

    /// What its blocks begin with, or enough of it to be rare. None begins with another's. Closing
    /// markers too, where one that closes nothing is told.
    fn openers(&self) -> &'static [&'static str];

    /// Reads what opens at `at`, where one of the openers stands: takes down the blocks and the
    /// problems. Returns where reading goes on, beyond `at`; `None` where it is nothing of this
    /// dialect's.
    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize>;
}
