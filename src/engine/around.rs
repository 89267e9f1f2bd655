//! The user's own commands around a transaction, outside all locks: `clada.beforeApply` may end it
//! before it begins, `clada.afterApply` is told what came of it.

use std::collections::BTreeSet;
use std::ffi::OsString;

use crate::action::Catalogue;
use crate::base::TransactionId;
use crate::base::settings::{AFTER_APPLY, BEFORE_APPLY};
use crate::git::{Configured, Repo, Said, Settings};
use crate::history::{Location, OpLog, landing};
use crate::policy::{Access, Gate};
use crate::report::{PathQuoting, TransactionInfo, escape, quote_path};
use crate::text::Response;

use super::command_options::Running;
use super::failure::{EngineError, quoted};
use super::options::ApplyOptions;
use super::place::{Place, gate};
use super::plan::{Plan, named_paths, plan};

/// What the environment of a program may hold in one variable, and some room left.
const LONGEST: usize = 100_000;

/// What tells a command of its transaction, and us that we run inside of one.
const INSIDE: &str = "CLADA_TRANSACTION";

const BEFORE: &str = BEFORE_APPLY.key;
const AFTER: &str = AFTER_APPLY.key;

/// The user's own commands around a transaction.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// `clada.beforeApply`, one after the other.
    pub before: Vec<String>,
    /// `clada.afterApply`, likewise.
    pub after: Vec<String>,
}

/// What the commands are told of a transaction.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) id: String,
    pub(super) session: Option<String>,
    /// As in `git branch`; none on a detached HEAD.
    pub(super) branch: Option<String>,
    pub(super) commit: Option<String>,
    /// Relative to the worktree's top, or absolute outside it.
    pub(super) paths: Vec<String>,
}

impl Around {
    /// The variable that tells that we run inside of such a command: none is run again then, lest
    /// they call each other without end.
    pub const INSIDE: &str = INSIDE;

    pub(super) fn configured(settings: &Settings<'_>) -> Self {
        Self { before: settings.commands(BEFORE), after: settings.commands(AFTER) }
    }
}

/// Runs what is to run before a transaction. Returns the transaction's id, where that was told.
pub(super) fn before(
    repo: &Repo,
    (response, catalogue): (&Response, &Catalogue),
    options: &ApplyOptions,
) -> Result<Option<TransactionId>, EngineError> {
    if options.around.before.is_empty() || options.dry_run {
        return Ok(None);
    }
    let (plan, gate) =
        plan(response, (catalogue, options.syntax), || gate(Place::Repo(repo), options))?;
    if plan.total_blocks() == 0 {
        return Ok(None);
    }
    let log = OpLog::open(repo)?;
    let landing = landing(repo, &log, &options.mode)?;
    let id = id(response, &log, options);
    let branch = landing.branch.as_deref().map(short);
    let told = Told {
        id: id.to_string(),
        session: landing.session.map(|session| session.name),
        branch,
        commit: None,
        paths: gate.map(|gate| to_change(&plan, &gate)).unwrap_or_default(),
    };
    for line in &options.around.before {
        let said = run(repo, (BEFORE, line), &told, options)?;
        options.go_on()?;
        if let Some(failed) = said.failed {
            let (line, said) = (line.clone(), said.text);
            return Err(EngineError::Before { line, failed, said });
        }
        say(&said.text, "beforeApply", options);
    }
    Ok(Some(id))
}

/// Runs what is to run after a transaction that took place. What goes wrong is only told: on
/// standard error, and in what is returned, a line each, for those who read the result.
pub(super) fn after(repo: &Repo, told: &Told, options: &ApplyOptions) -> Vec<String> {
    let mut failed = Vec::new();
    for line in &options.around.after {
        let warning = match run(repo, (AFTER, line), told, options) {
            Err(error) => error.chain(),
            Ok(Said { failed: None, text }) => {
                say(&text, "afterApply", options);
                continue;
            }
            Ok(Said { failed: Some(failed), text }) => {
                format!("the `{AFTER}` command `{line}` ended with {failed}{}", quoted(&text))
            }
        };
        let warning = format!("the response is applied, but {}", escape(&warning));
        options.notices.add([warning.clone()]);
        failed.push(warning);
    }
    failed
}

impl Told {
    /// What came of a transaction that touched those paths.
    pub(super) fn of(info: &TransactionInfo, paths: Vec<String>) -> Self {
        let branch = Some(info.branch.clone()).filter(|branch| branch != "HEAD");
        let (session, commit) = (info.session.clone(), info.commit.clone());
        Self { id: info.id.clone(), session, branch, commit, paths }
    }

    fn variables(&self) -> [(&'static str, Option<OsString>); 5] {
        let quoted = |path: &String| {
            quote_path("", path.as_bytes().into(), PathQuoting::Letters).to_string()
        };
        let paths = self.paths.iter().map(quoted).collect::<Vec<_>>().join("\n");
        let paths = Some(paths).filter(|paths| paths.len() <= LONGEST);
        [
            (INSIDE, Some(self.id.clone().into())),
            ("CLADA_SESSION", self.session.clone().map(Into::into)),
            ("CLADA_BRANCH", self.branch.clone().map(Into::into)),
            ("CLADA_COMMIT", self.commit.clone().map(Into::into)),
            ("CLADA_PATHS", paths.map(Into::into)),
        ]
    }
}

fn run(
    repo: &Repo,
    (key, line): (&'static str, &str),
    told: &Told,
    options: &ApplyOptions,
) -> Result<Said, EngineError> {
    let mut input = told.paths.join("\0");
    if !input.is_empty() {
        input.push('\0');
    }
    let what = format!("{key}: {line}");
    options.commands.tell(Running::Begun { what: &what });
    let (variables, input) = (&told.variables(), input.as_bytes());
    let said = repo.run_configured(Configured { line, variables, input });
    options.commands.tell(Running::Ended);
    Ok(said?)
}

fn say(text: &str, name: &str, options: &ApplyOptions) {
    for line in text.lines() {
        options.commands.tell(Running::Beside { name, line });
    }
}

/// The id that a transaction will have, whoever else is at work before it begins: another process
/// that would derive the same one has another number.
fn id(response: &Response, log: &OpLog<'_>, options: &ApplyOptions) -> TransactionId {
    let time = options.clock.now();
    let time = format!("{} {}", time.seconds, time.offset);
    let tip = log.tip().map(|tip| tip.to_string()).unwrap_or_default();
    let process = std::process::id().to_le_bytes();
    let response = response.as_bytes();
    TransactionId::derive(&[b"apply", time.as_bytes(), tip.as_bytes(), &process, response])
}

fn short(branch: &str) -> String {
    branch.strip_prefix("refs/heads/").unwrap_or(branch).to_owned()
}

/// The paths that the response names in order to change them.
fn to_change(plan: &Plan<'_>, gate: &Gate) -> Vec<String> {
    let named = plan.actions.iter().flat_map(|action| named_paths(&action.kind));
    let changed = named.filter(|(_, _, access)| *access != Access::Read);
    let granted = changed.filter_map(|(_, path, access)| gate.grant(&path.value, access).ok());
    let paths: BTreeSet<String> = granted.map(|path| Location::of(&path).shown()).collect();
    paths.into_iter().collect()
}
