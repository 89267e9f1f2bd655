//! The dialect as the scanner knows it: the explanation and the file's name before an edit.

use std::borrow::Cow;

use super::{
    edit::{self, Target},
    mark::{Mark, MarkLine},
    problem::doubtful,
};
use crate::{
    syntax::{
        Dialect,
        dialect::{Reading, stray::is_stray},
        line::{is_space, trim},
        reader::Reader,
    },
    text::{Span, Spanned},
};

/// `<<<FILE>>>` … `<<<SEARCH>>>` … `<<<REPLACE>>>` … `<<<END>>>`.
pub(in crate::syntax::dialect) struct Replacer;

impl Reading for Replacer {
    fn dialect(&self) -> Dialect {
        Dialect::Replacer
    }

    fn openers(&self) -> &'static [&'static str] {
        &["<<<EXPLANATION>>>", "<<<FILE>>>", "<<<SEARCH>>>", "<<<OVERWRITE>>>", "<<<END>>>"]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        let opener = MarkLine::at(reader.text, at)?;
        if opener.mark == Mark::End {
            return is_stray(reader, self.dialect(), opener.span()).then_some(opener.line.next);
        }
        let text = reader.text;
        let (mut note, mut file) = (None, opener);
        if opener.mark == Mark::Explanation {
            let Some(next) = following(text, &opener, Mark::File) else {
                let problem = doubtful(reader, opener.span(), "An explanation of no edit")
                    .label("no `<<<FILE>>>` comes next")
                    .help("write `<<<FILE>>>` and the file's path after the explanation");
                reader.report_outside(problem);
                return Some(opener.line.next);
            };
            note = between(text, &opener, &next);
            file = next;
        }
        let mut target = Target { opener, note, path: None, body: file };
        if file.mark == Mark::File {
            let body = MarkLine::next(text, file.line.next)
                .filter(|next| matches!(next.mark, Mark::Search | Mark::Overwrite));
            let Some(body) = body else {
                let problem = doubtful(reader, file.span(), "A file with nothing to do to it")
                    .label("neither `<<<SEARCH>>>` nor `<<<OVERWRITE>>>` comes next")
                    .help("write one of them on the line after the file's path");
                reader.report_outside(problem);
                return Some(file.line.next);
            };
            target.path = between(text, &file, &body);
            target.body = body;
        }
        Some(edit::read(reader, &target))
    }
}

/// The next marker, if it is that one.
fn following<'r>(text: &'r str, after: &MarkLine<'r>, mark: Mark) -> Option<MarkLine<'r>> {
    MarkLine::next(text, after.line.next).filter(|next| next.mark == mark)
}

/// What stands between two markers, without the blank lines around it.
fn between<'r>(
    text: &'r str,
    after: &MarkLine<'r>,
    before: &MarkLine<'r>,
) -> Option<Spanned<Cow<'r, str>>> {
    let whole = text.get(after.line.next..before.line.start)?;
    let start = after.line.next + whole.len() - whole.trim_start_matches(is_space).len();
    let inner = trim(whole);
    let span = Span::new(start, start + inner.len());
    (!inner.is_empty()).then_some(Spanned::new(Cow::Borrowed(inner), span))
}
