//! SHAM: the spelling that we teach. It forgives nothing.

use super::{
    reading::Reading,
    spelling::{Spelling, Words},
};
use crate::syntax::{Dialect, grammar::read_at, reader::Reader};

/// `#!SHAM [@three-char-SHA-256: k7m]` … `#!END_SHAM_k7m`.
pub(super) struct Sham;

impl Spelling for Sham {
    fn dialect(&self) -> Dialect {
        Dialect::Sham
    }

    fn words(&self) -> &'static Words {
        &Words {
            name: "SHAM",
            taught_as: "sham",
            header: "#!SHAM ",
            end: "#!END_SHAM_",
            delimiter: "EOT_SHAM_",
        }
    }
}

impl Reading for Sham {
    fn dialect(&self) -> Dialect {
        Dialect::Sham
    }

    fn openers(&self) -> &'static [&'static str] {
        &["#!SHAM "]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        read_at(reader, &Self, at)
    }
}
