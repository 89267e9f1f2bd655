//! Leaving the namespaces that this process was born in.

use std::fs::File;

use rustix::{
    process::{getgid, getuid},
    thread::{CapabilitySet, UnshareFlags, capabilities, unshare_unsafe},
};

use super::{
    network,
    outcome::{Outcome, Part},
    stop::{Stop, Trying},
};
use crate::workspace::process::{SandboxMode, SandboxOptions};

/// Leaves the mount and PID namespaces, and those that the sandbox takes away.
///
/// Who may mount does so as himself: in a user namespace a file of an unmapped owner or group cannot
/// be written. Who may not takes a user namespace that maps him alone.
pub(super) fn leave(sandbox: SandboxOptions, outcome: &File) -> Result<(), Stop> {
    let passed = |part| Outcome::Passed(part).write(outcome).trying("say what stands");
    let mut flags = UnshareFlags::NEWNS | UnshareFlags::NEWPID;
    let sandboxed = sandbox.mode != SandboxMode::Off;
    if sandboxed {
        flags |= UnshareFlags::NEWIPC;
    }
    let own_net = sandboxed && !sandbox.allow_net;
    if own_net {
        flags |= UnshareFlags::NEWNET;
    }
    let may_mount =
        capabilities(None).is_ok_and(|own| own.effective.contains(CapabilitySet::SYS_ADMIN));
    let ids = (getuid().as_raw(), getgid().as_raw());
    if may_mount {
        unshare(flags).trying("leave the namespaces")?;
    } else {
        unshare(flags | UnshareFlags::NEWUSER).trying("make a user namespace")?;
        map(ids)?;
    }
    passed(Part::Namespaces)?;
    if own_net {
        network::raise_loopback().trying("raise the loopback interface")?;
        passed(Part::Network)?;
    }
    Ok(())
}

#[expect(unsafe_code, reason = "rustix marks it so for one flag that is not used here")]
fn unshare(flags: UnshareFlags) -> rustix::io::Result<()> {
    // SAFETY: the table of file descriptors stays shared with nobody: `FILES` is never among them.
    unsafe { unshare_unsafe(flags) }
}

fn map((uid, gid): (u32, u32)) -> Result<(), Stop> {
    let tell = |file: &str, text: String| {
        fs_err::write(format!("/proc/self/{file}"), text).trying("map the user")
    };
    tell("setgroups", "deny".to_owned())?;
    tell("uid_map", format!("{uid} {uid} 1"))?;
    tell("gid_map", format!("{gid} {gid} 1"))
}

/// Whether this process is in a user namespace that maps one user alone.
pub(super) fn is_mapped() -> bool {
    let map = fs_err::read_to_string("/proc/self/uid_map").unwrap_or_default();
    map.split_whitespace().nth(2) == Some("1")
}
