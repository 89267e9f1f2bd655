//! One block: its opening marker, its lines, its end.

use super::{
    mark::{MarkLine, Word},
    problem::{doubtful, example, malformed, unknown_attribute},
    shape::{End, Shape, shape},
    values::values,
};
use crate::{
    syntax::{
        Dialect,
        dialect::{
            attributes::{Attribute, attributes},
            field::without_last_break,
        },
        problem::quote,
        reader::{Found, Reader},
    },
    text::{Diagnostic, Span, Spanned},
};

/// Where a block stands.
#[derive(Clone, Copy)]
pub(super) struct Within {
    /// What is from here on does not belong to it.
    pub(super) limit: usize,
    /// The sequence around it.
    pub(super) group: Option<usize>,
    /// Whether that names its version.
    pub(super) versioned: bool,
}

/// An opening marker that is read.
pub(super) struct Opening<'r> {
    pub(super) line: MarkLine<'r>,
    pub(super) word: Word,
    pub(super) attributes: Vec<Attribute<'r>>,
    /// Errors and warnings.
    pub(super) problems: Vec<Diagnostic>,
    /// Whether what has to stand there does.
    pub(super) sound: bool,
}

/// Reads the block that `opener` opens. Returns where reading goes on.
pub(super) fn read<'r>(
    reader: &mut Reader<'r>,
    (opener, word): (&MarkLine<'r>, Word),
    within: Within,
) -> usize {
    let opening = Opening::read(reader, opener, word);
    let shape = shape_of(reader, (opener, word), within.limit);
    let (span, next) = extent(reader, opener, &shape, within.limit);
    let closed = !matches!(shape.end, End::Unclosed { .. });
    if !closed && !opening.sound && within.group.is_none() && !reader.forced {
        let problem = doubtful(reader, opener.span(), "An opening marker that opens no block")
            .label("not read as a block: it is neither whole nor closed")
            .help(format!("if it was meant as one, write `{}`", example(word)));
        reader.report_outside(problem);
        return opener.line.next;
    }
    let mut problems = opening.problems.clone();
    let fields = if let Some(problem) = fault(reader, &opening, &shape) {
        problems.push(problem);
        Vec::new()
    } else {
        values(reader, &opening, &shape, &mut problems)
    };
    reader.push(Found {
        dialect: Dialect::Markers,
        group: within.group,
        opener: opener.span(),
        span,
        fields,
        note: None,
        closed,
        problems,
    });
    next
}

/// The shape, without looking for an end that is known not to be there.
fn shape_of<'r>(reader: &mut Reader<'r>, opener: (&MarkLine<'r>, Word), limit: usize) -> Shape<'r> {
    let start = opener.0.line.start;
    while reader.unclosed.last().is_some_and(|&known| known < start) {
        reader.unclosed.pop();
    }
    if reader.unclosed.last() == Some(&start) {
        reader.unclosed.pop();
        let end = End::Unclosed { next: None, suspect: None };
        return Shape { search_end: None, divider: None, end };
    }
    shape(reader.text, opener, limit, &mut reader.unclosed)
}

/// What belongs to the block, and where reading goes on.
fn extent(
    reader: &Reader<'_>,
    opener: &MarkLine<'_>,
    shape: &Shape<'_>,
    limit: usize,
) -> (Span, usize) {
    let start = opener.line.start;
    match &shape.end {
        End::Closed(line) | End::Uneven { close: line, .. } => {
            (Span::new(start, line.end()), line.next)
        }
        End::Unclosed { .. } => (Span::new(start, before_break(reader.text, start, limit)), limit),
        End::TooDeep { next } => (Span::new(start, before_break(reader.text, start, *next)), *next),
    }
}

/// The end of the last line before `end`, without its line break.
pub(super) fn before_break(text: &str, start: usize, end: usize) -> usize {
    let block = text.get(start..end).unwrap_or_default();
    start + without_last_break(block).len()
}

/// What is wrong with the way that the block ends or is divided.
fn fault(reader: &Reader<'_>, opening: &Opening<'_>, shape: &Shape<'_>) -> Option<Diagnostic> {
    let (word, span) = (opening.word, opening.line.span());
    let close = word.closer().line();
    match &shape.end {
        End::Unclosed { suspect, .. } => {
            let message = format!("Block not closed: no `{close}`");
            let draft = malformed(reader, span, message)
                .label("opened here and never closed; what follows belongs to it");
            let draft = match suspect {
                Some(suspect) => draft.also(*suspect, "this closes something else"),
                None => draft,
            };
            return Some(draft.help(format!(
                "write `{close}` on a line of its own at its end, and send again what follows it"
            )));
        }
        End::Uneven { inner, .. } => {
            let message = "A marker inside the block is not closed".to_owned();
            let draft = malformed(reader, span, message).label("in this block");
            return Some(draft.also(*inner, "opened here and never closed").help(
                "close it, or close this block before it: what opens inside a block needs its own \
                 closing marker",
            ));
        }
        End::TooDeep { .. } => {
            let message = "Markers stand more than 64 deep inside each other".to_owned();
            let draft = malformed(reader, span, message).label("in this block");
            return Some(draft.help("write the file in parts, or with fewer examples in examples"));
        }
        End::Closed(_) => {}
    }
    let searches = matches!(word, Word::Search | Word::SearchStart);
    if word == Word::SearchStart && shape.search_end.is_none() {
        return Some(
            malformed(reader, span, "No `<<<<<<< SEARCH-END` in the block")
                .label("only the beginning of what is searched for")
                .help("write `<<<<<<< SEARCH-END`, then the text that ends the stretch"),
        );
    }
    (searches && shape.divider.is_none()).then(|| {
        malformed(reader, span, "No `=======` in the block")
            .label("nothing parts what is searched for from its replacement")
            .help("write `=======` on a line of its own between the two")
    })
}

impl<'r> Opening<'r> {
    /// Reads the attributes of an opening marker.
    pub(super) fn read(reader: &Reader<'r>, line: &MarkLine<'r>, word: Word) -> Self {
        let mut opening =
            Self { line: *line, word, attributes: Vec::new(), problems: Vec::new(), sound: true };
        match attributes(&line.line, line.rest) {
            Ok(attributes) => opening.attributes = attributes,
            Err(at) => opening.fault(
                malformed(reader, at.span, format!("Invalid attribute: {}", quote(at.value)))
                    .label("not of the form `name=\"value\"`, or there twice")
                    .help(format!("write `{}`", example(word))),
            ),
        }
        let needs_path = matches!(word, Word::Write | Word::Search | Word::SearchStart);
        if opening.sound && needs_path && opening.attribute("path").is_none() {
            let problem = malformed(reader, line.span(), "No path in the opening marker")
                .label("which file?")
                .help(format!("write `{}`", example(word)));
            opening.fault(problem);
        }
        for attribute in opening.attributes.clone() {
            let name = attribute.name.value;
            if !known(word).contains(&name) {
                let names = known(word).join("`, `");
                let problem = unknown_attribute(reader, attribute.name.span, name)
                    .help(format!("leave it out; this marker has `{names}`"));
                opening.problems.push(problem);
            }
        }
        opening
    }

    pub(super) fn attribute(&self, name: &str) -> Option<Spanned<&'r str>> {
        let found = self.attributes.iter().find(|attribute| attribute.name.value == name)?;
        Some(found.value)
    }

    fn fault(&mut self, problem: Diagnostic) {
        self.sound = false;
        self.problems.push(problem);
    }
}

fn known(word: Word) -> &'static [&'static str] {
    match word {
        Word::Write => &["path", "append"],
        Word::Search | Word::SearchStart => &["path", "count"],
        Word::Run => &["path", "dir"],
        Word::Tasks => &["version"],
    }
}
