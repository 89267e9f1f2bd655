//! The state of the process, read once: directory, environment, streams, time.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use crate::base::{Clock, Timestamp};
use crate::git::{Repo, Settings};

use crate::engine::{ApplyOptions, Around, Interrupt, Notices, OperateOptions};

use super::args::{Global, Locks};
use super::failure::Failure;
use super::look::{self, Screen, Variables};
use super::output::pager::become_pager;
use super::signals;

/// The environment variables that mean something to us.
const VARIABLES: [&str; 20] = [
    Around::INSIDE,
    "CLICOLOR_FORCE",
    "COLUMNS",
    "DISPLAY",
    "GIT_AUTHOR_DATE",
    "GIT_COMMITTER_DATE",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_PAGER",
    "GIT_PAGER_IN_USE",
    "HOME",
    "LESS",
    "LV",
    "NO_COLOR",
    "PAGER",
    "PWD",
    "TERM",
    "TMPDIR",
    "WAYLAND_DISPLAY",
    "XDG_STATE_HOME",
];
/// The state of the process.
pub struct Context {
    /// Where commands run: `-C DIR`, or the current directory.
    pub directory: PathBuf,
    /// The clock, which stands still where `GIT_COMMITTER_DATE` says so.
    pub clock: Clock,
    /// Say only what went wrong.
    pub quiet: bool,
    /// How stdout and stderr are looked at.
    pub stdout: Screen,
    /// How stderr is looked at.
    pub stderr: Screen,
    /// What commands leave to be told beside their results.
    pub notices: Notices,
    /// Raised by signals, from when it was first asked for.
    interrupt: OnceCell<Interrupt>,
    /// The warnings that were told.
    warned: BTreeSet<String>,
    /// Whether a pager may take this process's place.
    may_page: bool,
    /// The command that shows long output, where one does.
    pager: Option<String>,
    variables: Variables,
    out: Box<dyn Write>,
    err: Box<dyn Write>,
}

impl Context {
    /// Reads the state of this process.
    #[expect(clippy::disallowed_methods, reason = "the one place where process state comes in")]
    pub fn of_process(global: &Global) -> Result<Self, Failure> {
        let read = |name: &'static str| std::env::var(name).ok().map(|value| (name, value));
        let variables: Variables = VARIABLES.into_iter().filter_map(read).collect();
        let current = std::env::current_dir()
            .map_err(|error| Failure::new("cannot read the current directory").because(error))?;
        let directory = match &global.directory {
            Some(directory) => enter(&current.join(directory))?,
            None => current,
        };
        let clock = clock(variables.get("GIT_COMMITTER_DATE"))?;
        let screen = |terminal: bool| Screen::of(terminal, &variables);
        Ok(Self {
            directory,
            clock,
            quiet: global.quiet,
            stdout: screen(io::stdout().is_terminal()),
            stderr: screen(io::stderr().is_terminal()),
            out: Box::new(io::BufWriter::new(io::stdout())),
            err: Box::new(io::stderr()),
            notices: Notices::default(),
            interrupt: OnceCell::new(),
            warned: BTreeSet::new(),
            may_page: true,
            pager: None,
            variables,
        })
    }

    /// An environment variable, if it is set and not empty.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Opens the repository that commands run in, and looks at output as its settings say.
    pub fn repository(&mut self) -> Result<Repo, Failure> {
        Ok(self.repository_or_bare()?.with_worktree()?)
    }

    /// The same for what has a use for a bare one too.
    pub fn repository_or_bare(&mut self) -> Result<Repo, Failure> {
        let repo = Repo::discover_any(&self.directory)?;
        self.obey(&repo.settings());
        Ok(repo)
    }

    /// The same where there may be none; then the user's settings say how output is looked at.
    pub fn any_repository(&mut self) -> Option<Repo> {
        let repo = Repo::discover(&self.directory).ok();
        match &repo {
            Some(repo) => self.obey(&repo.settings()),
            None => self.obey_user(),
        }
        repo
    }

    /// The same where it may be a bare one.
    pub fn any_repository_or_bare(&mut self) -> Option<Repo> {
        let repo = Repo::discover_any(&self.directory).ok();
        match &repo {
            Some(repo) => self.obey(&repo.settings()),
            None => self.obey_user(),
        }
        repo
    }

    /// What signals raise that ask this process to end. Caught from now on, they still end it
    /// unless they are held.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.get_or_init(signals::caught).clone()
    }

    /// Lets no pager end this process: more is to be done after a command.
    pub fn without_pager(&mut self) {
        self.may_page = false;
        self.pager = None;
    }

    /// Looks at output as the user's settings say.
    pub fn obey_user(&mut self) {
        self.obey(&Settings::of_user());
    }

    fn obey(&mut self, settings: &Settings<'_>) {
        self.stdout.obey(settings);
        self.stderr.obey(settings);
        let pages = self.may_page && self.stdout.terminal;
        self.pager = look::pager(&self.variables, settings).filter(|_| pages);
    }

    /// How an operation works, as settings, arguments and environment have it.
    pub fn operate_options(&self, repo: &Repo, locks: &Locks) -> Result<OperateOptions, Failure> {
        let configured = ApplyOptions::configured(repo)?;
        let lock_timeout = locks.lock_timeout.map_or(configured.lock_timeout, |timeout| timeout.0);
        Ok(OperateOptions {
            committer: self.committer(),
            lock_timeout,
            lock_file: locks.lock_file.as_ref().map(|file| self.directory.join(file)),
            clock: self.clock,
            notices: self.notices.clone(),
            directory: self.directory.clone(),
        })
    }

    /// `$PWD`, where it names the directory that commands run in.
    #[must_use]
    pub fn pwd(&self) -> Option<&Path> {
        self.variable("PWD").map(Path::new).filter(|pwd| pwd.is_absolute())
    }

    /// What the environment says of who commits: name and address.
    #[must_use]
    pub fn committer(&self) -> [Option<String>; 2] {
        ["GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"]
            .map(|name| self.variable(name).map(ToOwned::to_owned))
    }

    /// The whole environment, for the commands that are run.
    #[must_use]
    pub fn environment() -> Vec<(OsString, OsString)> {
        std::env::vars_os().collect()
    }

    /// Where what is replaced without a repository is kept: `$XDG_STATE_HOME/git-clada`.
    #[must_use]
    pub fn state_dir(&self) -> PathBuf {
        let set = self.variable("XDG_STATE_HOME").map(PathBuf::from);
        let home = || self.variable("HOME").map(|home| Path::new(home).join(".local/state"));
        let state = set.or_else(home).unwrap_or_else(std::env::temp_dir);
        state.join("git-clada")
    }

    /// Whether a person would have to type the response.
    #[must_use]
    pub fn stdin_is_terminal() -> bool {
        io::stdin().is_terminal()
    }

    /// Reads stdin to its end, or one byte more than `limit`.
    pub fn read_stdin(limit: usize) -> io::Result<Vec<u8>> {
        read_up_to(io::stdin().lock(), limit)
    }

    /// Reads a file to its end, or one byte more than `limit`.
    #[expect(clippy::disallowed_methods, reason = "the caller names the path in its own words")]
    pub fn read_file(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
        read_up_to(std::fs::File::open(path)?, limit)
    }

    /// Writes to stdout. A reader that has gone away is none of our failures.
    pub fn print(&mut self, text: &str) {
        self.print_bytes(text.as_bytes());
    }

    /// Writes to stdout what may be long, as the last thing of a command: where a person looks at
    /// it, by the pager, in which this process ends.
    pub fn page(&mut self, text: &str) {
        let Some(pager) = self.pager.take() else { return self.print(text) };
        let _ = self.out.flush();
        let set = |name: &str| self.variables.contains_key(name);
        // Where there is no such program, text that rolls by is better than none.
        drop(become_pager(&pager, text, set));
        self.print(text);
    }

    /// The same for what a model or a file wrote.
    pub fn page_content(&mut self, text: &str) {
        if self.stdout.terminal {
            self.page(&crate::report::escape(text));
        } else {
            self.print(text);
        }
    }

    /// Writes bytes to stdout as they are.
    pub fn print_bytes(&mut self, bytes: &[u8]) {
        let _ = self.out.write_all(bytes);
    }

    /// Writes a value as JSON to stdout.
    pub fn print_json(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        let mut json = Vec::new();
        crate::report::write_json(value, &mut json)
            .map_err(|error| Failure::new("cannot write JSON").because(error))?;
        self.print_bytes(&json);
        Ok(())
    }

    /// Writes what a model or a file wrote: as it is, but on a terminal, which it must not
    /// command.
    pub fn print_content(&mut self, bytes: &[u8]) {
        if self.stdout.terminal {
            let text = String::from_utf8_lossy(bytes);
            self.print(&crate::report::escape(&text));
        } else {
            self.print_bytes(bytes);
        }
    }

    /// Writes to stderr, after what went to stdout before.
    pub fn print_error(&mut self, text: &str) {
        let _ = self.out.flush();
        let _ = self.err.write_all(text.as_bytes());
    }

    /// Lets what went to stdout be seen: more comes only after a while.
    pub fn flush(&mut self) {
        let _ = self.out.flush();
    }

    /// Writes a warning to stderr, once.
    pub fn warn(&mut self, warning: &str) {
        if self.warned.insert(warning.to_owned()) {
            self.print_error(&format!("warning: {warning}\n"));
        }
    }

    /// Writes to stdout, unless `--quiet`.
    pub fn say(&mut self, text: &str) {
        if !self.quiet {
            self.print(text);
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        let _ = self.out.flush();
    }
}

/// The directory that `-C` names, which must be one.
fn enter(directory: &Path) -> Result<PathBuf, Failure> {
    let failed = |error: io::Error| {
        Failure::new(format!("cannot change to `{}`", directory.display())).because(error)
    };
    match directory.metadata() {
        Ok(meta) if meta.is_dir() => Ok(directory.to_owned()),
        Ok(_) => Err(failed(io::ErrorKind::NotADirectory.into())),
        Err(error) => Err(failed(error)),
    }
}

fn read_up_to(from: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let limit = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// git's own way to make its time stand still, for us too.
fn clock(date: Option<&String>) -> Result<Clock, Failure> {
    let Some(date) = date.filter(|date| !date.is_empty()) else { return Ok(Clock::System) };
    let parsed = crate::git::parse_date(date);
    parsed.map(Clock::Fixed).ok_or_else(|| {
        Failure::new(format!("cannot read the date `{date}` in GIT_COMMITTER_DATE"))
            .hint("write it as git does, for example `1700000000 +0000`")
    })
}

/// A moment, for output that tells how long ago something was.
#[must_use]
pub fn now(context: &Context) -> Timestamp {
    context.clock.now()
}
