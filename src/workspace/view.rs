//! A view of the worktree for one command: what the command changes stays in a scratch, and joins the
//! overlay from there.

mod attempt;
mod carried;
mod carried_changes;
mod choice;
mod error;
mod fold;
mod foreign;
mod git_dirs;
mod harvest;
mod in_place;
mod laid;
mod layer;
mod left;
mod options;
mod pending;
mod probe;
mod scan;
mod scratch;

pub use crate::workspace::sandbox::Part;
pub(in crate::workspace) use carried::{Carried, clean, strip};
pub use carried_changes::CarriedChanges;
pub use error::{HarvestError, ViewError};
pub use foreign::{Foreign, foreign_files};
pub use harvest::Harvest;
pub use in_place::run_in_place;
pub(in crate::workspace) use laid::{Laid, kinds, open, size_and_time};
pub use left::{Left, take_in};
pub use options::{HarvestOptions, Launcher, ViewChoice, ViewOptions};
pub use probe::{Probe, probe};
pub(in crate::workspace) use scan::{Found, children};
pub(in crate::workspace) use scratch::remove_tree;

use std::{
    ffi::OsString,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use attempt::{Holder, attempt, held_in};
use layer::Layer;
use scratch::Scratch;

use crate::{
    base::RepoPath,
    policy::{Access, GrantedPath},
    workspace::{
        Overlay,
        process::{CommandSpec, Ran, SandboxMode, ViewKind, without_secrets},
        sandbox::{Bytes, Launch, Outcome, Place},
    },
};

/// A view of the worktree for one command. What the command changes is dropped with it, unless it
/// is harvested.
#[derive(Debug)]
pub struct View<'a> {
    options: ViewOptions<'a>,
    top: GrantedPath,
    gone: Vec<RepoPath>,
    /// What is lent by those who hold what earlier commands left.
    lent: Lent,
    /// What ran last and has not been harvested.
    ended: Option<Ended>,
    /// What was said of the command that ran last.
    told: Vec<Outcome>,
    // The last: what lies in it is given back first.
    scratch: Scratch,
}

/// Goes back to where it waits when this is dropped. A command that was killed may have changed it.
#[derive(Debug)]
struct Lent(Option<CarriedChanges>, PathBuf);

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(carried) = &self.0 {
            // What does not go back is lost with the layer: git ignores it.
            let _ = carried.take_back(&self.1);
        }
    }
}

/// A command that has ended.
#[derive(Debug)]
struct Ended {
    upper: PathBuf,
    /// What holds the changes in memory.
    holder: Option<Holder>,
}

impl<'a> View<'a> {
    /// Makes a view of the worktree as the actions have left it.
    pub fn open(overlay: &Overlay, options: ViewOptions<'a>) -> Result<Self, ViewError> {
        let failed = |source| ViewError::Scratch { path: options.scratch.to_owned(), source };
        let top = options.gate.grant_in(&RepoPath::default(), Access::Entry);
        let top = top.map_err(|refusal| ViewError::Unavailable {
            what: "open the worktree".to_owned(),
            why: refusal.message,
        })?;
        let scratch = Scratch::make(options.scratch).map_err(failed)?;
        let upper = scratch.path().join("upper");
        let lent = Lent(overlay.carried_changes(), upper.clone());
        lent.0.as_ref().map_or(Ok(()), |carried| carried.give(&upper)).map_err(failed)?;
        let gone = pending::put(overlay, &upper).map_err(failed)?;
        Ok(Self { options, top, lent, gone, ended: None, told: Vec::new(), scratch })
    }

    /// Runs a command in it, once. Where the worktree is itself on an overlay, the changes are held
    /// in memory.
    pub fn run(&mut self, mut spec: CommandSpec<'_>) -> Result<Ran, ViewError> {
        if is_on_overlay(self.scratch.path()) {
            return self.attempt(&mut spec, ViewKind::OverlayInMemory);
        }
        match self.attempt(&mut spec, ViewKind::Overlay) {
            Err(first @ ViewError::Unavailable { .. }) => {
                let failed = |source| self.failed(source);
                self.scratch.renew().map_err(failed)?;
                self.attempt(&mut spec, ViewKind::OverlayInMemory).map_err(|_| first)
            }
            done => done,
        }
    }

    /// Whether the command that ran last was in a user namespace.
    #[must_use]
    pub fn is_in_user_namespace(&self) -> bool {
        self.told.iter().filter_map(Outcome::held).any(|held| held.user_namespace)
    }

    /// Lets what the command changed join the overlay: all of it, or nothing.
    pub fn harvest(
        self,
        overlay: &mut Overlay,
        options: HarvestOptions<'_>,
    ) -> Result<Harvest, HarvestError> {
        let Some(ended) = &self.ended else { return Ok(Harvest::default()) };
        let view = Layer {
            upper: &ended.upper,
            top: &self.top,
            gate: self.options.gate,
            since: harvest::began(self.scratch.path())?,
            // What is held in memory, or on another file system, cannot go there by rename.
            scratch: (ended.holder.is_none() && self.is_beside_worktree())
                .then_some(self.options.scratch),
            lent: self.lent.0.as_ref(),
        };
        harvest::harvest(&view, overlay, options)
    }

    /// Whether the scratch and the worktree are on one file system.
    fn is_beside_worktree(&self) -> bool {
        let device = |path: &Path| path.metadata().map(|found| found.dev()).ok();
        let scratch = device(self.options.scratch);
        scratch.is_some() && scratch == device(&self.top.absolute())
    }

    fn failed(&self, source: std::io::Error) -> ViewError {
        ViewError::Scratch { path: self.scratch.path().to_owned(), source }
    }

    fn attempt(&mut self, spec: &mut CommandSpec<'_>, kind: ViewKind) -> Result<Ran, ViewError> {
        let launch = self.launch(spec, kind);
        let guard = git_dirs::Guard::new(self.options.git_dirs, spec.sandbox);
        let tried =
            attempt(&self.options.launcher.0, &launch, (&mut *spec, self.scratch.path(), kind));
        // How far it came is told where it fails, too.
        self.told = Outcome::read(&self.scratch.path().join("outcome")).unwrap_or_default();
        let moved = guard.take_back().map_err(|source| self.failed(source))?;
        let (child, told, ran) = tried?;
        if let Some(why) = moved {
            let what = "keep the git directory's settings".to_owned();
            return Err(ViewError::Unavailable { what, why });
        }
        let in_memory = kind == ViewKind::OverlayInMemory;
        let holder = in_memory.then_some(child);
        let upper =
            if in_memory { held_in(&told) } else { Some(self.scratch.path().join("upper")) };
        self.ended = upper.filter(|_| ran.is_whole()).map(|upper| Ended { upper, holder });
        Ok(ran)
    }

    fn launch(&self, spec: &CommandSpec<'_>, kind: ViewKind) -> Launch {
        let env = spec.env.clone();
        let mut env = if spec.sandbox.mode == SandboxMode::Off { env } else { self.cleaned(env) };
        env.retain(|(name, _)| !name.is_empty());
        let cwd = spec.cwd.unwrap_or(&self.top).absolute();
        let bytes = |path: &Path| Bytes::from(path);
        Launch {
            argv: spec.command.argv().iter().cloned().map(Bytes::from).collect(),
            env: env.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
            cwd: cwd.into(),
            stdin: spec.command.input().map(|input| input.to_vec().into()),
            outcome: self.scratch.path().join("outcome").into(),
            sandbox: spec.sandbox,
            place: Some(Place {
                worktree: self.top.absolute().into(),
                layers: bytes(self.scratch.path()),
                gone: self.gone.iter().map(|gone| bytes(gone.as_path())).collect(),
                in_memory: kind == ViewKind::OverlayInMemory,
                scratch: bytes(self.options.scratch),
                git_dirs: real(self.options.git_dirs),
                home: self.options.home.map(bytes),
                roots: real(self.options.roots),
            }),
        }
    }

    /// The environment of a sandbox: no secrets, and a place of its own for temporary files.
    fn cleaned(&self, env: Vec<(OsString, OsString)>) -> Vec<(OsString, OsString)> {
        let mut env = without_secrets(env);
        env.retain(|(name, _)| {
            !["TMPDIR", "TMP", "TEMP"].iter().any(|temporary| name == temporary)
        });
        let covered = Path::new("/tmp").starts_with(self.top.absolute());
        let place = if covered { "/dev/shm" } else { "/tmp" };
        env.push(("TMPDIR".into(), place.into()));
        env
    }
}

fn real(paths: &[PathBuf]) -> Vec<Bytes> {
    paths.iter().filter_map(|path| path.canonicalize().ok()).map(Bytes::from).collect()
}

/// Whether a directory is on an overlay, where no other one can have its scratch.
fn is_on_overlay(dir: &Path) -> bool {
    const OVERLAY: rustix::fs::FsWord = 0x794c_7630;
    rustix::fs::statfs(dir).is_ok_and(|found| found.f_type == OVERLAY)
}
