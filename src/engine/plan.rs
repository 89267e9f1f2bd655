//! From a response to the actions that will be tried: parsed, validated, looked at by the policy.

use std::borrow::Cow;

use crate::action::{self, Action, Caller, Catalogue, Detail, Kind, Text};
use crate::policy::{Access, Gate, Refusal};
use crate::report::{Entries, ErrorType, ExecutionResult, Finding, Gathered, error_name};
use crate::syntax::{self, Block, Dialect, Parsed, Problem};
use crate::text::{Code, Diagnostic, Omitted, Place, Response, Severity, Spanned};

use super::meant_path;

/// How many problems are told. Who has more mends these first.
const MOST_PROBLEMS: usize = 1000;

/// A problem, the index of its block, and what reports say of it.
type Found = (Option<usize>, ErrorType, Diagnostic, Detail);

/// What will be tried, and what is wrong with the rest. Nothing has been touched.
#[derive(Debug)]
pub struct Plan<'r> {
    /// The response.
    pub response: &'r Response,
    /// Its blocks; the problems of parsing are among the others.
    pub parsed: Parsed<'r>,
    /// The actions of the sound blocks, in order.
    pub actions: Vec<Action<'r>>,
    /// All problems, errors and warnings, in the response's order.
    pub diagnostics: Vec<Diagnostic>,
    /// The same for reports.
    pub entries: Gathered,
    /// How many more problems there are than are told.
    pub omitted: Omitted,
}

impl Plan<'_> {
    /// How many blocks the response has, those with errors too.
    #[must_use]
    pub fn total_blocks(&self) -> usize {
        self.parsed.blocks.len()
    }

    /// Whether any block, or what should have been one, was rejected.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        !self.entries.errors.is_empty() || self.omitted.errors > 0
    }
}

/// Reads a response, of one dialect alone if it is named. `gate` grants its paths; it is asked for only where there is one.
pub fn plan<'r, E>(
    response: &'r Response,
    (catalogue, syntax): (&Catalogue, Option<Dialect>),
    gate: impl FnOnce() -> Result<Gate, E>,
) -> Result<(Plan<'r>, Option<Gate>), E> {
    let mut parsed = parsed(response, syntax);
    let mut found: Vec<Found> = Vec::new();
    for Problem { block, diagnostic } in std::mem::take(&mut parsed.problems) {
        found.push((block, ErrorType::Syntax, diagnostic, Detail::default()));
    }
    let mut actions = Vec::new();
    for (index, block) in parsed.blocks.iter().enumerate() {
        let validated = action::validate(index, block, response, caller(block), catalogue);
        for problem in validated.problems {
            let error_type = ErrorType::from(problem.stage);
            found.push((Some(index), error_type, problem.diagnostic, problem.detail));
        }
        actions.extend(validated.action);
    }
    let gate = if actions.is_empty() { None } else { Some(gate()?) };
    if let Some(gate) = &gate {
        for action in &mut actions {
            let Some(block) = parsed.blocks.get_mut(action.block) else { continue };
            if meant_path::settle(block, gate) {
                let again =
                    action::validate(action.block, block, response, caller(block), catalogue);
                *action = again.action.unwrap_or_else(|| action.clone());
            }
        }
        actions.retain(|action| {
            let refused = refused(action, gate, response, &parsed);
            let granted = refused.is_empty();
            let refused = refused.into_iter();
            found.extend(refused.map(|(diagnostic, detail)| {
                (Some(action.block), ErrorType::Policy, diagnostic, detail)
            }));
            granted
        });
        gate.forget();
    }
    // By place; of one place, in the order in which they were met.
    found.sort_by_key(|(_, _, diagnostic, _)| (diagnostic.place.line, diagnostic.place.span.start));
    let omitted = omit(&mut found, parsed.omitted);
    let mut entries = Entries::new(response, &parsed.blocks);
    for (block, error_type, diagnostic, detail) in &found {
        let detail = detail.clone();
        entries.add(&Finding { block: *block, error_type: *error_type, diagnostic, detail });
    }
    let entries = entries.finish();
    let diagnostics = found.into_iter().map(|(_, _, diagnostic, _)| diagnostic).collect();
    Ok((Plan { response, parsed, actions, diagnostics, entries, omitted }, gate))
}

fn parsed(response: &Response, syntax: Option<Dialect>) -> Parsed<'_> {
    match syntax {
        None => syntax::parse(response),
        Some(dialect) => syntax::parse_only(response, dialect),
    }
}

/// Who asks: a response, or the dialect that says what one means.
fn caller(block: &Block<'_>) -> Caller {
    if block.dialect.has_keys() { Caller::Llm } else { Caller::Translation }
}

/// What a result begins with: what was rejected. The plan's entries move there.
pub(super) fn planned(plan: &mut Plan<'_>) -> ExecutionResult {
    let success = !plan.has_errors();
    let Gathered { errors, warnings } = std::mem::take(&mut plan.entries);
    ExecutionResult {
        success,
        total_blocks: plan.total_blocks(),
        parse_errors: errors,
        warnings,
        omitted_errors: plan.omitted.errors,
        ..ExecutionResult::default()
    }
}

/// Leaves out what is too much, warnings before errors. `omitted` were left out before.
fn omit(found: &mut Vec<Found>, mut omitted: Omitted) -> Omitted {
    if found.len() <= MOST_PROBLEMS {
        return omitted;
    }
    let is_error = |(_, _, diagnostic, _): &Found| diagnostic.severity == Severity::Error;
    let mut errors = found.iter().filter(|found| is_error(found)).count().min(MOST_PROBLEMS);
    let mut warnings = MOST_PROBLEMS - errors;
    found.retain(|found| {
        let room = if is_error(found) { &mut errors } else { &mut warnings };
        let kept = *room > 0;
        *room = room.saturating_sub(1);
        if !kept {
            omitted.count(found.2.severity);
        }
        kept
    });
    omitted
}

/// The paths of an action that the policy refuses whatever stands there. Links are looked at
/// when the action runs: an earlier one may have removed them.
fn refused(
    action: &Action<'_>,
    gate: &Gate,
    response: &Response,
    parsed: &Parsed<'_>,
) -> Vec<(Diagnostic, Detail)> {
    let block = parsed.blocks.get(action.block);
    let relative = block.is_some_and(|block| block.dialect.has_tasks());
    let refusals = named_paths(&action.kind).filter_map(|(param, path, access)| {
        let absolute = relative.then(|| gate.refuse_absolute(&path.value)).flatten();
        let refusal = absolute.or_else(|| gate.grant(&path.value, access).err())?;
        if !refusal.code.starts_with("PATH_") {
            return None;
        }
        let field = block.and_then(|block| block.field(param));
        // Of a value with a path a line, the very line.
        let whole = field.filter(|field| field.value.span == path.span);
        let span = whole.map_or(path.span, |field| field.point);
        // In a dialect that has names of its own the refusal goes by that.
        let name = if relative { error_name(refusal.code) } else { refusal.code };
        let diagnostic = Diagnostic {
            code: Code { field: "path", name },
            severity: Severity::Error,
            message: if relative { without_code(&refusal) } else { refusal.message },
            place: Place { line: response.line_of(span.start), span },
            label: "this path".to_owned(),
            more: Vec::new(),
            help: refusal.help,
        };
        let detail = Detail {
            action: Some(action.name.clone()),
            param: Some(param.to_owned()),
            actual: Some(path.value.into_owned()),
            ..Detail::default()
        };
        Some((diagnostic, detail))
    });
    refusals.take(MOST_PROBLEMS).collect()
}

/// A refusal's message without the code that it begins with.
fn without_code(refusal: &Refusal) -> String {
    let rest = refusal.message.strip_prefix(refusal.code);
    rest.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&refusal.message).to_owned()
}

/// A path of an action: its parameter, what was written, and what the action wants of it.
type Wanted<'a> = (&'static str, Text<'a>, Access);

/// The paths of an action.
pub(super) fn named_paths<'a>(kind: &'a Kind<'_>) -> Box<dyn Iterator<Item = Wanted<'a>> + 'a> {
    let one = |param, path: &'a Text<'_>, access| (param, borrowed(path), access);
    let only = |path, access| -> Box<dyn Iterator<Item = Wanted<'a>>> {
        Box::new(std::iter::once(one("path", path, access)))
    };
    match kind {
        Kind::FileWrite { path, .. }
        | Kind::FileCreate { path, .. }
        | Kind::FileAppend { path, .. }
        | Kind::FileEdit { path, .. }
        | Kind::FileReplaceText { path, .. }
        | Kind::FileReplaceAllText { path, .. }
        | Kind::FileReplaceSpan { path, .. }
        | Kind::FileReplaceLines { path, .. }
        | Kind::FileCommentLines { path, .. }
        | Kind::FileUncommentLines { path, .. }
        | Kind::FileTouch { path }
        | Kind::DirCreate { path } => only(path, Access::Write),
        Kind::FileDelete { path } | Kind::DirDelete { path } | Kind::PathDelete { path } => {
            only(path, Access::Entry)
        }
        Kind::FileMove { old_path, new_path } => {
            let both = [("old_path", old_path), ("new_path", new_path)];
            Box::new(both.into_iter().map(move |(param, path)| one(param, path, Access::Entry)))
        }
        Kind::FileCopy { old_path, new_path } => Box::new(
            [one("old_path", old_path, Access::Read), one("new_path", new_path, Access::Write)]
                .into_iter(),
        ),
        Kind::FilePatch { path, hunks, new_path, create, .. } => {
            let access = if hunks.is_some() || *create { Access::Write } else { Access::Entry };
            let new_path = new_path.iter().map(move |to| one("new_path", to, Access::Write));
            Box::new(only(path, access).chain(new_path))
        }
        Kind::Exec { cwd: dir, .. } | Kind::Run { dir, .. } => {
            let param = if matches!(kind, Kind::Exec { .. }) { "cwd" } else { "dir" };
            Box::new(dir.iter().map(move |dir| one(param, dir, Access::Read)))
        }
        Kind::FileRead { path }
        | Kind::FileReadNumbered { path, .. }
        | Kind::Ls { path }
        | Kind::Grep { path, .. }
        | Kind::ContextAdd { path }
        | Kind::ContextRemove { path } => only(path, Access::Read),
        Kind::FilesReplaceAllText { paths, .. } => several(paths, Access::Write),
        Kind::FilesRead { paths } | Kind::FilesReadNumbered { paths, .. } => {
            several(paths, Access::Read)
        }
        Kind::Glob { base_path, .. } => {
            Box::new(std::iter::once(one("base_path", base_path, Access::Read)))
        }
        Kind::ContextList | Kind::ContextPrune | Kind::ContextClear => Box::new(std::iter::empty()),
    }
}

fn several<'a>(paths: &'a Text<'_>, access: Access) -> Box<dyn Iterator<Item = Wanted<'a>> + 'a> {
    // With more of them the action fails and none is touched.
    let paths = action::paths(paths).take(action::MOST_PATHS);
    Box::new(paths.map(move |path| ("paths", path, access)))
}

fn borrowed<'a>(text: &'a Text<'_>) -> Text<'a> {
    Spanned::new(Cow::Borrowed(&text.value), text.span)
}
