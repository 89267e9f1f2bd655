//! What a command writes, as it comes: kept up to a limit, and told line by line.

use std::collections::VecDeque;

use bstr::ByteSlice;

/// The longest line that is told in one piece, in bytes.
const LONGEST_LINE: usize = 64 * 1024;

/// One stream of a command.
#[derive(Debug)]
pub(in crate::workspace) struct Output {
    /// How much is kept of the beginning and of the end each, in bytes.
    half: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// How many bytes went between them.
    dropped: u64,
    /// The line that has begun.
    line: Vec<u8>,
}

impl Output {
    /// Keeps at most `most` bytes.
    pub(in crate::workspace) fn new(most: usize) -> Self {
        let (head, tail, line) = (Vec::new(), VecDeque::new(), Vec::new());
        Self { half: most / 2, head, tail, dropped: 0, line }
    }

    /// Takes what has come, and tells the lines that it ends.
    pub(in crate::workspace) fn take(&mut self, bytes: &[u8], tell: &mut dyn FnMut(&str)) {
        self.keep(bytes);
        for piece in bytes.lines_with_terminator() {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.tell(tell);
            } else if self.line.len() >= LONGEST_LINE {
                let whole = without_begun_character(&self.line).len();
                let begun = self.line.split_off(whole);
                self.tell(tell);
                self.line = begun;
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = self.half.saturating_sub(self.head.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.head.extend_from_slice(first);
        self.tail.extend(rest);
        let over = self.tail.len().saturating_sub(self.half);
        self.tail.drain(..over);
        self.dropped += u64::try_from(over).unwrap_or(u64::MAX);
    }

    fn tell(&mut self, tell: &mut dyn FnMut(&str)) {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        tell(&line.to_str_lossy());
        self.line.clear();
    }

    /// All that was kept; a last line without a break is told.
    pub(in crate::workspace) fn finish(mut self, tell: &mut dyn FnMut(&str)) -> String {
        if !self.line.is_empty() {
            self.tell(tell);
        }
        let mut tail = Vec::from(self.tail);
        if self.dropped == 0 {
            self.head.append(&mut tail);
            return self.head.to_str_lossy().into_owned();
        }
        let head = without_begun_character(&self.head);
        let tail_length = tail.len();
        let tail = without_ended_character(&tail);
        let cut = self.head.len() - head.len() + (tail_length - tail.len());
        let dropped = self.dropped + u64::try_from(cut).unwrap_or(0);
        let (head, tail) = (head.to_str_lossy(), tail.to_str_lossy());
        format!("{head}\n[… {dropped} bytes left out …]\n{tail}")
    }
}

/// Bytes less a character at their end of which only the beginning is there.
fn without_begun_character(bytes: &[u8]) -> &[u8] {
    let begun = |back: usize| {
        let start = bytes.len().checked_sub(back)?;
        let (before, rest) = bytes.split_at_checked(start)?;
        let error = rest.to_str().err()?;
        (error.valid_up_to() == 0 && error.error_len().is_none()).then_some(before)
    };
    (1..=3).find_map(begun).unwrap_or(bytes)
}

/// Bytes less a character at their beginning of which only the end is there.
fn without_ended_character(bytes: &[u8]) -> &[u8] {
    let continues = bytes.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    bytes.get(continues..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(most: usize, pieces: &[&[u8]]) -> (String, Vec<String>) {
        let mut output = Output::new(most);
        let mut lines = Vec::new();
        for piece in pieces {
            output.take(piece, &mut |line| lines.push(line.to_owned()));
        }
        let text = output.finish(&mut |line| lines.push(line.to_owned()));
        (text, lines)
    }

    #[test]
    fn lines_are_told_as_they_end() {
        let (text, lines) = kept(100, &[b"a", b"b\nc\r\n", b"d"]);
        assert_eq!(text, "ab\nc\r\nd");
        assert_eq!(lines, ["ab", "c", "d"]);
    }

    #[test]
    fn the_middle_goes_and_no_character_is_cut() {
        assert_eq!(kept(8, &[b"0123456789"]).0, "0123\n[… 2 bytes left out …]\n6789");
        let text = "aéxyzéb".as_bytes();
        assert_eq!(kept(4, &[text]).0, "a\n[… 7 bytes left out …]\nb");
        assert_eq!(kept(10, &["aéxyzéb".as_bytes()]).0, "aéxyzéb");
    }

    #[test]
    fn a_line_without_end_is_told_in_pieces_of_whole_characters() {
        let long = "é".repeat(LONGEST_LINE);
        let pieces: Vec<&[u8]> = long.as_bytes().chunks(999).collect();
        let (text, lines) = kept(long.len(), &pieces);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() < LONGEST_LINE + 1000));
        assert_eq!((lines.concat(), text), (long.clone(), long));
    }

    #[test]
    fn what_is_not_utf8_is_replaced() {
        assert_eq!(kept(10, &[b"a\xff", b"b"]).0, "a\u{fffd}b");
    }
}
