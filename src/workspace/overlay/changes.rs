//! What came of the actions, for who writes it out.

use super::Overlay;
use crate::workspace::{
    change_set::{Change, ChangeSet, FileState},
    entry::{State, is_same},
    observe::Seen,
};

impl Overlay {
    /// The net effect of all that was done.
    #[must_use]
    pub fn into_changes(mut self) -> ChangeSet {
        let (times, carried) = (self.times(), self.carried_changes());
        let mut pending = std::mem::take(&mut self.pending);
        // What changes among what is carried goes with that.
        pending.retain(|_, (path, _)| !self.is_among_carried(path));
        let mut set = ChangeSet { times, carried, ..ChangeSet::default() };
        for (key, (path, state)) in pending {
            let seen = self.seen.get(&key).map(|(_, seen)| seen);
            match (seen, &state) {
                (Some(Seen::Dir { .. }), State::Dir) => {}
                (_, State::Dir) => set.made_dirs.push(path.clone()),
                (Some(Seen::Dir { mode }), State::Not(_)) => {
                    set.removed_dirs.push((path.clone(), *mode));
                }
                (_, State::Not(_)) => {}
            }
            let before = seen.map_or(FileState::Absent, FileState::from);
            let after = match state {
                State::Dir => FileState::Absent,
                State::Not(after) => after,
            };
            if !is_same(&before, &after) {
                set.changes.push(Change { path, before, after });
            }
        }
        set.removed_dirs.reverse();
        let mut seen: Vec<_> = self.seen.into_values().collect();
        seen.sort_by(|(one, _), (other, _)| one.cmp(other));
        set.observed = seen.into_iter().map(|(path, seen)| (path, seen.fingerprint())).collect();
        set
    }
}
