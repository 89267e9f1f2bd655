//! What is broken off, and what must be true whatever happened to it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::env::{Clada, Entry, Repo, Snapshot, TestEnv, differences, tree_of};

/// The repository, and the directory that its sessions' worktrees stand in.
const PLACES: [&str; 2] = ["repo", "repo.clada"];
/// The worktree of the session `s`.
const WORKTREE: &str = "repo.clada/s";

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
    /// Where it does two operations, of which the second is in the worktree of the session `s`:
    /// the command that does the first alone.
    pub(crate) halfway: Option<&'static [&'static str]>,
    /// Whether it does an operation of that worktree too, which is taken back there.
    pub(crate) there: bool,
}

/// A scenario that is laid out: both its ends are known.
pub(crate) struct Stage<'s> {
    pub(crate) env: TestEnv,
    pub(crate) scenario: &'s Scenario,
    pub(crate) before: End,
    pub(crate) after: End,
    halfway: Option<End>,
    /// The steps of the command, by name.
    pub(crate) steps: Vec<String>,
}

/// How a repository may be in the end.
pub(crate) struct End {
    snapshot: Snapshot,
    /// What git says of the files and the index.
    status: String,
    /// What stands in the worktrees of sessions, and what git says of them.
    beside: (BTreeMap<String, Entry>, String),
}

/// Which end it came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    Before,
    /// The first of two operations is whole, the second has not taken place.
    Halfway,
    After,
}

impl End {
    pub(crate) fn of(repo: &Repo<'_>) -> Self {
        let snapshot = repo.snapshot().without_log();
        Self { snapshot, status: repo.status(), beside: beside(repo) }
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        self.snapshot == other.snapshot
            && self.status == other.status
            && self.beside == other.beside
    }

    /// Prints how this differs from an end of that name.
    #[expect(clippy::print_stderr, reason = "it is about to fail, and this says why")]
    pub(crate) fn tell_differences(&self, end: &Self, name: &str) {
        let files = differences(&end.snapshot.files, &self.snapshot.files).join("\n");
        let same = |one: &String, other: &String| if one == other { "same" } else { "differs" };
        eprintln!(
            "{name}: index {}, refs {}, HEAD {}, files\n{files}\nstatus was\n{}is\n{}\
             beside was\n{}is\n{}\n{}",
            same(&end.snapshot.index, &self.snapshot.index),
            same(&end.snapshot.refs, &self.snapshot.refs),
            same(&end.snapshot.head, &self.snapshot.head),
            end.status,
            self.status,
            end.beside.1,
            self.beside.1,
            differences(&end.beside.0, &self.beside.0).join("\n"),
        );
    }
}

impl<'s> Stage<'s> {
    /// Lays the scenario out, and runs it once without breaking it off.
    pub(crate) fn new(scenario: &'s Scenario) -> Self {
        let env = TestEnv::in_memory();
        let before = End::of(&(scenario.lay_out)(&env));
        let list = env.root().join("steps");
        let mut stage =
            Self { env, scenario, before, after: empty(), halfway: None, steps: Vec::new() };
        stage.keep("laid-out");
        if let Some(args) = scenario.halfway {
            let repo = stage.fresh();
            repo.clada(args).exits(0);
            let halfway = End::of(&repo);
            stage.halfway = Some(halfway);
        }
        let after = {
            let repo = stage.fresh();
            let run = stage.run(&repo).var("CLADA_STEPS", &list).run();
            // It takes place with 1, too: then something is left for the user to settle.
            let done = matches!(run.status, Some(0 | 1));
            assert!(done, "{}: {}\n{}", scenario.name, run.stdout, run.stderr);
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

    /// The repository as it was laid out.
    pub(crate) fn fresh(&self) -> Repo<'_> {
        self.restore("laid-out");
        Repo::new(&self.env, self.env.root().join("repo"))
    }

    /// Keeps the repository and its worktrees under that name.
    pub(crate) fn keep(&self, name: &str) {
        let to = self.env.root().join(name);
        fs_err::create_dir_all(&to).expect("a directory");
        copy_places(&self.env, self.env.root(), &to);
    }

    /// Brings back what was kept under that name.
    pub(crate) fn restore(&self, name: &str) {
        copy_places(&self.env, &self.env.root().join(name), self.env.root());
    }

    /// The command, not yet started.
    pub(crate) fn run(&self, repo: &Repo<'_>) -> Clada<'_> {
        Clada::new(&self.env, repo.dir(), self.scenario.args).stdin((self.scenario.stdin)())
    }

    /// Recovers, which must succeed. Returns what it said.
    pub(crate) fn recover(&self, repo: &Repo<'_>) -> String {
        let runs = std::iter::once(self.recovering(repo)).chain(self.recovering_there());
        runs.map(|clada| clada.exits(0).stdout).collect()
    }

    /// The command that recovers, not yet started.
    pub(crate) fn recovering(&self, repo: &Repo<'_>) -> Clada<'_> {
        Clada::new(&self.env, repo.dir(), &["recover"])
    }

    /// The same in the worktree of the session, if there is one: what has happened there alone
    /// is for its own next run.
    pub(crate) fn recovering_there(&self) -> Option<Clada<'_>> {
        let there = self.env.root().join(WORKTREE);
        there.join(".git").exists().then(|| Clada::new(&self.env, &there, &["recover"]))
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
        if self.halfway.as_ref().is_some_and(|halfway| now.is(halfway)) {
            return Came::Halfway;
        }
        now.tell_differences(&self.before, "before");
        now.tell_differences(&self.after, "after");
        panic!("{what}: neither as before nor as after");
    }

    /// Fails unless the command works from here: again, or back.
    #[track_caller]
    pub(crate) fn assert_goes_on(&self, repo: &Repo<'_>, came: Came, what: &str) {
        match came {
            Came::Before | Came::Halfway => {
                let what = format!("{}, again, {what}", self.scenario.name);
                let run = self.run(repo).run();
                assert!(
                    matches!(run.status, Some(0 | 1)),
                    "{what}: {}\n{}",
                    run.stdout,
                    run.stderr
                );
                let (now, end) = (without_ids(&End::of(repo)), without_ids(&self.after));
                now.snapshot.assert_same(&end.snapshot, &what);
                assert_eq!(now.beside, end.beside, "{what}");
            }
            Came::After => self.takes_back(repo),
        }
        repo.assert_sound();
    }

    #[track_caller]
    fn takes_back(&self, repo: &Repo<'_>) {
        if self.scenario.halfway.is_some() || self.scenario.there {
            Clada::new(&self.env, &self.env.root().join(WORKTREE), &["undo"]).exits(0);
        }
        Clada::new(&self.env, repo.dir(), self.scenario.back).exits(0);
        let now = End::of(repo);
        let what = format!("{}, taken back", self.scenario.name);
        now.snapshot.assert_same(&self.before.snapshot, &what);
        assert_eq!(now.beside, self.before.beside, "{what}");
    }
}

/// The same without the ids of commits: they name the operation, and that one names the log's
/// newest, which is the recovery.
fn without_ids(end: &End) -> End {
    let names = end.snapshot.refs.lines().filter_map(|line| line.split(' ').next());
    let refs = names.collect::<Vec<&str>>().join("\n");
    let (files, said) = &end.beside;
    let said = said.lines().filter(|line| !line.starts_with("HEAD "));
    let said = said.collect::<Vec<&str>>().join("\n");
    End {
        snapshot: Snapshot { refs, ..end.snapshot.clone() },
        status: end.status.clone(),
        beside: (files.clone(), said),
    }
}

/// The worktrees of sessions: their files, which there are, and what is changed in them.
fn beside(repo: &Repo<'_>) -> (BTreeMap<String, Entry>, String) {
    let place = repo.dir().with_extension("clada");
    let list = repo.git(&["worktree", "list", "--porcelain"]);
    // The first is the repository's own.
    let mut said = list.split_once("\n\n").map_or("", |(_, linked)| linked).to_owned();
    if !place.exists() {
        return (BTreeMap::new(), said);
    }
    for entry in fs_err::read_dir(&place).expect("a directory") {
        let dir = entry.expect("an entry").path();
        let dir = dir.to_string_lossy();
        let status = repo.try_git(&["-C", &dir, "status", "--porcelain", "--ignored"]);
        said += &String::from_utf8_lossy(&status.stdout);
    }
    (tree_of(&place), said)
}

/// Fails if a lock, a journal or a temporary file is there.
#[track_caller]
pub(crate) fn assert_nothing_left(repo: &Repo<'_>, what: &str) {
    let beside = Some(repo.dir().with_extension("clada")).filter(|dir| dir.exists());
    let mut open: Vec<PathBuf> = beside.into_iter().chain([repo.dir().to_owned()]).collect();
    while let Some(dir) = open.pop() {
        for entry in fs_err::read_dir(dir).expect("a directory") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let ours = path.parent().is_some_and(|dir| dir.ends_with("clada"))
                && path.to_string_lossy().contains("/.git/");
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

fn copy_places(env: &TestEnv, from: &Path, to: &Path) {
    for place in PLACES {
        let (from, to) = (from.join(place), to.join(place));
        if from.exists() {
            copy(env, &from, &to);
        } else if to.exists() {
            fs_err::remove_dir_all(to).expect("removed");
        }
    }
}

fn empty() -> End {
    let (index, refs, head) = (String::new(), String::new(), String::new());
    let snapshot = Snapshot { files: BTreeMap::new(), index, refs, head };
    End { snapshot, status: String::new(), beside: (BTreeMap::new(), String::new()) }
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
