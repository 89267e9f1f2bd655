//! A response from text to transaction.

use std::cell::OnceCell;

use sha2::{Digest, Sha256};

use crate::action::Catalogue;
use crate::base::{TransactionId, hex};
use crate::git::{ObjectId, Repo};
use crate::history::{
    Applying, Arguments, ContextStore, Found, Landed, LandingMode, Request, StagedContext,
    WorktreeLock, foresee, refuse_stepped_back,
};
use crate::policy::Gate;
use crate::report::{ExecutionResult, Fatal, Report, Tally, Tasks};
use crate::syntax::Dialect;
use crate::text::Response;
use crate::workspace::{ChangeSet, Overlay};

use super::around::{self, Told};
use super::attempts::attempt;
use super::describe::{Description, describe};
use super::differences;
use super::enter::{Entered, enter};
use super::failure::EngineError;
use super::hint::Hints;
use super::landed::{recorded, transaction};
use super::no_git;
use super::options::ApplyOptions;
use super::perform::{Commands, PendingContext, Scene};
use super::place::{Place, gate};
use super::plan::{Plan, plan, planned};
use super::recover::told_without_git;
use super::remarks;
use super::verify::{Judged, verify};

/// What came of a response.
#[derive(Debug)]
pub struct Applied<'r> {
    /// What was tried; none where it did not come to that.
    pub plan: Option<Plan<'r>>,
    /// What happened.
    pub report: Report,
    /// Whether the response holds nothing but commands that wait for the user's approval, and
    /// nobody could be asked.
    pub awaits_approval: bool,
    /// Why nothing was applied.
    pub failure: Option<EngineError>,
}

/// Applies a response: one transaction, or nothing at all.
#[must_use]
pub fn apply<'r>(
    response: &'r Response,
    place: Place<'_>,
    catalogue: &Catalogue,
    options: &ApplyOptions,
) -> Applied<'r> {
    let report = Report::default();
    let mut applied = Applied { plan: None, report, awaits_approval: false, failure: None };
    let run = Run { response, place, catalogue, options };
    if let Err(error) = run.enter_and_run(&mut applied) {
        applied.report.result.success = false;
        if matches!(error, EngineError::Atomic { .. }) {
            applied.report.fatal = Fatal::Failures;
        }
        applied.report.result.fatal_error = Some(error.chain());
        applied.failure = Some(error);
    }
    if let Place::Repo(repo) = place {
        applied.report.result.notes.extend(remarks::on_hooks(repo));
    }
    applied
}

struct Run<'r, 'a> {
    response: &'r Response,
    place: Place<'a>,
    catalogue: &'a Catalogue,
    options: &'a ApplyOptions,
}

impl<'r> Run<'r, '_> {
    /// Runs it in the session's own worktree, where it has one.
    fn enter_and_run(&self, applied: &mut Applied<'r>) -> Result<(), EngineError> {
        let Place::Repo(repo) = self.place else { return self.run(applied) };
        if matches!(self.options.mode, LandingMode::Worktree(_)) && self.only_tells(applied) {
            return Ok(());
        }
        match enter(repo, self.options)? {
            Entered::Here => self.run(applied),
            Entered::There(repo) => Run { place: Place::Repo(&repo), ..*self }.run(applied),
            Entered::NotYet(note) => {
                self.run(applied)?;
                applied.report.notes.push(note.to_owned());
                Ok(())
            }
        }
    }

    /// Where a response has nothing that can be tried, no worktree is made for it: tells what is
    /// wrong with it.
    fn only_tells(&self, applied: &mut Applied<'r>) -> bool {
        let Ok((plan, _)) = plan(self.response, self.reading(), || Err(())) else { return false };
        let plan = applied.plan.insert(plan);
        applied.report.result = planned(plan);
        applied.report.tasks = Tasks::of(&plan.parsed, &plan.actions, &applied.report.result);
        applied.report.dry_run = self.options.dry_run;
        true
    }

    fn run(&self, applied: &mut Applied<'r>) -> Result<(), EngineError> {
        let before = match self.place {
            Place::Repo(repo) => {
                let _held = self.options.commands.interrupt.hold();
                around::before(repo, (self.response, self.catalogue), self.options)?
            }
            Place::NoGit(_) => None,
        };
        let lock = if self.options.dry_run {
            None
        } else {
            let (lock, recovered) = self.lock()?;
            applied.report.notes.extend(recovered);
            Some(lock)
        };
        // Before, a signal ends the process, which has begun nothing.
        let _held = self.options.commands.interrupt.hold();
        let mut found = Vec::new();
        let touched = self.run_locked(applied, (before, &mut found));
        if let Place::Repo(repo) = self.place {
            let notes = &mut applied.report.result.notes;
            notes.extend(self.settle_found(repo, &found, touched.is_ok()));
        }
        let touched = touched?;
        drop(lock);
        if let (Place::Repo(repo), Some(info)) = (self.place, &applied.report.result.transaction) {
            let failed = around::after(repo, &Told::of(info, touched), self.options);
            applied.report.result.notes.extend(failed);
        }
        Ok(())
    }

    /// Lets go of what stood in the worktree where it has been published, and keeps it otherwise.
    fn settle_found(&self, repo: &Repo, found: &[Found], published: bool) -> Vec<String> {
        if published {
            // What is not let go is kept once more by whoever comes next.
            for found in found {
                drop(found.is_taken_in(repo));
            }
            return Vec::new();
        }
        let now = self.options.clock.now();
        found.iter().map(|found| found.keep(repo, now)).collect()
    }

    /// Returns the paths that were touched by what was published. `found`: what stood in the worktree
    /// and is lost unless it is.
    fn run_locked(
        &self,
        applied: &mut Applied<'r>,
        (id, found): (Option<TransactionId>, &mut Vec<Found>),
    ) -> Result<Vec<String>, EngineError> {
        if let Place::Repo(repo) = self.place {
            refuse_stepped_back(repo, "apply")?;
        }
        let (plan, gate) = plan(self.response, self.reading(), || self.gate())?;
        let plan = applied.plan.insert(plan);
        applied.report.result = planned(plan);
        applied.report.dry_run = self.options.dry_run;
        let mut overlay = Overlay::new();
        let mut context = self.context()?;
        let mut snapshot = None;
        if let Some(gate) = &gate {
            let scene = self.scene(gate, &mut overlay, &mut context);
            let mut commands = attempt(plan, scene, &mut applied.report, self.options);
            snapshot = commands.snapshot();
            *found = commands.take_found();
            let (has_quit, broken) = (commands.has_quit(), commands.take_broken());
            let awaiting = commands.awaiting();
            applied.report.result.notes = commands.into_notes();
            self.options.go_on()?;
            if has_quit {
                return Err(EngineError::Quit);
            }
            if let Some(error) = broken {
                return Err(error.into());
            }
            applied.awaits_approval = awaiting > 0 && awaiting == plan.total_blocks();
        }
        applied.report.tasks = Tasks::of(&plan.parsed, &plan.actions, &applied.report.result);
        self.settle(&applied.report.result)?;
        let looked_at = self.options.verify.then(|| overlay.apart());
        let changes = overlay.into_changes();
        applied.report.result.not_kept = remarks::not_kept(&changes);
        applied.report.notes.extend(remarks::on_ignored(&changes, self.options.dry_run));
        if self.options.diffstat {
            applied.report.diffstat = differences::stats(&changes, self.place);
        }
        if self.options.dry_run {
            applied.report.diff = Some(differences::unified(&changes, self.place));
            return Ok(Vec::new());
        }
        if plan.total_blocks() == 0 {
            return Ok(Vec::new());
        }
        match self.place {
            Place::Repo(repo) => {
                let looked_at = looked_at.zip(gate.as_ref());
                let done = Done { changes, context, snapshot, id, looked_at };
                self.publish(repo, done, &mut applied.report)
            }
            Place::NoGit(place) => {
                self.options.go_on()?;
                let kept = no_git::write(place, &changes)?;
                applied.report.notes.extend(kept);
                Ok(Vec::new())
            }
        }
    }

    /// Takes the lock, and sees to what an interrupted run left.
    fn lock(&self) -> Result<(WorktreeLock, Vec<String>), EngineError> {
        let options = self.options;
        match self.place {
            Place::Repo(repo) => options.owning().take(repo),
            Place::NoGit(place) => {
                let path = options.lock_file.clone().unwrap_or_else(|| place.lock_path());
                let lock = WorktreeLock::take(&path, options.lock_timeout)?;
                let done = no_git::put_back_interrupted(place)?;
                Ok((lock, done.as_ref().map(told_without_git).unwrap_or_default()))
            }
        }
    }

    /// What the response is read by.
    fn reading(&self) -> (&Catalogue, Option<Dialect>) {
        (self.catalogue, self.options.syntax)
    }

    fn gate(&self) -> Result<Gate, EngineError> {
        gate(self.place, self.options)
    }

    /// The working context of where HEAD stands.
    fn context(&self) -> Result<PendingContext, EngineError> {
        Ok(match self.place {
            Place::Repo(repo) => {
                PendingContext::at(ContextStore::of(repo.git_dir(), &repo.head()?))
            }
            Place::NoGit(_) => PendingContext::nowhere(),
        })
    }

    fn scene<'s>(
        &'s self,
        gate: &'s Gate,
        overlay: &'s mut Overlay,
        context: &'s mut PendingContext,
    ) -> Scene<'s> {
        let repo = match self.place {
            Place::Repo(repo) => Some(repo),
            Place::NoGit(_) => None,
        };
        let (options, now) = (self.options.perform, self.options.clock.now());
        let commands = Commands::new(&self.options.commands, self.place.for_commands())
            .within(self.options.dry_run, self.options.committer.clone());
        Scene { gate, overlay, context, options, commands, repo, now, hints: Hints::default() }
    }

    /// With all or none asked for, one failure is enough.
    fn settle(&self, result: &ExecutionResult) -> Result<(), EngineError> {
        if result.success || !self.options.atomic {
            return Ok(());
        }
        Err(EngineError::Atomic { missed: Tally::of(result).missed() })
    }

    fn publish(
        &self,
        repo: &Repo,
        done: Done<'_>,
        report: &mut Report,
    ) -> Result<Vec<String>, EngineError> {
        let time = self.options.clock.now();
        let committer = repo.committer(self.options.committer.clone())?;
        let described = describe(&report.result, self.catalogue, self.options, time);
        let result = &report.result;
        let Done { changes, context, snapshot, id, looked_at } = done;
        let hooked = OnceCell::new();
        let mut request = Request {
            id,
            foreseen: None,
            changes,
            response: self.response.as_bytes(),
            mode: &self.options.mode,
            author: &self.options.author,
            committer: &committer,
            time,
            lock_timeout: self.options.lock_timeout,
            summary: described.summary.clone(),
            success: result.success,
            arguments: self.arguments(),
            snapshot,
            message: &|id| hooked.get().cloned().unwrap_or_else(|| self.message(&described, id)),
            result: &|landed| recorded(result, landed, repo),
        };
        if let Some((overlay, gate)) = &looked_at
            && let Some(foreseen) = foresee(repo, &request)?
        {
            let (message, changes) = (&self.message(&described, &foreseen.id), &request.changes);
            let tree = foreseen.tree;
            let judged = Judged { repo, gate, overlay, changes, tree, message };
            // Nothing is in it yet.
            let _ = hooked.set(verify(judged, self.options)?);
            request.id = Some(foreseen.id.clone());
            request.foreseen = Some(foreseen);
        }
        let Applying { prepared, landed } = Applying::prepare(repo, request)?;
        let staged = stage(&context, repo, &landed)?;
        // The last moment: what has begun to be published is published.
        self.options.go_on()?;
        let published = prepared.publish()?;
        if let Some(Err(error)) = staged.map(StagedContext::put) {
            report.notes.push(format!("the working context stayed as it was: {error}"));
        }
        repo.share([]);
        report.result.transaction = Some(transaction(&landed, repo));
        report.result.git_commit = landed.commit.map(|commit| commit.to_string());
        report.notes.extend(remarks::on_landing(&landed));
        report.notes.extend(remarks::on_publishing(&published));
        let touched = published.operation.paths.iter().map(|path| path.location.shown());
        Ok(touched.collect())
    }

    fn arguments(&self) -> Arguments {
        Arguments {
            origin: Some(self.response.origin().to_owned()),
            allow_roots: self.options.allow_roots.clone(),
            model: self.options.model.clone(),
            prompt: self.options.prompt.clone(),
            atomic: self.options.atomic,
            in_place: self.options.mode == LandingMode::InPlace,
        }
    }

    fn message(&self, described: &Description, id: &TransactionId) -> String {
        let hash = hex(&Sha256::digest(self.response.as_bytes()));
        let mut trailers =
            vec![format!("Clada-Transaction: {id}"), format!("Clada-Response: sha256:{hash}")];
        let single = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        trailers.extend(
            self.options.model.as_deref().map(|model| format!("Clada-Model: {}", single(model))),
        );
        let prompt = self.options.prompt.as_deref();
        trailers.extend(prompt.map(|hash| format!("Clada-Prompt: sha256:{hash}")));
        let Description { subject, body, .. } = described;
        format!("{subject}\n\n{}\n\n{}\n", body.trim_end(), trailers.join("\n"))
    }
}

/// What the actions of a response came to.
struct Done<'g> {
    changes: ChangeSet,
    context: PendingContext,
    /// How the worktree stood before the first command that ran in it.
    snapshot: Option<ObjectId>,
    id: Option<TransactionId>,
    /// The files for the repository's hooks, where those are asked.
    looked_at: Option<(Overlay, &'g Gate)>,
}

/// Writes the working context beside its file. A session that starts takes it over from where it
/// starts, in place of what an earlier session of that name left.
fn stage(
    context: &PendingContext,
    repo: &Repo,
    landed: &Landed,
) -> Result<Option<StagedContext>, EngineError> {
    let after = ContextStore::of_branch(repo.git_dir(), landed.branch.as_deref());
    Ok(match (context.changed(), context.store()) {
        (Some(changed), _) => Some(after.stage(changed)?),
        (None, Some(before)) if *before != after => Some(after.stage_copy(before)?),
        (None, _) => None,
    })
}
