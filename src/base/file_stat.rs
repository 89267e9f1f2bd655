//! What the file system says of a file without reading it.

/// Seconds and nanoseconds since the epoch.
pub type FileTime = (i64, u32);

/// The numbers that lstat(2) gives, as far as git's index and fingerprints need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileStat {
    /// When the inode last changed.
    pub ctime: FileTime,
    /// When the content last changed.
    pub mtime: FileTime,
    /// The device's number.
    pub dev: u64,
    /// The inode's number.
    pub ino: u64,
    /// The owner.
    pub uid: u32,
    /// The group.
    pub gid: u32,
    /// In bytes.
    pub size: u64,
    /// Type and permissions, as `st_mode`.
    pub mode: u32,
}
