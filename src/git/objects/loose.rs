//! Writing loose objects as git does: all under temporary names first, then each under its own.

use std::fs::Permissions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use gix::objs::encode::loose_header;
use gix::zlib::Compression;
use gix::zlib::stream::deflate;
use tempfile::TempPath;

use crate::base::failpoint::around;
use crate::git::durability::sync;
use crate::git::{GitError, Sharing};

use super::flush::NewObject;

/// An object under a temporary name.
struct Written {
    file: std::fs::File,
    temporary: TempPath,
    path: PathBuf,
}

/// Writes the objects below `directory`. `durable`: they are on the disk before one of them can
/// be found.
pub(super) fn write(
    (directory, sharing): (&Path, Sharing),
    objects: &[NewObject],
    durable: bool,
) -> Result<(), GitError> {
    let failed = |id| GitError::io(format!("write the object {id}"));
    let mut written = Vec::with_capacity(objects.len());
    for object in objects {
        written.push(write_aside(directory, object).map_err(failed(object.id))?);
    }
    // Synced when all are written: the system has most of them on the disk by then.
    for (object, written) in objects.iter().zip(&written) {
        sync(&written.file, durable).map_err(failed(object.id))?;
    }
    for (object, Written { temporary, path, .. }) in objects.iter().zip(written) {
        if let Some(fan) = path.parent() {
            sharing.try_give(fan);
        }
        sharing.give(&temporary).map_err(failed(object.id))?;
        around("place object", || temporary.persist(path).map_err(|error| error.error))
            .map_err(failed(object.id))?;
    }
    Ok(())
}

fn write_aside(directory: &Path, object: &NewObject) -> io::Result<Written> {
    let hex = object.id.to_string();
    let (fan, rest) = hex.split_at_checked(2).unwrap_or_default();
    let directory = directory.join(fan);
    let header = loose_header(object.kind, object.content.len() as u64);
    let mut deflate = deflate::Write::new(Vec::new(), Compression::BEST_SPEED);
    deflate.write_all(&header)?;
    deflate.write_all(&object.content)?;
    deflate.flush()?;
    let (mut file, temporary) = make(&directory)?.into_parts();
    around("write object", || file.write_all(&deflate.into_inner()))?;
    Ok(Written { file, temporary, path: directory.join(rest) })
}

/// A file whose name git knows as that of one that nobody finished, read-only as git has it.
fn make(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("tmp_obj_");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o444));
    }
    match around("make object", || builder.tempfile_in(directory)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs_err::create_dir_all(directory)?;
            builder.tempfile_in(directory)
        }
        made => made,
    }
}
