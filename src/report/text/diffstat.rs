//! How much each file changed, drawn as `git diff --stat` draws it.

use std::{borrow::Cow, fmt::Write as _};

use super::TextOptions;
use crate::report::{
    FileStat,
    escape::escape_line,
    style::{Style, Styles},
    width::{cut_middle, width},
};

/// A line per file and the totals; empty where there are no files.
#[must_use]
pub fn diffstat(files: &[FileStat], options: &TextOptions) -> String {
    if files.is_empty() {
        return String::new();
    }
    let names: Vec<String> = files.iter().map(name).collect();
    let layout = Layout::new(files, &names, options.width);
    let mut out = String::new();
    for (file, name) in files.iter().zip(&names) {
        layout.draw(&mut out, file, name, options);
    }
    let _ = writeln!(out, "{}", totals(files));
    out
}

fn name(file: &FileStat) -> String {
    let path = escape_line(&file.path);
    match file.note {
        "" => path.into_owned(),
        "deleted" => format!("{path} (gone)"),
        note => format!("{path} ({note})"),
    }
}

/// ` 2 files changed, 3 insertions(+), 1 deletion(-)`, word for word as git says it.
pub(super) fn totals(files: &[FileStat]) -> String {
    let added: usize = files.iter().map(|file| file.added).sum();
    let removed: usize = files.iter().map(|file| file.removed).sum();
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let mut out = format!(" {} file{} changed", files.len(), plural(files.len()));
    if added > 0 || removed == 0 {
        let _ = write!(out, ", {added} insertion{}(+)", plural(added));
    }
    if removed > 0 || added == 0 {
        let _ = write!(out, ", {removed} deletion{}(-)", plural(removed));
    }
    out
}

/// The widths of the columns, shared out by git's rules.
struct Layout {
    name: usize,
    number: usize,
    graph: usize,
    largest: usize,
}

impl Layout {
    fn new(files: &[FileStat], names: &[String], total: usize) -> Self {
        let largest = files.iter().map(|file| file.added + file.removed).max().unwrap_or(0);
        let binary = files.iter().any(|file| file.binary);
        let digits = largest.to_string().len();
        let number = if binary { digits.max(3) } else { digits };
        let mut name = names.iter().map(|name| width(name)).max().unwrap_or(0);
        let mut graph = largest;
        let total = total.max(16 + 6 + number);
        if name + number + 6 + graph > total {
            let share = (total * 3 / 8).saturating_sub(number + 6).max(6);
            graph = graph.min(share);
            if name > total - number - 6 - graph {
                name = total - number - 6 - graph;
            } else {
                graph = total - number - 6 - name;
            }
        }
        Self { name, number, graph, largest }
    }

    fn draw(&self, out: &mut String, file: &FileStat, name: &str, options: &TextOptions) {
        let name: Cow<'_, str> = cut_middle(name, self.name, options.ellipsis());
        let gap = " ".repeat(self.name.saturating_sub(width(&name)));
        let digits = self.number;
        if file.binary {
            let _ = writeln!(out, " {name}{gap} | {:>digits$}", "Bin");
            return;
        }
        let (added, removed) = self.bars(file);
        let styles = Styles { colour: options.colour };
        let _ = write!(out, " {name}{gap} | {:>digits$}", file.added + file.removed);
        let space = if added + removed > 0 { " " } else { "" };
        let plus = styles.paint(Style::Good, "+".repeat(added));
        let minus = styles.paint(Style::Bad, "-".repeat(removed));
        let _ = writeln!(out, "{space}{plus}{minus}");
    }

    /// The lengths of the bars: the lines themselves where they fit.
    fn bars(&self, file: &FileStat) -> (usize, usize) {
        let (added, removed) = (file.added, file.removed);
        if self.graph > self.largest {
            return (added, removed);
        }
        let mut total = self.scaled(added + removed);
        if total < 2 && added > 0 && removed > 0 {
            total = 2;
        }
        if added < removed {
            let added = self.scaled(added);
            (added, total.saturating_sub(added))
        } else {
            let removed = self.scaled(removed);
            (total.saturating_sub(removed), removed)
        }
    }

    /// At least one character for what is not nothing.
    fn scaled(&self, lines: usize) -> usize {
        if lines == 0 {
            return 0;
        }
        1 + lines * self.graph.saturating_sub(1) / self.largest.max(1)
    }
}
