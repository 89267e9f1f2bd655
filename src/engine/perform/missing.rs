//! The hint for a path at which nothing stands: where it went, or which one was meant. Its cost
//! follows one directory and the path, never the worktree.

use bstr::ByteSlice;
use unicode_normalization::UnicodeNormalization;

use super::{outcome::Failure, run::Scene};
use crate::{
    base::RepoPath,
    engine::hint::nearest,
    policy::{Access, GrantedPath},
    workspace::{EntryKind, Fate},
};

/// How many names of a directory are compared.
const MOST_NAMES: usize = 10_000;
/// How many directories at the beginning of a path are left out to find what was meant.
const MOST_LEFT_OUT: usize = 4;
/// How many paths are named.
const MOST: usize = 3;

/// Said of a name that looks as it was written.
const TWIN: &str = " its accents are spelled with other characters: copy the name from here";

/// Adds what may have been meant to a failure for want of a file.
pub(super) fn with_hint(scene: &mut Scene<'_>, mut failure: Box<Failure>) -> Box<Failure> {
    let path = failure.missing.take();
    if let (Some(path), None) = (path, &failure.hint) {
        failure.hint = hint(scene, &path);
    }
    failure
}

fn hint(scene: &mut Scene<'_>, path: &str) -> Option<String> {
    let granted = scene.gate.grant_over(path, Access::Entry, scene.overlay).ok()?;
    match scene.overlay.fate(&granted) {
        Some(Fate::Moved(to)) => {
            return Some(format!("an earlier block of this response moved it to `{to}`"));
        }
        Some(Fate::Gone) => {
            return Some("an earlier block of this response deleted or moved it".to_owned());
        }
        None => {}
    }
    let mut meant = without_beginning(scene, &granted);
    for other in alike(scene, &granted) {
        if !meant.contains(&other) {
            meant.push(other);
        }
    }
    meant.truncate(MOST);
    let last = meant.pop()?;
    let others: Vec<String> = meant.iter().map(|path| format!("`{path}`")).collect();
    let or = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
    // Nobody sees the difference, so copying is all that helps.
    let looks_the_same = meant.is_empty() && last.nfc().eq(granted.rel().to_string().nfc());
    let twin = if looks_the_same { TWIN } else { "" };
    Some(format!("did you mean {or}`{last}`?{twin}"))
}

/// The path without directories at its beginning, if that is a file: `a/src/x` for `src/x`.
fn without_beginning(scene: &mut Scene<'_>, path: &GrantedPath) -> Vec<String> {
    let rel = path.rel().as_bstr();
    let starts = rel.find_iter("/").take(MOST_LEFT_OUT).map(|slash| slash + 1);
    let shorter = starts.filter_map(|start| RepoPath::new(rel.get(start..)?));
    for rel in shorter {
        if kind(scene, path, &rel) == Some(EntryKind::File) {
            return vec![rel.to_string()];
        }
    }
    Vec::new()
}

/// The names most like the first one of the path that is not there, with the rest of the path
/// where that exists.
fn alike(scene: &mut Scene<'_>, path: &GrantedPath) -> Vec<String> {
    let mut missing = path.rel().clone();
    let dir = loop {
        let Some(above) = missing.parent() else { return Vec::new() };
        if above.is_root() || kind(scene, path, &above) == Some(EntryKind::Dir) {
            break above;
        }
        missing = above;
    };
    let Some(granted) = path.above(dir.clone()) else { return Vec::new() };
    let names = scene.overlay.some_names(&granted, MOST_NAMES).unwrap_or_default();
    let names: Vec<&str> = names.iter().filter_map(|name| name.to_str().ok()).collect();
    let rest = path.rel().as_bstr().get(missing.as_bstr().len()..).unwrap_or_default().to_owned();
    let Ok(wanted) = missing.name().to_str() else { return Vec::new() };
    let (mut files, mut dirs) = (Vec::new(), Vec::new());
    for name in nearest(wanted, &names) {
        let at = dir.join(name.into());
        let mut whole = at.as_bstr().to_owned();
        whole.extend_from_slice(&rest);
        let whole = RepoPath::new(whole).filter(|_| !rest.is_empty());
        let whole = whole.filter(|whole| kind(scene, path, whole) == Some(EntryKind::File));
        match (whole, kind(scene, path, &at)) {
            (Some(whole), _) => files.push(whole.to_string()),
            (None, Some(EntryKind::Dir)) => dirs.push(format!("{at}/")),
            (None, Some(EntryKind::File)) if rest.is_empty() => files.push(at.to_string()),
            (None, _) => {}
        }
    }
    if files.is_empty() { dirs } else { files }
}

/// What stands at a path of the same root, if the gate grants it.
fn kind(scene: &mut Scene<'_>, path: &GrantedPath, rel: &RepoPath) -> Option<EntryKind> {
    let absolute = path.root().canonical().join(rel.as_path());
    let granted = scene.gate.grant_absolute(&absolute, Access::Entry).ok()?;
    scene.overlay.kind(&granted).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::Timestamp,
        engine::{
            command_options::CommandOptions,
            hint::Hints,
            perform::{CommandPlaces, Commands, PendingContext, PerformOptions},
        },
        workspace::{Overlay, fixture::Fixture},
    };

    /// A place with files, and the hints that it gives.
    struct Place {
        place: Fixture,
        overlay: Overlay,
    }

    impl Place {
        fn new(files: &[&str]) -> Self {
            let place = Fixture::new();
            for file in files {
                place.file(file, *file);
            }
            Self { place, overlay: Overlay::new() }
        }

        fn hint(&mut self, path: &str) -> Option<String> {
            let Self { place, overlay } = self;
            let (gate, mut context) = (&place.gate, PendingContext::nowhere());
            let (options, hints) = (PerformOptions::default(), Hints::default());
            let now = Timestamp { seconds: 0, offset: 0 };
            let context = &mut context;
            let of_commands = CommandOptions::default();
            let commands = Commands::new(&of_commands, CommandPlaces::default());
            hint(
                &mut Scene { gate, overlay, context, options, commands, repo: None, now, hints },
                path,
            )
        }

        #[track_caller]
        fn means(&mut self, path: &str, meant: &str) {
            assert_eq!(self.hint(path), Some(format!("did you mean {meant}?")));
        }
    }

    #[test]
    fn the_nearest_name_is_given() {
        let files =
            ["README.md", "src/main.rs", "src/util/text.rs", "docs/part1/x", "docs/part2/y"];
        let mut place = Place::new(&files);
        place.means("readme.md", "`README.md`");
        place.means("src/mian.rs", "`src/main.rs`");
        place.means("src/main.tsx", "`src/main.rs`");
        place.means("src/utils/text.rs", "`src/util/text.rs`");
        place.means("src/utils/other.rs", "`src/util/`");
        place.means("docs/part3/y", "`docs/part2/y`");
        assert_eq!(place.hint("lib/index.html"), None);
        assert_eq!(place.hint("src/main.rs/x"), None);
    }

    #[test]
    fn a_name_that_looks_the_same_is_told_to_be_another() {
        let mut place = Place::new(&["na\u{ef}ve.txt"]);
        let told = format!("did you mean `na\u{ef}ve.txt`?{TWIN}");
        assert_eq!(place.hint("nai\u{308}ve.txt"), Some(told));
    }

    #[test]
    fn directories_too_many_at_the_beginning_are_left_out() {
        let mut place = Place::new(&["src/main.rs", "x"]);
        place.means("b/src/main.rs", "`src/main.rs`");
        place.means("home/me/app/src/main.rs", "`src/main.rs`");
    }

    #[test]
    fn what_the_actions_did_to_it_is_told() {
        let mut place = Place::new(&["a.rs", "b.rs"]);
        let [a, b, c] = ["a.rs", "b.rs", "src/codes.rs"].map(|path| place.place.granted(path));
        place.overlay.rename(&a, &c).expect("moved");
        place.overlay.remove(&b).expect("removed");
        let moved = "an earlier block of this response moved it to `src/codes.rs`";
        assert_eq!(place.hint("a.rs").as_deref(), Some(moved));
        let gone = "an earlier block of this response deleted or moved it";
        assert_eq!(place.hint("b.rs").as_deref(), Some(gone));
        place.means("src/code.rs", "`src/codes.rs`");
    }

    #[test]
    fn a_move_is_told_although_it_was_edited_or_moved_on() {
        let mut place = Place::new(&["a.rs", "b.rs"]);
        let [a, b, c, d] = ["a.rs", "b.rs", "c.rs", "d.rs"].map(|path| place.place.granted(path));
        place.overlay.rename(&a, &c).expect("moved");
        place.overlay.write(&c, b"edited".to_vec()).expect("written");
        place.overlay.rename(&c, &d).expect("moved on");
        let moved = "an earlier block of this response moved it to `d.rs`";
        assert_eq!(place.hint("a.rs").as_deref(), Some(moved));
        assert_eq!(place.hint("c.rs").as_deref(), Some(moved));
        let gone = "an earlier block of this response deleted or moved it";
        place.overlay.rename(&b, &d).expect("moved over it");
        assert_eq!(place.hint("a.rs").as_deref(), Some(gone));
        assert_eq!(place.hint("b.rs").as_deref(), Some(moved));
        place.overlay.remove(&d).expect("removed");
        assert_eq!(place.hint("b.rs").as_deref(), Some(gone));
    }

    #[test]
    fn what_the_gate_refuses_is_not_given() {
        let mut place = Place::new(&[".git/config", "git/other"]);
        place.means("got/config", "`git/`");
        assert_eq!(place.hint(".gti/config"), None);
    }
}
