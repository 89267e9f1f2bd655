//! A block by itself, with what the dialect needs around it.

use std::borrow::Cow;

use crate::syntax::{Block, Dialect};

/// A block as it has to be sent for itself: what stands around several of them as it is written
/// is put around this one.
#[must_use]
pub fn by_itself<'t>(block: &Block<'_>, written: &'t str) -> Cow<'t, str> {
    match block.dialect {
        Dialect::ApplyPatch => format!("*** Begin Patch\n{written}\n*** End Patch").into(),
        Dialect::Aider => {
            let name = block.field("path").map(|path| format!("{}\n", path.value.value));
            format!("{}{written}", name.unwrap_or_default()).into()
        }
        Dialect::Sham
        | Dialect::Nesl
        | Dialect::Cml
        | Dialect::Markers
        | Dialect::Replacer
        | Dialect::Diff => written.into(),
    }
}
