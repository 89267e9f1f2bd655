//! Failures of the file system in the words of Node (`actions.md`: Messages).

use std::{
    fmt,
    io::{self, ErrorKind},
};

use rustix::io::Errno;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the system's own")]
pub enum FsCode {
    Enoent,
    Eexist,
    Eacces,
    Eperm,
    Eisdir,
    Enotdir,
    Enotempty,
    Eilseq,
    Efbig,
    Eloop,
    Erofs,
    Enospc,
    Edquot,
    Ebusy,
    Eio,
    Enametoolong,
    Exdev,
    Emfile,
    /// Any other, by its number.
    Other(i32),
}

const KINDS: [(ErrorKind, FsCode); 13] = [
    (ErrorKind::NotFound, FsCode::Enoent),
    (ErrorKind::AlreadyExists, FsCode::Eexist),
    (ErrorKind::PermissionDenied, FsCode::Eacces),
    (ErrorKind::IsADirectory, FsCode::Eisdir),
    (ErrorKind::NotADirectory, FsCode::Enotdir),
    (ErrorKind::DirectoryNotEmpty, FsCode::Enotempty),
    (ErrorKind::FileTooLarge, FsCode::Efbig),
    (ErrorKind::ReadOnlyFilesystem, FsCode::Erofs),
    (ErrorKind::StorageFull, FsCode::Enospc),
    (ErrorKind::QuotaExceeded, FsCode::Edquot),
    (ErrorKind::ResourceBusy, FsCode::Ebusy),
    (ErrorKind::InvalidFilename, FsCode::Enametoolong),
    (ErrorKind::CrossesDevices, FsCode::Exdev),
];

impl FsCode {
    /// The name in JSON and at the head of the message.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What it means.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.words().1
    }

    /// What an error of the standard library is. One that tells its path has no number any more, but
    /// its kind.
    #[must_use]
    pub fn of(error: &io::Error) -> Self {
        if let Some(errno) = Errno::from_io_error(error) {
            return errno.into();
        }
        KINDS.iter().find(|(kind, _)| *kind == error.kind()).map_or(Self::Eio, |(_, code)| *code)
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Enoent => ("ENOENT", "no such file or directory"),
            Self::Eexist => ("EEXIST", "file already exists"),
            Self::Eacces => ("EACCES", "permission denied"),
            Self::Eperm => ("EPERM", "operation not permitted"),
            Self::Eisdir => ("EISDIR", "illegal operation on a directory"),
            Self::Enotdir => ("ENOTDIR", "not a directory"),
            Self::Enotempty => ("ENOTEMPTY", "directory not empty"),
            Self::Eilseq => ("EILSEQ", "not valid UTF-8"),
            Self::Efbig => ("EFBIG", "file too large"),
            Self::Eloop => ("ELOOP", "too many symbolic links encountered"),
            Self::Erofs => ("EROFS", "read-only file system"),
            Self::Enospc => ("ENOSPC", "no space left on device"),
            Self::Edquot => ("EDQUOT", "disk quota exceeded"),
            Self::Ebusy => ("EBUSY", "resource busy or locked"),
            Self::Eio => ("EIO", "i/o error"),
            Self::Enametoolong => ("ENAMETOOLONG", "name too long"),
            Self::Exdev => ("EXDEV", "cross-device link not permitted"),
            Self::Emfile => ("EMFILE", "too many open files"),
            Self::Other(_) => ("UNKNOWN", "unknown error"),
        }
    }
}

impl From<Errno> for FsCode {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT => Self::Enoent,
            Errno::EXIST => Self::Eexist,
            Errno::ACCESS => Self::Eacces,
            Errno::PERM => Self::Eperm,
            Errno::ISDIR => Self::Eisdir,
            Errno::NOTDIR => Self::Enotdir,
            Errno::NOTEMPTY => Self::Enotempty,
            Errno::ILSEQ => Self::Eilseq,
            Errno::FBIG => Self::Efbig,
            Errno::LOOP => Self::Eloop,
            Errno::ROFS => Self::Erofs,
            Errno::NOSPC => Self::Enospc,
            Errno::DQUOT => Self::Edquot,
            Errno::BUSY => Self::Ebusy,
            Errno::IO => Self::Eio,
            Errno::NAMETOOLONG => Self::Enametoolong,
            // Opening beneath a root says so of a path that would leave it.
            Errno::XDEV => Self::Exdev,
            Errno::MFILE | Errno::NFILE => Self::Emfile,
            other => Self::Other(other.raw_os_error()),
        }
    }
}

impl From<std::io::Error> for FsCode {
    fn from(error: std::io::Error) -> Self {
        Self::of(&error)
    }
}

/// The call that failed, as Node names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the calls' own")]
pub enum Call {
    Open,
    Unlink,
    Mkdir,
    Rmdir,
    Scandir,
    Rename,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Unlink => "unlink",
            Self::Mkdir => "mkdir",
            Self::Rmdir => "rmdir",
            Self::Scandir => "scandir",
            Self::Rename => "rename",
        })
    }
}

/// A failure: `ENOENT: no such file or directory, open 'P'`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}, {call} '{path}'{}", code.name(), code.text(), Arrow(to.as_deref()))]
pub struct FsError {
    /// What went wrong.
    pub code: FsCode,
    /// What was tried.
    pub call: Call,
    /// The path as the response has it.
    pub path: String,
    /// Where it was to go, as the response has it.
    pub to: Option<String>,
}

impl FsError {
    /// A failure at one path.
    #[must_use]
    pub fn new(code: impl Into<FsCode>, call: Call, path: &str) -> Self {
        Self { code: code.into(), call, path: path.to_owned(), to: None }
    }
}

struct Arrow<'a>(Option<&'a str>);

impl fmt::Display for Arrow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |to| write!(f, " -> '{to}'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_tells_its_path_is_what_it_was() {
        for (errno, code) in [(28, FsCode::Enospc), (122, FsCode::Edquot), (13, FsCode::Eacces)] {
            let plain = io::Error::from_raw_os_error(errno);
            let telling = io::Error::new(plain.kind(), "failed to write to file `/x`");
            assert_eq!((FsCode::of(&plain), FsCode::of(&telling)), (code, code));
        }
        assert_eq!(FsCode::of(&io::Error::other("serde")), FsCode::Eio);
    }

    #[test]
    fn messages_are_worded_as_node_words_them() {
        let error = FsError::new(Errno::NOENT, Call::Open, "a b");
        assert_eq!(error.to_string(), "ENOENT: no such file or directory, open 'a b'");
        let error =
            FsError { to: Some("d".into()), ..FsError::new(Errno::ISDIR, Call::Rename, "c") };
        let text = "EISDIR: illegal operation on a directory, rename 'c' -> 'd'";
        assert_eq!(error.to_string(), text);
        let error = FsError::new(FsCode::Eilseq, Call::Open, "x");
        assert_eq!(error.to_string(), "EILSEQ: not valid UTF-8, open 'x'");
        let error = FsError::new(FsCode::Efbig, Call::Open, "x");
        assert_eq!(error.to_string(), "EFBIG: file too large, open 'x'");
    }
}
