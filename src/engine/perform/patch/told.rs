//! What is told of hunks: what was taken for what, and why some do not fit.

use std::ops::Range;

use memchr::memmem;

use super::{
    apply::{Misses, Why},
    locate::{Miss, Several},
    places::{File, MARK, Taken},
};
use crate::{
    engine::{
        hint::{Missed, Repeated},
        perform::{
            outcome::Failure,
            run::{NOT_SHOWN, Scene},
        },
    },
    policy::GrantedPath,
    syntax::{Hunk, Sign},
};

/// Of how many hunks it is told how they may be mended.
const MOST_HINTS: usize = 3;
/// How hints and messages call the lines that a hunk looks for, and those that it brings.
const OLD_TEXT: &str = "old_text";
const NEW_TEXT: &str = "new_text";

/// What was taken for what in a file.
#[derive(Debug, Default)]
pub(super) struct Told {
    crlf: usize,
    no_end: bool,
}

impl Told {
    /// Takes down what was taken for what at the place of one hunk.
    pub(super) fn take(&mut self, taken: Taken) {
        self.crlf += usize::from(taken.crlf);
        self.no_end |= taken.no_end;
    }

    /// Takes down all that another knows.
    pub(super) fn add(&mut self, other: &Self) {
        self.crlf += other.crlf;
        self.no_end |= other.no_end;
    }

    /// A sentence each, for people.
    pub(super) fn notes(&self) -> Vec<String> {
        let crlf = (self.crlf > 0).then_some("line breaks taken for the file's CRLF");
        let no_end = self.no_end.then_some("the file still ends without a line break");
        crlf.into_iter().chain(no_end).map(str::to_owned).collect()
    }
}

/// The failure of a file whose hunks do not all fit: of the first that does not, with hints for
/// the first few.
pub(super) fn failure(
    scene: &mut Scene<'_>,
    file: &GrantedPath,
    content: &str,
    (hunks, misses): (&[Hunk<'_>], &Misses),
) -> Box<Failure> {
    let Some((first, why)) = misses.first() else {
        return Failure::new("MATCH_NOT_FOUND", "file_patch: old_text not found in file");
    };
    let mut failure = message(&text_of(*first, hunks.len()), why);
    if misses.len() > 1 {
        let others: Vec<String> =
            misses.iter().skip(1).take(20).map(|(number, _)| (number + 1).to_string()).collect();
        let more = misses.len() - 1 - others.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let these = if misses.len() == 2 { "; nor does hunk " } else { "; nor do hunks " };
        failure.error.extend([these, &others.join(", "), &more, " fit"]);
    }
    let hints = misses.iter().take(MOST_HINTS).filter_map(|(number, why)| {
        let hint = match (file.may_be_shown(), why) {
            (true, Why::Missed(miss)) => hint(scene, (file, content), hunks.get(*number)?, miss),
            (true, Why::Overlaps(_)) => "make one hunk of both".to_owned(),
            (false, _) => NOT_SHOWN.to_owned(),
        };
        let which = if misses.len() > 1 { format!("hunk {}: ", number + 1) } else { String::new() };
        Some(format!("{which}{hint}"))
    });
    let hints: Vec<String> = hints.collect();
    failure.hint = Some(hints.join("\n"));
    failure
}

/// `old_text`, or which hunk's.
fn text_of(number: usize, hunks: usize) -> String {
    if hunks == 1 { OLD_TEXT.to_owned() } else { format!("{OLD_TEXT} of hunk {}", number + 1) }
}

fn message(text: &str, why: &Why) -> Box<Failure> {
    let (code, what) = match why {
        Why::Missed(Miss::NoText) => ("MATCH_NOT_FOUND", format!("{text} cannot be empty")),
        Why::Missed(Miss::NotFound) => ("MATCH_NOT_FOUND", format!("{text} not found in file")),
        Why::Missed(Miss::NotBelow(_)) => {
            ("MATCH_NOT_FOUND", format!("{text} not found below the lines that its @@ names"))
        }
        Why::Missed(Miss::Several(Several { count, .. })) => {
            ("MATCH_COUNT", format!("{text} appears {count} times, must appear exactly once"))
        }
        Why::Overlaps(other) => {
            let other = other + 1;
            ("MATCH_NOT_FOUND", format!("{text} is in part changed by hunk {other} already"))
        }
    };
    Failure::new(code, format!("file_patch: {what}"))
}

/// The places at which a text that is not whole lines of a file is a part of some.
fn parts_of_lines(content: &str, text: &str) -> Option<Vec<Range<usize>>> {
    let places: Vec<Range<usize>> =
        memmem::find_iter(content.as_bytes(), text).map(|at| at..at + text.len()).collect();
    (!places.is_empty()).then_some(places)
}

/// The whole line that the first place begins in.
fn first_line<'t>(content: &'t str, places: &[Range<usize>]) -> &'t str {
    let at = places.first().map_or(0, |place| place.start);
    let (before, after) = content.split_at_checked(at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |line_break| line_break + 1);
    let end = at + after.find('\n').unwrap_or(after.len());
    content.get(start..end).unwrap_or_default().trim_end_matches('\r')
}

/// Whether the lines of a hunk are in a file but for the last one's line break, which the hunk says
/// is not there.
fn ends_otherwise(content: &str, hunk: &Hunk<'_>) -> bool {
    let mut ended = hunk.clone();
    let last = ended.lines.iter_mut().rfind(|line| line.sign != Sign::Add);
    let Some(last) = last.filter(|line| !line.ended) else { return false };
    last.ended = true;
    !File::new(content).places(&ended).found.is_empty()
}

/// Which of the lines that a hunk names is none of the file, and which may be meant; or that its
/// own do not stand below those.
fn not_below(content: &str, hunk: &Hunk<'_>) -> String {
    let named = hunk.anchors.iter().copied().chain(hunk.heading);
    let text_of = |line: &'_ str| line.strip_prefix(MARK).unwrap_or(line).trim().to_owned();
    let is_absent = |name: &&str| !content.lines().any(|line| text_of(line) == name.trim());
    let Some(absent) = named.clone().find(is_absent) else {
        let named: Vec<String> = named.map(|line| format!("`{line}`")).collect();
        return format!("not below {}", named.join(", "));
    };
    let mut like = content.lines().enumerate().filter(|(_, line)| line.contains(absent.trim()));
    let like = like.next().map(|(at, line)| format!("; line {} reads `{}`", at + 1, text_of(line)));
    let like = like.unwrap_or_default();
    format!("but no line reads `{absent}`, which its @@ names{like}")
}

/// How a hunk may be mended: where its text may have been meant to be, or where it is.
fn hint(
    scene: &mut Scene<'_>,
    (file, content): (&GrantedPath, &str),
    hunk: &Hunk<'_>,
    miss: &Miss,
) -> String {
    let name = OLD_TEXT;
    match miss {
        Miss::NoText => "a hunk needs a line of the file, to stay or to go, that tells where its \
                         new lines come"
            .to_owned(),
        Miss::NotFound if ends_otherwise(content, hunk) => {
            "the text is there, but a line break ends its last line: leave out `\\ No newline at end of \
             file` below the lines that stay or go"
                .to_owned()
        }
        Miss::NotFound if let Some(places) = parts_of_lines(content, &hunk.old_text()) => {
            let lines = scene.hints.miscounted(&Repeated { content, places: &places, name });
            let line = first_line(content, &places);
            format!(
                "{lines}, but only as a part of what stands there: whole lines are compared, from \
                 their first space on\n  |{line}"
            )
        }
        Miss::NotFound => {
            let (text, new) = (hunk.old_text(), hunk.new_text());
            let replacement = (!new.is_empty()).then_some((NEW_TEXT, new.as_str()));
            scene.missed(file, &Missed { content, text: &text, name, replacement, earlier: None })
        }
        Miss::NotBelow(Several { places, .. }) => {
            let lines = scene.hints.miscounted(&Repeated { content, places, name });
            format!("{lines}, {}", not_below(content, hunk))
        }
        Miss::Several(Several { places, .. }) => {
            scene.hints.ambiguous(&Repeated { content, places, name })
        }
    }
}
