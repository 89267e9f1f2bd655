//! Mounts that are attached nowhere yet, and attaching them: the new mount calls, on handles, so
//! that no name is looked up twice and none needs quoting.

use std::{
    fs::File,
    os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd},
    path::Path,
};

use rustix::{
    fs::{CWD, Mode, OFlags, openat},
    io::{self, Errno},
    mount::{
        FsMountFlags, FsOpenFlags, MountAttrFlags, MoveMountFlags, OpenTreeFlags, fsconfig_create,
        fsconfig_set_flag, fsconfig_set_string, fsmount, fsopen, move_mount, open_tree,
    },
};

/// A handle on what stands at a path, no link at its end followed.
pub(super) fn handle(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(CWD, path, flags, Mode::empty())
}

/// How a file system is mounted.
#[derive(Clone, Copy, Default)]
pub(super) struct Options<'a> {
    pub(super) strings: &'a [(&'a str, &'a str)],
    pub(super) flags: &'a [&'a str],
    /// Those that may be unknown to the kernel.
    pub(super) wishes: &'a [&'a str],
    pub(super) attributes: MountAttributes,
}

/// What a mount forbids beside set-user-ID.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum MountAttributes {
    /// Devices.
    #[default]
    NoDevices,
    /// Devices, writing and running.
    ReadOnly,
    /// Nothing.
    Devices,
}

/// Makes a mount of a file system.
pub(super) fn make(kind: &str, options: Options<'_>) -> io::Result<OwnedFd> {
    let context = fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (key, value) in options.strings {
        fsconfig_set_string(&context, *key, *value)?;
    }
    for flag in options.flags {
        fsconfig_set_flag(&context, *flag)?;
    }
    for flag in options.wishes {
        // A kernel that knows it not does without.
        let _ = fsconfig_set_flag(&context, *flag);
    }
    fsconfig_create(&context)?;
    let forbids = match options.attributes {
        MountAttributes::NoDevices => MountAttrFlags::MOUNT_ATTR_NODEV,
        MountAttributes::ReadOnly => {
            MountAttrFlags::MOUNT_ATTR_NODEV
                | MountAttrFlags::MOUNT_ATTR_RDONLY
                | MountAttrFlags::MOUNT_ATTR_NOEXEC
        }
        MountAttributes::Devices => MountAttrFlags::empty(),
    };
    let forbids = forbids | MountAttrFlags::MOUNT_ATTR_NOSUID;
    fsmount(&context, FsMountFlags::FSMOUNT_CLOEXEC, forbids)
}

/// Takes what is mounted at a path, with all that is mounted below.
pub(super) fn clone_tree(path: &Path) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_SYMLINK_NOFOLLOW;
    open_tree(CWD, path, flags | OpenTreeFlags::AT_RECURSIVE)
}

/// Attaches a mount on what stands at a path, no link at its end followed.
pub(super) fn attach(mount: &OwnedFd, path: &Path) -> io::Result<()> {
    let on = handle(path)?;
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH;
    move_mount(mount, "", &on, "", flags)
}

/// Makes a mount, and all below it, read-only.
pub(super) fn forbid_writing(mount: BorrowedFd<'_>) -> io::Result<()> {
    #[repr(C)]
    struct Attributes {
        set: u64,
        clear: u64,
        propagation: u64,
        userns: u64,
    }
    let set = u64::from(MountAttrFlags::MOUNT_ATTR_RDONLY.bits());
    let attributes = Attributes { set, clear: 0, propagation: 0, userns: 0 };
    let flags = libc::AT_EMPTY_PATH | libc::AT_RECURSIVE;
    #[expect(unsafe_code, reason = "neither rustix nor libc wraps mount_setattr")]
    // SAFETY: the pointers are to an empty C string and to attributes of the size that is named;
    // both live until the call returns, and the kernel only reads them.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attributes,
            size_of::<Attributes>(),
        )
    };
    if done == 0 {
        return Ok(());
    }
    Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO))
}

/// Makes all mounts of this namespace read-only. Devices can still be written to.
pub(super) fn forbid_writing_everywhere() -> io::Result<()> {
    forbid_writing(handle(Path::new("/"))?.as_fd())
}

/// An empty file system in memory.
pub(super) fn memory(mode: &str, attributes: MountAttributes) -> io::Result<OwnedFd> {
    make("tmpfs", Options { strings: &[("mode", mode)], attributes, ..Options::default() })
}

/// The paths at which something is mounted, as the kernel lists them.
pub(super) fn mount_points() -> std::io::Result<Vec<Vec<u8>>> {
    let list = fs_err::read("/proc/self/mountinfo")?;
    let lines = list.split(|&byte| byte == b'\n');
    Ok(lines.filter_map(|line| line.split(|&byte| byte == b' ').nth(4)).map(unescaped).collect())
}

/// A name as it was before the kernel wrote its blanks and backslashes as octal numbers.
fn unescaped(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&byte, tail)) = rest.split_first() {
        let number = tail.get(..3).filter(|_| byte == b'\\');
        let number = number.and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(number) = number.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            out.push(number);
            rest = tail.get(3..).unwrap_or_default();
        } else {
            out.push(byte);
            rest = tail;
        }
    }
    out
}

/// A path by which the kernel finds an open file, whatever its name.
pub(super) fn by_number(fd: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", fd.as_raw_fd())
}

/// Makes an empty file to attach something on.
pub(super) fn empty_file(path: &Path) -> std::io::Result<()> {
    File::options().write(true).create(true).truncate(false).open(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_mount_points_are_read() {
        assert_eq!(unescaped(br"/a\040b\134c\011"), b"/a b\\c\t");
        assert_eq!(unescaped(br"/a\"), br"/a\");
    }
}
