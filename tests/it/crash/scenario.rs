//! What is broken off, and what must be true whatever happened to it.

use std::path::{Path, PathBuf};

use crate::env::{Clada, Repo, Run, Snapshot, TestEnv, differences};

/// A command in a repository that is broken off at each of its steps.
pub(crate) struct Scenario {
    /// What it is called.
    pub(crate) name: &'static str,
    /// Lays out the repository `repo`, which the environment has, with the user's own edits.
    pub(crate) lay_out: fn(&TestEnv) -> Repo<'_>,
    /// The command.
    pub(crate) args: &'static [&'static str],
    /// What it reads.
    pub(crate) stdin: fn() -> String,
    /// The command that takes it back.
    pub(crate) back: &'static [&'static str],
}

/// A scenario that is laid out: both its ends are known.
pub(crate) struct Stage<'s> {
    pub(crate) env: TestEnv,
    pub(crate) scenario: &'s Scenario,
    pub(crate) before: End,
    pub(crate) after: End,
    /// The steps of the command, by name.
    pub(crate) steps: Vec<String>,
}

/// How a repository may be in the end.
pub(crate) struct End {
    snapshot: Snapshot,
    /// What git says of the files and the index.
    status: String,
}

/// Which end it came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    Before,
    After,
}

impl End {
    pub(crate) fn of(repo: &Repo<'_>) -> Self {
        Self { snapshot: repo.snapshot().without_log(), status: repo.status() }
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        self.snapshot == other.snapshot && self.status == other.status
    }

    /// Prints how this differs from an end of that name.
    #[expect(clippy::print_stderr, reason = "it is about to fail, and this says why")]
    pub(crate) fn tell_differences(&self, end: &Self, name: &str) {
        let files = differences(&end.snapshot.files, &self.snapshot.files).join("\n");
        let same = |one: &String, other: &String| if one == other { "same" } else { "differs" };
        eprintln!(
            "{name}: index {}, refs {}, HEAD {}, files\n{files}\nstatus was\n{}is\n{}",
            same(&end.snapshot.index, &self.snapshot.index),
            same(&end.snapshot.refs, &self.snapshot.refs),
            same(&end.snapshot.head, &self.snapshot.head),
            end.status,
            self.status,
        );
    }
}

impl<'s> Stage<'s> {
    /// Lays the scenario out, and runs it once without breaking it off.
    pub(crate) fn new(scenario: &'s Scenario) -> Self {
        let env = TestEnv::in_memory();
        let before = End::of(&(scenario.lay_out)(&env));
        let list = env.root().join("steps");
        let mut stage = Self { env, scenario, before, after: empty(), steps: Vec::new() };
        let after = {
            let repo = stage.fresh();
            stage.run(&repo).var("CLADA_STEPS", &list).exits(0);
            let after = End::of(&repo);
            stage.takes_back(&repo);
            after
        };
        assert!(!after.is(&stage.before), "{}: nothing happens", scenario.name);
        stage.after = after;
        let steps = fs_err::read_to_string(list).expect("the build has failpoints");
        stage.steps = steps.lines().map(ToOwned::to_owned).collect();
        stage
    }

    /// A copy of the repository as it was laid out.
    pub(crate) fn fresh(&self) -> Repo<'_> {
        let place = self.env.root().join("work");
        copy(&self.env, &self.env.root().join("repo"), &place);
        Repo::new(&self.env, place)
    }

    /// The command, not yet started.
    pub(crate) fn run(&self, repo: &Repo<'_>) -> Clada<'_> {
        Clada::new(&self.env, repo.dir(), self.scenario.args).stdin((self.scenario.stdin)())
    }

    /// Recovers, which must succeed.
    pub(crate) fn recover(&self, repo: &Repo<'_>) -> Run {
        Clada::new(&self.env, repo.dir(), &["recover"]).exits(0)
    }

    /// Fails unless all is as it was at one end, and nothing was left behind. `what` tells which
    /// try this is.
    #[track_caller]
    pub(crate) fn assert_at_an_end(&self, repo: &Repo<'_>, what: &str) -> Came {
        assert_nothing_left(repo, what);
        let now = End::of(repo);
        let what = format!("{}, {what}", self.scenario.name);
        if now.is(&self.before) {
            return Came::Before;
        }
        if now.is(&self.after) {
            return Came::After;
        }
        now.tell_differences(&self.before, "before");
        now.tell_differences(&self.after, "after");
        panic!("{what}: neither as before nor as after");
    }

    /// Fails unless the command works from here: again, or back.
    #[track_caller]
    pub(crate) fn assert_goes_on(&self, repo: &Repo<'_>, came: Came, what: &str) {
        match came {
            Came::Before => {
                self.run(repo).exits(0);
                let end = without_ids(&End::of(repo).snapshot);
                end.assert_same(&without_ids(&self.after.snapshot), &format!("again, {what}"));
            }
            Came::After => self.takes_back(repo),
        }
        repo.assert_sound();
    }

    #[track_caller]
    fn takes_back(&self, repo: &Repo<'_>) {
        Clada::new(&self.env, repo.dir(), self.scenario.back).exits(0);
        End::of(repo).snapshot.assert_same(&self.before.snapshot, "taken back");
    }
}

/// The same without the ids of commits: they name the operation, and that one names the log's
/// newest, which is the recovery.
fn without_ids(snapshot: &Snapshot) -> Snapshot {
    let names: Vec<&str> =
        snapshot.refs.lines().filter_map(|line| line.split(' ').next()).collect();
    Snapshot { refs: names.join("\n"), ..snapshot.clone() }
}

/// Fails if a lock, a journal or a temporary file is there.
#[track_caller]
pub(crate) fn assert_nothing_left(repo: &Repo<'_>, what: &str) {
    let mut open: Vec<PathBuf> = vec![repo.dir().to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs_err::read_dir(dir).expect("a directory") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let ours = path.parent().is_some_and(|dir| dir.ends_with(".git/clada"));
            let left = name.starts_with(".clada-tmp-")
                || (path.extension().is_some_and(|end| end == "lock")
                    && path.to_string_lossy().contains("/.git/"))
                || (ours && ["journal", "journal.new", "locks"].contains(&name.as_str()))
                || (ours && name.starts_with(".context"));
            assert!(!left, "{what}: {} was left", path.display());
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            }
        }
    }
}

/// Copies a directory, in place of what stands there.
pub(crate) fn copy(env: &TestEnv, from: &Path, to: &Path) {
    if to.exists() {
        fs_err::remove_dir_all(to).expect("removed");
    }
    let copied = env.command("cp", env.root()).arg("-a").arg(from).arg(to).status();
    assert!(copied.expect("cp runs").success());
}

fn empty() -> End {
    let (index, refs, head) = (String::new(), String::new(), String::new());
    let snapshot = Snapshot { files: std::collections::BTreeMap::new(), index, refs, head };
    End { snapshot, status: String::new() }
}

/// `CLADA_CRASH_LONG=1`: every step with every error, and the recovery killed at each of its steps
/// from the same state, not only one after the other.
pub(crate) fn is_long() -> bool {
    std::env::var_os("CLADA_CRASH_LONG").is_some()
}

/// Every step, but of the many that write objects only some: these are much the same, and
/// nothing of the user's is near them.
pub(crate) fn chosen(steps: &[String]) -> Vec<usize> {
    if is_long() {
        return (1..=steps.len()).collect();
    }
    let is_object = |step: &String| step.contains("object");
    let numbered = steps.iter().enumerate();
    let kept = numbered.filter(|(number, step)| {
        let last = steps.get(number + 1).is_none_or(|next| next != *step);
        !is_object(step) || number.is_multiple_of(7) || last
    });
    kept.map(|(number, _)| number + 1).collect()
}
