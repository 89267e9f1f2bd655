//! One step, of one commit or of several: HEAD moves, the files follow, edits wait or come back.

use crate::base::RepoPath;
use crate::git::{Head, ObjectId};

use super::super::checkout::{Checkout, Route, Target, obstacles};
use super::super::operation::{SessionRecord, Standing, StashedFile};
use super::super::transaction::Draft;
use super::super::{Desk, HistoryError, OpLog, OperationKind, Prepared, Published};
use super::error::{StepError, short};
use super::merge::Conflict;
use super::stash::{PutAside, Returning};
use super::way::Way;

/// How many digits of a commit a summary has.
const SHORT: usize = 10;

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// That many first parents back.
    Back(usize),
    /// That many commits towards the tip.
    Forward(usize),
    /// To the tip.
    Tip,
}

/// Where HEAD goes, and over which commits.
struct Going {
    kind: OperationKind,
    head: Head,
    /// The commits at which edits come back.
    passed: Vec<ObjectId>,
    /// Whether HEAD is on the session's branch then, and all edits come back.
    arrives: bool,
    steps: usize,
}

/// A step that is ready to be published, and what came of it.
pub struct Striding<'r> {
    prepared: Prepared<'r>,
    /// What it leads to.
    pub arrival: Arrival,
}

/// What a step led to.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The session.
    pub session: SessionRecord,
    /// How many commits HEAD went over.
    pub steps: usize,
    /// How many commits the session has since its base, where it has one.
    pub commits: Option<usize>,
    /// How many commits of the session are ahead of HEAD now.
    pub steps_back: usize,
    /// Where edits were put aside that still wait.
    pub stashed: Vec<RepoPath>,
    /// Where edits came back.
    pub restored: Vec<RepoPath>,
    /// Where edits that came back and what stands there do not go together.
    pub conflicts: Vec<Conflict>,
}

impl<'r> Striding<'r> {
    /// Prepares a step; `None` where HEAD is at the tip already and nothing waits. `log` must be
    /// as it was opened under the worktree's lock.
    pub fn prepare(
        desk: &Desk<'r>,
        log: &OpLog<'_>,
        stride: Stride,
    ) -> Result<Option<Self>, HistoryError> {
        let way = Way::find(desk.repo, log)?;
        let Some(going) = going(desk, log, (&way, stride))? else { return Ok(None) };
        let steps_back = steps_back(&way, &going);
        let mut draft = Draft::new(desk, log, (going.kind, summary(&going)))?;
        draft.session = Some(way.session.clone());
        draft.head.after = going.head.clone();
        let by = draft.id(desk, log);
        let aside = PutAside { branch: &way.session.branch, by: &by, at: way.at };
        let mut carried = carry(desk, &way, &going, &aside)?;
        carried.standing.stepped_back = (!going.arrives).then(|| way.session.branch.clone());
        draft.standing.after = carried.standing;
        draft.success = carried.conflicts.is_empty();
        draft.effects = Some(carried.checkout.effects()?);
        let commits = way.commits(desk.repo)?;
        let prepared = draft.prepare(desk, log)?;
        let arrival = Arrival {
            session: way.session,
            steps: going.steps,
            commits,
            steps_back,
            stashed: carried.stashed,
            restored: carried.restored,
            conflicts: carried.conflicts,
        };
        Ok(Some(Self { prepared, arrival }))
    }

    /// Takes the step.
    pub fn publish(self) -> Result<(Published, Arrival), HistoryError> {
        Ok((self.prepared.publish()?, self.arrival))
    }
}

fn going(
    desk: &Desk<'_>,
    log: &OpLog<'_>,
    (way, stride): (&Way, Stride),
) -> Result<Option<Going>, HistoryError> {
    let at_tip = way.ahead.as_ref().is_some_and(Vec::is_empty);
    let (kind, passed, steps) = match stride {
        Stride::Back(count) => {
            way.before(0)?;
            (OperationKind::Back, vec![way.behind(desk.repo, count)?], count)
        }
        Stride::Forward(_) | Stride::Tip if at_tip => {
            let here = way.head.branch() == Some(way.session.branch.as_str());
            if here && !waits(way) {
                return Ok(None);
            }
            (OperationKind::Forward, vec![way.tip], 0)
        }
        Stride::Forward(count) => (OperationKind::Forward, way.before(count)?, count),
        Stride::Tip => {
            let passed = way.before_tip(log)?;
            let steps = passed.len();
            (OperationKind::Forward, passed, steps)
        }
    };
    let commit = passed.last().copied().unwrap_or(way.at);
    let branch = &way.session.branch;
    let arrives = kind == OperationKind::Forward && commit == way.tip;
    if arrives && desk.repo.is_checked_out_elsewhere(branch) {
        return Err(StepError::CheckedOutElsewhere(branch.clone()).into());
    }
    let head = if arrives {
        Head::Branch { name: branch.clone(), commit: Some(commit) }
    } else {
        Head::Detached { commit }
    };
    Ok(Some(Going { kind, head, passed, arrives, steps }))
}

/// Whether edits wait for the session, or HEAD's being stepped back has not been noted as over.
fn waits(way: &Way) -> bool {
    way.has_waiting() || way.standing.stepped_back.as_ref() == Some(&way.session.branch)
}

fn steps_back(way: &Way, going: &Going) -> usize {
    let ahead = way.ahead.as_ref().map_or(0, Vec::len);
    if going.kind == OperationKind::Back {
        ahead + going.steps
    } else {
        ahead.saturating_sub(going.steps)
    }
}

fn summary(going: &Going) -> String {
    let commits = if going.steps == 1 { "commit" } else { "commits" };
    let to = match &going.head {
        Head::Branch { name, .. } => short(name).to_owned(),
        Head::Detached { commit } => commit.to_hex_with_len(SHORT).to_string(),
    };
    if going.steps == 0 {
        return format!("edits that waited, on {to}");
    }
    format!("{} {commits} {}, to {to}", going.steps, going.kind.as_str())
}

/// A checkout whose places hold what shall stand there, and what became of the user's edits.
struct Carried<'r> {
    checkout: Checkout<'r>,
    standing: Standing,
    stashed: Vec<RepoPath>,
    restored: Vec<RepoPath>,
    conflicts: Vec<Conflict>,
}

fn carry<'r>(
    desk: &Desk<'r>,
    way: &Way,
    going: &Going,
    aside: &PutAside<'_>,
) -> Result<Carried<'r>, HistoryError> {
    let repo = desk.repo;
    let trees = (repo.tree_of(Some(way.at))?, repo.tree_of(going.head.commit())?);
    let comes_back = |edit: &StashedFile| {
        edit.branch == way.session.branch && (going.arrives || going.passed.contains(&edit.at))
    };
    let blocked = obstacles(desk, trees)?;
    let waiting = way.standing.stash.iter();
    let paths = waiting.filter(|edit| comes_back(edit)).map(|edit| edit.path.clone());
    let further: Vec<RepoPath> = blocked.iter().cloned().chain(paths).collect();
    let route = Route { from: trees.0, to: trees.1, further: &further };
    let mut checkout = Checkout::look(desk, route)?;
    let fresh = put_aside(&mut checkout, &blocked, aside);
    let edits = way.standing.stash.iter().cloned().chain(fresh);
    let (back, stash): (Vec<_>, Vec<_>) = edits.partition(comes_back);
    let mut returning = Returning::new(desk, short(&going.head.short_name()).to_owned());
    for edit in &back {
        returning.bring(edit, &mut checkout)?;
    }
    let Returning { restored, conflicts, .. } = returning;
    let stashed = stash.iter().filter(|edit| edit.by == *aside.by).map(|edit| edit.path.clone());
    let stashed = stashed.collect();
    let standing = Standing { stepped_back: None, stash };
    Ok(Carried { checkout, standing, stashed, restored, conflicts })
}

/// Puts aside what is the user's own where files change or make room. What stands at the other
/// places, to which edits come back, stays until then.
fn put_aside(
    checkout: &mut Checkout<'_>,
    blocked: &[RepoPath],
    aside: &PutAside<'_>,
) -> Vec<StashedFile> {
    let mut fresh = Vec::new();
    for place in &mut checkout.places {
        let differs = place.from != place.to;
        let blocks = blocked.contains(&place.path);
        if !differs {
            let kept = Target { state: place.now.clone(), staged: place.staged.clone() };
            let gone = Target { state: crate::workspace::FileState::Absent, staged: Vec::new() };
            place.target = if blocks { gone } else { kept };
        }
        if (differs || blocks) && !place.is_as_in_head() {
            fresh.push(aside.edit(place));
        }
    }
    fresh
}
