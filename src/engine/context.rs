//! The working context for the user's own hands: what `git clada context` does.

use crate::git::Repo;
use crate::history::{ContextStore, Location, StagedContext};
use crate::policy::Gate;
use crate::report::{ContextFile, ContextText};
use crate::workspace::Overlay;

use super::failure::EngineError;
use super::hint::Hints;
use super::options::ApplyOptions;
use super::perform::context;
use super::perform::{Commands, Failure, PendingContext, Performed, Scene};
use super::place::{Place, gate};

/// What is done to the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextChange<'a> {
    /// Adds these files.
    Add(&'a [String]),
    /// Takes these files out.
    Remove(&'a [String]),
    /// Takes out what is gone.
    Prune,
    /// Takes everything out.
    Clear,
}

/// What a change came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextChanged {
    /// The files that it was about.
    pub files: Vec<String>,
    /// How many the context has now.
    pub total: usize,
}

/// Changes the context under the worktree's lock: all of the change, or none of it.
pub fn change_context(
    repo: &Repo,
    change: ContextChange<'_>,
    options: &ApplyOptions,
) -> Result<ContextChanged, EngineError> {
    let (_lock, recovered) = options.owning().take(repo)?;
    options.notices.add(recovered);
    let mut desk = Desk::open(repo, options)?;
    let files = desk.change(change)?;
    if let (Some(changed), Some(store)) = (desk.context.changed(), desk.context.store()) {
        store.stage(changed).and_then(StagedContext::put)?;
    }
    let total = desk.context.load()?.map_or(0, |context| context.iter().count());
    Ok(ContextChanged { files, total })
}

/// The files of the context, sorted.
pub fn list_context(repo: &Repo, options: &ApplyOptions) -> Result<Vec<ContextFile>, EngineError> {
    let mut desk = Desk::open(repo, options)?;
    let files = context::files(&mut desk.scene());
    files.map_err(|failure| not_done("list the context", vec![*failure]))
}

/// The files of the context with what they hold.
pub fn read_context(repo: &Repo, options: &ApplyOptions) -> Result<Vec<ContextText>, EngineError> {
    let Desk { gate, mut overlay, mut context, .. } = Desk::open(repo, options)?;
    let Some(context) = context.load()? else { return Ok(Vec::new()) };
    let mut read = |file| {
        let granted = context::grant(&gate, file).map_err(|refusal| refusal.message)?;
        overlay.read_text(&granted).map_err(|error| error.code.text().to_owned())
    };
    Ok(context.iter().map(|file| ContextText { path: file.shown(), text: read(file) }).collect())
}

/// What the actions of the context work with, outside a response.
struct Desk<'a> {
    repo: &'a Repo,
    options: &'a ApplyOptions,
    gate: Gate,
    overlay: Overlay,
    context: PendingContext,
}

impl<'a> Desk<'a> {
    fn open(repo: &'a Repo, options: &'a ApplyOptions) -> Result<Self, EngineError> {
        let gate = gate(Place::Repo(repo), options)?;
        let mut context = PendingContext::at(ContextStore::of(repo.git_dir(), &repo.head()?));
        context.load()?;
        Ok(Self { repo, options, gate, overlay: Overlay::new(), context })
    }

    fn scene(&mut self) -> Scene<'_> {
        let Self { repo, options, gate, overlay, context } = self;
        let command_options = &options.commands;
        let (options, now) = (options.perform, options.clock.now());
        let places = Place::Repo(repo).for_commands();
        let commands = Commands::new(command_options, places);
        let (repo, hints) = (Some(*repo), Hints::default());
        Scene { gate, overlay, context, options, commands, repo, now, hints }
    }

    fn change(&mut self, change: ContextChange<'_>) -> Result<Vec<String>, EngineError> {
        let before = self.context.load()?.cloned().unwrap_or_default();
        let scene = &mut self.scene();
        let failures = match change {
            ContextChange::Add(paths) => each(paths, |path| context::add(scene, path)),
            ContextChange::Remove(paths) => each(paths, |path| context::remove(scene, path)),
            ContextChange::Prune => {
                context::prune(scene).err().into_iter().map(|failure| *failure).collect()
            }
            ContextChange::Clear => {
                context::clear(scene).err().into_iter().map(|failure| *failure).collect()
            }
        };
        if !failures.is_empty() {
            return Err(not_done("change the context", failures));
        }
        let after = self.context.load()?.cloned().unwrap_or_default();
        Ok(before.difference(&after).map(Location::shown).collect())
    }
}

/// Does it for each path, and returns what failed.
fn each(paths: &[String], mut act: impl FnMut(&str) -> Performed) -> Vec<Failure> {
    paths.iter().filter_map(|path| act(path).err()).map(|failure| *failure).collect()
}

/// The failures' own hints are for who writes a response, and may name its options.
fn not_done(what: &'static str, failures: Vec<Failure>) -> EngineError {
    let outside = failures.iter().any(|failure| failure.code == "PATH_ESCAPE");
    let problems = failures.into_iter().map(|failure| failure.error).collect();
    EngineError::NotDone { what, problems, outside }
}
