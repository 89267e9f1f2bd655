//! A response from text to transaction.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::action::Catalogue;
use crate::base::{TransactionId, hex};
use crate::git::Repo;
use crate::history::{
    Applying, Arguments, ContextStore, Landed, LandingMode, Request, StagedContext, WorktreeLock,
    refuse_stepped_back,
};
use crate::policy::Gate;
use crate::report::{
    ActionResult, ExecutionResult, FailedBlock, Gathered, Report, Tally, Tasks, TransactionInfo,
    word,
};
use crate::syntax::{Block, Dialect, by_itself};
use crate::text::Response;
use crate::workspace::{ChangeSet, Overlay};

use super::describe::{Description, describe};
use super::differences;
use super::enter::{Entered, enter};
use super::failure::EngineError;
use super::hint::Hints;
use super::landing_notes::{edited, notes};
use super::no_git;
use super::options::ApplyOptions;
use super::perform::{Commands, PendingContext, Scene, perform};
use super::place::{Place, gate};
use super::plan::{Plan, plan};
use super::progress::Step;
use super::recover::told_without_git;
use super::sequence::{Sequences, begun, creates, skipped};

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
        applied.report.result.fatal_error = Some(error.chain());
        applied.failure = Some(error);
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
        let _lock = if self.options.dry_run {
            None
        } else {
            let (lock, recovered) = self.lock()?;
            applied.report.notes.extend(recovered);
            Some(lock)
        };
        if let Place::Repo(repo) = self.place {
            refuse_stepped_back(repo, "apply")?;
        }
        let (plan, gate) = plan(self.response, self.reading(), || self.gate())?;
        let plan = applied.plan.insert(plan);
        applied.report.result = planned(plan);
        applied.report.dry_run = self.options.dry_run;
        let mut overlay = Overlay::new();
        let mut context = self.context()?;
        if let Some(gate) = &gate {
            let scene = self.scene(gate, &mut overlay, &mut context);
            let commands = self.perform(plan, scene, &mut applied.report);
            if commands.has_quit() {
                return Err(EngineError::Quit);
            }
            applied.awaits_approval =
                commands.awaiting() > 0 && commands.awaiting() == plan.total_blocks();
            applied.report.notes.extend(commands.into_notes());
        }
        applied.report.tasks = Tasks::of(&plan.parsed, &plan.actions, &applied.report.result);
        self.settle(&applied.report.result)?;
        let changes = overlay.into_changes();
        if self.options.diffstat {
            applied.report.diffstat = differences::stats(&changes, self.place);
        }
        if self.options.dry_run {
            applied.report.diff = Some(differences::unified(&changes, self.place));
            return Ok(());
        }
        if plan.total_blocks() == 0 {
            return Ok(());
        }
        match self.place {
            Place::Repo(repo) => self.publish(repo, (changes, context), &mut applied.report),
            Place::NoGit(place) => {
                let kept = no_git::write(place, &changes)?;
                applied.report.notes.extend(kept);
                Ok(())
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

    /// A block that has to be sent again.
    fn written(&self, index: usize, block: &Block<'_>) -> FailedBlock {
        let written = self.response.slice(block.span);
        FailedBlock { seq: index + 1, text: by_itself(block, written).into_owned() }
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

    /// Tries the actions in order. A failure is data: the others go on.
    fn perform<'s>(
        &self,
        plan: &mut Plan<'r>,
        mut scene: Scene<'s>,
        report: &mut Report,
    ) -> Commands<'s> {
        let result = &mut report.result;
        let total = plan.actions.len();
        let mut sequences = Sequences::of(&plan.parsed.blocks, &plan.actions);
        for (index, action) in plan.actions.iter_mut().enumerate() {
            self.options.progress.tell(Step { done: index, total });
            let block = plan.parsed.blocks.get(action.block);
            if sequences.skips(action.block) {
                report.failed.extend(block.map(|block| self.written(index, block)));
                result.results.push(skipped(begun(index, action, block)));
                continue;
            }
            scene.commands.begin(action.block + 1);
            let created = creates(action, &scene);
            let outcome = perform(action, &mut scene);
            if scene.commands.has_quit() {
                break;
            }
            let success = outcome.result.is_ok();
            let mut entry = ActionResult { success, created, ..begun(index, action, block) };
            match outcome.result {
                Ok(data) => entry.data = Some(data),
                Err(failure) => {
                    sequences.fail(action.block);
                    report.failed.extend(block.map(|block| self.written(index, block)));
                    entry.code = Some(failure.code);
                    entry.error = Some(failure.error);
                    entry.hint = failure.hint;
                    entry.data = failure.data;
                    if let Some(block) = block {
                        word(&mut entry, block.dialect, failure.matches);
                    }
                }
            }
            result.success &= entry.success;
            result.results.push(entry);
        }
        self.options.progress.tell(Step { done: total, total });
        let tried = result.results.iter().filter(|entry| entry.skipped.is_none());
        result.executed_actions = tried.count();
        scene.commands
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
        let commands = Commands::new(&self.options.commands, self.place.for_commands());
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
        (changes, context): (ChangeSet, PendingContext),
        report: &mut Report,
    ) -> Result<(), EngineError> {
        let time = self.options.clock.now();
        let committer = repo.committer(self.options.committer.clone())?;
        let described = describe(&report.result, self.catalogue, self.options, time);
        let result = &report.result;
        let request = Request {
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
            message: &|id| self.message(&described, id),
            result: &|landed| recorded(result, landed, repo),
        };
        let Applying { prepared, landed } = Applying::prepare(repo, request)?;
        let staged = stage(&context, repo, &landed)?;
        let published = prepared.publish()?;
        if let Some(Err(error)) = staged.map(StagedContext::put) {
            report.notes.push(format!("the working context stayed as it was: {error}"));
        }
        repo.share([]);
        report.result.transaction = Some(transaction(&landed, repo));
        report.result.git_commit = landed.commit.map(|commit| commit.to_string());
        report.notes.extend(notes(&landed));
        report.notes.extend(edited(&published));
        Ok(())
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

/// What a result begins with: what was rejected. The plan's entries move there.
fn planned(plan: &mut Plan<'_>) -> ExecutionResult {
    let success = !plan.has_errors();
    let Gathered { errors, warnings } = std::mem::take(&mut plan.entries);
    ExecutionResult {
        success,
        total_blocks: plan.total_blocks(),
        parse_errors: errors,
        warnings,
        omitted_errors: plan.omitted.errors,
        ..ExecutionResult::default()
    }
}

fn transaction(landed: &Landed, repo: &Repo) -> TransactionInfo {
    let branch = landed.branch.as_deref().unwrap_or("HEAD");
    TransactionInfo {
        id: landed.id.to_string(),
        session: landed.session.as_ref().map(|session| session.name.clone()),
        branch: branch.strip_prefix("refs/heads/").unwrap_or(branch).to_owned(),
        worktree: repo.worktree_id().map(|_| repo.worktree().to_string_lossy().into_owned()),
        commit: landed.commit.map(|commit| commit.to_string()),
        snapshot: landed.snapshot.map(|snapshot| snapshot.to_string()),
    }
}

/// A result and where it landed, as `result.json` has them together.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Recorded<'a> {
    #[serde(flatten)]
    result: &'a ExecutionResult,
    transaction: TransactionInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    git_commit: Option<String>,
}

/// `result.json` of the record.
fn recorded(result: &ExecutionResult, landed: &Landed, repo: &Repo) -> Vec<u8> {
    let git_commit = landed.commit.map(|commit| commit.to_string());
    let recorded = Recorded { result, transaction: transaction(landed, repo), git_commit };
    let mut json = Vec::new();
    // Writing to memory does not fail.
    let _ = crate::report::write_json(&recorded, &mut json);
    json
}
