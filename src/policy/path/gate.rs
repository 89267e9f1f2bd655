//! The gate: which paths an action may touch (`security.md`: Paths).

use std::{
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    blacklist::Blacklist,
    forbidden,
    granted::GrantedPath,
    refusal::{Refusal, check_form},
    root::{Root, RootKind},
    seen::Seen,
    view::{Left, OnDisk, View},
    walk::{self, Kind, Last, Place, Stop},
};
use crate::base::RepoPath;

/// Directories that are the kernel's and not files at all.
const SYSTEM: [&str; 3] = ["/proc", "/sys", "/dev"];

/// What an action wants of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// What is there; links are followed as long as they stay below a root.
    Read,
    /// The file that will stand there; no component may be a link.
    Write,
    /// The name itself, to delete or to move it: a link at the end is taken as the link.
    Entry,
}

/// What the gate is made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct GateOptions<'a> {
    /// The worktree's top; relative paths start there.
    pub worktree: Option<&'a Path>,
    /// Without a worktree, where relative paths start: an allowed root.
    pub base_dir: Option<&'a Path>,
    /// The worktree's top as `$PWD` spells it.
    pub pwd_spelling: Option<&'a Path>,
    /// Directories whose absolute paths mean the same below the worktree: the main worktree,
    /// where this one is linked.
    pub aliases: &'a [PathBuf],
    /// Further directories below which everything may be touched.
    pub allow_roots: &'a [PathBuf],
    /// The git directory and the common directory.
    pub git_dirs: &'a [PathBuf],
    /// What a response may not name, if not what holds by default.
    pub blacklist: Option<&'a Blacklist>,
}

/// Why there is no gate.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// A directory cannot be opened.
    #[error("cannot use `{path}` as a root")]
    Root {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// An allowed root lies in the git directory or in `.clada`.
    #[error("`{path}` cannot be an allowed root: {why}")]
    Forbidden {
        /// The directory.
        path: PathBuf,
        /// Why not.
        why: &'static str,
    },
    /// Neither a worktree nor a base directory was given.
    #[error("there is no directory to take relative paths from")]
    NoBase,
}

/// A path that is asked for: where it starts and goes, how it was written, what is wanted of it.
struct Wanted<'a> {
    from: (PathBuf, &'a Path),
    shown: &'a str,
    access: Access,
    by: By,
}

/// Who names a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// A response.
    Response,
    /// The log, or what walks the worktree: the blacklist has been asked, or need not be.
    Log,
}

/// Grants paths, or refuses them. What it grants can be opened only below its roots.
#[derive(Debug)]
pub struct Gate {
    /// The first is where relative paths start.
    roots: Vec<Arc<Root>>,
    aliases: Vec<PathBuf>,
    git_directories: Arc<[(u64, u64)]>,
    blacklist: Arc<Blacklist>,
    pub(super) seen: Seen,
}

impl Gate {
    /// Opens the roots.
    pub fn new(options: GateOptions<'_>) -> Result<Self, GateError> {
        let (kind, base) = match (options.worktree, options.base_dir) {
            (Some(worktree), _) => (RootKind::Worktree, worktree),
            (None, Some(base)) => (RootKind::Allowed, base),
            (None, None) => return Err(GateError::NoBase),
        };
        let mut first = open_root(0, kind, base)?;
        if let Some(spelling) = options.pwd_spelling
            && spelling.canonicalize().is_ok_and(|real| real == first.canonical())
        {
            first.add_spelling(spelling);
        }
        let git_directories = options.git_dirs.iter().map(|dir| identity(dir));
        let git_directories = git_directories.collect::<Result<Arc<[_]>, _>>()?;
        let blacklist = Arc::new(options.blacklist.cloned().unwrap_or_default());
        first.set_git_directories(&git_directories);
        first.set_blacklist(&blacklist);
        let roots = vec![Arc::new(first)];
        let aliases = options.aliases.to_vec();
        let seen = Seen::default();
        let mut gate = Self { roots, aliases, git_directories, blacklist, seen };
        for path in options.allow_roots {
            let mut root = open_root(gate.roots.len(), RootKind::Allowed, path)?;
            gate.check_allowed(root.canonical())?;
            root.set_git_directories(&gate.git_directories);
            root.set_blacklist(&gate.blacklist);
            gate.roots.push(Arc::new(root));
        }
        Ok(gate)
    }

    /// What a response may not name.
    pub(crate) fn blacklist(&self) -> &Blacklist {
        &self.blacklist
    }

    /// Forgets which directories it has looked at, so that it looks again: after a pass over all
    /// paths, and wherever others have had time to change them.
    pub fn forget(&self) {
        self.seen.clear();
    }

    /// Grants a path as a response has it: absolute, or relative to the worktree's top.
    pub fn grant(&self, written: &str, access: Access) -> Result<GrantedPath, Refusal> {
        self.grant_over(written, access, &OnDisk)
    }

    /// Grants a path as a response has it, with links as they are by now.
    pub fn grant_over(
        &self,
        written: &str,
        access: Access,
        view: &dyn View,
    ) -> Result<GrantedPath, Refusal> {
        check_form(written)?;
        let from = self.start_of_written(Path::new(written));
        self.grant_place(Wanted { from, shown: written, access, by: By::Response }, view)
    }

    /// Whether anything stands at a path as a response has it, links followed.
    pub fn is_there(&self, written: &str, view: &dyn View) -> bool {
        let from = self.start_of_written(Path::new(written));
        let place = walk::resolve((self, view), from, Last::Follow);
        check_form(written).is_ok() && place.is_ok_and(|place| place.kind.is_some())
    }

    /// Refuses an absolute path where a relative one is asked for, unless every path is allowed.
    pub fn refuse_absolute(&self, written: &str) -> Option<Refusal> {
        let all = self.roots.iter().any(|root| root.canonical() == Path::new("/"));
        (Path::new(written).is_absolute() && !all).then(|| Refusal::absolute(written))
    }

    /// The name of the directory that relative paths start from.
    pub fn directory_name(&self) -> Option<String> {
        Some(self.base().file_name()?.to_string_lossy().into_owned())
    }

    /// Grants a path below the worktree (or the base directory) that the log holds.
    pub fn grant_in(&self, rel: &RepoPath, access: Access) -> Result<GrantedPath, Refusal> {
        self.grant_in_over(rel, access, &OnDisk)
    }

    /// The same, with links as they are by then.
    pub fn grant_in_over(
        &self,
        rel: &RepoPath,
        access: Access,
        view: &dyn View,
    ) -> Result<GrantedPath, Refusal> {
        let from = (self.base().to_owned(), rel.as_path());
        self.grant_place(Wanted { from, shown: &rel.to_string(), access, by: By::Log }, view)
    }

    /// Grants an absolute path that the log holds.
    pub fn grant_absolute(&self, path: &Path, access: Access) -> Result<GrantedPath, Refusal> {
        let shown = path.to_string_lossy();
        let from = self.start(path);
        self.grant_place(Wanted { from, shown: &shown, access, by: By::Log }, &OnDisk)
    }

    /// Grants an absolute path that no response wrote, with links as they are by now.
    pub fn grant_absolute_over(
        &self,
        path: &Path,
        access: Access,
        view: &dyn View,
    ) -> Result<GrantedPath, Refusal> {
        let shown = self.show(path);
        let from = self.start(path);
        self.grant_place(Wanted { from, shown: &shown, access, by: By::Log }, view)
    }

    /// The directories beside the worktree below which paths are granted; not the root of all.
    #[must_use]
    pub fn allowed_roots(&self) -> Vec<PathBuf> {
        let further = self.roots.iter().skip(1).map(|root| root.canonical().to_owned());
        further.filter(|root| root != Path::new("/")).collect()
    }

    /// Whether a program that stands there could have been written by a response.
    pub(crate) fn could_be_written(&self, path: &Path) -> bool {
        let holds = |root: &&Arc<Root>| {
            root.canonical() != Path::new("/") && path.starts_with(root.canonical())
        };
        self.roots.iter().any(|root| holds(&root))
    }

    fn grant_place(&self, wanted: Wanted<'_>, view: &dyn View) -> Result<GrantedPath, Refusal> {
        let Wanted { from, shown, access, by } = wanted;
        let resolve = |from, last| {
            walk::resolve((self, view), from, last).map_err(|stop| stopped(shown, &stop))
        };
        let last = if access == Access::Read { Last::Follow } else { Last::Keep };
        let place = resolve(from.clone(), last)?;
        let granted = self.below_root(&place, shown)?;
        if access == Access::Write && place.kind == Some(Kind::Link) {
            let real = resolve(from, Last::Follow)?;
            return Err(Refusal::symlink(shown, &self.show(&real.path)));
        }
        if access != Access::Read && place.passed_link {
            return Err(Refusal::symlink(shown, &self.show(&place.path)));
        }
        if place.kind == Some(Kind::Special) {
            return Err(Refusal::special(shown));
        }
        if by == By::Response {
            judge(&granted, (access, place.kind))?;
        }
        Ok(granted)
    }

    fn below_root(&self, place: &Place, shown: &str) -> Result<GrantedPath, Refusal> {
        let found = self.root_of(&place.path).and_then(|root| {
            let rel = place.path.strip_prefix(root.canonical()).ok()?;
            Some((root, RepoPath::new(rel.as_os_str().as_bytes())?))
        });
        let Some((root, rel)) = found else {
            let is_dir = place.kind == Some(Kind::Dir);
            return Err(Refusal::escape(shown, (&place.path, is_dir)));
        };
        if in_system(&place.path) && !in_system(root.canonical()) {
            let why = "the system's own directories are never touched";
            return Err(Refusal::forbidden(shown, why));
        }
        let is_dir = place.kind == Some(Kind::Dir);
        let holder = if is_dir { Some(rel.clone()) } else { rel.parent() };
        if root.kind() == RootKind::Worktree
            && holder.is_some_and(|dir| self.seen.in_nested_repository(root.canonical(), &dir))
        {
            let why = "path is inside a submodule or nested repository";
            return Err(Refusal::forbidden(shown, why));
        }
        Ok(GrantedPath::new(Arc::clone(root), rel, shown.to_owned()))
    }

    /// What was left at an absolute path without links.
    pub(super) fn left_at(&self, path: &Path, view: &dyn View) -> Option<Left> {
        let root = self.root_of(path)?;
        let rel = path.strip_prefix(root.canonical()).ok()?;
        view.left_at(root.index, &RepoPath::new(rel.as_os_str().as_bytes())?)
    }

    /// The root that an absolute path without links lies below: the first, else the nearest.
    pub(super) fn root_of(&self, path: &Path) -> Option<&Arc<Root>> {
        let holds = |root: &&Arc<Root>| path.starts_with(root.canonical());
        let length = |root: &&Arc<Root>| root.canonical().as_os_str().len();
        self.roots
            .first()
            .filter(holds)
            .or_else(|| self.roots.iter().filter(holds).max_by_key(length))
    }

    /// Where an absolute path starts: at a root if it is spelled so, else at `/`.
    pub(super) fn start<'p>(&self, path: &'p Path) -> (PathBuf, &'p Path) {
        self.roots
            .iter()
            .find_map(|root| Some((root.canonical().to_owned(), root.strip(path)?)))
            .unwrap_or_else(|| (PathBuf::from("/"), path))
    }

    fn start_of_written<'p>(&self, path: &'p Path) -> (PathBuf, &'p Path) {
        if path.is_relative() {
            return (self.base().to_owned(), path);
        }
        let spelled = self.roots.first().is_some_and(|base| base.strip(path).is_some());
        let mut aliases = self.aliases.iter();
        match aliases.find_map(|alias| path.strip_prefix(alias).ok()) {
            Some(rest) if !spelled => (self.base().to_owned(), rest),
            Some(_) | None => self.start(path),
        }
    }

    /// Whether an absolute path is one of the system's directories and no root lies in it.
    pub(super) fn is_system(&self, path: &Path) -> bool {
        let is_one = SYSTEM.iter().any(|system| path == Path::new(system));
        is_one && !self.roots.iter().any(|root| root.canonical().starts_with(path))
    }

    /// Whether a directory, by device and inode, is git's own.
    pub(super) fn is_git_directory(&self, id: (u64, u64)) -> bool {
        self.git_directories.contains(&id)
    }

    fn base(&self) -> &Path {
        self.roots.first().map_or(Path::new("/"), |root| root.canonical())
    }

    fn show(&self, path: &Path) -> String {
        path.strip_prefix(self.base()).unwrap_or(path).to_string_lossy().into_owned()
    }

    /// Refuses a root in the git directory or in `.clada`, whichever way it is spelled.
    fn check_allowed(&self, canonical: &Path) -> Result<(), GateError> {
        let forbidden = |why| GateError::Forbidden { path: canonical.to_owned(), why };
        for dir in canonical.ancestors() {
            let name = dir.file_name().unwrap_or_default().as_bytes();
            if let Some(why) = forbidden::reason(name.into()) {
                return Err(forbidden(why));
            }
            if self.is_git_directory(identity(dir)?) {
                return Err(forbidden("it lies in git's own directory"));
            }
        }
        Ok(())
    }
}

fn open_root(index: usize, kind: RootKind, path: &Path) -> Result<Root, GateError> {
    let failed = |source| GateError::Root { path: path.to_owned(), source };
    Root::open(index, kind, path).map_err(failed)
}

fn identity(path: &Path) -> Result<(u64, u64), GateError> {
    let metadata =
        path.metadata().map_err(|source| GateError::Root { path: path.to_owned(), source })?;
    Ok((metadata.dev(), metadata.ino()))
}

fn stopped(shown: &str, stop: &Stop) -> Refusal {
    match stop {
        Stop::Forbidden(why) => Refusal::forbidden(shown, why),
        Stop::Loop => Refusal::symlink_loop(shown),
    }
}

/// What the blacklist says of a place that a response names.
pub(super) fn judge(
    path: &GrantedPath,
    (access, kind): (Access, Option<Kind>),
) -> Result<(), Refusal> {
    if path.root().blacklist().bars(path.root(), path.rel()) {
        return Err(Refusal::blacklisted(path.shown()));
    }
    if access == Access::Read && kind != Some(Kind::Dir) && !path.may_be_shown() {
        return Err(path.refuse_to_show());
    }
    Ok(())
}

fn in_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

#[cfg(test)]
mod tests;
