//! Header lines: `#!SHAM [@three-char-SHA-256: k7m]`.

use crate::{
    syntax::{dialect::Spelling, line::Line},
    text::{Spanned, utf16_len},
};

/// What is wrong with an ID. The length is looked at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum IdFault {
    /// Fewer than 2 or more than 8 UTF-16 units.
    Length,
    /// A character other than `[A-Za-z0-9]`.
    Characters,
}

/// A line that was classified a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Header<'r> {
    /// It opens a block.
    Sound(SoundHeader<'r>),
    /// It has the right form, and an ID that no block may have.
    BadId { id: Spanned<&'r str>, fault: IdFault },
    /// It has not the right form.
    Malformed,
}

/// A header that opens a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct SoundHeader<'r> {
    /// The line.
    pub(in crate::syntax) line: Line<'r>,
    /// The word before the ID.
    pub(in crate::syntax) annotation: Spanned<&'r str>,
    /// The block's ID.
    pub(in crate::syntax) id: Spanned<&'r str>,
}

impl<'r> Header<'r> {
    /// Reads a header line, untrimmed.
    pub(in crate::syntax) fn read(line: &Line<'r>, spelling: &dyn Spelling) -> Self {
        let Some((word, id)) = parts(line.text, spelling) else { return Self::Malformed };
        let id = Spanned::new(id, line.span_of(id));
        if let Some(fault) = id_fault(id.value) {
            return Self::BadId { id, fault };
        }
        let annotation = Spanned::new(word, line.span_of(word));
        Self::Sound(SoundHeader { line: *line, annotation, id })
    }
}

/// The annotation word and the ID of a header that has the right form.
fn parts<'r>(line: &'r str, spelling: &dyn Spelling) -> Option<(&'r str, &'r str)> {
    let inside = line.strip_prefix(spelling.words().header)?.strip_prefix("[@")?;
    let (word, id) = inside.strip_suffix(']')?.split_once(": ")?;
    let sound = spelling.accepts_annotation(word) && !id.is_empty() && !id.contains(']');
    sound.then_some((word, id))
}

fn id_fault(id: &str) -> Option<IdFault> {
    // A UTF-16 unit takes at most three bytes, so a longer text need not be counted.
    if id.len() > 24 || !(2..=8).contains(&utf16_len(id)) {
        Some(IdFault::Length)
    } else if id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        None
    } else {
        Some(IdFault::Characters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_an_id_is_looked_at_first_and_in_utf16_units() {
        assert_eq!(id_fault("-"), Some(IdFault::Length));
        assert_eq!(id_fault("🎉"), Some(IdFault::Characters));
        assert_eq!(id_fault("🎉🎉🎉🎉"), Some(IdFault::Characters));
        assert_eq!(id_fault("🎉🎉🎉🎉a"), Some(IdFault::Length));
        assert_eq!(id_fault("a1Z90xyz"), None);
    }
}
