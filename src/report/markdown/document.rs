//! The text as sections of entries, fitted into a limit: what is short stays whole, what is long
//! shares what is left.

use super::body::Body;
use crate::report::budget::{beginning, fair_share};

/// A list gets one of so many parts of the room, if room is scarce.
const PART_OF_LISTS: usize = 8;
/// How many entries that have no room are named.
const MOST_NAMES: usize = 50;

/// What is told under one heading.
#[derive(Clone, Debug)]
pub(super) struct Section<'t> {
    title: String,
    entries: Vec<Entry<'t>>,
    /// Where not all has room it gets one of so many parts of it at the most.
    part: usize,
    /// What is told of the entries that have no room.
    missing: String,
}

/// One action, or one problem.
#[derive(Clone, Debug)]
pub(super) struct Entry<'t> {
    /// Prose of whole lines, told as it is or not at all.
    name: String,
    head: String,
    /// What may be cut.
    bodies: Vec<Body<'t>>,
    shown: bool,
}

/// The whole text.
#[derive(Clone, Debug)]
pub(super) struct Document<'t> {
    /// The first line, with its line break.
    pub(super) headline: String,
    /// Those without entries are not told.
    pub(super) sections: Vec<Section<'t>>,
}

impl<'t> Section<'t> {
    /// Entries below a heading; they share the room with those of the other sections.
    pub(super) fn new(title: &str, entries: Vec<Entry<'t>>) -> Self {
        Self { title: format!("\n## {title}\n"), entries, part: 1, missing: String::new() }
    }

    /// A list below a heading, of which much is left out where room is scarce.
    pub(super) fn list(title: &str, entries: Vec<Entry<'t>>) -> Self {
        let title = format!("\n## {title}\n\n");
        Self { title, entries, part: PART_OF_LISTS, missing: String::new() }
    }

    /// What is told of the entries that have no room, without the names of any.
    fn missing(count: usize) -> String {
        format!("\n… {count} more left out for want of room\n")
    }

    /// The bytes that are used before any entry.
    fn frame(&self) -> usize {
        self.title.len() + Self::missing(self.entries.len()).len()
    }

    /// Marks those entries as shown that have room with as little as they need, and takes it.
    fn admit(&mut self, mut room: usize) -> usize {
        let given = room;
        for entry in self.entries.iter_mut().filter(|entry| !entry.shown) {
            if let Some(rest) = room.checked_sub(entry.least()) {
                (entry.shown, room) = (true, rest);
            }
        }
        given - room
    }

    /// Drops the entries that are not shown, and names as many of them as there is room for.
    fn settle(&mut self, mut room: usize) -> usize {
        let given = room;
        let dropped = self.entries.iter().filter(|entry| !entry.shown);
        let mut names = String::new();
        let mut count = 0;
        for entry in dropped {
            let gap = if names.is_empty() { ": " } else { ", " };
            count += 1;
            let rest = room.checked_sub(gap.len() + entry.name.len());
            if let Some(rest) = rest.filter(|_| !entry.name.is_empty() && count <= MOST_NAMES) {
                names.extend([gap, &entry.name]);
                room = rest;
            }
        }
        self.entries.retain(|entry| entry.shown);
        if count > 0 {
            self.missing = Self::missing(count).trim_end().to_owned() + &names + "\n";
        }
        given - room
    }
}

impl<'t> Entry<'t> {
    pub(super) fn new(head: String, bodies: Vec<Body<'t>>) -> Self {
        Self { name: String::new(), head, bodies, shown: false }
    }

    /// The same, with a name by which it is told if it has no room.
    pub(super) fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    fn frame(&self) -> usize {
        self.head.len() + self.bodies.iter().map(Body::frame).sum::<usize>()
    }

    /// The bytes that it has if all its bodies are cut as far as they may be.
    fn least(&self) -> usize {
        self.frame() + self.bodies.iter().map(Body::least).sum::<usize>()
    }

    /// The bytes that it has if nothing is cut.
    fn len(&self) -> usize {
        self.frame() + self.bodies.iter().map(Body::len).sum::<usize>()
    }
}

/// How much of each body is shown.
#[derive(Clone, Copy)]
struct Shares {
    first: usize,
    others: usize,
}

impl Document<'_> {
    /// Writes no more than `max` bytes.
    pub(super) fn fitted(mut self, max: usize) -> String {
        self.sections.retain(|section| !section.entries.is_empty());
        let entries = self.sections.iter().map(|section| {
            section.title.len() + section.entries.iter().map(Entry::len).sum::<usize>()
        });
        if self.headline.len() + entries.sum::<usize>() <= max {
            return self.written(Shares { first: usize::MAX, others: usize::MAX });
        }
        let Some(room) = max.checked_sub(self.headline.len()) else {
            return beginning(&self.headline, max).to_owned();
        };
        let left = self.admit(room);
        self.written(self.shares(left))
    }

    /// Chooses the entries that have room, and gives back what room is left. Sections share it;
    /// what one does not need goes to the others. A section without room for its title is dropped.
    fn admit(&mut self, room: usize) -> usize {
        let mut left = room;
        self.sections.retain(|section| match left.checked_sub(section.frame()) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        });
        let room = left;
        let wanted = |section: &Section<'_>| {
            let least: usize = section.entries.iter().map(Entry::least).sum();
            least.min(room / section.part.max(1))
        };
        let lengths: Vec<usize> = self.sections.iter().map(wanted).collect();
        let share = fair_share(&lengths, room);
        for (section, wanted) in self.sections.iter_mut().zip(lengths) {
            left -= section.admit(wanted.min(share));
        }
        for section in self.sections.iter_mut().filter(|section| section.part == 1) {
            left -= section.admit(left);
        }
        for section in &mut self.sections {
            left -= section.settle(left);
        }
        left
    }

    /// Shares the room that is left: hints and messages first, then blocks and outputs.
    fn shares(&self, left: usize) -> Shares {
        let bodies =
            || self.sections.iter().flat_map(|it| &it.entries).flat_map(|entry| &entry.bodies);
        let room = left + bodies().map(Body::least).sum::<usize>();
        let lengths =
            |first| bodies().filter(|body| body.first == first).map(Body::len).collect::<Vec<_>>();
        let least_others: usize = bodies().filter(|body| !body.first).map(Body::least).sum();
        let (first, others) = (lengths(true), lengths(false));
        let share = fair_share(&first, room - least_others);
        let used: usize = first.iter().map(|&length| length.min(share)).sum();
        Shares { first: share, others: fair_share(&others, room - used) }
    }

    fn written(&self, shares: Shares) -> String {
        let mut out = self.headline.clone();
        for section in &self.sections {
            out.push_str(&section.title);
            for entry in &section.entries {
                out.push_str(&entry.head);
                for body in &entry.bodies {
                    body.write(&mut out, if body.first { shares.first } else { shares.others });
                }
            }
            out.push_str(&section.missing);
        }
        out
    }
}
