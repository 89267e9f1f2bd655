//! Whether what was seen is still there.

use std::{
    fs::File,
    io::{self, Read},
    os::unix::fs::MetadataExt,
};

use sha2::{Digest, Sha256};

use crate::{
    policy::GrantedPath,
    workspace::{
        Fingerprint, file_stat,
        observe::{self, Opened, PERMISSIONS},
    },
};

/// The paths that no longer have their fingerprint, as they are shown.
#[must_use]
pub fn changed(observed: &[(GrantedPath, Fingerprint)]) -> Vec<String> {
    let same = |path: &GrantedPath, seen: &Fingerprint| verify(path, seen).unwrap_or(false);
    let others = observed.iter().filter(|(path, seen)| !same(path, seen));
    others.map(|(path, _)| path.shown().to_owned()).collect()
}

/// Whether a path still has its fingerprint. A file whose numbers differ is hashed again: only
/// another content, another mode or another kind is a change.
pub fn verify(path: &GrantedPath, expected: &Fingerprint) -> io::Result<bool> {
    let opened = observe::open(path).map_err(|code| io::Error::other(code.name()))?;
    Ok(match (opened, expected) {
        (Opened::Absent(_), Fingerprint::Absent) | (Opened::Dir(_), Fingerprint::Dir) => true,
        (Opened::Link(found), Fingerprint::Link { target }) => found == *target,
        (Opened::File(file, metadata), Fingerprint::File { stat, hash }) => {
            let same_mode = (metadata.mode() ^ stat.mode) & PERMISSIONS == 0;
            file_stat(&metadata) == *stat
                || (same_mode && metadata.size() == stat.size && hash_of(file)? == *hash)
        }
        _ => false,
    })
}

fn hash_of(mut file: File) -> io::Result<[u8; 32]> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(hasher.finalize().into());
        }
        hasher.update(buffer.get(..count).unwrap_or_default());
    }
}
