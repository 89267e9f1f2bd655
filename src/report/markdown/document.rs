//! The text as sections of entries, fitted into a limit: what is short stays whole, what is long
//! shares what is left.

use std::fmt::Write as _;

use super::body::Body;
use crate::report::budget::{beginning, fair_share};

/// What a section is about.
#[derive(Clone, Debug)]
pub(super) struct Section<'t> {
    /// Its heading, and the empty line below it where its entries are a list.
    pub(super) title: String,
    /// In the order in which they are told.
    pub(super) entries: Vec<Entry<'t>>,
    /// The part of the room, as one of so many, that is all it gets if not all has room.
    pub(super) part: usize,
}

/// One action, or one problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry<'t> {
    /// Prose of whole lines, told as it is or not at all.
    pub(super) head: String,
    /// What may be cut.
    pub(super) bodies: Vec<Body<'t>>,
}

/// The whole text.
#[derive(Clone, Debug)]
pub(super) struct Document<'t> {
    /// The first line, with its line break.
    pub(super) headline: String,
    /// Those without entries are not told.
    pub(super) sections: Vec<Section<'t>>,
}

impl Section<'_> {
    /// What is told of the entries that have no room.
    fn missing(count: usize) -> String {
        format!("\n… {count} more left out for want of room\n")
    }

    /// The bytes that are used before any entry.
    fn frame(&self) -> usize {
        self.title.len() + Self::missing(self.entries.len()).len()
    }

    fn least(&self) -> usize {
        self.entries.iter().map(Entry::least).sum()
    }

    /// How many entries have room, with as little as they need.
    fn fitting(&self, room: usize) -> usize {
        let mut left = room;
        let fits = |entry: &&Entry<'_>| match left.checked_sub(entry.least()) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        };
        self.entries.iter().take_while(fits).count()
    }
}

impl Entry<'_> {
    fn frame(&self) -> usize {
        self.head.len() + self.bodies.iter().map(Body::frame).sum::<usize>()
    }

    /// The bytes that it has if all its bodies are cut as far as they may be.
    fn least(&self) -> usize {
        self.frame() + self.bodies.iter().map(Body::least).sum::<usize>()
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
        let shown: Vec<usize> = self.sections.iter().map(|it| it.entries.len()).collect();
        if self.len() <= max {
            return self.written(&shown, Shares { first: usize::MAX, others: usize::MAX });
        }
        if self.headline.len() > max {
            return beginning(&self.headline, max).to_owned();
        }
        let shown = self.admitted(max - self.headline.len());
        let shares = self.shares(&shown, max);
        self.written(&shown, shares)
    }

    /// How many bytes there are if nothing is left out.
    fn len(&self) -> usize {
        let sections = self.sections.iter().map(|section| {
            let entries = section
                .entries
                .iter()
                .map(|entry| entry.frame() + entry.bodies.iter().map(Body::len).sum::<usize>());
            section.title.len() + entries.sum::<usize>()
        });
        self.headline.len() + sections.sum::<usize>()
    }

    /// The bytes of the headline and those entries with as little as they need.
    fn least_of(&self, shown: &[usize]) -> usize {
        let sections = self.sections.iter().zip(shown).map(|(section, &shown)| {
            let entries = section.entries.iter().take(shown).map(Entry::least);
            section.title.len() + entries.sum::<usize>()
        });
        self.headline.len() + sections.sum::<usize>()
    }

    /// How many entries of each section have room, and drops the sections that have none even
    /// for their titles.
    fn admitted(&mut self, room: usize) -> Vec<usize> {
        let mut left = room;
        self.sections.retain(|section| match left.checked_sub(section.frame()) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        });
        let room = left;
        let wanted = |section: &Section<'_>| section.least().min(room / section.part.max(1));
        let lengths: Vec<usize> = self.sections.iter().map(wanted).collect();
        let share = fair_share(&lengths, room);
        let sections = self.sections.iter().zip(lengths);
        sections.map(|(section, wanted)| section.fitting(wanted.min(share))).collect()
    }

    /// Shares the room that is left: hints and messages first, then blocks and outputs.
    fn shares(&self, shown: &[usize], max: usize) -> Shares {
        let notes = self.sections.iter().map(|it| it.frame() - it.title.len()).sum::<usize>();
        let left = max.saturating_sub(self.least_of(shown) + notes);
        let shown = self.sections.iter().zip(shown);
        let bodies: Vec<_> = shown
            .flat_map(|(section, &shown)| section.entries.iter().take(shown))
            .flat_map(|entry| &entry.bodies)
            .collect();
        let lengths = |first| -> (Vec<usize>, usize) {
            let chosen = || bodies.iter().filter(move |body| body.first == first);
            (chosen().map(|body| body.len()).collect(), chosen().map(|body| body.least()).sum())
        };
        let ((first, least_first), (others, least_others)) = (lengths(true), lengths(false));
        let share = fair_share(&first, left + least_first);
        let used: usize = first.iter().map(|&length| length.min(share)).sum();
        let others = fair_share(&others, (left + least_first + least_others).saturating_sub(used));
        Shares { first: share, others }
    }

    fn written(&self, shown: &[usize], shares: Shares) -> String {
        let mut out = self.headline.clone();
        for (section, &shown) in self.sections.iter().zip(shown) {
            out.push_str(&section.title);
            for entry in section.entries.iter().take(shown) {
                out.push_str(&entry.head);
                for body in &entry.bodies {
                    body.write(&mut out, if body.first { shares.first } else { shares.others });
                }
            }
            let missing = section.entries.len() - shown;
            if missing > 0 {
                let _ = write!(out, "{}", Section::missing(missing));
            }
        }
        out
    }
}
