//! NESL: SHAM's later name and shorter spelling. It forgives what models often get wrong, and
//! says so.

use memchr::{memmem, memrchr};

use super::{
    reading::Reading,
    spelling::{EndMarker, Forgiven, HeredocEnd, Spelling, Words, end_at_line, is_id},
};
use crate::{
    syntax::{Dialect, grammar::read_at, line::Line, reader::Reader},
    text::Span,
};

/// `#!nesl [@three-char-SHA-256: k7m]` … `#!end_k7m`.
pub(super) struct Nesl;

impl Spelling for Nesl {
    fn dialect(&self) -> Dialect {
        Dialect::Nesl
    }

    fn words(&self) -> &'static Words {
        &Words {
            name: "NESL",
            taught_as: "nesl",
            header: "#!nesl ",
            end: "#!end_",
            delimiter: "EOT_",
        }
    }

    fn accepts_annotation(&self, word: &str) -> bool {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    }

    fn end_marker<'r>(&self, line: &'r str) -> Option<EndMarker<'r>> {
        let rest = line.strip_prefix(self.words().end)?;
        let (id, quoted) = rest.strip_suffix('\'').map_or((rest, false), |id| (id, true));
        is_id(id).then_some(EndMarker { id, quoted })
    }

    fn heredoc_end(&self, text: &str, content: usize, delimiter: &str) -> Option<HeredocEnd> {
        let bytes = text.as_bytes().get(content..)?;
        // A line's first occurrence of the delimiter decides; those after it are passed over, so
        // no byte is looked at more than a fixed number of times.
        let mut decided = content;
        for hit in memmem::Finder::new(delimiter).find_iter(bytes) {
            let at = content + hit;
            if at < decided {
                continue;
            }
            let before = text.as_bytes().get(decided..at).unwrap_or_default();
            let start = memrchr(b'\n', before).map_or(decided, |feed| decided + feed + 1);
            let line = Line::at(text, start);
            decided = line.next;
            if let Some(end) =
                end_in_line(text, content, &line, Span::new(at, at + delimiter.len()))
            {
                return Some(end);
            }
        }
        None
    }
}

impl Reading for Nesl {
    fn dialect(&self) -> Dialect {
        Dialect::Nesl
    }

    fn openers(&self) -> &'static [&'static str] {
        &["#!nesl "]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        read_at(reader, &Self, at)
    }
}

/// Whether the heredoc ends in `line`, whose first occurrence of the delimiter is `found`.
fn end_in_line(text: &str, content: usize, line: &Line<'_>, found: Span) -> Option<HeredocEnd> {
    let before = text.get(line.start..found.start).unwrap_or_default();
    let after = text.get(found.end..line.end()).unwrap_or_default();
    let whole = end_at_line(text, content, line);
    match (before, after) {
        ("", "") => Some(whole),
        ("", "'") => Some(HeredocEnd { forgiven: Some(Forgiven::Quote), ..whole }),
        (content_before, "") if memmem::find(content_before.as_bytes(), b"<<").is_none() => {
            Some(HeredocEnd {
                content_end: found.start,
                delimiter: found,
                next: line.next,
                forgiven: Some(Forgiven::Inline),
            })
        }
        _ => None,
    }
}
