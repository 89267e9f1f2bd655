//! The devices and the `/proc` of a sandbox: no disk among them, and no process but its own.

use std::{os::unix::fs::symlink, path::Path};

use super::{
    covers::{Attached, cover},
    mounts::{self, MountAttributes, Options},
    stop::{Stop, Trying},
};

/// The devices that every program expects.
const DEVICES: [&str; 6] =
    ["/dev/full", "/dev/null", "/dev/random", "/dev/tty", "/dev/urandom", "/dev/zero"];

const LINKS: [(&str, &str); 5] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
    ("pts/ptmx", "/dev/ptmx"),
];

/// Mounts a `/dev` with the harmless devices alone.
pub(super) fn mount_devices() -> Result<(), Stop> {
    let taken: Result<Vec<_>, Stop> =
        DEVICES.iter().map(|device| Attached::of(Path::new(device))).collect();
    let taken = taken?;
    cover(Path::new("/dev"), "755", MountAttributes::NoDevices)?;
    for device in taken.iter().flatten() {
        device.attach()?;
    }
    for (target, link) in LINKS {
        symlink(target, link).trying("make the links of /dev")?;
    }
    fs_err::create_dir("/dev/shm").trying("make /dev/shm")?;
    cover(Path::new("/dev/shm"), "1777", MountAttributes::NoDevices)?;
    fs_err::create_dir("/dev/pts").trying("make /dev/pts")?;
    let strings = [("ptmxmode", "0666"), ("mode", "620")];
    let attributes = MountAttributes::Devices;
    let terminals = mounts::make(
        "devpts",
        Options { strings: &strings, flags: &["newinstance"], attributes, ..Options::default() },
    );
    if let Ok(terminals) = terminals {
        mounts::attach(&terminals, Path::new("/dev/pts")).trying("mount /dev/pts")?;
    }
    Ok(())
}

/// Mounts a `/proc` that shows this namespace's processes alone, read-only. Says whether it could:
/// where another file system hides parts of the outer one, the kernel gives no new one.
pub(super) fn mount_processes() -> bool {
    let attributes = MountAttributes::ReadOnly;
    let mounted = mounts::make("proc", Options { attributes, ..Options::default() });
    mounted.and_then(|mount| mounts::attach(&mount, Path::new("/proc"))).is_ok()
}
