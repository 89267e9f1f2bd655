//! The name of an operation in the log.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How many letters an id has.
const LENGTH: usize = 12;
/// The letters of an id: none is a hexadecimal digit, so an id is never taken for a commit.
const LETTERS: &[u8; 16] = b"klmnopqrstuvwxyz";

/// Names an operation: twelve letters from `k` to `z`, never a commit's abbreviation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TransactionId(String);

impl TransactionId {
    /// Derives the id from what makes the operation the one it is (its time, its parent in the
    /// log, its response), so that the same operation on the same repository has the same id.
    #[must_use]
    pub fn derive(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        let letters = hasher.finalize().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let letter =
            |half: u8| LETTERS.get(usize::from(half)).map_or('k', |&byte| char::from(byte));
        Self(letters.take(LENGTH).map(letter).collect())
    }

    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether `text` could be an id, all of it.
    #[must_use]
    pub fn is_whole(text: &str) -> bool {
        text.len() == LENGTH && Self::looks_like(text)
    }

    /// Whether `text` could be an id or the start of one.
    #[must_use]
    pub fn looks_like(text: &str) -> bool {
        !text.is_empty() && text.len() <= LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_cannot_be_taken_for_a_commit() {
        let id = TransactionId::derive(&[b"a", b"b"]);
        assert_eq!(id.as_str().len(), LENGTH);
        assert!(id.as_str().bytes().all(|byte| !byte.is_ascii_hexdigit()));
        assert_ne!(id, TransactionId::derive(&[b"ab", b""]), "parts do not run together");
        assert!(TransactionId::looks_like("kk") && !TransactionId::looks_like("abc"));
    }
}
