//! Applies the hunks of a file, and moves, copies or deletes it, all of it or nothing.

use serde_json::{Map, Value};

use super::{
    locate::{Miss, Place, locate},
    merge::{Placed, merged},
    places::MARK,
    told::{Told, failure},
};
use crate::{
    action::Text,
    engine::perform::{
        entry::keeps_secret,
        outcome::{Failure, Performed, data},
        run::Scene,
        tree::{all_or_none, copy, set_executable},
        write::absent,
    },
    policy::{Access, GrantedPath},
    syntax::{Hunk, hunks},
    workspace::{Call, EntryKind, FsCode, FsError},
};

/// How many hunks a file may have. Each is sought in the whole file.
const MOST_HUNKS: usize = 10_000;

/// What is to become of a file.
pub(in crate::engine::perform) struct FilePatch<'a> {
    /// What is changed in it; `None` where nothing is.
    pub(in crate::engine::perform) hunks: Option<&'a Text<'a>>,
    /// Where it is afterwards.
    pub(in crate::engine::perform) target: Target<'a>,
    /// Whether it can be run afterwards; `None` where that stays.
    pub(in crate::engine::perform) executable: Option<bool>,
}

/// Where a patched file is afterwards.
#[derive(Clone, Copy)]
pub(in crate::engine::perform) enum Target<'a> {
    /// Where it was.
    Here,
    /// Elsewhere, where nothing stood.
    Moved(&'a Text<'a>),
    /// Here as it was, and elsewhere with the changes.
    Copied(&'a Text<'a>),
    /// Here, where nothing stood; the hunks have all of it.
    New,
    /// Nowhere: the changes take all that it holds.
    Gone,
}

/// Patches a file.
pub(in crate::engine::perform) fn patch(
    scene: &mut Scene<'_>,
    path: &Text<'_>,
    what: &FilePatch<'_>,
) -> Performed {
    let hunks = what.hunks.map(|text| hunks(&text.value)).unwrap_or_default();
    if hunks.len() > MOST_HUNKS {
        let error = format!("file_patch: More than {MOST_HUNKS} hunks provided");
        return Err(Failure::new("E2BIG", error));
    }
    if let Target::New = what.target {
        return create(scene, path, (&hunks, what.executable));
    }
    let access = if hunks.is_empty() { Access::Entry } else { Access::Write };
    let file = scene.grant(path, access)?;
    let target = to(scene, &file, what.target)?;
    let patched = if hunks.is_empty() { None } else { Some(patched(scene, &file, &hunks)?) };
    if let (Target::Gone, Some(patched)) = (what.target, &patched) {
        check_all_goes(&patched.content)?;
    }
    let told = told(&file, target.as_ref(), (what.target, patched.as_ref()));
    all_or_none(scene, |scene| {
        let content = patched.map(|patched| patched.content);
        carry_out(scene, &file, &Outcome { content, target: target.as_ref(), what })
    })?;
    Ok(told)
}

/// Makes a file of the lines that hunks add.
fn create(
    scene: &mut Scene<'_>,
    path: &Text<'_>,
    (hunks, executable): (&[Hunk<'_>], Option<bool>),
) -> Performed {
    let file = scene.grant(path, Access::Write)?;
    absent(scene, &file)?;
    let content: String = hunks.iter().map(Hunk::new_text).collect();
    scene.check_size(&file, content.len())?;
    let bytes = content.len();
    scene.overlay.write(&file, content.into_bytes())?;
    if let Some(executable) = executable {
        set_executable(scene, &file, executable)?;
    }
    Ok(data([("path", file.shown().into()), ("bytesWritten", bytes.into())]))
}

/// Where the file goes, if it goes anywhere: nothing may stand there.
fn to(
    scene: &mut Scene<'_>,
    file: &GrantedPath,
    target: Target<'_>,
) -> Result<Option<GrantedPath>, Box<Failure>> {
    let (Target::Moved(new) | Target::Copied(new)) = target else { return Ok(None) };
    let new = scene.grant(new, Access::Write)?;
    keeps_secret(file, &new)?;
    if scene.overlay.kind(file)? != EntryKind::Absent
        && scene.overlay.kind(&new)? != EntryKind::Absent
    {
        let to = Some(new.shown().to_owned());
        let error = FsError { to, ..FsError::new(FsCode::Eexist, Call::Rename, file.shown()) };
        return Err(error.into());
    }
    Ok(Some(new))
}

/// What hunks made of a file.
struct Patched {
    content: String,
    /// The first line of each hunk, where it was found.
    lines: Vec<usize>,
    told: Told,
}

/// Applies all hunks to what the file holds.
fn patched(
    scene: &mut Scene<'_>,
    file: &GrantedPath,
    hunks: &[Hunk<'_>],
) -> Result<Patched, Box<Failure>> {
    let content = scene.overlay.read_text(file)?;
    match applied(&content, hunks) {
        Ok(patched) => Ok(patched),
        Err(misses) => Err(failure(scene, file, &content, (hunks, &misses))),
    }
}

/// The numbers of the hunks, from 0, that do not fit, and why.
pub(super) type Misses = Vec<(usize, Why)>;

/// Why a hunk does not fit.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Why {
    Missed(Miss),
    /// It changes lines that this other hunk changes.
    Overlaps(usize),
}

fn applied(content: &str, hunks: &[Hunk<'_>]) -> Result<Patched, Misses> {
    let places = locate(content, hunks);
    let (now, later): (Vec<_>, Vec<_>) =
        places.into_iter().enumerate().partition(|(_, place)| *place != Err(Miss::NotFound));
    let mut fitting = Vec::new();
    let mut misses: Misses = Vec::new();
    for (number, place) in now {
        match place {
            Ok(place) => fitting.push((number, place)),
            Err(miss) => misses.push((number, Why::Missed(miss))),
        }
    }
    let mut patched = put(content, hunks, &fitting).map_err(|miss| vec![miss])?;
    // A model may count on what its hunks before have made of the file.
    for (number, _) in later {
        let hunk = hunks.get(number).map(std::slice::from_ref).unwrap_or_default();
        let place = locate(&patched.content, hunk).pop();
        match place {
            Some(Ok(place)) if !fitting.is_empty() => {
                let lines = patched.lines;
                let told = patched.told;
                patched = put(&patched.content, hunk, &[(0, place)])
                    .map_err(|_| vec![(number, Why::Missed(Miss::NotFound))])?;
                patched.lines.splice(0..0, lines);
                patched.told.add(&told);
            }
            _ => misses.push((number, Why::Missed(Miss::NotFound))),
        }
    }
    misses.sort_by_key(|(number, _)| *number);
    if misses.is_empty() { Ok(patched) } else { Err(misses) }
}

/// Puts hunks at their places.
fn put(
    content: &str,
    hunks: &[Hunk<'_>],
    placed: &[(usize, Place)],
) -> Result<Patched, (usize, Why)> {
    let mut changes = Vec::new();
    let mut told = Told::default();
    for (number, place) in placed {
        let Some(hunk) = hunks.get(*number) else { continue };
        let placed = Placed { number: *number, hunk, start: place.start, taken: place.taken };
        changes.extend(placed.changes(content));
        told.take(place.taken);
    }
    let content = merged(content, changes)
        .map_err(|(one, other)| (one.max(other), Why::Overlaps(one.min(other))))?;
    let lines = placed.iter().map(|(_, place)| place.line).collect();
    Ok(Patched { content, lines, told })
}

/// A file that is deleted must hold what the patch takes away, and nothing else.
fn check_all_goes(left: &str) -> Result<(), Box<Failure>> {
    if matches!(left, "" | MARK) {
        return Ok(());
    }
    let lines = left.lines().count();
    Err(Failure::with_hint(
        "MATCH_NOT_FOUND",
        "file_patch: old_text is not all of the file, which would be deleted",
        &format!("lines of the file that the patch leaves: {lines}"),
    ))
}

/// What is left to do once everything is known.
struct Outcome<'a> {
    content: Option<String>,
    target: Option<&'a GrantedPath>,
    what: &'a FilePatch<'a>,
}

fn carry_out(
    scene: &mut Scene<'_>,
    file: &GrantedPath,
    outcome: &Outcome<'_>,
) -> Result<(), Box<Failure>> {
    let at = match (outcome.what.target, outcome.target) {
        (Target::Gone, _) => return Ok(scene.overlay.remove(file)?),
        (Target::Moved(_), Some(new)) => {
            scene.overlay.rename(file, new)?;
            new
        }
        (Target::Copied(_), Some(new)) => {
            copy(scene, file, new)?;
            new
        }
        (Target::Here | Target::New | Target::Moved(_) | Target::Copied(_), _) => file,
    };
    if let Some(content) = &outcome.content {
        scene.check_size(at, content.len())?;
        scene.overlay.write(at, content.clone().into_bytes())?;
    }
    if let Some(executable) = outcome.what.executable {
        set_executable(scene, at, executable)?;
    }
    Ok(())
}

fn told(
    file: &GrantedPath,
    target: Option<&GrantedPath>,
    (kind, patched): (Target<'_>, Option<&Patched>),
) -> Map<String, Value> {
    let mut told = data([("path", file.shown().into())]);
    if let Some(target) = target {
        told.insert("new_path".to_owned(), target.shown().into());
    }
    if let Target::Gone = kind {
        told.insert("deleted".to_owned(), true.into());
    }
    if let Some(patched) = patched {
        told.insert("hunks".to_owned(), patched.lines.len().into());
        told.insert("lines".to_owned(), patched.lines.clone().into());
        let notes = patched.told.notes();
        if !notes.is_empty() {
            told.insert("notes".to_owned(), notes.into());
        }
    }
    told
}
