//! What the path gate sees of the actions' effects, so that it follows the links that there are by
//! now.

use super::Overlay;
use crate::{
    base::RepoPath,
    policy::{Left, View},
    workspace::{above::Above, change_set::FileState, entry::State, view::Laid},
};

impl View for Overlay {
    fn left_at(&self, root: usize, rel: &RepoPath) -> Option<Left> {
        if self.pending.is_empty() && self.carried.is_none() {
            return None;
        }
        let key = (root, rel.clone());
        let state = match (Above::of(&key, &self.pending), self.pending.get(&key)) {
            (Above::Broken(_), _) => return Some(Left::Nothing),
            (above, None) => {
                let laid = if root == 0 { self.laid_at(rel) } else { Ok(Laid::Through) };
                return match laid.unwrap_or(Laid::Through) {
                    Laid::Through if above == Above::Made => Some(Left::Nothing),
                    Laid::Through => None,
                    Laid::Absent(_) => Some(Left::Nothing),
                    Laid::Dir { .. } => Some(Left::Dir),
                    Laid::File(_) => Some(Left::File),
                    Laid::Link { target, .. } => Some(Left::Link { target }),
                };
            }
            (Above::Untouched | Above::Made, Some((_, state))) => state,
        };
        Some(match state {
            State::Dir => Left::Dir,
            State::Not(FileState::Absent) => Left::Nothing,
            State::Not(FileState::File { .. }) => Left::File,
            State::Not(FileState::Link { target }) => Left::Link { target: target.clone() },
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        policy::Access,
        workspace::{Overlay, fixture::Fixture},
    };

    /// Where a path leads, or the code with which it is refused.
    fn leads(place: &Fixture, overlay: &Overlay, path: &str, access: Access) -> String {
        match place.gate.grant_over(path, access, overlay) {
            Ok(granted) => granted.rel().to_string(),
            Err(refusal) => refusal.code.to_owned(),
        }
    }

    #[test]
    fn a_link_that_went_is_followed_no_more() {
        let place = Fixture::new();
        place.file("d/x", "1");
        place.link("d", "l");
        let mut overlay = Overlay::new();
        let leads_in = |overlay: &Overlay, access| leads(&place, overlay, "l/x", access);
        assert_eq!(leads_in(&overlay, Access::Read), "d/x");
        assert_eq!(leads_in(&overlay, Access::Write), "SYMLINK_NOT_ALLOWED");
        overlay.remove(&place.granted("l")).expect("removed");
        assert_eq!(leads_in(&overlay, Access::Read), "l/x");
        assert_eq!(leads_in(&overlay, Access::Write), "l/x");
    }

    #[test]
    fn a_directory_in_place_of_a_link_has_no_links_of_its_targets() {
        let place = Fixture::new();
        place.file("d/x", "1");
        place.link("x", "d/inner");
        place.link("d", "l");
        let mut overlay = Overlay::new();
        assert_eq!(leads(&place, &overlay, "l/inner", Access::Read), "d/x");
        overlay.remove(&place.granted("l")).expect("removed");
        overlay.create_dir(&place.granted("l")).expect("made");
        assert_eq!(leads(&place, &overlay, "l/inner", Access::Read), "l/inner");
    }

    #[test]
    fn a_link_in_place_of_a_directory_that_was_looked_at_is_followed() {
        let place = Fixture::new();
        place.file("d/x", "1");
        place.file("e/x", "1");
        place.link("e", "l");
        let mut overlay = Overlay::new();
        assert_eq!(leads(&place, &overlay, "d/x", Access::Write), "d/x");
        overlay.remove(&place.granted("d/x")).expect("removed");
        overlay.remove_dir(&place.granted("d")).expect("removed");
        overlay.rename(&place.granted("l"), &place.granted("d")).expect("moved");
        assert_eq!(leads(&place, &overlay, "d/x", Access::Read), "e/x");
        assert_eq!(leads(&place, &overlay, "d/x", Access::Write), "SYMLINK_NOT_ALLOWED");
    }

    #[test]
    fn a_moved_link_leads_on_from_its_new_place() {
        let place = Fixture::new();
        place.file("d/x", "1");
        place.file("x", "1");
        place.link("x", "d/l");
        place.link("../x", "d/up");
        let mut overlay = Overlay::new();
        for (old, new) in [("d/l", "m"), ("d/up", "up")] {
            overlay.rename(&place.granted(old), &place.granted(new)).expect("moved");
        }
        assert_eq!(leads(&place, &overlay, "m", Access::Read), "x");
        assert_eq!(leads(&place, &overlay, "m", Access::Entry), "m");
        assert_eq!(leads(&place, &overlay, "m", Access::Write), "SYMLINK_NOT_ALLOWED");
        assert_eq!(leads(&place, &overlay, "d/l", Access::Read), "d/l");
        assert_eq!(leads(&place, &overlay, "up", Access::Read), "PATH_ESCAPE");
    }
}
