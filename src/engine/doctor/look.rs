//! All the checks in their order, those of git itself and of the interpreters among them.

use std::{ffi::OsString, path::Path};

use super::{commands, repository};
use crate::engine::command_options::CommandOptions;
use crate::engine::options::{ApplyOptions, commands as configure};
use crate::engine::perform::find_program;
use crate::git::{self, GitError, Repo, Settings};
use crate::policy::Language;
use crate::report::Check;

/// The first version of git that has all that is used of it: `git hook run --to-stdin`.
const OLDEST_GIT: (u32, u32) = (2, 40);

/// Looks at all that a response may need in a directory. Changes nothing.
#[must_use]
pub fn doctor(directory: &Path, environment: Vec<(OsString, OsString)>) -> Vec<Check> {
    let mut checks = vec![git_program()];
    let found = Repo::discover_any(directory);
    let repo = found.as_ref().ok();
    let options = match repo.map_or_else(of_user, ApplyOptions::configured) {
        Ok(options) => options,
        Err(error) => {
            checks.push(Check::no("settings", error.to_string(), "`git config --edit` mends it"));
            ApplyOptions::default()
        }
    };
    let commands = CommandOptions { environment, ..options.commands.clone() };
    match &found {
        Ok(repo) => checks.extend(repository::checks(repo, &commands)),
        Err(error) => checks.push(repository::none(error)),
    }
    let options = ApplyOptions { commands, ..options };
    checks.extend(commands::settings(&options));
    checks.extend(commands::sandbox(repo, &options));
    checks.extend(repo.filter(|repo| !repo.is_bare()).map(repository::allow_list));
    checks.extend(interpreters(&options.commands));
    checks
}

/// The settings outside repositories: those about commands, for nothing else is looked at there.
fn of_user() -> Result<ApplyOptions, GitError> {
    let mut options = ApplyOptions::default();
    configure(&mut options.commands, &Settings::of_user())?;
    Ok(options)
}

fn git_program() -> Check {
    let install = "install git, and see that it is in PATH";
    let version = match git::version() {
        Ok(version) => version,
        Err(error) => return Check::no("git", error.to_string(), install),
    };
    let (major, minor) = OLDEST_GIT;
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    let is = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if is >= OLDEST_GIT {
        return Check::yes("git", version);
    }
    Check::no(
        "git",
        version,
        format!("git {major}.{minor} or later is needed: install a newer one"),
    )
}

/// What runs the code of `exec`. A response can do without any of them.
fn interpreters(options: &CommandOptions) -> impl Iterator<Item = Check> {
    let languages = [Language::Python, Language::Javascript, Language::Bash, Language::Ruby];
    languages.into_iter().map(|language| {
        let program = language.interpreter();
        match find_program(options, program.as_ref()) {
            Some(found) => Check::yes(language.name(), found.display().to_string()),
            None => Check::absent(language.name(), format!("{program} is not in PATH")),
        }
    })
}
