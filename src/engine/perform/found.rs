//! What a search tells: its findings, as far as a report can hold them, and what was left out.

use serde_json::{Map, Value, json};

use crate::workspace::MAX_TEXT;

/// How much a search tells.
const MOST: usize = 10_000;

/// What has been found so far.
pub(super) struct Found {
    name: &'static str,
    list: Vec<Value>,
    /// How many bytes it may still take.
    room: u64,
    skipped: Vec<Value>,
    truncated: bool,
}

impl Found {
    /// Begins a list that `data` has under a name.
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, list: Vec::new(), room: MAX_TEXT, skipped: Vec::new(), truncated: false }
    }

    /// Takes findings in. Where they are too many, the rest is cut off.
    pub(super) fn extend(&mut self, found: impl IntoIterator<Item = Value>) {
        for value in found {
            let size = u64::try_from(size(&value)).unwrap_or(u64::MAX);
            self.truncated |= self.list.len() >= MOST || size > self.room;
            if self.truncated {
                return;
            }
            self.room -= size;
            self.list.push(value);
        }
    }

    /// How many more findings there is a place for, at the most.
    pub(super) fn places(&self) -> usize {
        MOST - self.list.len()
    }

    /// Whether something had to be cut off, so that there is no use in going on.
    pub(super) fn is_cut(&self) -> bool {
        self.truncated
    }

    /// Takes note of what was not looked at.
    pub(super) fn skip(&mut self, path: &str, error: &str) {
        if self.skipped.len() < MOST {
            self.skipped.push(json!({"path": path, "error": error}));
        }
    }

    /// Puts it together as an action's `data`.
    pub(super) fn into_data(self) -> Map<String, Value> {
        let mut data = Map::from_iter([(self.name.to_owned(), Value::Array(self.list))]);
        if self.truncated {
            data.insert("truncated".to_owned(), true.into());
        }
        if !self.skipped.is_empty() {
            data.insert("skipped".to_owned(), Value::Array(self.skipped));
        }
        data
    }
}

/// How many bytes of text a finding holds.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Object(fields) => fields.values().map(size).sum(),
        Value::Array(values) => values.iter().map(size).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}
