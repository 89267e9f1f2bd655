//! Commands: the settings that hold for them, and what this machine holds them with.

use std::path::{Path, PathBuf};

use crate::base::settings::{SANDBOX, SANDBOX_NET, VIEW};
use crate::engine::{
    command_options::{CommandOptions, launcher, sandbox_name},
    options::ApplyOptions,
    perform::CommandPlaces,
    place::{Place, gate},
};
use crate::git::Repo;
use crate::policy::{Gate, GateOptions};
use crate::report::Check;
use crate::workspace::{
    process::{SandboxMode, SandboxOptions, ViewKind},
    view::{Launcher, Part, Probe, ViewChoice, ViewOptions, probe},
};

/// The settings that say how commands are held.
pub(super) fn settings(options: &ApplyOptions) -> [Check; 3] {
    let SandboxOptions { mode, allow_net, .. } = options.commands.sandbox;
    let sandbox = match mode {
        SandboxMode::Off => Check::absent(SANDBOX.key, "off: commands may do what you may do")
            .but("`git config --global --unset clada.sandbox` holds them again"),
        SandboxMode::Workspace | SandboxMode::Strict => Check::yes(SANDBOX.key, sandbox_name(mode)),
    };
    let net = if allow_net { "true: commands reach the network" } else { "false" };
    [sandbox, Check::yes(SANDBOX_NET.key, net), view(options.commands.view, mode)]
}

/// Where commands run.
fn view(choice: ViewChoice, mode: SandboxMode) -> Check {
    const NAME: &str = VIEW.key;
    if choice == ViewChoice::InPlace && mode != SandboxMode::Off {
        return Check::no(
            NAME,
            "in-place: no command runs in a sandbox without a view",
            "`git config --global --unset clada.view` gives them a view again",
        );
    }
    Check::yes(NAME, choice.name())
}

/// What commands are held with, found out by running one.
pub(super) fn sandbox(repo: Option<&Repo>, options: &ApplyOptions) -> Vec<Check> {
    let set = options.commands.sandbox;
    let is_off = set.mode == SandboxMode::Off;
    let tried = SandboxOptions {
        // What there is is told all the same.
        mode: if is_off { SandboxMode::Workspace } else { set.mode },
        ..set
    };
    let found = match repo.filter(|repo| !repo.is_bare()) {
        Some(repo) => gate(Place::Repo(repo), options).map_err(|error| error.chain()).map(|gate| {
            try_in(&gate, &Place::Repo(repo).for_commands(), (&options.commands, tried))
        }),
        None => elsewhere(&options.commands, tried),
    };
    match found {
        Ok(found) => told(&found, set),
        Err(why) => vec![Check::no("view", why, "see that the directory can be written to")],
    }
}

fn try_in(
    gate: &Gate,
    places: &CommandPlaces,
    (options, sandbox): (&CommandOptions, SandboxOptions),
) -> Probe {
    let roots = gate.allowed_roots();
    let launcher = Launcher(launcher());
    let options = ViewOptions {
        gate,
        scratch: &places.scratch,
        git_dirs: &places.git_dirs,
        home: options.variable("HOME").map(Path::new),
        roots: &roots,
        launcher: &launcher,
    };
    probe(options, sandbox)
}

/// Tries it in a temporary directory, where no repository is.
fn elsewhere(options: &CommandOptions, sandbox: SandboxOptions) -> Result<Probe, String> {
    let said = |error: std::io::Error| error.to_string();
    let dir = tempfile::tempdir().map_err(said)?;
    let top: PathBuf = dir.path().join("worktree");
    fs_err::create_dir(&top).map_err(said)?;
    let gate = Gate::new(GateOptions { base_dir: Some(&top), ..GateOptions::default() });
    let gate = gate.map_err(|error| error.to_string())?;
    let places = CommandPlaces { scratch: dir.path().join("scratch"), ..CommandPlaces::default() };
    Ok(try_in(&gate, &places, (options, sandbox)))
}

/// The view and the parts of the sandbox, those behind the first that does not work as not tried.
fn told(found: &Probe, set: SandboxOptions) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut failed = false;
    for (part, name) in [
        (Part::Namespaces, "namespaces"),
        (Part::Network, "network"),
        (Part::View, "view"),
        (Part::FileRules, "Landlock"),
        (Part::Capabilities, "capabilities"),
        (Part::SystemCalls, "system calls"),
    ] {
        if part == Part::Network && set.allow_net {
            checks.push(Check::yes(name, "the machine's: `clada.sandboxNet` says so"));
        } else if found.parts.contains(&part) {
            checks.push(stands(part, name, found));
        } else if failed {
            checks.push(Check::absent(name, "not tried"));
        } else {
            failed = true;
            checks.push(missing(name, found, set.mode));
        }
    }
    checks
}

fn stands(part: Part, name: &str, found: &Probe) -> Check {
    let kind = match found.view {
        Ok(ViewKind::OverlayInMemory) => "an overlay on the worktree, its changes in memory",
        Ok(ViewKind::Overlay | ViewKind::InPlace) | Err(_) => "an overlay on the worktree",
    };
    let text = match part {
        Part::Namespaces if found.user_namespace => {
            let help = "files of other owners and groups cannot be written by commands";
            return Check::yes(name, "mounts and processes, in a user namespace").but(help);
        }
        Part::Namespaces => "mounts and processes, without a user namespace",
        Part::Network => "its own, with localhost alone",
        Part::View => kind,
        Part::FileRules => match found.file_rules {
            Some(version) => return Check::yes(name, format!("version {version}")),
            None => {
                return Check::absent(
                    name,
                    "the kernel has none; the default sandbox does without",
                )
                .but("Linux 5.13 and later have it, if it is among `lsm=` at boot");
            }
        },
        Part::Capabilities => "none",
        Part::SystemCalls => "filtered by seccomp",
    };
    Check::yes(name, text)
}

fn missing(name: &str, found: &Probe, mode: SandboxMode) -> Check {
    let why = found.view.as_ref().err().map_or("it ended without a word", String::as_str);
    let why = why.strip_prefix("cannot run commands in a view of the worktree: ").unwrap_or(why);
    if mode == SandboxMode::Off {
        return Check::absent(name, why).but("commands run in the worktree itself");
    }
    let help = match name {
        "namespaces" => {
            "commands are refused: allow user namespaces (`sysctl user.max_user_namespaces`, \
             `kernel.apparmor_restrict_unprivileged_userns=0`; in a container, its seccomp \
             profile), or `git config --global clada.sandbox off` lets them do all that you may do"
        }
        _ => {
            "commands are refused; `git config --global clada.sandbox off` lets them run in the \
             worktree itself, with all that you may do"
        }
    };
    Check::no(name, why, help)
}
