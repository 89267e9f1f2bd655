//! What the kernel refuses the command beside what it does not see: Landlock's rules on files, and
//! no capabilities.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
};

use super::{
    launch::{Bytes, Place},
    stop::{Stop, Trying},
};
use crate::workspace::process::{SandboxMode, SandboxOptions};

/// The newest rules that are known here; an older kernel takes what it knows.
const KNOWN: ABI = ABI::V6;

/// Where programs, their libraries and their settings are.
const SYSTEM: [&str; 16] = [
    "/bin", "/dev", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/nix", "/opt", "/proc", "/run",
    "/sbin", "/snap", "/sys", "/tmp", "/usr",
];

/// Where everybody writes. They are the sandbox's own.
const WRITABLE: [&str; 2] = ["/tmp", "/dev"];

/// The version of Landlock that holds the command; none where the kernel has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landlocked(pub(super) Option<u32>);

/// Restricts this process and what it becomes.
pub(super) fn restrict(place: &Place, sandbox: SandboxOptions) -> Result<Landlocked, Stop> {
    let what = "restrict the command by Landlock";
    let everything = AccessFs::from_all(KNOWN);
    let worktree = [place.worktree.path().to_owned()];
    let writable = WRITABLE.iter().map(PathBuf::from).chain(worktree);
    let git = place.git_dirs.iter().filter(|_| sandbox.allow_git).map(path);
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(everything)
        .trying(what)?
        .scope(Scope::AbstractUnixSocket | Scope::Signal)
        .trying(what)?
        .create()
        .trying(what)?
        .add_rules(path_beneath_rules(readable(place, sandbox.mode), AccessFs::from_read(KNOWN)))
        .trying(what)?
        .add_rules(path_beneath_rules(writable.chain(git), everything))
        .trying(what)?;
    let status = rules.restrict_self().trying(what)?;
    let version = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => version(effective_abi),
        LandlockStatus::NotEnabled | LandlockStatus::NotImplemented => None,
    };
    Ok(Landlocked(version.filter(|_| status.ruleset != RulesetStatus::NotEnforced)))
}

/// The number of a version, as far as they are known here.
fn version(abi: ABI) -> Option<u32> {
    let known = [ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, KNOWN];
    let newest = known.iter().filter(|&&known| known <= abi).count();
    u32::try_from(newest).ok().filter(|&number| number > 0)
}

fn readable(place: &Place, mode: SandboxMode) -> Vec<PathBuf> {
    if mode != SandboxMode::Strict {
        return vec![PathBuf::from("/")];
    }
    let system = SYSTEM.iter().map(PathBuf::from);
    system.chain(place.git_dirs.iter().chain(&place.roots).map(path)).collect()
}

fn path(bytes: &Bytes) -> PathBuf {
    Path::new(bytes.os()).to_owned()
}

/// Gives all capabilities away, and the ways to get any.
pub(super) fn drop_capabilities() -> Result<(), Stop> {
    let what = "give the capabilities away";
    set_no_new_privs(true).trying(what)?;
    clear_ambient_capability_set().trying(what)?;
    for number in 0..u64::BITS {
        // Numbers that the kernel does not know are refused, and are none.
        let one = CapabilitySet::from_bits_retain(1 << number);
        if rustix::thread::capability_is_in_bounding_set(one).unwrap_or(false) {
            remove_capability_from_bounding_set(one).trying(what)?;
        }
    }
    let none = CapabilitySet::empty();
    let none = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, none).trying(what)
}
