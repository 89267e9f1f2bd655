//! What a temporary file that was left is: known content, an unfinished write, or a save of the
//! user's that came out of the path at the last moment.

use crate::workspace::FileState;

/// What to do about a temporary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// It holds nothing that is not known: it goes.
    Known,
    /// It holds what the user had saved when the file was exchanged: it goes back.
    Users,
}

/// The states of one path.
#[derive(Clone, Copy, Debug)]
pub struct States<'a> {
    /// What it held before the transaction.
    pub before: &'a FileState,
    /// What it was to hold after it.
    pub after: &'a FileState,
    /// What whoever made the temporary file was about to put at the path.
    pub put: &'a FileState,
    /// What it holds now.
    pub now: &'a FileState,
}

/// Tells what a temporary file is by what it holds.
pub fn classify(held: &FileState, states: States<'_>) -> Leftover {
    let known = [states.before, states.after, states.now, &FileState::Absent];
    if known.into_iter().any(|state| is(held, state)) {
        return Leftover::Known;
    }
    // What was put stands at the path: then the temporary file is what came out of it. If not, it
    // is what was going to be put, as far as it was written.
    let exchanged = is(states.now, states.put);
    if !exchanged && begins(held, states.put) { Leftover::Known } else { Leftover::Users }
}

/// Whether something is in that state. A mode that the umask gives is any.
pub fn is(now: &FileState, state: &FileState) -> bool {
    match (now, state) {
        (
            FileState::File { content, mode },
            FileState::File { content: known, mode: known_mode },
        ) => content == known && (known_mode.is_none() || mode == known_mode),
        _ => now == state,
    }
}

fn begins(held: &FileState, whole: &FileState) -> bool {
    match (held, whole) {
        (FileState::File { content, .. }, FileState::File { content: whole, .. }) => {
            whole.starts_with(content)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(content: &str, mode: u32) -> FileState {
        FileState::File { content: content.as_bytes().into(), mode: Some(mode) }
    }

    #[test]
    fn only_what_nobody_knows_is_the_users() {
        let (before, after) = (file("before", 0o644), file("after", 0o644));
        let of = |held: &FileState, now: &FileState| {
            classify(held, States { before: &before, after: &after, put: &after, now })
        };
        for known in [&before, &after, &FileState::Absent] {
            assert_eq!(of(known, &after), Leftover::Known);
        }
        assert_eq!(of(&file("af", 0o600), &before), Leftover::Known, "it was being written");
        assert_eq!(of(&file("after", 0o600), &before), Leftover::Known, "its mode was not set yet");
        assert_eq!(of(&file("af", 0o644), &after), Leftover::Users, "it came out of the path");
        assert_eq!(of(&file("before", 0o755), &after), Leftover::Users, "made executable");
        let mine = file("mine", 0o644);
        assert_eq!(of(&mine, &before), Leftover::Users);
        assert_eq!(of(&mine, &mine), Leftover::Known, "it stands at the path");
    }
}
