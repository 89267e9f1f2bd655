//! Our trailers in a message that somebody else has had in hand: whole, once each, and last.

use bstr::{BString, ByteSlice, ByteVec};

use super::message::is_trailer;
use crate::base::TransactionId;

/// The trailers that are ours.
const NAMES: [&str; 5] =
    ["Clada-Transaction", "Clada-Reverts", "Clada-Response", "Clada-Model", "Clada-Prompt"];
/// What names a transaction.
const OF_TRANSACTIONS: usize = 2;
/// What git puts below `--verbose`'s diff and above what is cut off.
const SCISSORS: &[u8] = b" ------------------------ >8 ------------------------";

/// A line that should be a trailer of ours and says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTrailer {
    /// Which line it is, from 1.
    pub line: usize,
    /// The trailer, as it should be spelt.
    pub name: &'static str,
    /// What it says.
    pub value: String,
}

/// Puts our trailers at the end of a message that is still to be cleaned up: lines that begin with
/// `comment` after it stay where they are. `None` where all is well, and where there are none.
pub fn trailers_last(message: &[u8], comment: &[u8]) -> Result<Option<BString>, BadTrailer> {
    let (body, after) = message.split_at(end_of_body(message, comment));
    let mut ours: Vec<BString> = Vec::new();
    let mut text = BString::default();
    let mut moved = false;
    for (at, line) in body.lines_with_terminator().enumerate() {
        match trailer(line).map_err(|(name, value)| BadTrailer { line: at + 1, name, value })? {
            Some(trailer) => {
                moved = true;
                if !ours.contains(&trailer) {
                    ours.push(trailer);
                }
            }
            // The empty line that followed them would be a second one.
            None if moved && line.trim().is_empty() && text.ends_with(b"\n\n") => {}
            None => {
                moved = false;
                text.push_str(line);
            }
        }
    }
    if ours.is_empty() {
        return Ok(None);
    }
    let mut whole: BString = text.trim_end().into();
    let gap = if ends_with_trailers(&whole) { "\n" } else { "\n\n" };
    whole.push_str(gap);
    for trailer in &ours {
        whole.push_str(trailer);
        whole.push(b'\n');
    }
    if whole.trim_end() == body.trim_end() {
        return Ok(None);
    }
    if !after.is_empty() && !after.starts_with(b"\n") {
        whole.push(b'\n');
    }
    whole.push_str(after);
    Ok(Some(whole))
}

/// Where the text ends: what follows are comments and empty lines, or what git cuts off.
fn end_of_body(message: &[u8], comment: &[u8]) -> usize {
    let mut at = 0;
    let mut end = 0;
    for line in message.lines_with_terminator() {
        let after_mark = line.strip_prefix(comment);
        if after_mark.is_some_and(|rest| rest.trim_end() == SCISSORS) {
            break;
        }
        at += line.len();
        if after_mark.is_none() && !line.trim().is_empty() {
            end = at;
        }
    }
    end
}

/// The trailer of ours that a line is, as it should be spelt.
fn trailer(line: &[u8]) -> Result<Option<BString>, (&'static str, String)> {
    let Some((key, value)) = line.split_once_str(":") else { return Ok(None) };
    let known = NAMES.iter().position(|name| key.eq_ignore_ascii_case(name.as_bytes()));
    let Some((at, name)) = known.and_then(|at| Some((at, *NAMES.get(at)?))) else {
        return Ok(None);
    };
    let value = value.trim();
    let text = value.to_str_lossy().into_owned();
    let sound =
        if at < OF_TRANSACTIONS { TransactionId::is_whole(&text) } else { !value.is_empty() };
    if !sound {
        return Err((name, text));
    }
    let mut trailer = BString::from(name);
    trailer.push_str(": ");
    trailer.push_str(value);
    Ok(Some(trailer))
}

/// Whether the last paragraph is of trailers alone, and not the subject.
fn ends_with_trailers(text: &[u8]) -> bool {
    let text = text.trim_end();
    let Some(at) = text.rfind("\n\n") else { return false };
    text.get(at + 2..).is_some_and(|last| {
        last.lines()
            .all(|line| is_trailer(line) || line.starts_with(b" ") || line.starts_with(b"\t"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "Clada-Transaction: kkkkkkkkkkkk\nClada-Response: sha256:00\n";

    fn last(message: &str) -> Option<String> {
        let last = trailers_last(message.as_bytes(), b"#").expect("sound trailers");
        last.map(|message| message.to_string())
    }

    #[test]
    fn what_is_well_or_has_no_trailers_of_ours_stays_as_it_is() {
        assert_eq!(last("A subject\n\nClada is a name\n"), None);
        assert_eq!(last(&format!("A\n\n{OURS}")), None);
        assert_eq!(
            last(&format!("A\n\nbody\n\nSigned-off-by: B <b>\n{OURS}\n\n# comment\n")),
            None
        );
    }

    #[test]
    fn trailers_go_last_each_once_and_in_their_spelling() {
        let sign = "Signed-off-by: B <b@c>";
        assert_eq!(last(&format!("A\n\n{OURS}{sign}\n")), Some(format!("A\n\n{sign}\n{OURS}")));
        assert_eq!(last(&format!("A\n\n{OURS}\nmore\n")), Some(format!("A\n\nmore\n\n{OURS}")));
        assert_eq!(last(&format!("A\n{OURS}")), Some(format!("A\n\n{OURS}")));
        let loose = "A\n\nclada-transaction:  kkkkkkkkkkkk \nClada-Response: sha256:00\n";
        assert_eq!(last(loose), Some(format!("A\n\n{OURS}")));
        let squashed = format!("A\n\n{OURS}\nB\n\nClada-Transaction: llllllllllll\n{OURS}");
        let other = "Clada-Transaction: llllllllllll\n";
        assert_eq!(last(&squashed), Some(format!("A\n\nB\n\n{OURS}{other}")));
    }

    #[test]
    fn comments_and_what_is_cut_off_stay_below() {
        let below =
            "# Please enter\n#\n# ------------------------ >8 ------------------------\ndiff\n";
        let message = format!("A\n\n{OURS}\nmore\n\n{below}");
        assert_eq!(last(&message), Some(format!("A\n\nmore\n\n{OURS}\n{below}")));
    }

    #[test]
    fn a_trailer_that_says_nothing_is_told_with_its_line() {
        let told = |message: &str| trailers_last(message.as_bytes(), b"#").expect_err("a bad one");
        let bad = told("A\n\nClada-Transaction: kkk\n");
        assert_eq!((bad.line, bad.name, bad.value.as_str()), (3, "Clada-Transaction", "kkk"));
        assert_eq!(told("A\n\nClada-Model:\n").name, "Clada-Model");
    }
}
