//! `git clada actions`: all actions, each with what it takes and what it does.

use std::fmt::Write as _;

use crate::{
    action::{Caller, Catalogue, Tool, ToolType},
    report::{
        TextOptions,
        style::{Style, Styles},
        width::{width, wrap},
    },
};

/// Lines of prose are no longer, however wide the terminal is.
const MAX_PROSE: usize = 90;
/// Around the column of names.
const GAP: usize = 2;

/// Draws the table: by families, a line with name and parameters, and beneath it what it does.
#[must_use]
pub fn action_table(catalogue: &Catalogue, options: &TextOptions) -> String {
    let widest = catalogue.names().map(width).max().unwrap_or(0);
    let mut out = String::new();
    let mut family = None;
    for tool in catalogue.tools() {
        if family != Some(heading(tool)) {
            let styles = Styles { colour: options.colour };
            let gap = if out.is_empty() { "" } else { "\n" };
            let _ = writeln!(out, "{gap}{}", styles.paint(Style::Strong, heading(tool)));
            family = Some(heading(tool));
        }
        draw(&mut out, tool, (widest, options));
    }
    out
}

/// The family that the action belongs to.
fn heading(tool: &Tool) -> &'static str {
    match tool.kind {
        _ if !tool.allows(Caller::Llm) && !tool.allows(Caller::User) => "Behind other dialects",
        ToolType::Write => "Changing files",
        ToolType::Read => "Reading and searching",
        ToolType::Dynamic => "Running",
        ToolType::Meta => "The working context",
        ToolType::Git => "History",
    }
}

fn draw(out: &mut String, tool: &Tool, (widest, options): (usize, &TextOptions)) {
    let styles = Styles { colour: options.colour };
    let indent = GAP + widest + GAP;
    let room = options.width.saturating_sub(indent).clamp(20, MAX_PROSE);
    let pad = " ".repeat(widest - width(&tool.name));
    let name = styles.paint(Style::Notable, &tool.name);
    let parameters = signature(tool);
    let mut lines: Vec<(Style, String)> = Vec::new();
    if !parameters.is_empty() {
        lines.extend(wrap(&parameters, room).into_iter().map(|line| (Style::Place, line)));
    }
    let told = wrap(&told(tool), room);
    lines.extend(told.into_iter().map(|line| (Style::Plain, line)));
    for (index, (style, line)) in lines.into_iter().enumerate() {
        let line = styles.paint(style, line);
        let _ = match index {
            0 => writeln!(out, "{:GAP$}{name}{pad}{:GAP$}{line}", "", ""),
            _ => writeln!(out, "{:indent$}{line}", ""),
        };
    }
}

/// `path, lines?`.
pub(super) fn signature(tool: &Tool) -> String {
    let name = |parameter: &crate::action::Parameter| {
        let always = parameter.required && parameter.when.is_none();
        format!("{}{}", parameter.name, if always { "" } else { "?" })
    };
    tool.parameters.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The first sentence of what it does, and where it stops being for everybody.
fn told(tool: &Tool) -> String {
    let description = tool.description.as_str();
    let first = description.split_once(". ").map_or(description, |(first, _)| first);
    let first = first.trim_end_matches('.');
    match (tool.is_built(), tool.allows(Caller::Llm), &tool.command) {
        (_, false, Some(command)) => format!("{first} ({command})"),
        (false, ..) => format!("{first} (not built yet)"),
        (true, ..) => first.to_owned(),
    }
}
