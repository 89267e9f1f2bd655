//! A response as it came, and its lines.

use std::cell::OnceCell;

use memchr::memchr_iter;

use crate::text::Span;

/// The largest response that is read, in bytes (`spec`: Limits).
pub(crate) const MAX_BYTES: usize = 50 * 1024 * 1024;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// What a model wrote: where it came from, its bytes and its text.
///
/// Offsets of spans count from the first byte of [`Response::text`], a BOM at the start not
/// counted.
#[derive(Debug)]
pub struct Response {
    origin: String,
    bytes: String,
    text_start: usize,
    /// The line breaks in front that stand for lines of the file that are none of the response.
    lines_before: usize,
    /// Half the size of what `usize` would take, for a text of nothing but line breaks.
    line_starts: OnceCell<Vec<u32>>,
}

/// Why bytes are no response.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ResponseError {
    /// `INPUT_TOO_LARGE`.
    #[error("`{origin}` has more than the {limit} bytes that a response may have")]
    TooLarge {
        /// Where the bytes came from.
        origin: String,
        /// How many there may be.
        limit: usize,
    },
    /// `INVALID_UTF8`.
    #[error("`{origin}` is not valid UTF-8: the byte at offset {offset} does not belong")]
    InvalidUtf8 {
        /// Where the bytes came from.
        origin: String,
        /// The first byte that is no UTF-8.
        offset: usize,
    },
}

impl ResponseError {
    /// The error's name in JSON.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "INPUT_TOO_LARGE",
            Self::InvalidUtf8 { .. } => "INVALID_UTF8",
        }
    }
}

impl Response {
    /// Reads bytes as a response. `origin` is the name that diagnostics give it.
    pub fn new(origin: impl Into<String>, bytes: Vec<u8>) -> Result<Self, ResponseError> {
        let origin = origin.into();
        if bytes.len() > MAX_BYTES {
            return Err(ResponseError::TooLarge { origin, limit: MAX_BYTES });
        }
        match String::from_utf8(bytes) {
            Ok(bytes) => {
                let text_start = if bytes.as_bytes().starts_with(BOM) { BOM.len() } else { 0 };
                Ok(Self {
                    origin,
                    bytes,
                    text_start,
                    lines_before: 0,
                    line_starts: OnceCell::new(),
                })
            }
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                Err(ResponseError::InvalidUtf8 { origin, offset })
            }
        }
    }

    /// The same for a response that stands below so many lines of its file: problems are told by the
    /// lines of the file. A BOM is dropped.
    pub fn below(
        lines: usize,
        origin: impl Into<String>,
        bytes: &[u8],
    ) -> Result<Self, ResponseError> {
        let read = Self::new(origin, bytes.strip_prefix(BOM).unwrap_or(bytes).to_vec())?;
        let bytes = "\n".repeat(lines) + &read.bytes;
        Ok(Self { bytes, lines_before: lines, text_start: 0, ..read })
    }

    /// The name that diagnostics give it: a file's path, or `<stdin>`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The bytes as they came, a BOM included.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_bytes().get(self.lines_before..).unwrap_or_default()
    }

    /// The text that is parsed, without a BOM; empty lines stand for those above it.
    #[must_use]
    pub fn text(&self) -> &str {
        self.bytes.get(self.text_start..).unwrap_or_default()
    }

    /// The text of a span; empty where the span is not on character boundaries.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).unwrap_or_default()
    }

    /// How many lines there are: one more than there are `\n`.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// The number, from 1, of the line that holds the byte `offset`.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts().partition_point(|&start| start as usize <= offset).max(1)
    }

    /// The bytes of a line, numbered from 1, without its `\n`, a `\r` before it kept. Empty, at
    /// the end of the text, for a line that there is not.
    #[must_use]
    pub fn line_span(&self, line: usize) -> Span {
        let starts = self.line_starts();
        let end_of_text = self.text().len();
        let start = line.checked_sub(1).and_then(|index| starts.get(index));
        let Some(&start) = start else { return Span::empty(end_of_text) };
        Span::new(start as usize, starts.get(line).map_or(end_of_text, |&next| next as usize - 1))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = memchr_iter(b'\n', self.text().as_bytes()).map(|at| at + 1);
            let starts = std::iter::once(0).chain(breaks);
            starts.map(|at| u32::try_from(at).expect("invariant: within `MAX_BYTES`")).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(text: &str) -> Response {
        Response::new("r.md", text.as_bytes().to_vec()).expect("valid")
    }

    #[test]
    fn a_final_line_break_starts_one_more_line() {
        let r = response("a\r\nbc\n");
        assert_eq!(r.line_count(), 3);
        assert_eq!(r.slice(r.line_span(1)), "a\r");
        assert_eq!(r.slice(r.line_span(2)), "bc");
        assert_eq!(r.line_span(3), Span::empty(6));
        assert_eq!(r.line_span(9), Span::empty(6));
        assert_eq!([r.line_of(0), r.line_of(2), r.line_of(3), r.line_of(6)], [1, 1, 2, 3]);
    }

    #[test]
    fn a_bom_is_kept_in_the_bytes_and_not_in_the_text() {
        let r = response("\u{feff}x");
        assert_eq!((r.text(), r.as_bytes().len()), ("x", 4));
    }

    #[test]
    fn a_response_below_other_lines_has_the_lines_of_its_file_and_its_own_bytes() {
        let r = Response::below(3, "r.md", b"\xef\xbb\xbfx\ny").expect("valid");
        assert_eq!((r.text(), r.as_bytes()), ("\n\n\nx\ny", b"x\ny".as_slice()));
        assert_eq!((r.slice(r.line_span(4)), r.line_of(5)), ("x", 5));
    }

    #[test]
    fn invalid_utf8_is_told_with_its_offset() {
        let error = Response::new("r.md", b"ab\xffc".to_vec()).expect_err("invalid");
        assert_eq!(error, ResponseError::InvalidUtf8 { origin: "r.md".into(), offset: 2 });
        assert_eq!(error.code(), "INVALID_UTF8");
    }

    #[test]
    fn more_than_the_limit_is_refused() {
        let error = Response::new("r.md", vec![b'a'; MAX_BYTES + 1]).expect_err("too large");
        assert_eq!(error.code(), "INPUT_TOO_LARGE");
    }
}
