//! git's blame, with what is known of the lines that responses wrote.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsStr;
use std::path::Path;

use bstr::ByteSlice;

use crate::git::{ObjectId, Repo};
use crate::report::{BlameLine, Origin};

use super::failure::EngineError;

/// What the first line of a snapshot's message begins with: its lines are the user's own.
const SNAPSHOT: &str = "clada: snapshot before ";

/// Where each line of a file comes from. `path` is seen from `directory`.
pub fn blame(
    repo: &Repo,
    directory: &Path,
    ranges: &[String],
    path: &OsStr,
) -> Result<Vec<BlameLine>, EngineError> {
    let blamed = repo.blame(directory, ranges, path)?;
    let mut origins: HashMap<ObjectId, Option<Origin>> = HashMap::new();
    let mut lines = Vec::with_capacity(blamed.len());
    for line in blamed {
        let origin = match line.commit {
            None => None,
            Some(commit) => match origins.entry(commit) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(place) => {
                    place.insert(origin(&repo.commit(commit)?.message.to_str_lossy())).clone()
                }
            },
        };
        lines.push(BlameLine {
            line: line.number,
            original_line: line.original,
            commit: line.commit.map(|commit| commit.to_string()),
            origin,
            author: line.author,
            time: line.time,
            text: line.text.to_string(),
        });
    }
    Ok(lines)
}

/// The transactions and the model that a commit's trailers name; none of a commit of the user's.
fn origin(message: &str) -> Option<Origin> {
    if message.starts_with(SNAPSHOT) {
        return None;
    }
    let trailers = message.trim_end().rsplit("\n\n").next().unwrap_or_default();
    let values = |key: &str| {
        let named = trailers.lines().filter_map(|line| line.strip_prefix(key));
        named.map(|value| value.trim().to_owned()).collect::<Vec<String>>()
    };
    let transactions = values("Clada-Transaction:");
    let transaction = transactions.first()?.clone();
    let more = transactions.len() - 1;
    Some(Origin { transaction, more, model: values("Clada-Model:").into_iter().next() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailers_tell_and_a_snapshot_is_the_users() {
        let message =
            "AI: x\n\nClada-Model: no trailer\n\nClada-Transaction: kk\nClada-Model: m 1\n";
        let found = origin(message).expect("an origin");
        assert_eq!((found.transaction.as_str(), found.model.as_deref()), ("kk", Some("m 1")));
        assert_eq!(origin("clada: snapshot before kk\n\nClada-Transaction: kk\n"), None);
        assert_eq!(origin("mine\n\nClada-Transaction: kk\n\nno trailers\n"), None);
        let joined = origin("AI: x\n\nClada-Transaction: kk\nClada-Transaction: ll\n");
        assert_eq!(joined.map(|origin| origin.more), Some(1));
    }
}
