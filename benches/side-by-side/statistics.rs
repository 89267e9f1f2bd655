//! What was measured, and its medians.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Measure {
    /// `git-clada apply`.
    Apply,
    /// `git-clada undo`.
    Undo,
    /// `git add -A && git commit`.
    AddAll,
    /// `git add -- paths && git commit`.
    AddPaths,
    /// `git apply --index && git commit`.
    Patch,
}

impl Measure {
    /// All of them, in the table's order.
    pub(crate) const ALL: [Self; 5] =
        [Self::Apply, Self::Undo, Self::AddAll, Self::AddPaths, Self::Patch];

    /// The column's heading.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Apply => "apply",
            Self::Undo => "undo",
            Self::AddAll => "a",
            Self::AddPaths => "b",
            Self::Patch => "c",
        }
    }
}

/// All times of one size of repository and one number of touched files.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) files: usize,
    pub(crate) touched: usize,
    /// In milliseconds.
    times: BTreeMap<Measure, Vec<f64>>,
}

/// Three values with a quarter of the times below, between and above them, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Quartiles {
    pub(crate) median: f64,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Cell {
    pub(crate) fn new(files: usize, touched: usize) -> Self {
        Self { files, touched, times: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, measure: Measure, time: Duration) {
        self.times.entry(measure).or_default().push(time.as_secs_f64() * 1000.0);
    }

    /// The times in the order in which they were taken, in milliseconds.
    pub(crate) fn times(&self, measure: Measure) -> &[f64] {
        self.times.get(&measure).map_or(&[], Vec::as_slice)
    }

    /// The quartiles; NaN where nothing was measured.
    pub(crate) fn quartiles(&self, measure: Measure) -> Quartiles {
        let mut sorted = self.times(measure).to_vec();
        sorted.sort_by(f64::total_cmp);
        Quartiles {
            median: quarter(&sorted, 2),
            lower: quarter(&sorted, 1),
            upper: quarter(&sorted, 3),
        }
    }

    /// How many times as long as `apply` the other takes.
    pub(crate) fn ratio(&self, other: Measure) -> f64 {
        self.quartiles(other).median / self.quartiles(Measure::Apply).median
    }
}

/// The value below which so many quarters lie, between two neighbours in proportion.
fn quarter(sorted: &[f64], quarters: usize) -> f64 {
    let place = quarters * sorted.len().saturating_sub(1);
    let Some(&below) = sorted.get(place / 4) else { return f64::NAN };
    let above = sorted.get(place / 4 + 1).copied().unwrap_or(below);
    let part = [0.0, 0.25, 0.5, 0.75].get(place % 4).copied().unwrap_or_default();
    below + (above - below) * part
}
