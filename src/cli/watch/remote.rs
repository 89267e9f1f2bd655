//! Whether a file may be changed by other machines, of which this one's kernel tells nobody.

use std::path::Path;

/// The file systems that are elsewhere, by the number that the kernel gives them (statfs(2)).
#[cfg(target_os = "linux")]
const REMOTE: [(i64, &str); 12] = [
    (0x6969, "NFS"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB"),
    (0x517b, "SMB"),
    (0x6573_5546, "FUSE"),
    (0x0102_1997, "9p"),
    (0x5346_414f, "AFS"),
    (0x6b41_4653, "AFS"),
    (0x7375_7245, "Coda"),
    (0x00c3_6400, "Ceph"),
    (0x0bd0_0bd0, "Lustre"),
    (0x786f_4256, "vboxsf"),
];

/// The kind of the file system that a directory is on, if it is one of those.
#[cfg(target_os = "linux")]
#[must_use]
pub fn remote(dir: &Path) -> Option<&'static str> {
    let found = rustix::fs::statfs(dir).ok()?;
    #[expect(clippy::useless_conversion, reason = "its width is the machine's")]
    let kind = i64::from(found.f_type);
    // On machines of 32 bits the number is signed.
    let same = |number: &i64| number & 0xffff_ffff == kind & 0xffff_ffff;
    REMOTE.iter().find(|(number, _)| same(number)).map(|(_, name)| *name)
}

/// Elsewhere nothing is known of it; `--poll` says so.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn remote(_: &Path) -> Option<&'static str> {
    None
}
