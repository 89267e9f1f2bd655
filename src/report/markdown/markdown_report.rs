//! `--format markdown`: what a person pastes back into the chat, so that the model mends what
//! failed and knows what it asked to read.

use std::{borrow::Cow, collections::HashMap, fmt::Write as _};

use super::{
    body::{Body, Rest},
    document::{Document, Entry, Section},
    fence::span,
    output::{Output, outputs},
    problems::{not_kept, rejected, warned},
};
use crate::report::{
    ActionResult, Presentation, Report,
    budget::shortened,
    commit::abbreviated,
    escape::{escape, escape_line},
    tally::Tally,
    target::target,
    text::outcome,
    wording::awaits_approval,
};
use crate::syntax::{Dialect, guides};

/// The bytes that names and messages may have in a line.
const LONGEST: usize = 600;

/// How the text is written.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownOptions {
    /// How many bytes the text has at the most. Long outputs keep their beginning and their end.
    pub max_output: usize,
}

impl Default for MarkdownOptions {
    fn default() -> Self {
        Self { max_output: 10_000_000 }
    }
}

/// Writes what was done, what failed and how to mend it, and what was asked for.
///
/// The same report always gives the same text. Contents of files stand in it exactly, but for
/// control characters that no text has; what is only invisible must be escaped on a terminal.
#[must_use]
pub fn markdown(
    report: &Report,
    catalogue: &dyn Presentation,
    options: &MarkdownOptions,
) -> String {
    let result = &report.result;
    let actions: Vec<Action<'_>> =
        result.results.iter().map(|result| Action::new(result, catalogue)).collect();
    let mut rejections = rejected(&result.parse_errors);
    rejections.extend(not_listed(result.omitted_errors));
    let kept = !report.dry_run && result.fatal_error.is_none();
    let document = Document {
        headline: headline(report),
        sections: vec![
            Section::new("Failed", failures(&actions, report)),
            Section::new("Rejected before anything ran", rejections),
            Section::list("How it is written", guides_of(report)),
            Section::list("Warnings", warned(&result.warnings)),
            Section::list("Not kept for undo", not_kept(&result.not_kept)),
            Section::list("Notes", notes(&result.notes)),
            Section::list(if kept { "Done" } else { "Would be done" }, successes(&actions)),
            Section::new("Output", shown(&actions)),
        ],
    };
    document.fitted(options.max_output)
}

/// An action, and what is shown of it.
struct Action<'r> {
    result: &'r ActionResult,
    /// `` `k7m` file_write `src/app.rs` ``.
    title: String,
    outputs: Vec<Output<'r>>,
}

impl<'r> Action<'r> {
    fn new(result: &'r ActionResult, catalogue: &dyn Presentation) -> Self {
        let target = target(result, catalogue);
        let id = span(&shortened(&result.block_id, LONGEST));
        let mut title = format!("{id} {}", name(&shortened(word(result), LONGEST)));
        if !target.is_empty() {
            let _ = write!(title, " {}", span(&shortened(&target, LONGEST)));
        }
        Self { result, title, outputs: outputs(result, catalogue) }
    }

    fn id(&self) -> String {
        span(&shortened(&self.result.block_id, LONGEST))
    }

    fn outcome(&self) -> String {
        let outcome = outcome(self.result);
        escape_line(&shortened(&outcome, LONGEST)).into_owned()
    }

    fn bodies(&self) -> impl Iterator<Item = Body<'_>> {
        self.outputs.iter().map(|output| Body::contents(output.label, &output.text, output.rest))
    }
}

/// What the response's dialect calls the action.
fn word(result: &ActionResult) -> &str {
    let dialect = result.dialect.as_deref().and_then(Dialect::named);
    dialect.and_then(|dialect| dialect.word(&result.action)).unwrap_or(&result.action)
}

/// The name of an action; as a code span if it is none.
pub(super) fn name(action: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !action.is_empty() && action.chars().all(plain) {
        return Cow::Borrowed(action);
    }
    Cow::Owned(span(action))
}

fn headline(report: &Report) -> String {
    let result = &report.result;
    let tally = Tally::of(result);
    if let Some(error) = &result.fatal_error {
        let again =
            if tally.is_empty() { "" } else { " Nothing of it stays: send all of it again." };
        return format!("Nothing was applied: {}.{again}\n", escape_line(&shortened(error, 4000)));
    }
    if tally.is_empty() {
        return "Nothing to do: no action blocks were found in the response.\n".to_owned();
    }
    if report.dry_run {
        return format!("Dry run, nothing was written: {}.\n", tally.told(true));
    }
    let mut line = format!("{}.", capitalized(&tally.told(false)));
    let transaction = result.transaction.as_ref();
    if let Some((landed, commit)) = transaction.and_then(|t| Some((t, t.commit.as_ref()?))) {
        let branch = span(&shortened(&landed.branch, LONGEST));
        let _ = write!(line, " Committed as {} on {branch}.", span(abbreviated(commit)));
    }
    if tally.done > 0 && !tally.is_clean() {
        line.push_str(" What was done stays: send only what is missing.");
    }
    line.push('\n');
    line
}

fn failures<'a>(actions: &'a [Action<'_>], report: &'a Report) -> Vec<Entry<'a>> {
    let blocks: HashMap<usize, &str> =
        report.failed.iter().map(|block| (block.seq, block.text.as_str())).collect();
    let failed = actions.iter().filter(|action| !action.result.success);
    failed.map(|action| failure(action, blocks.get(&action.result.seq).copied())).collect()
}

fn failure<'a>(action: &'a Action<'_>, block: Option<&'a str>) -> Entry<'a> {
    let result = action.result;
    let mut head = format!("\n### {}\n", action.title);
    let mut bodies = Vec::new();
    if result.skipped == Some(true) {
        head.push_str("Skipped, because an earlier step of its sequence failed.\n");
    } else {
        bodies.extend(message(&mut head, result));
    }
    all_the_same(&mut head, result);
    let label = match result.skipped {
        _ if awaits_approval(result) => {
            head.push_str(
                "Nothing is to be mended: the user must approve it, then it can be sent again.\n",
            );
            "Block that waits for approval"
        }
        Some(_) => "Block to resend",
        None => "Block to mend and resend",
    };
    bodies.extend(block.map(|block| Body::contents(label, block, Rest::None)));
    bodies.extend(result.hint.as_deref().map(|hint| prose("Hint", hint)));
    bodies.extend(action.bodies().map(|body| body.labelled("Output all the same")));
    Entry::new(head, bodies).named(action.id())
}

/// The code, unless the message begins with it, and the message; several lines in a fence, so
/// that they stay lines.
fn message<'a>(head: &mut String, result: &'a ActionResult) -> Option<Body<'a>> {
    let message = result.error.as_deref().unwrap_or("failed");
    let code = result.kind.as_deref().or(result.code.as_deref());
    let code = code.filter(|code| !message.starts_with(code));
    let code = code.map(|code| escape_line(&shortened(code, LONGEST)).into_owned());
    let code = code.or_else(|| result.code.is_none().then(|| "failed".to_owned()));
    if message.contains('\n') || message.len() > LONGEST {
        let _ = writeln!(head, "{}", code.as_deref().unwrap_or("failed"));
        return Some(prose("", message));
    }
    let colon = if code.is_some() { ": " } else { "" };
    let _ = writeln!(head, "{}{colon}{}", code.unwrap_or_default(), escape_line(message));
    None
}

/// What of an action of several files was done although it failed.
fn all_the_same(head: &mut String, result: &ActionResult) {
    let results = result.data.as_ref().and_then(|data| data.get("results")?.as_array());
    let edited: Vec<String> = results
        .into_iter()
        .flatten()
        .filter(|file| file.get("error").is_none())
        .filter_map(|file| Some(span(&shortened(file.get("path")?.as_str()?, LONGEST))))
        .collect();
    if !edited.is_empty() {
        let more = edited.len().saturating_sub(10);
        let named = edited.get(..edited.len() - more).unwrap_or_default().join(", ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(head, "Edited all the same: {named}{more}");
    }
}

/// Prose of ours in several lines, of which none can act on a terminal.
fn prose<'a>(label: &'static str, text: &'a str) -> Body<'a> {
    Body::new(label, escape(text), Rest::None).first()
}

/// How the dialects are written of which blocks were rejected for how they are written.
fn guides_of(report: &Report) -> Vec<Entry<'static>> {
    let rejected = report.tasks.iter().flat_map(|tasks| &tasks.misspelled);
    let guides = rejected.filter_map(|dialect| {
        let guide = guides().iter().find(|guide| guide.dialect == *dialect)?;
        Some(Entry::new(String::new(), vec![Body::contents("", guide.brief, Rest::None)]))
    });
    guides.collect()
}

fn not_listed(omitted: usize) -> Option<Entry<'static>> {
    let plural = if omitted == 1 { "" } else { "s" };
    let head = format!("\n… {omitted} more error{plural} not listed\n");
    (omitted > 0).then(|| Entry::new(head, Vec::new()))
}

/// What is to be known of how commands ran.
fn notes(notes: &[String]) -> Vec<Entry<'static>> {
    let line = |note: &String| format!("- {}\n", escape_line(&shortened(note, LONGEST)));
    notes.iter().map(|note| Entry::new(line(note), Vec::new())).collect()
}

/// What was done and has nothing to show.
fn successes<'a>(actions: &[Action<'_>]) -> Vec<Entry<'a>> {
    let done = actions.iter().filter(|it| it.result.success && it.outputs.is_empty());
    let line = |action: &Action<'_>| format!("- {}: {}\n", action.title, action.outcome());
    done.map(|action| Entry::new(line(action), Vec::new())).collect()
}

fn shown<'a>(actions: &'a [Action<'_>]) -> Vec<Entry<'a>> {
    let shown = actions.iter().filter(|it| it.result.success && !it.outputs.is_empty());
    let head = |action: &Action<'_>| format!("\n### {}: {}\n", action.title, action.outcome());
    shown
        .map(|action| Entry::new(head(action), action.bodies().collect()).named(action.id()))
        .collect()
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
