//! `mv`, `rm`, `cp`, `mkdir` and `touch` of a `run`, as actions on the overlay.

use std::path::Path;

use super::{
    missing,
    outcome::{Failure, Performed},
    ran::streams,
    run::Scene,
    tree::{all_or_none, copy, remove, shift, touch_one},
};
use crate::{
    policy::{Access, FileCommand, GrantedPath},
    workspace::{Call, EntryKind, FsCode, FsError},
};

type Done = Result<(), Box<Failure>>;

/// The paths of a command, as a response would write them.
pub(super) type Written<'a> = &'a dyn Fn(&str) -> String;

/// Carries out a change of files: all of it, or none.
pub(super) fn carry_out(
    scene: &mut Scene<'_>,
    command: &FileCommand,
    written: Written<'_>,
) -> Performed {
    match all_or_none(scene, |scene| act(scene, command, written)) {
        Ok(()) => Ok(streams(String::new(), String::new(), 0)),
        Err(failure) => {
            let mut failure = missing::with_hint(scene, failure);
            let said = format!("{}\n", failure.error);
            failure.data = Some(streams(String::new(), said, 1));
            Err(failure)
        }
    }
}

fn act(scene: &mut Scene<'_>, command: &FileCommand, written: Written<'_>) -> Done {
    match command {
        FileCommand::Move { from, to } => {
            let to = Target::new(scene, (from, to), written)?;
            for from in from {
                let old = grant(scene, &written(from), Access::Entry)?;
                let new = to.of(scene, &old, Access::Entry)?;
                if old != new {
                    shift(scene, &old, &new)?;
                }
            }
            Ok(())
        }
        FileCommand::Copy { from, to, recursive } => {
            let to = Target::new(scene, (from, to), written)?;
            for from in from {
                let old = grant(scene, &written(from), Access::Read)?;
                if !recursive && scene.overlay.kind(&old)? == EntryKind::Dir {
                    return Err(FsError::new(FsCode::Eisdir, Call::Open, old.shown()).into());
                }
                let new = to.of(scene, &old, Access::Write)?;
                copy(scene, &old, &new)?;
            }
            Ok(())
        }
        FileCommand::Remove { paths, recursive, force } => {
            let how = (*recursive, *force);
            paths.iter().try_for_each(|path| remove_one(scene, &written(path), how))
        }
        FileCommand::MakeDir { paths, parents } => {
            paths.iter().try_for_each(|path| make_dir(scene, &written(path), *parents))
        }
        FileCommand::Touch { paths } => paths.iter().try_for_each(|path| {
            let granted = grant(scene, &written(path), Access::Write)?;
            touch_one(scene, &granted)
        }),
    }
}

fn grant(scene: &Scene<'_>, path: &str, access: Access) -> Result<GrantedPath, Box<Failure>> {
    Ok(scene.gate.grant_over(path, access, scene.overlay)?)
}

/// Where things are moved or copied to.
struct Target {
    path: String,
    /// Whether they go into it.
    is_dir: bool,
}

impl Target {
    /// One thing goes to a name; into a directory if one stands there, as several must.
    fn new(
        scene: &mut Scene<'_>,
        (from, to): (&[String], &str),
        written: Written<'_>,
    ) -> Result<Self, Box<Failure>> {
        let path = written(to);
        // A directory may be named by a link to it.
        let granted = grant(scene, &path, Access::Read);
        let is_dir = match granted {
            Ok(granted) => scene.overlay.kind(&granted)? == EntryKind::Dir,
            Err(_) => false,
        };
        if from.len() > 1 && !is_dir {
            return Err(FsError::new(FsCode::Enotdir, Call::Scandir, &path).into());
        }
        Ok(Self { path, is_dir })
    }

    fn of(
        &self,
        scene: &Scene<'_>,
        old: &GrantedPath,
        access: Access,
    ) -> Result<GrantedPath, Box<Failure>> {
        if !self.is_dir {
            return grant(scene, &self.path, access);
        }
        let absolute = old.absolute();
        let name = absolute.file_name().unwrap_or_default().to_string_lossy();
        let path = Path::new(&self.path).join(&*name);
        grant(scene, &path.to_string_lossy(), access)
    }
}

fn remove_one(scene: &mut Scene<'_>, path: &str, (recursive, force): (bool, bool)) -> Done {
    let granted = grant(scene, path, Access::Entry)?;
    match scene.overlay.kind(&granted)? {
        EntryKind::Absent if force => Ok(()),
        EntryKind::Dir if !recursive => {
            Err(FsError::new(FsCode::Eisdir, Call::Unlink, granted.shown()).into())
        }
        EntryKind::Absent | EntryKind::Dir | EntryKind::File | EntryKind::Link => {
            remove(scene, &granted)
        }
    }
}

fn make_dir(scene: &mut Scene<'_>, path: &str, parents: bool) -> Done {
    let granted = grant(scene, path, Access::Write)?;
    let failed = |code| Err(FsError::new(code, Call::Mkdir, granted.shown()).into());
    if !parents {
        if scene.overlay.kind(&granted)? != EntryKind::Absent {
            return failed(FsCode::Eexist);
        }
        let above = granted.rel().parent().and_then(|parent| granted.above(parent));
        if let Some(above) = above
            && scene.overlay.kind(&above)? == EntryKind::Absent
        {
            return failed(FsCode::Enoent);
        }
    }
    Ok(scene.overlay.create_dir(&granted)?)
}
