//! The summary on top of a watched file, and how it is known again.
//!
//! Its last line has a hash of the others. So a summary that was edited, or into which a response was
//! pasted, is none of ours any more: it stays, as all that the user writes.

use sha2::{Digest, Sha256};

use crate::base::hex;

const BOM: &[u8] = b"\xef\xbb\xbf";
/// How the first line begins, and the last one.
const BEGIN: &str = "=== git-clada ";
const END: &str = ": end of the summary ===";
/// How much of the hash is told.
const HASH: usize = 12;

/// How many lines a summary has besides those that it tells: its last line, and an empty one.
pub const AROUND: usize = 2;

/// What a file consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'b> {
    /// A byte order mark.
    pub bom: &'b [u8],
    /// What the user put there.
    pub content: &'b [u8],
}

/// A summary: the headline, the lines below it, what ends it.
#[must_use]
pub fn summary(headline: &str, lines: &[String]) -> Vec<String> {
    let mut all = vec![format!("{BEGIN}{headline} ===")];
    all.extend(lines.iter().cloned());
    let hash = hash(all.iter().map(String::as_bytes));
    all.push(format!("{BEGIN}{hash}{END}"));
    all.push(String::new());
    all
}

/// The file with a summary in place of the one that it has, in the file's own line breaks.
#[must_use]
pub fn on_top(summary: &[String], file: &[u8]) -> Vec<u8> {
    let Parts { bom, content } = parts(file);
    let first = memchr::memchr(b'\n', content);
    let crlf = first.is_some_and(|at| content.get(..at).is_some_and(|line| line.ends_with(b"\r")));
    let mut bytes = bom.to_vec();
    for line in summary {
        bytes.extend_from_slice(line.as_bytes());
        bytes.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
    }
    bytes.extend_from_slice(content);
    bytes
}

/// Takes the summary off.
#[must_use]
pub fn parts(file: &[u8]) -> Parts<'_> {
    let rest = file.strip_prefix(BOM);
    let bom = if rest.is_some() { BOM } else { b"" };
    let rest = rest.unwrap_or(file);
    Parts { bom, content: rest.get(length(rest).unwrap_or(0)..).unwrap_or_default() }
}

/// The bytes of the summary that a text begins with, the empty line after it among them.
fn length(text: &[u8]) -> Option<usize> {
    if !text.starts_with(BEGIN.as_bytes()) {
        return None;
    }
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        at += line.len();
        // Editors change line breaks, and take away spaces at the end of a line.
        let line = line.trim_ascii_end();
        let told =
            line.strip_prefix(BEGIN.as_bytes()).and_then(|line| line.strip_suffix(END.as_bytes()));
        let Some(told) = told else {
            lines.push(line);
            continue;
        };
        if told != hash(lines.iter().copied()).as_bytes() {
            return None;
        }
        let rest = text.get(at..).unwrap_or_default();
        let empty = [b"\r\n".as_slice(), b"\n"].into_iter().find(|empty| rest.starts_with(empty));
        return Some(at + empty.map_or(0, <[u8]>::len));
    }
    None
}

fn hash<'l>(lines: impl Iterator<Item = &'l [u8]>) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line.trim_ascii_end());
        hash.update(b"\n");
    }
    hex(&hash.finalize()).get(..HASH).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(content: &str) -> String {
        let lines = summary("13:40:05: all is well", &["✓ a  ".to_owned(), String::new()]);
        String::from_utf8(on_top(&lines, content.as_bytes())).expect("UTF-8")
    }

    fn content(file: &str) -> String {
        String::from_utf8(parts(file.as_bytes()).content.to_vec()).expect("UTF-8")
    }

    #[test]
    fn a_summary_is_taken_off_to_the_byte_and_replaced_by_the_next() {
        for before in ["", "a", "\n\na\n", "a\r\nb\r\n", "\u{feff}a\n"] {
            let with = drawn(before);
            let bare = before.strip_prefix('\u{feff}').unwrap_or(before);
            assert_eq!(content(&with), bare, "{with}");
            assert_eq!(with.starts_with('\u{feff}'), before.starts_with('\u{feff}'));
            assert_eq!(drawn(&with), with, "replaced, not stacked");
        }
        assert_eq!(drawn("a\r\n").matches("\r\n").count(), 6);
    }

    #[test]
    fn what_an_editor_does_to_line_ends_leaves_it_ours() {
        let with = drawn("x\n");
        let trimmed: Vec<&str> = with.lines().map(str::trim_end).collect();
        assert_eq!(content(&trimmed.join("\n")), "x");
        assert_eq!(content(&with.replace('\n', "\r\n")), "x\r\n");
    }

    #[test]
    fn a_summary_that_somebody_wrote_into_is_the_users() {
        let with = drawn("x\n");
        let mut kept = 0;
        for (at, _) in with.match_indices('\n').take(4) {
            let mut edited = with.clone();
            edited.insert_str(at + 1, "mine\n");
            // Behind the last line begins what is the user's anyway.
            let whole = content(&edited);
            assert!(whole.contains("mine\n"), "{whole}");
            kept += usize::from(whole == edited);
        }
        assert_eq!(kept, 3);
        let cut = with.lines().take(3).collect::<Vec<_>>().join("\n");
        assert_eq!(content(&cut), cut);
    }
}
