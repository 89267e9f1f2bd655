//! A commit's message: its text, and the trailers at its end.

use bstr::{BString, ByteSlice};

/// A message in its two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The subject and the body, without white space around.
    pub text: BString,
    /// The trailers, each with the lines that continue it.
    pub trailers: Vec<BString>,
}

impl Message {
    /// Takes a message apart. Trailers are the last paragraph where every line of it is one, and
    /// it is not the first.
    #[must_use]
    pub fn split(message: &[u8]) -> Self {
        let message = message.trim();
        let end = last_paragraph(message);
        let (text, last) = message.split_at(end);
        match trailers(last).filter(|_| !text.is_empty()) {
            Some(trailers) => Self { text: text.trim().into(), trailers },
            None => Self { text: message.into(), trailers: Vec::new() },
        }
    }

    /// The whole message: the text, and each trailer once.
    #[must_use]
    pub fn join(&self) -> BString {
        let mut whole = self.text.clone();
        whole.push(b'\n');
        let mut written: Vec<&BString> = Vec::new();
        for trailer in &self.trailers {
            if written.contains(&trailer) {
                continue;
            }
            if written.is_empty() {
                whole.push(b'\n');
            }
            whole.extend_from_slice(trailer);
            whole.push(b'\n');
            written.push(trailer);
        }
        whole
    }
}

/// Where the last paragraph begins.
fn last_paragraph(message: &[u8]) -> usize {
    let mut at = 0;
    let mut begins = 0;
    let mut after_blank = false;
    for line in message.lines_with_terminator() {
        let blank = line.trim().is_empty();
        if after_blank && !blank {
            begins = at;
        }
        after_blank = blank;
        at += line.len();
    }
    begins
}

/// The paragraph's trailers; `None` where a line of it is none.
fn trailers(paragraph: &[u8]) -> Option<Vec<BString>> {
    let mut found: Vec<BString> = Vec::new();
    for line in paragraph.lines() {
        match found.last_mut() {
            Some(last) if line.starts_with(b" ") || line.starts_with(b"\t") => {
                last.push(b'\n');
                last.extend_from_slice(line);
            }
            _ if is_trailer(line) => found.push(line.trim_end().into()),
            _ => return None,
        }
    }
    Some(found)
}

/// Whether a line is a trailer, as git writes them.
pub(super) fn is_trailer(line: &[u8]) -> bool {
    let Some((token, _)) = line.split_once_str(": ") else {
        return line.starts_with(b"(cherry picked from commit ");
    };
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    !token.is_empty() && token.iter().all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(message: &str) -> (String, Vec<String>) {
        let Message { text, trailers } = Message::split(message.as_bytes());
        (text.to_string(), trailers.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_last_paragraph_is_trailers_where_all_of_it_is() {
        let (text, trailers) = split("Subject\n\nBody: one\nand more\n\nA-b: c\n  d\nE: f\n");
        assert_eq!(text, "Subject\n\nBody: one\nand more");
        assert_eq!(trailers, ["A-b: c\n  d", "E: f"]);
        assert_eq!(split("Subject\n\nSee: this\nand that\n").1, Vec::<String>::new());
    }

    #[test]
    fn a_subject_is_no_trailer() {
        assert_eq!(split("fix: a thing\n"), ("fix: a thing".to_owned(), Vec::new()));
        assert_eq!(split(""), (String::new(), Vec::new()));
    }

    #[test]
    fn each_trailer_is_written_once() {
        let message = Message::split(b"Subject\n\nA: b\nC: d\nA: b\n");
        assert_eq!(message.join(), "Subject\n\nA: b\nC: d\n");
        assert_eq!(Message::split(b"Subject").join(), "Subject\n");
    }
}
