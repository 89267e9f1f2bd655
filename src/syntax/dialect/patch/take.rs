//! Puts what was found among the blocks of a response.

use super::change::{Claim, FileChange};
use crate::{
    syntax::{
        Dialect, Field,
        dialect::field::{implied, lines, written},
        reader::{Found, Reader},
    },
    text::{Diagnostic, Span},
};

/// Takes down the changes as blocks, and the problems. Returns where reading goes on.
pub(in crate::syntax::dialect) fn take<'r>(
    reader: &mut Reader<'r>,
    dialect: Dialect,
    claim: Claim<'r>,
) -> usize {
    let Claim { changes, flaws, next } = claim;
    for change in changes {
        push(reader, dialect, change);
    }
    for flaw in flaws {
        let problem = flaw.diagnostic(dialect.name(), reader.place_of(flaw.span));
        reader.report_outside(problem);
    }
    next
}

fn push<'r>(reader: &mut Reader<'r>, dialect: Dialect, change: FileChange<'r>) {
    let problems: Vec<Diagnostic> = change
        .flaws
        .iter()
        .map(|flaw| flaw.diagnostic(dialect.name(), reader.place_of(flaw.span)))
        .collect();
    let opener = change.opener;
    let mut fields = vec![implied("action", change.action, opener)];
    let text = reader.text;
    fields.extend(change.values.into_iter().map(|(name, value)| field(text, name, value, opener)));
    reader.push(Found {
        dialect,
        group: None,
        opener,
        span: change.span,
        fields,
        note: None,
        closed: change.closed,
        problems,
    });
}

fn field<'r>(
    text: &'r str,
    name: &'static str,
    value: super::Value<'r>,
    opener: Span,
) -> Field<'r> {
    let source = text.get(value.span.range()).unwrap_or_default();
    if source.contains('\n') { lines(name, value, source, opener) } else { written(name, value) }
}
