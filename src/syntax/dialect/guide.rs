//! The instructions for dialects that know neither the catalogue's names nor its keys.

use crate::syntax::Dialect;

/// How a dialect is taught, in Markdown. Each example in it is one.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    /// Which.
    pub dialect: Dialect,
    /// With an example for each of its blocks.
    pub full: &'static str,
    /// In fewer words.
    pub brief: &'static str,
}

static GUIDES: [Guide; 3] = [
    Guide {
        dialect: Dialect::Cml,
        full: include_str!("cml/guide.md"),
        brief: include_str!("cml/brief.md"),
    },
    Guide {
        dialect: Dialect::Markers,
        full: include_str!("markers/guide.md"),
        brief: include_str!("markers/brief.md"),
    },
    Guide {
        dialect: Dialect::Replacer,
        full: include_str!("replacer/guide.md"),
        brief: include_str!("replacer/brief.md"),
    },
];

/// The dialects that are taught by a guide.
#[must_use]
pub fn guides() -> &'static [Guide] {
    &GUIDES
}
