//! `file_edit`, `file_replace_text`, `file_replace_all_text`: a text in place of another.

use super::{
    outcome::{Failure, Performed, data},
    replace::Search,
    run::{NOT_SHOWN, Scene},
};
use crate::{
    action::Text,
    engine::hint::{Missed, Repeated},
    policy::{Access, GrantedPath},
};

/// How many places of the text there must be, and which are replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// At least one; as many as that are replaced, the first ones.
    First(usize),
    /// Exactly one.
    One,
    /// Exactly as many as that.
    Exactly(i64),
    /// Any number, none too.
    All,
}

/// What is replaced by what.
pub(super) struct Edit<'a> {
    /// The action's name, for its messages.
    pub(super) action: &'a str,
    pub(super) old_text: &'a Text<'a>,
    pub(super) new_text: &'a Text<'a>,
    pub(super) wanted: Wanted,
}

impl Edit<'_> {
    /// Checks what no file has a part in: that there is a text to look for.
    pub(super) fn check(&self) -> Result<(), Box<Failure>> {
        if !self.old_text.value.is_empty() {
            return Ok(());
        }
        let error = format!("{}: old_text cannot be empty", self.action);
        Err(Failure::new("MATCH_NOT_FOUND", error))
    }
}

/// Edits a file. Its other bytes, its mode and its line breaks stay.
pub(super) fn edit(scene: &mut Scene<'_>, path: &Text<'_>, edit: &Edit<'_>) -> Performed {
    let granted = scene.grant(path, Access::Write)?;
    edit.check()?;
    let content = scene.overlay.read_text(&granted)?;
    let search = Search::new(&content, &edit.old_text.value);
    let count = match replacements(edit, search.count()) {
        Ok(count) => count,
        Err(failure) => {
            let (granted, content, search) = (&granted, &content, &search);
            return Err(with_hint(scene, failure, &Attempt { edit, granted, content, search }));
        }
    };
    if count > 0 {
        let new_text = search.as_content_has_it(&edit.new_text.value);
        scene.check_size(&granted, search.size_with(&new_text, count))?;
        scene.overlay.write(&granted, search.replace(&new_text, count).into_bytes())?;
    }
    Ok(data([("path", granted.shown().into()), ("replacements", count.into())]))
}

/// How many places are replaced of those that were found.
fn replacements(edit: &Edit<'_>, found: usize) -> Result<usize, Box<Failure>> {
    let action = edit.action;
    let not_found = || {
        let error = format!("{action}: old_text not found in file");
        Failure::of_matches(("MATCH_NOT_FOUND", error), 0, 1)
    };
    match edit.wanted {
        Wanted::First(_) | Wanted::One if found == 0 => Err(not_found()),
        Wanted::First(most) => Ok(found.min(most)),
        Wanted::One if found > 1 => {
            let error =
                format!("{action}: old_text appears {found} times, must appear exactly once");
            Err(Failure::of_matches(("MATCH_COUNT", error), found, 1))
        }
        Wanted::Exactly(count) if usize::try_from(count) != Ok(found) => {
            let error = format!("{action}: expected {count} occurrences but found {found}");
            Err(Failure::of_matches(("MATCH_COUNT", error), found, count))
        }
        Wanted::One | Wanted::Exactly(_) | Wanted::All => Ok(found),
    }
}

/// An edit that did not land.
struct Attempt<'a> {
    edit: &'a Edit<'a>,
    granted: &'a GrantedPath,
    content: &'a str,
    search: &'a Search<'a>,
}

/// Adds how the edit may be mended: where its text may have been meant to be, or where it is.
fn with_hint(
    scene: &mut Scene<'_>,
    mut failure: Box<Failure>,
    attempt: &Attempt<'_>,
) -> Box<Failure> {
    let Attempt { edit, granted, content, search } = *attempt;
    let name = "old_text";
    let places = search.places();
    let repeated = Repeated { content, places: &places, name };
    failure.hint = Some(match edit.wanted {
        _ if !granted.may_be_shown() => NOT_SHOWN.to_owned(),
        _ if places.is_empty() => {
            let replacement = Some(("new_text", edit.new_text.value.as_ref()));
            let text = &edit.old_text.value;
            scene.missed(granted, &Missed { content, text, name, replacement, earlier: None })
        }
        Wanted::One => scene.hints.ambiguous(&repeated),
        Wanted::First(_) | Wanted::Exactly(_) | Wanted::All => scene.hints.miscounted(&repeated),
    });
    failure
}
