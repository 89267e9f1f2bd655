//! The overlay does what a plain directory does: random lists of actions run through the engine,
//! and one after the other through plain file calls. What they return, how they fail and what
//! they leave on disk is the same.
//!
//! `PROPTEST_CASES=20000 cargo test --test overlay` tries many more; with TMPDIR in memory it takes
//! some minutes. The modules are `cfg(test)` so that the lints know them as tests.

#[cfg(test)]
mod action;
#[cfg(test)]
mod plain;

use std::path::{Path, PathBuf};

use action::{Action, Before, before, responses};
use git_clada::engine::{Clada, CladaOptions};
use plain::{Plain, tree};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The overlay's directory and the plain one, with the same in them.
struct Pair {
    _dir: tempfile::TempDir,
    overlaid: PathBuf,
    clada: Clada,
    plain: Plain,
}

impl Pair {
    fn new(before: &[Before]) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let [overlaid, plain, state_dir] =
            ["overlaid", "plain", "state"].map(|name| dir.path().join(name));
        for top in [&overlaid, &plain] {
            fs_err::create_dir(top).expect("made");
            for entry in before {
                entry.put(top);
            }
        }
        let options = CladaOptions {
            repo_path: overlaid.clone(),
            git_commit: false,
            state_dir,
            ..CladaOptions::default()
        };
        Self { _dir: dir, overlaid, clada: Clada::new(options), plain: Plain::new(plain) }
    }

    /// Runs a response in both and compares.
    fn run(&self, actions: &[Action]) {
        let blocks: String = actions.iter().map(Action::block).collect();
        let result = self.clada.execute(&blocks);
        assert_eq!(result.fatal_error, None, "{blocks}");
        assert_eq!(result.parse_errors, [], "{blocks}");
        assert_eq!(result.results.len(), actions.len(), "{blocks}");
        for (action, result) in actions.iter().zip(&result.results) {
            let data = result.data.clone().map(timeless);
            let overlaid = json!([result.success, result.code, result.error, data]);
            let plain = match self.plain.run(action) {
                Ok(data) => json!([true, null, null, data]),
                Err(fault) => json!([false, fault.code, fault.error, fault.data]),
            };
            assert_eq!(overlaid, plain, "{action:?} of\n{blocks}");
        }
        self.compare_trees(&blocks);
    }

    fn compare_trees(&self, blocks: &str) {
        assert_eq!(tree(&self.overlaid), tree(self.plain.top()), "after\n{blocks}");
    }
}

/// The data without the times in a listing: they are all times, and no two are the same.
fn timeless(mut data: serde_json::Map<String, Value>) -> Value {
    let entries = data.get_mut("entries").and_then(Value::as_array_mut);
    for entry in entries.into_iter().flatten().filter_map(Value::as_object_mut) {
        let modified = entry.remove("modified").expect("a time");
        let time = modified.as_str().expect("a text");
        chrono::DateTime::parse_from_rfc3339(time).expect("a time as RFC 3339 has it");
    }
    Value::Object(data)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn overlay_equals_disk(before in before(), responses in responses()) {
        let pair = Pair::new(&before);
        for actions in &responses {
            pair.run(actions);
        }
    }
}

impl Before {
    fn put(&self, top: &Path) {
        use std::os::unix::fs::PermissionsExt;
        let path = top.join(self.path());
        // What an earlier one has in its way is left out.
        let parent = path.parent().expect("below the top");
        if fs_err::create_dir_all(parent).is_err() || path.symlink_metadata().is_ok() {
            return;
        }
        match self {
            Self::Dir(_) => fs_err::create_dir(path).expect("made"),
            Self::Link { target, .. } => {
                std::os::unix::fs::symlink(target, path).expect("linked");
            }
            Self::File { content, executable, .. } => {
                fs_err::write(&path, content).expect("written");
                let mode = if *executable { 0o755 } else { 0o644 };
                let mode = std::fs::Permissions::from_mode(mode);
                fs_err::set_permissions(path, mode).expect("changed");
            }
        }
    }
}
