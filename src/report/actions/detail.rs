//! `git clada actions NAME`: one action in full.

use std::fmt::Write as _;

use serde_json::Value;

use crate::{
    action::{Caller, Format, OutputDisplay, Parameter, ParameterType, Tool, ToolType},
    report::{
        TextOptions,
        style::{Style, Styles},
        width::{width, wrap},
    },
};

/// Lines of prose are no longer, however wide the terminal is.
const MAX_PROSE: usize = 90;
const INDENT: usize = 2;

/// Draws the action: what it does, who may ask for it, what it takes and returns, an example.
#[must_use]
pub fn action_detail(tool: &Tool, options: &TextOptions) -> String {
    let mut page = Page { out: String::new(), options };
    let name = page.styles().paint(Style::Strong, &tool.name).to_string();
    let _ = writeln!(page.out, "{name}");
    page.prose(INDENT, &tool.description);
    page.section("About");
    page.pairs(&about(tool));
    if !tool.parameters.is_empty() {
        page.section("Parameters");
        for parameter in &tool.parameters {
            page.parameter(parameter);
        }
    }
    page.section("Returns");
    page.pairs(&returns(&tool.returns));
    if let Some(example) = &tool.example {
        page.section("Example");
        for line in example.lines() {
            let line = format!("{:INDENT$}{line}", "");
            let _ = writeln!(page.out, "{}", line.trim_end());
        }
    }
    page.out
}

/// What is being drawn.
struct Page<'o> {
    out: String,
    options: &'o TextOptions,
}

impl Page<'_> {
    fn styles(&self) -> Styles {
        Styles { colour: self.options.colour }
    }

    fn section(&mut self, title: &str) {
        let title = self.styles().paint(Style::Strong, title).to_string();
        let _ = writeln!(self.out, "\n{title}");
    }

    fn prose(&mut self, indent: usize, text: &str) {
        for line in wrap(text, self.room(indent)) {
            let _ = writeln!(self.out, "{:indent$}{line}", "");
        }
    }

    fn room(&self, indent: usize) -> usize {
        self.options.width.saturating_sub(indent).clamp(20, MAX_PROSE)
    }

    /// Labels, and beside each its value, wrapped.
    fn pairs(&mut self, pairs: &[(String, String)]) {
        let widest = pairs.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
        let indent = INDENT + widest + INDENT;
        for (label, value) in pairs {
            let pad = " ".repeat(widest - width(label));
            let painted = self.styles().paint(Style::Faint, label).to_string();
            for (index, line) in wrap(value, self.room(indent)).into_iter().enumerate() {
                let _ = match index {
                    0 => writeln!(self.out, "{:INDENT$}{painted}{pad}{:INDENT$}{line}", "", ""),
                    _ => writeln!(self.out, "{:indent$}{line}", ""),
                };
            }
        }
    }

    fn parameter(&mut self, parameter: &Parameter) {
        let name = self.styles().paint(Style::Place, &parameter.name).to_string();
        let kind = self.styles().paint(Style::Faint, kind(parameter)).to_string();
        let _ = writeln!(self.out, "{:INDENT$}{name}  {kind}", "");
        if !parameter.description.is_empty() {
            self.prose(2 * INDENT + INDENT, &parameter.description);
        }
    }
}

fn about(tool: &Tool) -> Vec<(String, String)> {
    let mut pairs = vec![("does".to_owned(), sort(tool.kind).to_owned())];
    let mut add = |label: &str, value: String| pairs.push((label.to_owned(), value));
    add("for", callers(tool));
    if let Some(command) = &tool.command {
        add("command", command.clone());
    }
    if !tool.is_built() {
        let instead =
            tool.instead.as_deref().map_or(String::new(), |text| format!("; instead: {text}"));
        add("status", format!("not built yet{instead}"));
    }
    add("output", shown(tool.output_display).to_owned());
    for constraint in &tool.constraints {
        add("needs", constraint.clone());
    }
    if let Some(behavior) = &tool.behavior {
        add("besides", behavior.clone());
    }
    if !tool.synonyms.is_empty() {
        add("meant by", tool.synonyms.join(", "));
    }
    pairs
}

fn sort(kind: ToolType) -> &'static str {
    match kind {
        ToolType::Write => "changes files",
        ToolType::Read => "reads, changes nothing",
        ToolType::Dynamic => "runs code",
        ToolType::Meta => "changes what a model is shown",
        ToolType::Git => "changes history",
    }
}

fn callers(tool: &Tool) -> String {
    let callers: Vec<&str> = tool
        .accessibility
        .iter()
        .map(|caller| match caller {
            Caller::Llm => "a response",
            Caller::User => "you, on the command line",
            Caller::Translation => "what other dialects are turned into",
        })
        .collect();
    callers.join("; ")
}

fn shown(display: OutputDisplay) -> &'static str {
    match display {
        OutputDisplay::Always => "goes back to the model",
        OutputDisplay::Never => "is not sent to the model",
        OutputDisplay::Conditional => "goes back to the model unless return_output is false",
    }
}

/// `integer, optional, 1 if absent`.
fn kind(parameter: &Parameter) -> String {
    let kind = match (parameter.kind, parameter.format) {
        (_, Some(Format::AbsolutePath)) => "path".to_owned(),
        (_, Some(Format::MultilineAbsolutePaths)) => "paths, one a line".to_owned(),
        (ParameterType::String, None) => "text".to_owned(),
        (ParameterType::Integer, None) => "integer".to_owned(),
        (ParameterType::Boolean, None) => "true or false".to_owned(),
        (ParameterType::Enum, None) => parameter.values.join(" or "),
    };
    let needed = if parameter.required { "required" } else { "optional" };
    let mut words = format!("{kind}, {needed}");
    if let Some(when) = &parameter.when {
        let _ = write!(words, " where {} is {}", when.parameter, when.value);
    }
    match &parameter.default {
        Some(Value::String(text)) => drop(write!(words, ", \"{text}\" if absent")),
        Some(default) => drop(write!(words, ", {default} if absent")),
        None => {}
    }
    words
}

/// What the catalogue says of the results, a line for each field.
fn returns(returns: &Value) -> Vec<(String, String)> {
    let Some(fields) = returns.as_object() else { return Vec::new() };
    let mut pairs = Vec::new();
    for (name, value) in fields {
        match (name.trim_end_matches('?'), value.as_object()) {
            ("data", Some(data)) if data.is_empty() => {}
            ("data", Some(data)) => {
                pairs.extend(
                    data.iter().map(|(name, value)| (format!("data.{name}"), shape(value))),
                );
            }
            _ => pairs.push((name.clone(), shape(value))),
        }
    }
    pairs
}

/// `string`, `list of {path: string, size: integer}`.
fn shape(value: &Value) -> String {
    if let Some(items) = value.get("items") {
        return format!("list of {}", shape(items));
    }
    match (value.as_str(), value.as_object()) {
        (Some(text), _) => text.replace('|', " or "),
        (None, Some(fields)) => {
            let field = |(name, value): (&String, &Value)| format!("{name}: {}", shape(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        (None, None) => value.to_string(),
    }
}
