//! Symbolic links: where a path leads, and what may not be touched through one.

use std::{
    collections::VecDeque,
    ffi::OsString,
    path::{Component, Path, PathBuf},
};

use super::{Fault, Plain, fault};
use crate::action::Action;

/// Where a path leads.
pub(super) struct Place {
    pub(super) real: PathBuf,
    passed_link: bool,
}

impl Plain {
    /// Follows a path's links, the last component's only if asked to; `None` where there is no end
    /// of them. What does not exist has no links.
    pub(super) fn resolve(&self, path: &str, follow_last: bool) -> Option<Place> {
        let mut left: VecDeque<OsString> = names(Path::new(path)).collect();
        let mut place = Place { real: self.top().to_owned(), passed_link: false };
        let mut links = 0;
        while let Some(name) = left.pop_front() {
            place.real.push(name);
            let kept = left.is_empty() && !follow_last;
            let Ok(target) = place.real.read_link() else { continue };
            if kept {
                continue;
            }
            links += 1;
            if links > 40 {
                return None;
            }
            place.passed_link = true;
            place.real.pop();
            names(&target)
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .for_each(|name| left.push_front(name));
        }
        Some(place)
    }

    /// Refuses what an action may not do through links.
    pub(super) fn check_links(&self, action: &Action, path: &str) -> Result<(), Fault> {
        let (follows, may_pass) = match action.name {
            "file_read"
            | "file_read_numbered"
            | "files_read"
            | "files_read_numbered"
            | "ls"
            | "grep"
            | "glob" => (true, true),
            "file_delete" | "file_move" | "dir_delete" => (false, false),
            _ => (true, false),
        };
        let code = "SYMLINK_NOT_ALLOWED";
        match self.resolve(path, follows) {
            None => fault(code, format!("{code}: path passes too many symbolic links, '{path}'")),
            Some(place) if place.passed_link && !may_pass => {
                fault(code, format!("{code}: path is or passes a symbolic link, '{path}'"))
            }
            Some(_) => Ok(()),
        }
    }
}

fn names(path: &Path) -> impl Iterator<Item = OsString> {
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
    path.components().filter(is_name).map(|part| part.as_os_str().to_owned())
}
