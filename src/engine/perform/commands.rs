//! What the commands of one response have in common: approvals, the time that is left, the
//! directory that `exec` stays in.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{
    in_place::InPlace,
    outcome::Failure,
    ran::{SetBy, TimeLimit},
};
use crate::{
    base::Timestamp,
    engine::{
        approvals::utc,
        command_options::{Answer, CommandOptions, Question},
    },
    git::ObjectId,
    history::{Found, HistoryError},
    policy::{ApprovalError, Approvals, Consent, Denial, GrantedCommand, Wanted},
};

/// Where commands run, and where what they need is kept.
#[derive(Clone, Debug, Default)]
pub struct CommandPlaces {
    /// The worktree's top.
    pub top: PathBuf,
    /// The git directory and the common directory.
    pub git_dirs: Vec<PathBuf>,
    /// Where views have their scratch.
    pub scratch: PathBuf,
    /// The directory in which what the user has accepted is noted.
    pub accepted: PathBuf,
}

/// What the commands of one response have in common.
#[derive(Debug)]
pub struct Commands<'a> {
    pub(super) options: &'a CommandOptions,
    pub(super) places: CommandPlaces,
    approvals: Option<Result<Approvals, ApprovalError>>,
    /// The user does not trust the list; one question is enough.
    mistrusted: bool,
    /// The directory that an `exec` gave, as it is written.
    pub(super) cwd: Option<String>,
    /// The number of the present action, from 1.
    number: usize,
    spent: Duration,
    awaiting: Vec<String>,
    quit: bool,
    notes: Vec<String>,
    /// Whether nothing is to be changed.
    pub(super) dry_run: bool,
    /// Who commits, where the environment says so: name and address.
    pub(super) committer: [Option<String>; 2],
    pub(super) in_place: InPlace,
}

/// A command that waits for the user's word.
pub(super) struct Request<'w> {
    pub(super) wanted: Wanted<'w>,
    /// Why it is not built in, in a clause.
    pub(super) because: Option<String>,
    /// Where it runs, as it is written.
    pub(super) dir: Option<&'w str>,
}

impl<'a> Commands<'a> {
    /// None has run.
    #[must_use]
    pub fn new(options: &'a CommandOptions, places: CommandPlaces) -> Self {
        Self {
            options,
            places,
            approvals: None,
            mistrusted: false,
            cwd: None,
            number: 0,
            spent: Duration::ZERO,
            awaiting: Vec::new(),
            quit: false,
            notes: Vec::new(),
            dry_run: false,
            committer: [None, None],
            in_place: InPlace::default(),
        }
    }

    /// The same in a dry run, or by that committer.
    #[must_use]
    pub fn within(self, dry_run: bool, committer: [Option<String>; 2]) -> Self {
        Self { dry_run, committer, ..self }
    }

    /// Whether a command left the worktree so that nothing can go on.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.in_place.broken.is_some()
    }

    /// Why nothing can go on.
    pub fn take_broken(&mut self) -> Option<HistoryError> {
        self.in_place.broken.take()
    }

    /// What stood where the worktree was put back, all of it taken in.
    pub fn take_found(&mut self) -> Vec<Found> {
        std::mem::take(&mut self.in_place.taken)
    }

    /// How the worktree stood before the first command that ran in it, as a tree.
    #[must_use]
    pub fn snapshot(&self) -> Option<ObjectId> {
        self.in_place.first
    }

    /// Begins with the action of that number, from 1.
    pub fn begin(&mut self, number: usize) {
        self.number = number;
    }

    /// The number of the present action, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether the user wants nothing of the response.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// How many commands did not run for want of approval, nobody being there to ask.
    #[must_use]
    pub fn awaiting(&self) -> usize {
        self.awaiting.len()
    }

    /// What a person should know of what ran.
    #[must_use]
    pub fn into_notes(self) -> Vec<String> {
        self.notes
    }

    pub(super) fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// How long a command may take; nothing where no time is left.
    pub(super) fn time_for(&self, asked: Option<i64>) -> Option<TimeLimit> {
        let asked = asked.map(|millis| Duration::from_millis(u64::try_from(millis).unwrap_or(0)));
        let own = match asked {
            Some(span) => TimeLimit { span, set_by: SetBy::Block },
            None => TimeLimit { span: self.options.timeout, set_by: SetBy::User },
        };
        let limit = match self.options.longest {
            Some(span) if span < own.span => TimeLimit { span, set_by: SetBy::Longest },
            _ => own,
        };
        let Some(total) = self.options.total_timeout else { return Some(limit) };
        let span = total.checked_sub(self.spent).filter(|left| !left.is_zero())?;
        let left = TimeLimit { span, set_by: SetBy::Total };
        Some(if left.span < limit.span { left } else { limit })
    }

    /// Counts the time since then.
    pub(super) fn spend(&mut self, since: Instant) {
        self.spent += since.elapsed();
    }

    /// Grants what the user has approved, or approves now.
    pub(super) fn consent(
        &mut self,
        request: &Request<'_>,
        now: Timestamp,
    ) -> Result<GrantedCommand, Box<Failure>> {
        let wanted = &request.wanted;
        if let Some(granted) = self.granted(wanted) {
            return Ok(granted);
        }
        if self.options.approve_all {
            return Ok(GrantedCommand::by_consent(wanted, Consent::ForThisRun));
        }
        let Some(ask) = &self.options.ask else {
            self.awaiting.push(wanted.key());
            return Err(self.denied(request).into());
        };
        let ask = ask.clone();
        self.offer_trust(&*ask);
        if self.quit {
            return Err(refused());
        }
        if let Some(granted) = self.granted(wanted) {
            return Ok(granted);
        }
        let (what, text) = match wanted {
            Wanted::Line(line) => ("run", line.line()),
            Wanted::Code { language, code } => (language.name(), *code),
        };
        match ask(Question::Run { number: self.number, what, text, dir: request.dir }) {
            Answer::Once => {}
            Answer::Always => self.remember(&wanted.key(), now),
            Answer::No => return Err(refused()),
            Answer::Quit => {
                self.quit = true;
                return Err(refused());
            }
        }
        Ok(GrantedCommand::by_consent(wanted, Consent::Asked))
    }

    fn granted(&mut self, wanted: &Wanted<'_>) -> Option<GrantedCommand> {
        self.approvals().as_ref().ok()?.grant(wanted)
    }

    /// The list, read when it is first asked for.
    fn approvals(&mut self) -> &mut Result<Approvals, ApprovalError> {
        let CommandPlaces { top, accepted, .. } = &self.places;
        self.approvals.get_or_insert_with(|| Approvals::open(top, accepted))
    }

    /// Shows a list that is not as it was accepted, once.
    fn offer_trust(&mut self, ask: &dyn Fn(Question<'_>) -> Answer) {
        if self.mistrusted {
            return;
        }
        let Ok(approvals) = self.approvals() else { return };
        if approvals.is_trusted() {
            return;
        }
        let (before, after) = approvals.change();
        match ask(Question::Trust { before: &before, after: &after }) {
            Answer::Once | Answer::Always => {
                if let Err(error) = approvals.trust() {
                    self.note(format!("the list was not trusted: {error}"));
                }
            }
            Answer::No => self.mistrusted = true,
            Answer::Quit => self.quit = true,
        }
    }

    fn remember(&mut self, key: &str, now: Timestamp) {
        let when = utc(now);
        let added = match self.approvals() {
            Ok(approvals) => approvals.add(key, &when).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = added {
            self.note(format!("the approval holds for this run only: {error}"));
        }
    }

    fn denied(&mut self, request: &Request<'_>) -> Denial {
        let (changed, damaged) = match self.approvals() {
            Ok(approvals) => (!approvals.is_trusted(), None),
            Err(error) => (false, Some(error.to_string())),
        };
        let mut denial = request.wanted.denied(request.because.as_deref(), changed);
        if let (Some(help), Some(damaged)) = (&mut denial.help, damaged) {
            *help = format!("{damaged}; {help}");
        }
        denial
    }
}

fn refused() -> Box<Failure> {
    let error = "COMMAND_NOT_ALLOWED: the user said no";
    Failure::with_hint("COMMAND_NOT_ALLOWED", error, "do without it, or ask the user why")
}

impl From<Denial> for Box<Failure> {
    fn from(denial: Denial) -> Self {
        let mut failure = Failure::new(denial.code, denial.message);
        failure.hint = denial.help;
        failure
    }
}
