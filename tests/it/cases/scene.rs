//! One case in a repository of its own, fence by fence.

use std::{collections::BTreeMap, ffi::OsStr, os::unix::ffi::OsStrExt, path::PathBuf};

use serde_json::{Map, Value};

use super::{
    expected,
    table::{Case, Fence},
};
use crate::env::{Clada, Entry, Repo, TestEnv, differences, shown_name, tree_of};

/// From how many bytes on a value is written as a heredoc, which is read faster.
const LONG: usize = 64 * 1024;

type Tree = BTreeMap<String, Entry>;

/// A case that is being run.
struct Scene<'c, 'e> {
    case: &'c Case,
    repo: Repo<'e>,
    top: String,
    args: Vec<String>,
    /// What stood there when the first response came; none yet before that.
    before: Option<Tree>,
    /// What must stand there in the end.
    wanted: Tree,
    /// The blocks of a response that is being put together.
    blocks: Vec<String>,
    /// How many responses were applied.
    responses: usize,
    result: Value,
    checked: bool,
}

/// Runs a case; the error says what is not as it should be.
pub(super) fn check(case: &Case) -> Result<(), String> {
    let env = TestEnv::new();
    let repo = env.repo();
    let top = repo.dir().to_str().expect("the directory is UTF-8").to_owned();
    let mut scene = Scene {
        case,
        repo,
        top,
        args: Vec::new(),
        before: None,
        wanted: Tree::new(),
        blocks: Vec::new(),
        responses: 0,
        result: Value::Null,
        checked: false,
    };
    for fence in &case.fences {
        scene.step(fence).map_err(|said| format!("line {}: {said}", fence.line))?;
    }
    assert!(scene.checked, "a case says in a `json` fence what comes of it");
    scene.finish()
}

impl Scene<'_, '_> {
    fn step(&mut self, fence: &Fence) -> Result<(), String> {
        if fence.kind != "params" {
            self.apply_blocks()?;
        }
        match fence.kind.as_str() {
            "before" => self.lay_out(fence),
            "config" => self.configure(fence),
            "args" => self.args = fence.content.lines().map(str::to_owned).collect(),
            "params" => self.block(fence),
            "sh" => self.apply(&fence.content.replace("<top>", &self.top))?,
            "json" => return self.check_result(fence),
            "hint" => return self.check_hint(fence),
            "after" => {
                let entry = self.entry(fence);
                self.want(fence, entry);
            }
            "gone" => drop(self.wanted.remove(&name(fence))),
            kind => panic!("unknown fence `{kind}`"),
        }
        Ok(())
    }

    fn lay_out(&mut self, fence: &Fence) {
        assert_eq!(self.before, None, "`before` stands before any response");
        let path = self.path(fence);
        fs_err::create_dir_all(path.parent().expect("a parent")).expect("directories");
        let entry = self.entry(fence);
        match &entry {
            Entry::File(mode, bytes) => {
                fs_err::write(&path, bytes).expect("a file");
                let mode = std::os::unix::fs::PermissionsExt::from_mode(*mode);
                fs_err::set_permissions(&path, mode).expect("permissions");
            }
            Entry::Link(target) => std::os::unix::fs::symlink(target, &path).expect("a link"),
            Entry::Folder => fs_err::create_dir_all(&path).expect("a directory"),
        }
        self.want(fence, entry);
    }

    /// Takes down that something stands there in the end, and the directories above it.
    fn want(&mut self, fence: &Fence, entry: Entry) {
        let path = fence.path.strip_suffix(b"/").unwrap_or(&fence.path);
        let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
        for (at, _) in slashes {
            self.wanted.insert(shown_name(OsStr::from_bytes(&path[..at])), Entry::Folder);
        }
        self.wanted.insert(name(fence), entry);
    }

    fn entry(&self, fence: &Fence) -> Entry {
        if fence.path.ends_with(b"/") {
            return Entry::Folder;
        }
        if fence.is("link") {
            return Entry::Link(PathBuf::from(OsStr::from_bytes(&fence.bytes())));
        }
        let mode = match self.wanted.get(&name(fence)) {
            Some(Entry::File(mode, _)) => *mode,
            _ => 0o644,
        };
        Entry::File(fence.mode().unwrap_or(mode), fence.bytes())
    }

    fn path(&self, fence: &Fence) -> PathBuf {
        self.repo.dir().join(OsStr::from_bytes(&fence.path))
    }

    fn configure(&self, fence: &Fence) {
        for line in fence.content.lines() {
            let (name, value) = line.split_once(" = ").expect("`name = value`");
            self.repo.git(&["config", name, value]);
        }
    }

    /// Adds a block to the response that is being put together.
    fn block(&mut self, fence: &Fence) {
        let named = std::str::from_utf8(&fence.path).expect("an action");
        let action = if named.is_empty() { &self.case.action } else { named };
        let params: Map<String, Value> = serde_json::from_str(&fence.content).expect("an object");
        let id = format!("c{:02}", self.blocks.len() + 1);
        let mut block = format!("#!SHAM [@three-char-SHA-256: {id}]\naction = \"{action}\"\n");
        for (key, value) in params {
            let value = expected::expanded(value, &self.top);
            let text = value.as_str().expect("the values are texts");
            let value = if text.len() < LONG {
                value.to_string()
            } else {
                format!("<<'EOT_SHAM_{id}'\n{text}\nEOT_SHAM_{id}")
            };
            block.extend([&key, " = ", &value, "\n"]);
        }
        self.blocks.push(format!("{block}#!END_SHAM_{id}\n"));
    }

    fn apply_blocks(&mut self) -> Result<(), String> {
        let blocks = std::mem::take(&mut self.blocks);
        if blocks.is_empty() { Ok(()) } else { self.apply(&blocks.join("\n")) }
    }

    fn apply(&mut self, response: &str) -> Result<(), String> {
        if self.before.is_none() {
            self.repo.git(&["add", "-A"]);
            self.repo.git(&["commit", "-q", "--allow-empty", "-m", "before"]);
            self.before = Some(tree_of(self.repo.dir()));
        }
        let run = self.repo.clada(&["apply", "--format", "json"]);
        let run = self.args.iter().fold(run, Clada::arg);
        let run = run.arg("-").stdin(response).run();
        let said = || format!("{}\n{}", expected::shortened(&run.stdout), run.stderr);
        let result: Value =
            serde_json::from_str(&run.stdout).map_err(|error| format!("{error}: {}", said()))?;
        let status = i32::from(result["success"] != true);
        // A failure for want of approval alone has a status of its own.
        let awaits = status == 1 && run.status == Some(4);
        if run.status != Some(status) && !awaits {
            return Err(format!("exit status {:?}: {}", run.status, said()));
        }
        self.result = result;
        self.responses += 1;
        Ok(())
    }

    fn check_result(&mut self, fence: &Fence) -> Result<(), String> {
        let wanted = serde_json::from_str(&fence.content).expect("JSON");
        let wanted = expected::expanded(wanted, &self.top);
        let open = expected::left_open(&wanted).filter(|_| self.case.strict);
        assert_eq!(open, None);
        self.checked = true;
        expected::check(&wanted, &self.result)
    }

    fn check_hint(&self, fence: &Fence) -> Result<(), String> {
        let found = expected::last(&self.result)["hint"].as_str();
        let wanted = fence.content.replace("<top>", &self.top);
        if found == Some(&wanted) {
            return Ok(());
        }
        Err(format!("the hint is\n{}\nand not\n{wanted}", found.unwrap_or("absent")))
    }

    /// Compares what stands there, takes one response back, and compares again.
    fn finish(self) -> Result<(), String> {
        let before = self.before.expect("a response was applied");
        let found = tree_of(self.repo.dir());
        same(&self.wanted, &found, "the files afterwards")?;
        if self.responses == 1 && found != before {
            self.repo.clada(&["undo"]).exits(0);
            same(&before, &tree_of(self.repo.dir()), "the files after undo")?;
        }
        Ok(())
    }
}

fn same(wanted: &Tree, found: &Tree, what: &str) -> Result<(), String> {
    let said = differences(wanted, found);
    if said.is_empty() {
        return Ok(());
    }
    Err(format!("{what} (was: wanted, is: found)\n{}", said.join("\n")))
}

fn name(fence: &Fence) -> String {
    shown_name(OsStr::from_bytes(fence.path.strip_suffix(b"/").unwrap_or(&fence.path)))
}
