//! The results as a table and as JSON.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::Result;
use crate::machine::Machine;
use crate::statistics::{Cell, Measure};

const LEGEND: &str = "\
Medians in ms, in brackets the quartiles; process start included.
apply, undo: git-clada, of a response that writes each file whole.
a: git add -A && git commit. b: git add -- paths && git commit. c: git apply --index && git commit.
The last three columns say how many times as long as apply git takes.
For a and b the files are written beforehand, untimed, which favours git; apply, undo and c write
them. No hooks, no signing, no collection; packed repository, fresh index, warm caches; touched files
are spread evenly; after each run everything is reset and synced.";

/// The columns of ratios.
const GIT: [Measure; 3] = [Measure::AddAll, Measure::AddPaths, Measure::Patch];

/// Returns the Markdown table with what is needed to read it.
pub(crate) fn text(machine: &Machine, cells: &[Cell]) -> String {
    let mut text = format!(
        "{}, {}, {}, {} cores\n{LEGEND}\n\n| files / touched |",
        machine.git, machine.clada, machine.file_system, machine.cores
    );
    for measure in Measure::ALL {
        let _ = write!(text, " {} |", measure.name());
    }
    text.push_str(" a ÷ apply | b ÷ apply | c ÷ apply |\n|---|---|---|---|---|---|---|---|---|\n");
    for cell in cells {
        let _ = write!(text, "| {} / {} |", short(cell.files), short(cell.touched));
        for measure in Measure::ALL {
            let times = cell.quartiles(measure);
            let [median, lower, upper] = [times.median, times.lower, times.upper].map(number);
            let _ = write!(text, " {median} [{lower} {upper}] |");
        }
        for measure in GIT {
            let _ = write!(text, " {:.1} |", cell.ratio(measure));
        }
        text.push('\n');
    }
    text
}

/// Returns the same with every single time, as one JSON object.
pub(crate) fn json(machine: &Machine, cells: &[Cell]) -> Result<String> {
    let cells: Vec<_> = cells.iter().map(cell_json).collect();
    Ok(serde_json::to_string_pretty(&json!({ "version": 1, "machine": machine, "cells": cells }))?)
}

fn cell_json(cell: &Cell) -> Value {
    let measures: Map<_, _> = Measure::ALL
        .map(|measure| {
            let times = cell.quartiles(measure);
            let value = json!({
                "medianMs": times.median,
                "lowerQuartileMs": times.lower,
                "upperQuartileMs": times.upper,
                "timesMs": cell.times(measure),
            });
            (measure.name().to_owned(), value)
        })
        .into_iter()
        .collect();
    let ratios: Map<_, _> = GIT
        .map(|measure| (measure.name().to_owned(), json!(cell.ratio(measure))))
        .into_iter()
        .collect();
    json!({
        "files": cell.files,
        "touched": cell.touched,
        "measures": measures,
        "timesAsLongAsApply": ratios,
    })
}

/// Writes `10k` for 10,000.
pub(crate) fn short(number: usize) -> String {
    if number > 0 && number.is_multiple_of(1000) {
        format!("{}k", number / 1000)
    } else {
        number.to_string()
    }
}

/// Writes milliseconds with as many digits as mean something.
fn number(milliseconds: f64) -> String {
    if milliseconds < 10.0 { format!("{milliseconds:.1}") } else { format!("{milliseconds:.0}") }
}
