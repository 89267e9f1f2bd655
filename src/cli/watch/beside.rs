//! The full output, in a file beside the one that is watched.

use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::target::Target;

/// What the file's name has more than that of the watched one.
const SUFFIX: &str = ".clada-output";
/// How a file of ours begins.
const OURS: &str = "<!-- git-clada: what came of ";

/// The file beside a watched one.
#[derive(Debug)]
pub struct Beside {
    path: PathBuf,
    /// As the watched file was named.
    pub shown: String,
    watched: Target,
}

impl Beside {
    /// That of a watched file.
    #[must_use]
    pub fn of(watched: &Target) -> Self {
        Self {
            path: watched.beside(SUFFIX),
            shown: format!("{}{SUFFIX}", watched.shown),
            watched: watched.clone(),
        }
    }

    /// Writes it in place of what was written before, and nothing else: another file of that name
    /// stays.
    pub fn write(&self, when: &str, report: &str) -> io::Result<()> {
        if !self.is_ours()? {
            return Err(io::Error::other(
                "a file of that name is there, and it is none of git-clada's: move it elsewhere",
            ));
        }
        let dir = self.path.parent().ok_or(io::ErrorKind::NotFound)?;
        let mut file = tempfile::Builder::new().prefix(".clada-").tempfile_in(dir)?;
        // Who may read the response may read what came of it.
        let mode = self.watched.path.metadata().map_or(0o600, |meta| meta.permissions().mode());
        file.as_file().set_permissions(PermissionsExt::from_mode(mode & 0o666))?;
        let name = self.watched.path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(file, "{OURS}{}, {when} -->\n", crate::report::escape_line(&name))?;
        file.write_all(report.as_bytes())?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }

    fn is_ours(&self) -> io::Result<bool> {
        match self.path.symlink_metadata() {
            Ok(meta) if !meta.is_file() => return Ok(false),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            Err(error) => return Err(error),
        }
        let mut start = Vec::new();
        let length = u64::try_from(OURS.len()).unwrap_or(u64::MAX);
        fs_err::File::open(&self.path)?.take(length).read_to_end(&mut start)?;
        Ok(start == OURS.as_bytes())
    }
}
