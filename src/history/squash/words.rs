//! The message of a commit that was made of several.

use bstr::BString;

use super::super::session_commits::{CommitKind, Message, SessionCommit};
use super::choose::SquashMode;

/// How many characters a subject has at most.
const SUBJECT: usize = 72;
/// How the subject of a response's commit begins, as a rule.
const PREFIX: &str = "AI: ";

/// The message for all of these commits, with the trailers of all of them.
pub fn message(of: &[&SessionCommit], mode: &SquashMode, given: Option<&str>) -> BString {
    let text = match given {
        Some(text) => text.trim().into(),
        None if *mode == SquashMode::AiMessages => messages(of),
        None => summary(of),
    };
    let trailers = of.iter().flat_map(|commit| Message::split(&commit.data.message).trailers);
    Message { text, trailers: trailers.collect() }.join()
}

/// The message of all of these commits by their summaries, with the trailers.
pub fn summarized(of: &[&SessionCommit], given: Option<&str>) -> BString {
    message(of, &SquashMode::AutoAi, given)
}

/// The commits whose words count: snapshots say nothing of their own.
fn speaking<'c>(of: &[&'c SessionCommit]) -> Vec<&'c SessionCommit> {
    let speaks = |commit: &&&SessionCommit| commit.kind != CommitKind::Snapshot;
    let speaking: Vec<&SessionCommit> = of.iter().filter(speaks).copied().collect();
    if speaking.is_empty() { of.to_vec() } else { speaking }
}

fn messages(of: &[&SessionCommit]) -> BString {
    let texts = speaking(of).into_iter().map(|commit| Message::split(&commit.data.message).text);
    bstr::join("\n\n", texts).into()
}

/// One subject of all, and below it the subjects, a line each. That of a single commit stays.
fn summary(of: &[&SessionCommit]) -> BString {
    let speaking = speaking(of);
    if let [only] = speaking.as_slice() {
        return Message::split(&only.data.message).text;
    }
    let subjects: Vec<String> = speaking.iter().map(|commit| commit.data.subject()).collect();
    let all_begin = subjects.iter().all(|subject| subject.starts_with(PREFIX));
    let prefix = if all_begin { PREFIX } else { "" };
    let parts: Vec<&str> =
        subjects.iter().map(|subject| subject.strip_prefix(prefix).unwrap_or(subject)).collect();
    let mut told = Vec::with_capacity(parts.len());
    for part in &parts {
        if !told.contains(part) {
            told.push(*part);
        }
    }
    let lines: Vec<String> = parts.iter().map(|part| format!("- {part}")).collect();
    format!("{prefix}{}\n\n{}", subject(&told, prefix.len()), lines.join("\n")).into()
}

/// As many of the parts as have room, and how many more there are.
fn subject(parts: &[&str], used: usize) -> String {
    let mut subject = String::new();
    for (at, part) in parts.iter().enumerate() {
        let separator = if at == 0 { "" } else { "; " };
        let rest = parts.len() - at - 1;
        let more = if rest == 0 { 0 } else { more(rest).chars().count() };
        let room = SUBJECT.saturating_sub(used + subject.chars().count() + separator.len() + more);
        if part.chars().count() > room {
            if at > 0 {
                return subject + &self::more(rest + 1);
            }
            subject.extend(part.chars().take(room.saturating_sub(1)));
            subject.push('…');
        } else {
            subject.push_str(separator);
            subject.push_str(part);
        }
    }
    subject
}

fn more(count: usize) -> String {
    format!("; {count} more")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_tells_what_has_room_and_counts_the_rest() {
        assert_eq!(subject(&["edit a", "write b"], 4), "edit a; write b");
        let long = "x".repeat(40);
        assert_eq!(subject(&[&long, &long, &long], 4), format!("{long}; 2 more"));
        let longer = "y".repeat(90);
        let cut = subject(&[&longer, "write b"], 4);
        assert_eq!(cut.chars().count(), SUBJECT - 4);
        assert!(cut.ends_with("…; 1 more"), "{cut}");
    }
}
