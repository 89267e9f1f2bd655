//! What a transaction did, in the words of its commit: a subject of one line, and a body with a
//! line for each action.

use std::{borrow::Cow, fmt::Write};

use chrono::{DateTime, FixedOffset, SecondsFormat};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_width::UnicodeWidthStr;

use crate::{
    action::{Catalogue, Format, Tool},
    base::Timestamp,
};

/// The subject where `clada.messageFormat` says nothing.
pub const DEFAULT_FORMAT: &str = "AI: {summary}";
/// How many columns a subject has.
const SUBJECT: usize = 72;
/// How many columns a summary has at least, whatever else the format says.
const SUMMARY_AT_LEAST: usize = 24;
/// How many columns a line of the body has.
const LINE: usize = 400;
/// Stands for what was cut.
const CUT: &str = "…";

/// One action that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed<'a> {
    /// The action's name.
    pub action: &'a str,
    /// The value of its primary parameter.
    pub primary: Option<&'a str>,
    /// Whether it did what it was asked to, or else the failure's message.
    pub outcome: Result<(), &'a str>,
    /// The files that it changed although it failed.
    pub changed: Vec<&'a str>,
    /// What the response says of it.
    pub note: Option<&'a str>,
}

/// The commit's subject. `format` may hold `{summary}`, also written `{operation_summary}`, and
/// `{timestamp}`, which is RFC 3339. The summary is cut so that the line has 72 columns.
#[must_use]
pub fn subject(format: &str, deeds: &[Deed<'_>], now: Timestamp, catalogue: &Catalogue) -> String {
    let format = if format.trim().is_empty() { DEFAULT_FORMAT } else { format };
    let time = timestamp(now);
    let fill = |summary: &str| {
        let values =
            [("{summary}", summary), ("{operation_summary}", summary), ("{timestamp}", &time)];
        fill(format, &values)
    };
    let around = fill("").lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let room = SUBJECT.saturating_sub(around).max(SUMMARY_AT_LEAST);
    fill(&summary(deeds, room, catalogue))
}

/// The commit's body: a line for each action, ✓ or ✗, the failure's message, and the notes.
#[must_use]
pub fn body(deeds: &[Deed<'_>], catalogue: &Catalogue) -> String {
    let mut body = String::new();
    for deed in deeds {
        let mark = if deed.outcome.is_ok() { '✓' } else { '✗' };
        let primary = listed(deed, catalogue).map(|one| format!(" {one}")).unwrap_or_default();
        let message = deed.outcome.err().unwrap_or_default();
        // The line names the action already.
        let own = message.strip_prefix(deed.action).and_then(|rest| rest.strip_prefix(": "));
        let mut message = own.unwrap_or(message).lines();
        let first = message.next().map(|line| format!(": {line}")).unwrap_or_default();
        let head = line(&format!("{mark} {}{primary}{first}", deed.action), LINE);
        // A `String` takes whatever is written to it.
        let _ = writeln!(body, "{head}");
        for rest in message.chain(deed.note.unwrap_or_default().lines()) {
            let _ = writeln!(body, "  {}", line(rest.trim(), LINE));
        }
    }
    body
}

/// A line of the body for a block that was rejected before it could be tried.
#[must_use]
pub fn rejected(action: &str, id: &str, message: &str) -> String {
    format!("{}\n", line(&format!("✗ {action} [{id}]: {message}"), LINE))
}

/// What the deed's primary parameter names, on one line; no more of it than a line holds.
fn listed<'a>(deed: &Deed<'a>, catalogue: &Catalogue) -> Option<Cow<'a, str>> {
    let primary = deed.primary?;
    match catalogue.tool(deed.action) {
        Some(tool) if names_several(tool) => {
            let things: Vec<_> = things(tool, deed.primary).take(LINE).collect();
            Some(things.join(", ").into())
        }
        _ => Some(primary.into()),
    }
}

/// What succeeded, in at most `room` columns.
fn summary(deeds: &[Deed<'_>], room: usize, catalogue: &Catalogue) -> String {
    if deeds.is_empty() {
        return "no actions".to_owned();
    }
    if deeds.iter().all(|deed| deed.outcome.is_err() && deed.changed.is_empty()) {
        return format!("nothing done, {} failed", counted(deeds.len(), "action"));
    }
    let phrases: Vec<_> = groups(deeds, catalogue).iter().map(Group::phrase).collect();
    joined(&phrases, room)
}

/// Things that were done and are told in one phrase.
struct Group<'a> {
    tool: &'a Tool,
    /// Each once.
    things: Vec<&'a str>,
}

/// What succeeded, or changed something although it failed, grouped by phrase, in the order in
/// which each phrase first comes. What only read is left out where anything else was done.
fn groups<'a>(deeds: &[Deed<'a>], catalogue: &'a Catalogue) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for deed in deeds.iter().filter(|deed| deed.outcome.is_ok() || !deed.changed.is_empty()) {
        let Some(tool) = catalogue.tool(deed.action) else { continue };
        let at = groups.iter().position(|group| group.tool.summary.many == tool.summary.many);
        let at = at.unwrap_or_else(|| {
            groups.push(Group { tool, things: Vec::new() });
            groups.len() - 1
        });
        let Some(group) = groups.get_mut(at) else { continue };
        let primary = deed.primary.filter(|_| deed.outcome.is_ok());
        let things = things(tool, primary).chain(deed.changed.iter().copied());
        group.things.extend(things.filter(|thing| seen.insert((at, *thing))));
    }
    if groups.iter().any(|group| !is_read(group)) {
        groups.retain(|group| !is_read(group));
    }
    groups
}

fn is_read(group: &Group<'_>) -> bool {
    group.tool.kind == crate::action::ToolType::Read
}

/// What a primary parameter names: one thing, or one a line.
fn things<'a>(tool: &Tool, primary: Option<&'a str>) -> impl Iterator<Item = &'a str> {
    let (whole, lines) = if names_several(tool) { (None, primary) } else { (primary, None) };
    let lines = lines.unwrap_or_default().lines().map(str::trim).filter(|line| !line.is_empty());
    whole.into_iter().chain(lines)
}

/// Whether the primary parameter holds a thing a line.
fn names_several(tool: &Tool) -> bool {
    let parameter = tool.primary_param.as_deref().and_then(|name| tool.parameter(name));
    parameter.is_some_and(|p| p.format == Some(Format::MultilineAbsolutePaths))
}

impl Group<'_> {
    fn phrase(&self) -> String {
        let phrases = &self.tool.summary;
        match self.things.as_slice() {
            [] => phrases.one.replace(" {}", ""),
            [thing] => phrases.one.replacen("{}", &escaped(thing), 1),
            things => phrases.many.replacen("{}", &things.len().to_string(), 1),
        }
    }
}

/// As many phrases as there is room for, and how many there are besides.
fn joined(phrases: &[String], room: usize) -> String {
    let all = phrases.join(", ");
    if all.width() <= room {
        return all;
    }
    for shown in (1..phrases.len()).rev() {
        let some = phrases.get(..shown).unwrap_or_default().join(", ");
        let text = format!("{some} and {} more", phrases.len() - shown);
        if text.width() <= room {
            return text;
        }
    }
    let more = match phrases.len() {
        0 | 1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let first = phrases.first().map_or("", String::as_str);
    format!("{}{more}", shortened(first, room.saturating_sub(more.width())))
}

/// Cuts the middle out of a text: both ends of a path tell more than its folders do.
fn shortened(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let head_room = room.saturating_sub(CUT.width()) / 3;
    let tail_room = room.saturating_sub(CUT.width() + head_room);
    let head_end = fitting(text.char_indices().map(|(at, c)| (at + c.len_utf8(), c)), head_room);
    let tail_start = fitting(text.char_indices().rev(), tail_room).unwrap_or(text.len());
    let head = text.get(..head_end.unwrap_or(0)).unwrap_or_default();
    let tail = text.get(tail_start..).unwrap_or_default();
    format!("{head}{CUT}{tail}")
}

/// The place of the last character up to which all of them fit.
fn fitting(chars: impl Iterator<Item = (usize, char)>, room: usize) -> Option<usize> {
    let mut used = 0;
    let fits = chars.take_while(|(_, c)| {
        used += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
        used <= room
    });
    fits.last().map(|(at, _)| at)
}

/// One line of the body: escaped, and cut at the end.
fn line(text: &str, room: usize) -> String {
    let text = escaped(text);
    if text.width() <= room {
        return text;
    }
    let chars = text.char_indices().map(|(at, c)| (at + c.len_utf8(), c));
    let end = fitting(chars, room.saturating_sub(CUT.width())).unwrap_or(0);
    format!("{}{CUT}", text.get(..end).unwrap_or_default())
}

/// A text without what a terminal would act on: control, direction and other invisible
/// characters are written as escapes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        let unseen = matches!(
            c.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        );
        if unseen {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Puts values in the places that name them, in one pass, so that a value is never read again.
fn fill(format: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(format.len());
    let mut rest = format;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        let named = values.iter().find(|(name, _)| from.starts_with(name));
        let (name, value) = named.copied().unwrap_or(("{", "{"));
        filled.push_str(value);
        rest = from.strip_prefix(name).unwrap_or_default();
    }
    filled + rest
}

fn timestamp(now: Timestamp) -> String {
    let utc = DateTime::from_timestamp(now.seconds, 0).unwrap_or_default();
    let local = FixedOffset::east_opt(now.offset).map(|offset| utc.with_timezone(&offset));
    local.unwrap_or(utc.fixed_offset()).to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests;
