//! `glob`: the files whose paths match.

use super::{
    found::Found,
    outcome::{Failure, Performed},
    pattern::PathGlob,
    run::Scene,
};
use crate::{
    action::Text,
    base::RepoPath,
    policy::Access,
    workspace::{Passes, Walk},
};

/// `glob`: from the worktree's top on, in the order of their bytes.
pub(super) fn glob(scene: &mut Scene<'_>, pattern: &Text<'_>, base_path: &Text<'_>) -> Performed {
    let base = scene.grant(base_path, Access::Read)?;
    let glob = PathGlob::new("glob", &pattern.value)?;
    let excludes = scene.excludes();
    let enters = |dir: &RepoPath| glob.may_match_in(dir);
    let passes = Passes { excludes: &excludes, enters: Some(&enters) };
    let mut found = Found::new("paths");
    for entry in Walk::new(scene.overlay, &base, passes).map_err(Box::<Failure>::from)? {
        match entry {
            Ok(entry) => {
                let below = entry.path.rel().below(base.rel()).unwrap_or_default();
                found.extend(glob.matches(below.as_bstr()).then(|| entry.path.shown().into()));
            }
            Err(error) => found.skip(&error.path, &error.to_string()),
        }
        if found.is_cut() {
            break;
        }
    }
    Ok(found.into_data())
}
