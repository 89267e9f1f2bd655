//! Filters and merge drivers whose command names a file that responses may write. They are not run:
//! what they do would be a response's to say.

use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use gix::ObjectId;
use gix::objs::Kind;

use crate::base::settings::TRUST_FILTER;
use crate::policy::shell_words;

use super::{GitError, Repo};

/// What divides a command line into what may be names of files, for a shell and inside of words.
const DIVIDERS: &[char] =
    &[' ', '\t', '\n', '\'', '"', '`', ';', '|', '&', '(', ')', '<', '>', '=', ',', '{', '}', '\\'];

/// A filter or a merge driver that is not to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Distrusted {
    kind: DriverKind,
    /// Its name: `my` for `filter.my.clean`.
    pub(super) name: String,
    /// The file, as its command names it.
    file: String,
}

/// What kind of command the settings name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DriverKind {
    /// `filter.NAME.clean` and the others.
    Filter,
    /// `merge.NAME.driver`.
    Merge,
}

impl DriverKind {
    fn section(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::Merge => "merge",
        }
    }

    /// The keys that hold commands.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Filter => &["clean", "smudge", "process"],
            Self::Merge => &["driver"],
        }
    }
}

impl Distrusted {
    /// The refusal to run it.
    pub(super) fn refused(&self) -> GitError {
        let what = match self.kind {
            DriverKind::Filter => "filter",
            DriverKind::Merge => "merge driver",
        };
        GitError::Distrusted { what, name: self.name.clone(), file: self.file.clone() }
    }
}

impl Repo {
    /// What git is to be told so that it refuses a file whose filter is not to be run, and runs none:
    /// `-c`, a setting, and so on.
    pub(super) fn without_distrusted(&self, at: Option<ObjectId>) -> Vec<String> {
        let distrusted = self.distrusted(DriverKind::Filter, at);
        let settings = distrusted.iter().flat_map(|Distrusted { kind, name, .. }| {
            let emptied = kind.keys().iter().map(move |key| format!("filter.{name}.{key}="));
            emptied.chain([format!("filter.{name}.required=true")])
        });
        settings.flat_map(|setting| ["-c".to_owned(), setting]).collect()
    }

    /// Why git has failed: a filter that it was not to run, or what it says.
    pub(super) fn told_of_distrusted(&self, error: GitError, at: Option<ObjectId>) -> GitError {
        let GitError::Storage { source, .. } = &error else { return error };
        let said = source.to_string();
        let is_it = |found: &&Distrusted| said.contains(&format!(" filter {} failed", found.name));
        let distrusted = self.distrusted(DriverKind::Filter, at);
        distrusted.iter().find(is_it).map_or(error, Distrusted::refused)
    }

    /// The filters or merge drivers that are not to be run. A file of that commit counts as one that
    /// is there.
    pub(super) fn distrusted(&self, kind: DriverKind, at: Option<ObjectId>) -> Vec<Distrusted> {
        let snapshot = self.inner.config_snapshot();
        let trusted = self.settings().commands(TRUST_FILTER.key);
        let sections = snapshot.plumbing().sections_by_name(kind.section()).into_iter().flatten();
        let tops = self.checkouts();
        let mut found: Vec<Distrusted> = Vec::new();
        for section in sections {
            let Some(name) = section.header().subsection_name() else { continue };
            let name = name.to_str_lossy().into_owned();
            if trusted.contains(&name) || found.iter().any(|found| found.name == name) {
                continue;
            }
            let mut commands = kind.keys().iter().flat_map(|key| section.values(key));
            let file =
                commands.find_map(|command| self.named_file(&command.to_str_lossy(), (&tops, at)));
            found.extend(file.map(|file| Distrusted { kind, name, file }));
        }
        found
    }

    /// The first file that a command names and that responses may write. A program's bare name is
    /// looked up in `PATH`. A name with `./` need not be there: a response can write it.
    fn named_file(&self, command: &str, places: (&[PathBuf], Option<ObjectId>)) -> Option<String> {
        let words = shell_words(command);
        let is_program = |word: &str| words.first().is_some_and(|first| first == word);
        let whole = words.iter().map(String::as_str);
        let parts = words.iter().flat_map(|word| word.split(DIVIDERS));
        let raw = command.split(DIVIDERS);
        let names = whole.chain(parts).chain(raw).filter(|name| !name.is_empty());
        let mut names = names.filter(|name| name.contains('/') || !is_program(name));
        names.find(|name| self.names_reached(name, places)).map(ToOwned::to_owned)
    }

    fn names_reached(&self, name: &str, (tops, at): (&[PathBuf], Option<ObjectId>)) -> bool {
        // `$PWD/clean.sh`, `$(git rev-parse --show-toplevel)/clean.sh`
        let is_expanded = name.starts_with(['$', '/']) && !Path::new(name).exists();
        let below = name.split_once('/').filter(|_| is_expanded);
        let below = below.map(|(_, rest)| rest.trim_start_matches('/'));
        let home = name.strip_prefix("~/").zip(gix::path::env::home_dir());
        let from_home = home.map(|(rest, home)| home.join(rest));
        let there = |path: &Path| path.is_file() && self.is_reached(path);
        let in_one = |name: &str| tops.iter().any(|top| there(&top.join(name)));
        name.starts_with("./")
            || in_one(name)
            || below.is_some_and(in_one)
            || from_home.is_some_and(|path| there(&path))
            || at.is_some_and(|at| self.is_file_of(at, name))
    }

    fn is_file_of(&self, commit: ObjectId, name: &str) -> bool {
        let found = self.inner.rev_parse_single(&*format!("{commit}:{name}")).ok();
        let header = found.and_then(|id| id.header().ok());
        header.is_some_and(|header| header.kind() == Kind::Blob)
    }
}
