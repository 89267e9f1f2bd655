//! The dialect as the scanner knows it.

use super::{
    block::{Within, read},
    foreign,
    mark::{Mark, MarkLine, Word},
    tasks,
};
use crate::syntax::{
    Dialect,
    dialect::{Reading, stray::is_stray},
    reader::Reader,
};

/// `<<<<<<< WRITE path="src/new.js"` … `>>>>>>> END`.
pub(in crate::syntax::dialect) struct Markers;

impl Reading for Markers {
    fn dialect(&self) -> Dialect {
        Dialect::Markers
    }

    fn openers(&self) -> &'static [&'static str] {
        &["<<<<<<< ", ">>>>>>> "]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        let opener = MarkLine::at(reader.text, at)?;
        if matches!(opener.mark, Mark::Close(Some(_))) {
            return is_stray(reader, self.dialect(), opener.span()).then_some(opener.line.next);
        }
        let word = match opener.mark {
            Mark::Open(Some(word)) => word,
            Mark::Open(None) => return foreign::read_outside(reader, &opener),
            Mark::SearchEnd | Mark::Divider | Mark::Close(_) => return None,
        };
        // Without a path it is what aider writes, the file's name on the line before.
        if opener.word == "SEARCH" && opener.rest.is_empty() && !reader.forced {
            return None;
        }
        let limit = reader.text.len();
        Some(if word == Word::Tasks {
            tasks::read(reader, &opener)
        } else {
            read(reader, (&opener, word), Within { limit, group: None, versioned: false })
        })
    }
}
