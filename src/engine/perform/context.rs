//! `context_add`, `context_remove`, `context_list`, `context_prune`, `context_clear`: the files
//! that a model is shown again and again. Nothing is stored here.

use serde_json::{Value, json};

use super::{
    outcome::{Failure, Performed, data},
    run::Scene,
};
use crate::{
    history::{ContextError, ContextStore, Location, WorkingContext},
    policy::{Access, Gate, GrantedPath, Refusal},
    report::ContextFile,
    workspace::FsCode,
};

/// The working context as the actions so far have left it. It is read when the first one asks.
#[derive(Debug)]
pub struct PendingContext {
    store: Option<ContextStore>,
    loaded: Option<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    before: WorkingContext,
    now: WorkingContext,
}

impl PendingContext {
    /// The context that a store holds.
    #[must_use]
    pub fn at(store: ContextStore) -> Self {
        Self { store: Some(store), loaded: None }
    }

    /// For where there is no repository, and so no context.
    #[must_use]
    pub fn nowhere() -> Self {
        Self { store: None, loaded: None }
    }

    /// Where it was read from.
    #[must_use]
    pub fn store(&self) -> Option<&ContextStore> {
        self.store.as_ref()
    }

    /// What the actions made of it, if that is something else than before.
    #[must_use]
    pub fn changed(&self) -> Option<&WorkingContext> {
        let Loaded { before, now } = self.loaded.as_ref()?;
        (before != now).then_some(now)
    }

    /// What it holds; `None` where there is no repository.
    pub(in crate::engine) fn load(&mut self) -> Result<Option<&mut WorkingContext>, ContextError> {
        let Some(store) = &self.store else { return Ok(None) };
        let loaded = if let Some(loaded) = self.loaded.take() {
            loaded
        } else {
            let before = store.load()?;
            Loaded { now: before.clone(), before }
        };
        Ok(Some(&mut self.loaded.insert(loaded).now))
    }

    fn get(&mut self, action: &str) -> Result<&mut WorkingContext, Box<Failure>> {
        let context = self.load().map_err(|error| not_loaded(&error))?;
        context.ok_or_else(|| {
            let error = format!("{action}: there is no repository to keep the context in");
            let mut failure = Failure::new("NO_REPOSITORY", error);
            failure.hint = Some("leave the block out".to_owned());
            failure
        })
    }
}

/// `context_add`: a file that is there, pending ones included.
pub(in crate::engine) fn add(scene: &mut Scene<'_>, path: &str) -> Performed {
    let granted = scene.gate.grant_over(path, Access::Read, scene.overlay)?;
    scene.overlay.size(&granted)?;
    let file = Location::of(&granted);
    if !file.is_utf8() {
        let error = format!("context_add: the real name of '{path}' is not UTF-8");
        return Err(Failure::new(FsCode::Eilseq.name(), error));
    }
    scene.context.get("context_add")?.add(file);
    Ok(data([("path", path.into())]))
}

/// `context_remove`: by the place that the path leads to, or else by the name in the list.
pub(in crate::engine) fn remove(scene: &mut Scene<'_>, path: &str) -> Performed {
    let granted = scene.gate.grant_over(path, Access::Read, scene.overlay);
    let context = scene.context.get("context_remove")?;
    let removed = granted.is_ok_and(|granted| context.remove(&Location::of(&granted)));
    let by_name = || context.iter().find(|file| file.shown() == path).cloned();
    if !removed {
        let Some(file) = by_name() else {
            let error = format!("context_remove: '{path}' is not in the context (ENOENT)");
            return Err(Failure::new(FsCode::Enoent.name(), error));
        };
        context.remove(&file);
    }
    Ok(data([("path", path.into())]))
}

/// `context_list`: each file with its size, or with why it cannot be read.
pub(super) fn list(scene: &mut Scene<'_>) -> Performed {
    let item = |file: ContextFile| match file.size {
        Ok(size) => json!({"path": file.path, "size": size}),
        Err(error) => json!({"path": file.path, "error": error}),
    };
    let items: Vec<Value> = files(scene)?.into_iter().map(item).collect();
    Ok(data([("items", items.into())]))
}

/// The files of the context.
pub(in crate::engine) fn files(scene: &mut Scene<'_>) -> Result<Vec<ContextFile>, Box<Failure>> {
    let Scene { gate, overlay, context, .. } = scene;
    let context = context.get("context_list")?;
    let size = |file: &Location| {
        let granted = grant(gate, file).map_err(|refusal| refusal.message)?;
        overlay.size(&granted).map_err(|error| error.to_string())
    };
    let sizes: Vec<Result<u64, String>> = context.iter().map(size).collect();
    let file = |(file, size): (&Location, _)| ContextFile { path: file.shown(), size };
    Ok(context.iter().zip(sizes).map(file).collect())
}

/// `context_prune`: takes out what is gone, deletions of this response included.
pub(in crate::engine) fn prune(scene: &mut Scene<'_>) -> Performed {
    let Scene { gate, overlay, context, .. } = scene;
    let context = context.get("context_prune")?;
    let mut is_gone = |file: &&Location| {
        // What the policy refuses today may be there all the same.
        let Ok(granted) = grant(gate, file) else { return false };
        let size = overlay.size(&granted);
        size.is_err_and(|error| {
            use FsCode::{Eisdir, Eloop, Enoent, Enotdir};
            matches!(error.code, Enoent | Enotdir | Eisdir | Eloop)
        })
    };
    let gone: Vec<Location> = context.iter().filter(&mut is_gone).cloned().collect();
    let mut removed = Vec::with_capacity(gone.len());
    for file in gone {
        context.remove(&file);
        removed.push(Value::from(file.shown()));
    }
    Ok(data([("removed", removed.into())]))
}

/// `context_clear`.
pub(in crate::engine) fn clear(scene: &mut Scene<'_>) -> Performed {
    scene.context.get("context_clear")?.clear();
    Ok(data([]))
}

/// Asks the gate for a file of the context.
pub(in crate::engine) fn grant(gate: &Gate, file: &Location) -> Result<GrantedPath, Refusal> {
    let granted = match &file.root {
        None => gate.grant_in(&file.path, Access::Read),
        Some(root) => gate.grant_absolute(&root.join(file.path.as_path()), Access::Read),
    }?;
    if granted.may_be_shown() { Ok(granted) } else { Err(granted.refuse_to_show()) }
}

fn not_loaded(error: &ContextError) -> Box<Failure> {
    let code = match error {
        ContextError::Damaged { .. } => "CONTEXT_DAMAGED",
        ContextError::Io { .. } => FsCode::Eio.name(),
    };
    let mut failure = Failure::new(code, error.to_string());
    failure.hint = Some("only the user can mend this: leave the block out".to_owned());
    failure
}
