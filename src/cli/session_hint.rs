//! What to do where a session was not squashed, landed or dropped.

use crate::history::SessionRefusal as R;

/// What to do.
pub fn ending_hint(refusal: &R) -> String {
    match refusal {
        R::NoSession { what, sessions, .. } => named(what, sessions),
        R::Unknown { sessions, .. } => listed(sessions),
        R::SteppedBack { .. } => "`git clada forward --tip` goes back to its tip; \
             `git clada session fork` begins a session here"
            .to_owned(),
        R::NoBase { session, what } => without_base(session, what),
        R::NoBranch { session, base } => format!(
            "`git branch NAME clada/{session}` makes a branch of it; \
             `git clada drop` goes back to {base}"
        ),
        R::BaseGone { branch, base, .. } => {
            format!("`git branch {branch} {base}` brings it back as it was then")
        }
        R::NotHere { at: Some(path), .. } => {
            format!("try again where the branch that it began on is checked out, in {path}")
        }
        R::NotHere { branch, .. } => format!("`git switch {branch}` first, then try again"),
        R::Elsewhere { path, session, what } => {
            format!("run it there: `git -C {path} clada {what} {session}`")
        }
        R::Merge { .. } => {
            "`git clada land --squash` makes one commit of all of them, on the base".to_owned()
        }
        R::Replay { .. } | R::OtherTree => {
            "nothing was changed; `--contiguous-only` joins what stands side by side, and moves \
             nothing"
                .to_owned()
        }
        R::NotFastForward { session, .. } => format!(
            "`git clada land --merge` merges; \
             or `git rebase` clada/{session} yourself, then try again"
        ),
        R::MergeConflict { session, branch, .. } => format!(
            "nothing was changed; merge it yourself: \
             `git switch {branch} && git merge clada/{session}`"
        ),
        R::Unrelated { session, branch } => format!(
            "`git switch {branch} && git merge --allow-unrelated-histories clada/{session}` \
             joins them"
        ),
        R::Dirty { .. } => {
            "nothing was changed; commit them, or `git stash` them and `git stash pop` afterwards"
                .to_owned()
        }
        R::OwnCommits { session, .. } => format!(
            "`git clada land` takes them home; `--force` drops them too, and \
             `git clada undo` brings clada/{session} back"
        ),
        R::Snapshot { snapshot, base, session, .. } => {
            let id = snapshot.split(' ').next().unwrap_or_default();
            by_hand(id, base, session)
        }
    }
}

fn without_base(session: &str, what: &str) -> String {
    if what == "squash" {
        return format!("`git rebase -i COMMIT` squashes those of clada/{session} since COMMIT");
    }
    format!(
        "use git: `git switch BRANCH`, then `git merge clada/{session}` or \
         `git branch -D clada/{session}`"
    )
}

fn by_hand(snapshot: &str, base: &str, session: &str) -> String {
    format!(
        "nothing was changed; take them over yourself: `git switch {base}`, \
         `git cherry-pick -n {snapshot}`, then `git branch -D clada/{session}`"
    )
}

fn named(what: &str, sessions: &[String]) -> String {
    match sessions {
        [] => "there are no sessions; `git clada apply` starts one".to_owned(),
        [only] if what == "squash" => format!("`git switch clada/{only}` goes to the session"),
        [only] => format!("`git clada {what} {only}` takes that one"),
        _ if what == "squash" => {
            format!("`git switch clada/NAME` goes to a session; {}", listed(sessions))
        }
        _ => format!("name one: `git clada {what} NAME`; {}", listed(sessions)),
    }
}

fn listed(sessions: &[String]) -> String {
    if sessions.is_empty() {
        "there are no sessions".to_owned()
    } else {
        format!("there are: {}", sessions.join(", "))
    }
}
