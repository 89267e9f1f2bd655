//! The keys of a block that is being read, so that one that comes twice is found at once.

use std::{borrow::Cow, collections::HashMap};

use crate::{
    syntax::Field,
    text::{Span, Spanned},
};

/// Up to so many keys, comparing with each is faster than hashing.
const FEW: usize = 16;

/// The fields of a block in the order in which their keys first stand.
#[derive(Debug, Default)]
pub(super) struct KeyIndex<'r> {
    fields: Vec<Field<'r>>,
    by_key: HashMap<&'r str, usize>,
}

impl<'r> KeyIndex<'r> {
    /// Which field has that key.
    pub(super) fn position(&self, key: &str) -> Option<usize> {
        if self.fields.len() > FEW {
            self.by_key.get(key).copied()
        } else {
            self.fields.iter().position(|field| field.key.value == key)
        }
    }

    /// The field at a position.
    pub(super) fn get(&self, position: usize) -> Option<&Field<'r>> {
        self.fields.get(position)
    }

    /// Gives a key its value. `known` is the key's position: it keeps its place there and loses
    /// its old value.
    pub(super) fn set(&mut self, known: Option<usize>, field: Field<'r>) {
        if let Some(old) = known.and_then(|position| self.fields.get_mut(position)) {
            old.value = field.value;
            old.point = field.point;
            return;
        }
        self.fields.push(field);
        if self.fields.len() > FEW {
            let indexed = self.by_key.len();
            let new = self.fields.iter().enumerate().skip(indexed);
            self.by_key.extend(new.map(|(position, field)| (field.key.value, position)));
        }
    }

    pub(super) fn into_fields(self) -> Vec<Field<'r>> {
        self.fields
    }
}

/// A field whose value is where a diagnostic about it points.
pub(super) fn field<'r>(key: Spanned<&'r str>, value: Spanned<Cow<'r, str>>) -> Field<'r> {
    let point: Span = value.span;
    Field { key, value, point }
}
