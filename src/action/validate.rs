//! Says what is wrong with a block, by the catalogue alone. Asks nothing of the file system, and
//! leaves what a path may be to the policy.

use serde_json::{Map, Value};

use crate::{
    action::{
        Action, ActionProblem, Caller, Catalogue, Detail, Parameter, Stage, Tool, Validated, When,
        advice,
        lower::{Arguments, lower},
        typed::{Mismatch, typed},
    },
    syntax::{Block, Field},
    text::{Code, Diagnostic, Label, Place, Response, Severity, Span},
};

/// The key that names the action.
const ACTION: &str = "action";

/// Validates one block of `response`, and makes an action of it where nothing is wrong with it.
///
/// `index` is the block's index in `Parsed::blocks`. A block with syntax errors is not validated.
/// `spec`: Validation, block by block.
#[must_use]
pub fn validate<'r>(
    index: usize,
    block: &Block<'r>,
    response: &Response,
    caller: Caller,
    catalogue: &Catalogue,
) -> Validated<'r> {
    if block.has_errors {
        return Validated::default();
    }
    let mut found = Found { block, response, action: None, problems: Vec::new() };
    let Some(tool) = found.tool(caller, catalogue) else {
        return Validated { action: None, problems: found.problems };
    };
    found.missing(tool);
    let params = found.values(tool);
    if found.problems.iter().any(|problem| problem.diagnostic.severity == Severity::Error) {
        return Validated { action: None, problems: found.problems };
    }
    let Some(kind) = lower(Arguments { block, tool }) else {
        found.not_built(tool);
        return Validated { action: None, problems: found.problems };
    };
    let action = Action { block: index, name: tool.name.clone(), params, kind };
    Validated { action: Some(action), problems: found.problems }
}

/// What has been found out about a block so far.
struct Found<'a, 'r> {
    block: &'a Block<'r>,
    response: &'a Response,
    /// The action's name as written, once it is known.
    action: Option<&'a str>,
    problems: Vec<ActionProblem>,
}

/// A problem before it is put in its place.
struct Sketch {
    name: &'static str,
    message: String,
    label: String,
    help: String,
}

impl<'r> Found<'_, 'r> {
    /// The tool that the block names, if there is one and it is for this caller. One that is not
    /// built is a problem, and its parameters are looked at all the same.
    fn tool<'c>(&mut self, caller: Caller, catalogue: &'c Catalogue) -> Option<&'c Tool> {
        let Some(field) = self.block.field(ACTION) else {
            self.missing_action(caller, catalogue);
            return None;
        };
        let name = field.value.value.as_ref();
        self.action = Some(name);
        let Some(tool) = catalogue.tool(name) else {
            self.unknown_action(field, caller, catalogue);
            return None;
        };
        if !tool.allows(caller) {
            self.report(
                self.at(field.point),
                Sketch {
                    name: "ACTION_NOT_ALLOWED",
                    message: format!("Action not allowed: {name}"),
                    label: "not for a response".to_owned(),
                    help: advice::not_allowed(tool),
                },
            );
            return None;
        }
        if !tool.is_built() {
            self.not_built(tool);
        }
        Some(tool)
    }

    fn missing_action(&mut self, caller: Caller, catalogue: &Catalogue) {
        self.report(
            self.header(),
            Sketch {
                name: "MISSING_ACTION",
                message: "Missing 'action' field in SHAM block".to_owned(),
                label: "this block does not say what is to be done".to_owned(),
                help: advice::missing_action(self.block, caller, catalogue),
            },
        );
    }

    fn unknown_action(&mut self, field: &Field<'r>, caller: Caller, catalogue: &Catalogue) {
        let name = &field.value.value;
        let problem = self.report(
            self.at(field.point),
            Sketch {
                name: "UNKNOWN_ACTION",
                message: format!("Unknown action: {name}"),
                label: "no action is called that".to_owned(),
                help: advice::unknown_action(name, caller, catalogue),
            },
        );
        problem.detail.available_actions = Some(advice::available(caller, catalogue));
    }

    fn not_built(&mut self, tool: &Tool) {
        let place = self.block.field(ACTION).map_or(self.header(), |field| self.at(field.point));
        self.report(
            place,
            Sketch {
                name: "NOT_IMPLEMENTED",
                message: format!("Action not implemented yet: {}", tool.name),
                label: "not built yet".to_owned(),
                help: advice::instead(tool),
            },
        );
    }

    /// Reports the required parameters that are not there, in the catalogue's order.
    fn missing(&mut self, tool: &Tool) {
        for parameter in &tool.parameters {
            if parameter.required
                && self.counts(parameter, tool)
                && self.block.field(&parameter.name).is_none()
            {
                self.missing_parameter(parameter, tool);
            }
        }
    }

    fn missing_parameter(&mut self, parameter: &Parameter, tool: &Tool) {
        let block = self.block;
        let unknown = |field: &&Field<'r>| {
            field.key.value != ACTION && tool.parameter(field.key.value).is_none()
        };
        let similar = block.fields.iter().filter(unknown).find(|field| {
            advice::nearest(block, tool, field.key.value).is_some_and(|p| p.name == parameter.name)
        });
        let problem = self.report(
            self.header(),
            Sketch {
                name: "MISSING_PARAM",
                message: format!("Missing required parameter: {}", parameter.name),
                label: format!("`{}` is missing from this block", parameter.name),
                help: advice::missing_parameter(block, parameter, similar.map(|f| f.key.value)),
            },
        );
        problem.detail.param = Some(parameter.name.clone());
        let meant = |field: &Field<'_>| Label {
            span: field.key.span,
            text: format!("perhaps this was meant as `{}`", parameter.name),
        };
        problem.diagnostic.more.extend(similar.map(meant));
    }

    /// Reads all values as their types say, and reports those that are not of their type and the
    /// names that the catalogue does not know.
    fn values(&mut self, tool: &Tool) -> Map<String, Value> {
        let mut params = Map::new();
        for field in self.block.fields.iter().filter(|field| field.key.value != ACTION) {
            let (key, text) = (field.key.value, field.value.value.as_ref());
            let Some(parameter) = tool.parameter(key) else {
                self.unknown_parameter(field, tool);
                params.insert(key.to_owned(), Value::from(text));
                continue;
            };
            if parameter.ignored || !self.counts(parameter, tool) {
                self.unused_parameter(field, parameter);
            }
            match typed(parameter, text) {
                Ok(value) => drop(params.insert(key.to_owned(), value)),
                Err(mismatch) => self.wrong_type(field, parameter, mismatch),
            }
        }
        params
    }

    fn wrong_type(&mut self, field: &Field<'r>, parameter: &Parameter, mismatch: Mismatch) {
        let text = &field.value.value;
        let problem = self.report(
            self.at(field.point),
            Sketch {
                name: "INVALID_TYPE",
                label: format!("expected {}", mismatch.expected),
                message: mismatch.message,
                help: advice::wrong_type(parameter, text),
            },
        );
        problem.stage = Stage::Type;
        problem.detail.param = Some(parameter.name.clone());
        problem.detail.expected = Some(mismatch.expected);
        problem.detail.actual = Some(text.clone().into_owned());
    }

    fn unknown_parameter(&mut self, field: &Field<'r>, tool: &Tool) {
        let key = field.key.value;
        let problem = self.report(
            self.at(field.key.span),
            Sketch {
                name: "UNKNOWN_PARAM",
                message: format!("Unknown parameter: {key}"),
                label: format!("no parameter of `{}`", tool.name),
                help: advice::unknown_parameter(self.block, tool, key),
            },
        );
        problem.diagnostic.severity = Severity::Warning;
        problem.detail.param = Some(key.to_owned());
    }

    /// Warns of a parameter that does not count in this block, or in none.
    fn unused_parameter(&mut self, field: &Field<'r>, parameter: &Parameter) {
        let name = &parameter.name;
        let (label, help) = match &parameter.when {
            Some(When { parameter, value }) => (
                format!("only counts where `{parameter}` is `{value}`"),
                format!("leave it out, or write `{parameter} = \"{value}\"`"),
            ),
            None => ("passed over".to_owned(), format!("leave `{name}` out")),
        };
        let message = format!("Unused parameter: {name}");
        let sketch = Sketch { name: "UNUSED_PARAM", message, label, help };
        let problem = self.report(self.at(field.key.span), sketch);
        problem.diagnostic.severity = Severity::Warning;
        problem.detail.param = Some(name.clone());
    }

    /// Whether the condition of `parameter` holds in this block.
    fn counts(&self, parameter: &Parameter, tool: &Tool) -> bool {
        let Some(when) = &parameter.when else { return true };
        match self.block.field(&when.parameter) {
            Some(field) => field.value.value == when.value,
            None => tool
                .parameter(&when.parameter)
                .and_then(|other| other.default.as_ref())
                .is_some_and(|default| default.as_str() == Some(&when.value)),
        }
    }

    fn report(&mut self, place: Place, sketch: Sketch) -> &mut ActionProblem {
        let diagnostic = Diagnostic {
            code: Code { field: "action", name: sketch.name },
            severity: Severity::Error,
            message: sketch.message,
            place,
            label: sketch.label,
            more: Vec::new(),
            help: Some(sketch.help),
        };
        let action = self.action.map(str::to_owned);
        let detail = Detail { action, ..Detail::default() };
        let at = self.problems.len();
        self.problems.push(ActionProblem { diagnostic, stage: Stage::Validation, detail });
        self.problems.get_mut(at).expect("invariant: it was pushed just now")
    }

    fn header(&self) -> Place {
        Place { line: self.block.start_line, span: self.block.header }
    }

    fn at(&self, span: Span) -> Place {
        Place { line: self.response.line_of(span.start), span }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::{action::Kind, syntax::parse};

    /// A response of one block with these fields.
    fn response(fields: &[(&str, &str)]) -> Response {
        let lines: Vec<_> =
            fields.iter().map(|(key, value)| format!("{key} = \"{value}\"")).collect();
        let lines = lines.join("\n");
        let text = format!("prose\n#!SHAM [@three-char-SHA-256: k7m]\n{lines}\n#!END_SHAM_k7m\n");
        Response::new("r.md", text.into_bytes()).expect("valid")
    }

    fn validated(response: &Response, caller: Caller) -> Validated<'_> {
        let parsed = parse(response);
        validate(0, &parsed.blocks[0], response, caller, &Catalogue::embedded())
    }

    /// Line, message and bytes of each problem.
    fn problems(fields: &[(&str, &str)], caller: Caller) -> Vec<String> {
        let response = response(fields);
        let found = validated(&response, caller);
        let says = |ActionProblem { diagnostic, .. }: &ActionProblem| {
            let at = response.slice(diagnostic.place.span);
            format!("{} {} {at}", diagnostic.place.line, diagnostic.message)
        };
        found.problems.iter().map(says).collect()
    }

    #[test]
    fn a_sound_block_becomes_an_action_that_borrows_its_values() {
        let fields = [("action", "file_edit"), ("path", "a"), ("old_text", "b"), ("new_text", "c")];
        let response = response(&fields);
        let block = parse(&response).blocks.remove(0);
        let found = validate(7, &block, &response, Caller::Llm, &Catalogue::embedded());
        assert_eq!(found.problems, []);
        let action = found.action.expect("sound");
        assert_eq!((action.block, action.name.as_str()), (7, "file_edit"));
        assert_eq!(
            Value::Object(action.params),
            serde_json::json!({"path": "a", "old_text": "b", "new_text": "c"}),
            "as written: the default does not show"
        );
        let Kind::FileEdit { path, count, .. } = action.kind else { panic!("another kind") };
        assert!(matches!(path.value, Cow::Borrowed("a")));
        assert_eq!((count, response.slice(path.span)), (1, "\"a\""));
    }

    #[test]
    fn every_action_that_is_built_is_lowered() {
        let catalogue = Catalogue::embedded();
        let usable = |tool: &&Tool| tool.is_built() && tool.allows(Caller::Llm);
        for tool in catalogue.tools().filter(usable) {
            let required = tool.parameters.iter().filter(|p| p.required);
            let fields: Vec<_> = [("action", tool.name.as_str())]
                .into_iter()
                .chain(required.map(|p| {
                    let first = p.values.first();
                    (p.name.as_str(), first.map_or("x", String::as_str))
                }))
                .collect();
            let response = response(&fields);
            let found = validated(&response, Caller::Llm);
            assert!(found.action.is_some(), "{}: {:?}", tool.name, found.problems);
        }
    }

    #[test]
    fn the_catalogues_examples_hold_together() {
        for tool in Catalogue::embedded().tools() {
            let Some(example) = &tool.example else { continue };
            let response = Response::new("e.md", example.clone().into_bytes()).expect("valid");
            let found = validated(&response, Caller::Llm);
            let codes: Vec<_> = found.problems.iter().map(|p| p.diagnostic.code.name).collect();
            let expected: &[&str] = if tool.is_built() { &[] } else { &["NOT_IMPLEMENTED"] };
            assert_eq!(codes, expected, "{}", tool.name);
        }
    }

    #[test]
    fn a_condition_makes_a_parameter_required_or_unused() {
        let squash = |more: &[(&'static str, &'static str)]| {
            let fields = [&[("action", "git_squash"), ("mode", "hours")], more].concat();
            problems(&fields, Caller::User)
        };
        // It is a command, and no response's to run, whoever asks.
        let no_action = "3 Action not implemented yet: git_squash \"git_squash\"";
        let header = "#!SHAM [@three-char-SHA-256: k7m]";
        assert_eq!(squash(&[]), [format!("2 Missing required parameter: hours {header}")]);
        assert_eq!(squash(&[("hours", "2")]), [no_action]);
        assert_eq!(
            squash(&[("hours", "2"), ("days", "1")]),
            ["6 Unused parameter: days days", no_action]
        );
    }

    #[test]
    fn what_another_dialect_is_turned_into_is_for_translation_only() {
        let fields = [("action", "path_delete"), ("path", "a")];
        assert_eq!(
            problems(&fields, Caller::Llm),
            ["3 Action not allowed: path_delete \"path_delete\""]
        );
        assert_eq!(problems(&fields, Caller::Translation), [""; 0]);
    }
}
