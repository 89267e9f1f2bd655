//! Performs one action: hands it to its family.

use super::{
    commands::Commands,
    comment::Change,
    context::{self, PendingContext},
    dir,
    edit::{self, Edit, Wanted},
    edit_lines::{self, Where},
    entry,
    exec::{self, Exec},
    files, glob,
    grep::{self, Grep},
    list, missing,
    outcome::{Failure, Outcome, Performed},
    patch::{self, FilePatch, Target},
    read::{self, View},
    run_command,
    span::{self, SpanEdit},
    tree, write,
};
use crate::{
    action::{Action, Kind, Text},
    base::Timestamp,
    engine::hint::{Hints, Missed},
    git::Repo,
    policy::{Access, Gate, GrantedPath},
    workspace::Overlay,
};

/// The hint for a text that is not in a file which is kept out of reports.
pub(super) const NOT_SHOWN: &str =
    "the file may hold a secret and is not shown: ask the user for its lines";

/// How actions are performed, as the settings have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerformOptions {
    /// Whether whole contents get the final line break that they lack
    /// (`clada.finalNewline=add`).
    pub final_newline: bool,
    /// How many bytes a response may write (`clada.maxWrite`).
    pub max_write: u64,
}

impl Default for PerformOptions {
    fn default() -> Self {
        Self { final_newline: false, max_write: 1024 * 1024 * 1024 }
    }
}

/// What an action works with.
pub struct Scene<'a> {
    /// Grants the paths.
    pub gate: &'a Gate,
    /// The files.
    pub overlay: &'a mut Overlay,
    /// The working context.
    pub context: &'a mut PendingContext,
    /// How actions are performed.
    pub options: PerformOptions,
    /// What its commands have in common.
    pub commands: Commands<'a>,
    /// The repository, where there is one.
    pub repo: Option<&'a Repo>,
    /// When what the actions change is said to have changed.
    pub now: Timestamp,
    /// The hints for what fails.
    pub hints: Hints,
}

impl Scene<'_> {
    /// Asks the gate, again: what it granted at validation may be something else by now.
    pub(super) fn grant(
        &self,
        written: &Text<'_>,
        access: Access,
    ) -> Result<GrantedPath, Box<Failure>> {
        Ok(self.gate.grant_over(&written.value, access, self.overlay)?)
    }

    /// The patterns that hold in the whole worktree besides those of its `.gitignore` files.
    pub(super) fn excludes(&self) -> Vec<Vec<u8>> {
        self.repo.map(Repo::exclude_patterns).unwrap_or_default()
    }

    /// The hint for a text that is not in a file, which `missed` tells but for what the file was
    /// before the response.
    pub(super) fn missed(&mut self, path: &GrantedPath, missed: &Missed<'_>) -> String {
        let earlier = self.overlay.text_on_disk(path).filter(|&text| text != missed.content);
        self.hints.missed(&Missed { earlier, ..*missed })
    }

    /// Checks that a response may still write that many bytes to a path, before they are made.
    pub(super) fn check_size(&self, path: &GrantedPath, size: usize) -> Result<(), Box<Failure>> {
        let others = self.overlay.bytes_elsewhere(path);
        let total = others.saturating_add(u64::try_from(size).unwrap_or(u64::MAX));
        let limit = self.options.max_write;
        if total <= limit {
            return Ok(());
        }
        let shown = path.shown();
        let error = format!("WRITE_LIMIT: response writes more than {limit} bytes, '{shown}'");
        let mut failure = Failure::new("WRITE_LIMIT", error);
        failure.hint = Some("`git config clada.maxWrite BYTES` raises the limit".to_owned());
        Err(failure)
    }
}

/// Performs an action on the overlay. Touches no disk but by reading.
pub fn perform(action: &Action<'_>, scene: &mut Scene<'_>) -> Outcome {
    let result = performed(scene, action);
    Outcome { result: result.map_err(|failure| *missing::with_hint(scene, failure)) }
}

#[expect(clippy::too_many_lines, reason = "a table of the actions, an arm for each")]
fn performed(scene: &mut Scene<'_>, action: &Action<'_>) -> Performed {
    let name = action.name.as_str();
    match &action.kind {
        Kind::FileWrite { path, content } => write::write(scene, path, content),
        Kind::FileCreate { path, content } => write::create(scene, path, content),
        Kind::FileAppend { path, content } => write::append(scene, path, content),
        Kind::FileEdit { path, old_text, new_text, count } => {
            let wanted = Wanted::First(usize::try_from(*count).unwrap_or(0));
            edit::edit(scene, path, &Edit { action: name, old_text, new_text, wanted })
        }
        Kind::FileReplaceText { path, old_text, new_text } => {
            let wanted = Wanted::One;
            edit::edit(scene, path, &Edit { action: name, old_text, new_text, wanted })
        }
        Kind::FileReplaceAllText { path, old_text, new_text, count } => {
            let wanted = count.map_or(Wanted::All, Wanted::Exactly);
            edit::edit(scene, path, &Edit { action: name, old_text, new_text, wanted })
        }
        Kind::FilesReplaceAllText { paths, old_text, new_text } => {
            let wanted = Wanted::All;
            files::replace_all(scene, paths, &Edit { action: name, old_text, new_text, wanted })
        }
        Kind::FileReplaceSpan { path, start_text, end_text, new_text, count } => {
            let edit = SpanEdit { start_text, end_text, new_text, count: *count };
            span::replace(scene, path, &edit)
        }
        Kind::FileReplaceLines { path, lines, new_content } => {
            edit_lines::replace(scene, Where { action: name, path, lines }, new_content)
        }
        Kind::FileCommentLines { path, lines } => {
            edit_lines::comment(scene, Where { action: name, path, lines }, Change::Comment)
        }
        Kind::FileUncommentLines { path, lines } => {
            edit_lines::comment(scene, Where { action: name, path, lines }, Change::Uncomment)
        }
        Kind::FileDelete { path } => entry::delete(scene, path),
        Kind::FileMove { old_path, new_path } => entry::rename(scene, old_path, new_path),
        Kind::DirCreate { path } => dir::create(scene, path),
        Kind::DirDelete { path } => dir::delete(scene, path),
        Kind::FileRead { path } => read::read(scene, path),
        Kind::FileReadNumbered { path, lines, delimiter } => {
            read::read_numbered(scene, path, View::numbered(name, lines.as_ref(), delimiter)?)
        }
        Kind::FilesRead { paths } => files::read(scene, name, paths, View::Whole),
        Kind::FilesReadNumbered { paths, lines, delimiter } => {
            let view = View::numbered(name, lines.as_ref(), delimiter)?;
            files::read(scene, name, paths, view)
        }
        Kind::Ls { path } => list::list(scene, path),
        Kind::Grep { pattern, path, include, regex } => {
            let (include, regex) = (include.as_ref(), *regex);
            grep::grep(scene, path, &Grep { pattern, include, regex })
        }
        Kind::Glob { pattern, base_path } => glob::glob(scene, pattern, base_path),
        Kind::PathDelete { path } => tree::delete(scene, path),
        Kind::FilePatch { path, hunks, new_path, copy, create, delete, executable } => {
            let target = match new_path {
                _ if *create => Target::New,
                _ if *delete => Target::Gone,
                None => Target::Here,
                Some(new_path) if *copy => Target::Copied(new_path),
                Some(new_path) => Target::Moved(new_path),
            };
            let hunks = hunks.as_ref();
            patch::patch(scene, path, &FilePatch { hunks, target, executable: *executable })
        }
        Kind::FileCopy { old_path, new_path } => tree::copy_file(scene, old_path, new_path),
        Kind::FileTouch { path } => tree::touch(scene, path),
        Kind::Exec { code, lang, cwd, timeout } => {
            exec::exec(scene, &Exec { code, lang, cwd: cwd.as_ref(), timeout: *timeout })
        }
        Kind::Run { command, dir } => run_command::run(scene, command, dir.as_ref()),
        Kind::ContextAdd { path } => context::add(scene, &path.value),
        Kind::ContextRemove { path } => context::remove(scene, &path.value),
        Kind::ContextList => context::list(scene),
        Kind::ContextPrune => context::prune(scene),
        Kind::ContextClear => context::clear(scene),
    }
}

#[cfg(test)]
mod tests;
