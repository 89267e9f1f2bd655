//! Which ignored files are held in memory, which are carried, and of which undo brings back what
//! they replace.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
};

use super::{
    options::HarvestOptions,
    scan::{Found, Item},
};
use crate::{
    base::RepoPath,
    workspace::crossing::{Moment, look},
};

/// How many bytes of ignored files, before and after, are held in memory: there the actions that
/// follow see them.
const HELD_BYTES: u64 = 2 * 1024 * 1024;

/// How many ignored files.
const HELD_FILES: usize = 500;

/// What is carried.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// The topmost ignored directories and files, and whether what they replace is kept for undo.
    pub(super) carried: BTreeMap<RepoPath, bool>,
    /// What may not be replaced, and why.
    pub(super) refused: Vec<String>,
    /// What somebody else has changed since.
    pub(super) changed: Vec<String>,
}

/// What a topmost ignored directory or file weighs.
#[derive(Debug, Default)]
struct Weight {
    files: usize,
    comes: u64,
    goes: u64,
    refused: Vec<String>,
    changed: Vec<String>,
}

impl Weight {
    /// Counts what comes.
    fn comes(&mut self, item: &Item) {
        let size = if let Found::File { size, .. } = item.found { size } else { 0 };
        self.files += usize::from(!matches!(item.found, Found::Gone | Found::Special));
        self.comes = self.comes.saturating_add(size);
    }
}

/// Chooses: the smallest first, for as long as they fit. `before` is carried already. What was
/// changed in the worktree since the moment `since` has been changed by somebody else.
pub(super) fn choose(
    items: &[Item],
    options: &HarvestOptions<'_>,
    (top, since, before): (&Path, Moment, &BTreeSet<RepoPath>),
) -> io::Result<Choice> {
    let mut weights = weigh(items, options, (top, since))?.into_iter().collect::<Vec<_>>();
    weights.sort_by(|(one, weight), (other, heavier)| {
        (weight.goes + weight.comes, one).cmp(&(heavier.goes + heavier.comes, other))
    });
    let (mut bytes, mut files, mut keep) = (HELD_BYTES, HELD_FILES, options.keep_ignored);
    let mut choice = Choice::default();
    for (root, weight) in weights {
        let kept = keep.checked_sub(weight.goes);
        keep = kept.unwrap_or(keep);
        let held = bytes
            .checked_sub(weight.goes.saturating_add(weight.comes))
            .zip(files.checked_sub(weight.files))
            .filter(|_| kept.is_some() && !before.contains(&root));
        if let Some(left) = held {
            (bytes, files) = left;
            continue;
        }
        choice.carried.insert(root, kept.is_some());
        choice.refused.extend(weight.refused);
        choice.changed.extend(weight.changed);
    }
    Ok(choice)
}

fn weigh(
    items: &[Item],
    options: &HarvestOptions<'_>,
    (top, since): (&Path, Moment),
) -> io::Result<BTreeMap<RepoPath, Weight>> {
    let mut weights: BTreeMap<RepoPath, Weight> = BTreeMap::new();
    // The directory that was seen as a whole, and its root: what is in it has been counted.
    let mut seen: Option<(&RepoPath, RepoPath)> = None;
    for item in items {
        if let Some((_, root)) = seen.as_ref().filter(|(dir, _)| item.rel.is_inside(dir)) {
            weights.entry(root.clone()).or_default().comes(item);
            continue;
        }
        let on_disk = top.join(item.rel.as_path());
        let is_dir = || on_disk.symlink_metadata().is_ok_and(|found| found.is_dir());
        let whole = match item.found {
            Found::File { .. } | Found::Link => false,
            Found::Gone => is_dir(),
            Found::Dir { replaces, .. } if replaces || !is_dir() => true,
            Found::Dir { .. } | Found::Special => continue,
        };
        let Some(root) = root(&item.rel, whole, options) else { continue };
        seen = whole.then(|| (&item.rel, root.clone())).or(seen);
        let weight = weights.entry(root).or_default();
        weight.comes(item);
        let Some(stands) = look(&on_disk)? else { continue };
        weight.files += stands.count;
        weight.goes = weight.goes.saturating_add(stands.bytes);
        if stands.has_repository {
            weight.refused.push(format!("`{}` holds a repository of its own", item.rel));
        }
        if stands.files >= since {
            weight.changed.push(item.rel.to_string());
        }
    }
    Ok(weights)
}

/// The topmost directory that is ignored with all that is in it, from a path upwards; the path
/// where it is alone; nothing where it is not ignored.
fn root(path: &RepoPath, is_dir: bool, options: &HarvestOptions<'_>) -> Option<RepoPath> {
    let all = |dir: &RepoPath| (options.is_ignored_dir)(dir);
    if is_dir {
        if !all(path) {
            return None;
        }
    } else if !(options.is_ignored)(path) {
        return None;
    }
    Some(path.ancestors().filter(all).last().unwrap_or_else(|| path.clone()))
}
