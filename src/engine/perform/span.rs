//! `file_replace_span`: a text in place of stretches that another text begins and a third ends.

use super::{
    outcome::{Failure, Performed, data},
    replace::{Search, Stretches},
    run::{NOT_SHOWN, Scene},
};
use crate::{
    action::Text,
    engine::hint::{Missed, Repeated},
    policy::{Access, GrantedPath},
};

/// Which stretches are replaced by what.
pub(super) struct SpanEdit<'a> {
    pub(super) start_text: &'a Text<'a>,
    pub(super) end_text: &'a Text<'a>,
    pub(super) new_text: &'a Text<'a>,
    /// How many stretches there must be.
    pub(super) count: i64,
}

/// Replaces the stretches, each from `start_text` to the nearest `end_text` after it.
pub(super) fn replace(scene: &mut Scene<'_>, path: &Text<'_>, edit: &SpanEdit<'_>) -> Performed {
    let granted = scene.grant(path, Access::Write)?;
    for (name, text) in [("start_text", edit.start_text), ("end_text", edit.end_text)] {
        if text.value.is_empty() {
            let error = format!("file_replace_span: {name} cannot be empty");
            return Err(Failure::new("MATCH_NOT_FOUND", error));
        }
    }
    let content = scene.overlay.read_text(&granted)?;
    let found = Stretches::new(&content, [&edit.start_text.value, &edit.end_text.value]);
    let count = found.count();
    if usize::try_from(edit.count) != Ok(count) {
        let mut failure = missed(edit, &found);
        let attempt = Attempt { granted: &granted, content: &content, found: &found };
        failure.hint = Some(hint(scene, edit, &attempt));
        return Err(failure);
    }
    if count > 0 {
        let new_text = found.as_content_has_it(&edit.new_text.value);
        scene.check_size(&granted, found.size_with(&new_text))?;
        scene.overlay.write(&granted, found.replace(&new_text).into_bytes())?;
    }
    Ok(data([("path", granted.shown().into()), ("replacements", count.into())]))
}

/// The failure where there are not as many stretches as there must be.
fn missed(edit: &SpanEdit<'_>, found: &Stretches<'_>) -> Box<Failure> {
    let (code, what) = match found.count() {
        0 if found.has_start() => {
            ("MATCH_NOT_FOUND", "end_text not found after start_text".to_owned())
        }
        0 => ("MATCH_NOT_FOUND", "start_text not found in file".to_owned()),
        count => ("MATCH_COUNT", format!("expected {} occurrences but found {count}", edit.count)),
    };
    Failure::of_matches((code, format!("file_replace_span: {what}")), found.count(), edit.count)
}

/// A file that has not as many stretches as it must have.
struct Attempt<'a> {
    granted: &'a GrantedPath,
    content: &'a str,
    found: &'a Stretches<'a>,
}

/// Where the text that is not there may have been meant to be, or where the stretches begin.
fn hint(scene: &mut Scene<'_>, edit: &SpanEdit<'_>, attempt: &Attempt<'_>) -> String {
    let Attempt { granted, content, found } = *attempt;
    if !granted.may_be_shown() {
        return NOT_SHOWN.to_owned();
    }
    if found.count() > 0 {
        let places = found.places();
        return scene.hints.miscounted(&Repeated { content, places, name: "start_text" });
    }
    let (name, text) = if found.has_start() {
        ("end_text", &edit.end_text.value)
    } else {
        ("start_text", &edit.start_text.value)
    };
    let places = Search::new(content, text).places();
    if !places.is_empty() {
        let lines = scene.hints.miscounted(&Repeated { content, places: &places, name });
        return format!("{lines}, not behind start_text");
    }
    scene.missed(granted, &Missed { content, text, name, replacement: None, earlier: None })
}
