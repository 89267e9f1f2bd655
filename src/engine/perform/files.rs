//! `files_replace_all_text`, `files_read`, `files_read_numbered`: several files, each on its own.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{
    edit::{self, Edit},
    outcome::{Failure, Performed, data},
    read::{self, MOST_READ, View},
    run::Scene,
};
use crate::{
    action::{self, MOST_PATHS, Text},
    policy::{Access, GrantedPath},
};

/// The files of an action, each once however often it is named, and the paths that the gate
/// refuses by now.
struct Files<'t> {
    named: Vec<(Text<'t>, Result<GrantedPath, Box<Failure>>)>,
}

impl<'t> Files<'t> {
    fn new(
        scene: &Scene<'_>,
        action: &str,
        paths: &'t Text<'_>,
        access: Access,
    ) -> Result<Self, Box<Failure>> {
        let failed = |code, what: &str| Err(Failure::new(code, format!("{action}: {what}")));
        match action::paths(paths).take(MOST_PATHS + 1).count() {
            0 => return failed("ENOENT", "No paths provided"),
            count if count > MOST_PATHS => {
                return failed("E2BIG", &format!("More than {MOST_PATHS} paths provided"));
            }
            _ => {}
        }
        let mut seen = HashSet::new();
        let mut named = Vec::new();
        for path in action::paths(paths) {
            let granted = scene.grant(&path, access);
            if granted.as_ref().map_or(true, |granted| seen.insert(granted.clone())) {
                named.push((path, granted));
            }
        }
        Ok(Self { named })
    }
}

/// What failed, file by file.
#[derive(Default)]
struct Failed {
    code: Option<String>,
    count: usize,
    /// A line for each.
    errors: String,
    hints: Vec<String>,
}

impl Failed {
    fn add(&mut self, path: &str, failure: &Failure) {
        self.code.get_or_insert_with(|| failure.code.clone());
        self.count += 1;
        self.errors.extend(["\n  ", path, ": ", &failure.error]);
        self.hints.extend(failure.hint.as_ref().map(|hint| format!("{path}: {hint}")));
    }

    /// The action's outcome: `data` keeps what was done all the same. `head` begins the message.
    fn outcome(self, head: &str, data: Map<String, Value>) -> Performed {
        let Some(code) = self.code else { return Ok(data) };
        let error = format!("{head} {} file(s):{}", self.count, self.errors);
        let mut failure = Failure::new(&code, error);
        failure.hint = (!self.hints.is_empty()).then(|| self.hints.join("\n"));
        failure.data = Some(data);
        Err(failure)
    }
}

/// `files_replace_all_text`: a file that fails does not keep the others from being edited.
pub(super) fn replace_all(scene: &mut Scene<'_>, paths: &Text<'_>, edit: &Edit<'_>) -> Performed {
    edit.check()?;
    let files = Files::new(scene, edit.action, paths, Access::Write)?;
    let (mut results, mut failed) = (Vec::new(), Failed::default());
    for (path, granted) in files.named {
        let edited = granted.and_then(|_| edit::edit(scene, &path, edit));
        let mut result = data([("path", path.value.as_ref().into()), ("replacements", 0.into())]);
        match edited {
            Ok(mut edited) => {
                result.extend(edited.remove_entry("replacements"));
            }
            Err(failure) => {
                result.insert("error".to_owned(), failure.error.as_str().into());
                failed.add(&path.value, &failure);
            }
        }
        results.push(Value::Object(result));
    }
    if failed.count > 0 && failed.count < results.len() {
        failed.hints.push("the other files were edited: name only those that failed".to_owned());
    }
    let head = format!("{}: Failed to edit", edit.action);
    failed.outcome(&head, data([("results", results.into())]))
}

/// `files_read`, `files_read_numbered`: the contents as one text, each below its path.
pub(super) fn read(
    scene: &mut Scene<'_>,
    action: &str,
    paths: &Text<'_>,
    view: View<'_>,
) -> Performed {
    let files = Files::new(scene, action, paths, Access::Read)?;
    let (mut read, mut content) = (Vec::<Value>::new(), String::new());
    let mut failed = Failed::default();
    for (path, granted) in files.named {
        let gap = if read.is_empty() { "" } else { "\n\n" };
        let head = format!("{gap}=== {} ===\n", path.value);
        let room = MOST_READ.saturating_sub(content.len() + head.len());
        let shown = granted.and_then(|granted| read::show(scene, &granted, view, room));
        let shown = match shown {
            Ok(shown) => shown,
            Err(failure) => {
                failed.add(&path.value, &failure);
                continue;
            }
        };
        if let Some(short) = shown.short {
            failed.add(&path.value, &Failure::new("LINES_RANGE", short));
        }
        content.extend([head.as_str(), &shown.text]);
        read.push(path.value.as_ref().into());
    }
    let head = format!("{action}: Failed to read");
    failed.outcome(&head, data([("paths", read.into()), ("content", content.into())]))
}
