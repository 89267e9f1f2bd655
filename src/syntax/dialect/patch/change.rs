//! What a dialect of patches found: changes of files, and what is wrong with them. Pure; it is
//! put among the blocks of a response elsewhere.

use std::borrow::Cow;

use super::flaw::{Fault, Flaw};
use crate::text::{Span, Spanned};

/// A value of a change, and where it was written.
pub(in crate::syntax::dialect) type Value<'r> = Spanned<Cow<'r, str>>;

/// What was found from an opener on.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::syntax::dialect) struct Claim<'r> {
    /// Changes of files, in order.
    pub(in crate::syntax::dialect) changes: Vec<FileChange<'r>>,
    /// What is wrong outside of them.
    pub(in crate::syntax::dialect) flaws: Vec<Flaw>,
    /// Where reading goes on.
    pub(in crate::syntax::dialect) next: usize,
}

/// A change of one file.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::syntax::dialect) struct FileChange<'r> {
    /// The line that it begins with.
    pub(in crate::syntax::dialect) opener: Span,
    /// All of it.
    pub(in crate::syntax::dialect) span: Span,
    /// The action of the catalogue.
    pub(in crate::syntax::dialect) action: &'static str,
    /// Its parameters, by the catalogue's names.
    pub(in crate::syntax::dialect) values: Vec<(&'static str, Value<'r>)>,
    /// What is wrong with it.
    pub(in crate::syntax::dialect) flaws: Vec<Flaw>,
    /// Whether it was closed.
    pub(in crate::syntax::dialect) closed: bool,
}

impl Claim<'_> {
    /// Nothing but something to tell; reading goes on behind it.
    pub(in crate::syntax::dialect) fn doubt(flaw: Flaw, next: usize) -> Self {
        Self { changes: Vec::new(), flaws: vec![flaw], next }
    }
}

impl<'r> FileChange<'r> {
    pub(in crate::syntax::dialect) fn new(action: &'static str, opener: Span) -> Self {
        Self { opener, span: opener, action, values: Vec::new(), flaws: Vec::new(), closed: true }
    }

    /// The same with a value.
    pub(in crate::syntax::dialect) fn with(mut self, name: &'static str, value: Value<'r>) -> Self {
        self.values.push((name, value));
        self
    }

    /// The same with a value that the line which it begins with implies.
    pub(in crate::syntax::dialect) fn implying(self, name: &'static str, value: &'r str) -> Self {
        let span = self.opener;
        self.with(name, Spanned::new(Cow::Borrowed(value), span))
    }

    /// The same with something wrong.
    pub(in crate::syntax::dialect) fn flawed(mut self, fault: Fault, span: Span) -> Self {
        self.flaws.push(Flaw { fault, span });
        self
    }
}
