//! The repository: what it is made of, and the list of commands that its user has approved.

use crate::engine::{approvals::approvals, command_options::CommandOptions, perform::find_program};
use crate::git::{FilterDriver, GitError, Repo};
use crate::report::Check;

/// What there is to say where no repository can be opened.
pub(super) fn none(error: &GitError) -> Check {
    if let GitError::NoRepository(_) = error {
        return Check::absent("repository", "there is none here").but(
            "`git init` makes one; `git clada apply --no-git` does without, and without undo",
        );
    }
    if let GitError::Unsupported { what, instead } = error {
        return Check::no("repository", format!("{what} is not supported"), instead.to_string());
    }
    Check::no("repository", error.to_string(), "`git status` says what git makes of it")
}

/// What a repository is made of.
pub(super) fn checks(repo: &Repo, options: &CommandOptions) -> Vec<Check> {
    let place = repo.worktree().display().to_string();
    let place = if repo.is_bare() { format!("{place}, bare") } else { place };
    let extensions = repo.extensions();
    let mut checks = vec![
        Check::yes("repository", place),
        Check::yes("objects, refs", format!("{}, files", repo.object_format())),
        match extensions.as_slice() {
            [] => Check::yes("extensions", "none"),
            names => Check::yes("extensions", format!("{}, supported", names.join(", "))),
        },
    ];
    let drivers = repo.filter_drivers();
    checks.extend(drivers.iter().map(|driver| filter(driver, options)));
    checks
}

fn filter(driver: &FilterDriver, options: &CommandOptions) -> Check {
    let name = format!("filter {}", driver.name);
    let lfs = driver.name == "lfs";
    let Some(command) = &driver.command else {
        let help = if lfs {
            "`git lfs install` sets it up; until then files are stored as they are".to_owned()
        } else {
            format!("`git config filter.{}.clean COMMAND` sets it up", driver.name)
        };
        return Check::absent(name, "`.gitattributes` names it, the configuration does not")
            .but(help);
    };
    let program = command.split_whitespace().next().unwrap_or_default();
    // A path is looked up from where git runs it, which may be anywhere.
    if program.contains('/') || find_program(options, program.as_ref()).is_some() {
        return Check::yes(name, command.clone());
    }
    let found = format!("{program} is not in PATH");
    let help = if lfs { "install git-lfs" } else { "install it, or take the filter away" };
    if driver.required {
        Check::no(name, found, help)
    } else {
        Check::absent(name, found).but(help)
    }
}

/// The commands that the user has approved, and whether the list counts.
pub(super) fn allow_list(repo: &Repo) -> Check {
    const NAME: &str = "allowed commands";
    let list = match approvals(repo) {
        Ok(list) => list,
        Err(error) => {
            let help = "mend it, or remove it and approve commands again with `git clada allow`";
            return Check::no(NAME, error.chain(), help);
        }
    };
    let count = list.commands().count();
    let counted = if count == 1 { "1 command".to_owned() } else { format!("{count} commands") };
    if list.is_trusted() {
        return Check::yes(NAME, if count == 0 { "none".to_owned() } else { counted });
    }
    Check::absent(NAME, format!("{counted}, not trusted as the list is now: none of them runs"))
        .but("look at `.clada/allowed-commands.json`; `git clada allow --trust` accepts it")
}
