//! Forms of an index that do not hold all entries themselves.

/// Why an index does not hold all entries itself. Only git reads and writes such a one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexForm {
    /// Most entries stand in a file that it shares with older ones (extension `link`).
    Split,
    /// Directories outside a sparse checkout stand as one entry each (extension `sdir`).
    Sparse,
}

impl IndexForm {
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Split => "a shared part (split index)",
            Self::Sparse => "directories as entries (sparse index)",
        }
    }
}
