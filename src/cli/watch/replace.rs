//! Putting another content in place of a file's, unless somebody has written to it since it was read.
//!
//! The two change places in one step; what comes out must be what was read, else it goes back. So a
//! save of the last moment is not lost either.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{CWD, Gid, RenameFlags, Uid, fchown, renameat_with};
use rustix::io::Errno;
use tempfile::NamedTempFile;

use super::target::Stamp;

/// What came of it.
#[derive(Debug)]
pub enum Replaced {
    /// The new content stands there.
    Done {
        /// By which it is known.
        stamp: Stamp,
        /// The file that stood there, which has no name any more; somebody may still write to it.
        old: File,
        /// How that stood when it was last read.
        stood: Stamp,
    },
    /// Somebody has written to it: it is as they left it.
    Changed,
}

/// Puts `new` in place of a file that holds `expected`, with the same mode and owner.
pub fn replace(path: &Path, expected: &[u8], new: &[u8]) -> io::Result<Replaced> {
    let mut old = File::options().read(true).open(path)?;
    let meta = old.metadata()?;
    if meta.nlink() > 1 {
        return Err(io::Error::other("it has several names (hard links), which would be parted"));
    }
    if !holds(&mut old, expected)? {
        return Ok(Replaced::Changed);
    }
    let dir = path.parent().ok_or(io::ErrorKind::NotFound)?;
    let mut temporary = tempfile::Builder::new().prefix(".clada-").tempfile_in(dir)?;
    temporary.write_all(new)?;
    like(temporary.as_file(), &meta)?;
    temporary.as_file().sync_data()?;
    let stamp = Stamp::of(&temporary.as_file().metadata()?);
    if !exchange(temporary.path(), path)? {
        // No exchange here: between this look and the rename there is a moment left.
        let stood = Stamp::of(&old.metadata()?);
        if !holds(&mut old, expected)? {
            return Ok(Replaced::Changed);
        }
        temporary.persist(path).map_err(|error| error.error)?;
        return Ok(Replaced::Done { stamp, old, stood });
    }
    let mut out = File::options().read(true).open(temporary.path())?;
    let stood = Stamp::of(&out.metadata()?);
    if holds(&mut out, expected)? {
        return Ok(Replaced::Done { stamp, old: out, stood });
    }
    put_back(temporary, path, stamp)
}

/// Changes the two places back. What stands there by now and is not ours keeps its temporary name.
fn put_back(temporary: NamedTempFile, path: &Path, ours: Stamp) -> io::Result<Replaced> {
    exchange(temporary.path(), path)?;
    if Stamp::of(&temporary.path().metadata()?) == ours {
        return Ok(Replaced::Changed);
    }
    let (_, kept) = temporary.keep().map_err(|error| error.error)?;
    let kept = kept.display();
    Err(io::Error::other(format!(
        "it was written to twice at once; the later content is in {kept}"
    )))
}

fn holds(file: &mut File, expected: &[u8]) -> io::Result<bool> {
    file.rewind()?;
    let limit = u64::try_from(expected.len()).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::with_capacity(expected.len());
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes == expected)
}

/// Gives the new file the owner and the mode of the old one.
fn like(file: &File, meta: &Metadata) -> io::Result<()> {
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (meta.uid(), meta.gid()) {
        let (user, group) = (Uid::from_raw(meta.uid()), Gid::from_raw(meta.gid()));
        fchown(file, Some(user), Some(group)).map_err(|errno| {
            io::Error::other(format!("its owner and group could not be kept: {errno}"))
        })?;
    }
    file.set_permissions(meta.permissions())
}

/// Lets two names change places; `false` where the file system cannot.
fn exchange(a: &Path, b: &Path) -> io::Result<bool> {
    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_mode_stays_and_no_other_file_is_left() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("r.md");
        fs_err::write(&path, "a").expect("a file");
        fs_err::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("a mode");
        let done = replace(&path, b"a", b"top a").expect("replaced");
        let Replaced::Done { stamp, mut old, .. } = done else { panic!("{done:?}") };
        assert_eq!(fs_err::read(&path).expect("a file"), b"top a");
        let meta = path.metadata().expect("a file");
        assert_eq!((meta.permissions().mode() & 0o7777, Stamp::of(&meta)), (0o640, stamp));
        assert!(holds(&mut old, b"a").expect("the old file"));
        assert_eq!(fs_err::read_dir(dir.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn what_was_written_since_stays() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("r.md");
        fs_err::write(&path, "newer").expect("a file");
        let done = replace(&path, b"older", b"top older").expect("a look");
        assert!(matches!(done, Replaced::Changed), "{done:?}");
        assert_eq!(fs_err::read(&path).expect("a file"), b"newer");
        assert_eq!(fs_err::read_dir(dir.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn a_save_between_the_look_and_the_exchange_goes_back() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("r.md");
        fs_err::write(&path, "saved").expect("a file");
        let mut ours = NamedTempFile::new_in(dir.path()).expect("a file");
        ours.write_all(b"ours").expect("written");
        let stamp = Stamp::of(&ours.as_file().metadata().expect("a file"));
        assert!(exchange(ours.path(), &path).expect("exchanged"));
        let done = put_back(ours, &path, stamp).expect("put back");
        assert!(matches!(done, Replaced::Changed), "{done:?}");
        assert_eq!(fs_err::read(&path).expect("a file"), b"saved");
        assert_eq!(fs_err::read_dir(dir.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn a_file_of_several_names_is_left_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("r.md");
        fs_err::write(&path, "a").expect("a file");
        fs_err::hard_link(&path, dir.path().join("other")).expect("a link");
        assert!(replace(&path, b"a", b"b").is_err());
        assert_eq!(fs_err::read(&path).expect("a file"), b"a");
    }
}
