//! Writing a pack: git's `gitformat-pack`, version 2, whole objects only.

use std::io::Write;
use std::path::Path;
use std::thread;

use gix::hash::Kind as Hash;
use gix::objs::Kind;
use gix::odb::pack::data::entry::Header;
use gix::zlib::Compression;
use gix::zlib::stream::deflate;

use crate::base::failpoint::around;
use crate::git::durability::{Durability, sync, sync_directory};
use crate::git::{GitError, Sharing};

use super::flush::NewObject;
use super::pack_index::{self, Indexed};

/// How many threads compress.
const THREADS: usize = 2;
const SIGNATURE: &[u8; 4] = b"PACK";
const VERSION: u32 = 2;

/// Writes the objects as one pack with its index into `objects/pack`.
pub(super) fn write(
    (directory, sharing): (&Path, Sharing),
    hash: Hash,
    objects: &[NewObject],
    durability: Durability,
) -> Result<(), GitError> {
    let failed = || GitError::io("write a pack");
    let directory = directory.join("pack");
    fs_err::create_dir_all(&directory).map_err(failed())?;
    let entries = compressed(objects).map_err(failed())?;
    let mut data = Vec::with_capacity(entries.iter().map(Vec::len).sum::<usize>() + 64);
    let count = u32::try_from(objects.len()).unwrap_or(u32::MAX);
    data.extend_from_slice(SIGNATURE);
    data.extend_from_slice(&VERSION.to_be_bytes());
    data.extend_from_slice(&count.to_be_bytes());
    let mut indexed = Vec::with_capacity(objects.len());
    for (object, entry) in objects.iter().zip(&entries) {
        let offset = data.len() as u64;
        indexed.push(Indexed { id: object.id, crc32: crc32fast::hash(entry), offset });
        data.extend_from_slice(entry);
    }
    let checksum = checksum(hash, &data)?;
    data.extend_from_slice(&checksum);
    let index = pack_index::encode(hash, &mut indexed, &checksum)?;
    let name = crate::base::hex(&checksum);
    // The index last: git looks for it, and must find its pack.
    let [pack, index_name] =
        ["pack", "idx"].map(|end| directory.join(format!("pack-{name}.{end}")));
    for (path, bytes, durable) in
        [(&pack, &data, durability.packs), (&index_name, &index, durability.pack_indexes)]
    {
        place(path, bytes, durable).and_then(|()| sharing.give(path)).map_err(failed())?;
    }
    sync_directory(&directory, durability.packs).map_err(failed())
}

/// The checksum that ends a pack or an index.
pub(super) fn checksum(hash: Hash, bytes: &[u8]) -> Result<Vec<u8>, GitError> {
    let mut hasher = gix::hash::hasher(hash);
    hasher.update(bytes);
    let id = hasher.try_finalize().map_err(GitError::storage("hash a pack"))?;
    Ok(id.as_slice().to_vec())
}

/// The objects as they stand in a pack, in their order.
fn compressed(objects: &[NewObject]) -> std::io::Result<Vec<Vec<u8>>> {
    let share = objects.len().div_ceil(THREADS).max(1);
    let parts = thread::scope(|scope| {
        let threads: Vec<_> = objects
            .chunks(share)
            .map(|part| scope.spawn(|| part.iter().map(entry).collect::<std::io::Result<Vec<_>>>()))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<std::io::Result<Vec<_>>>()
    })?;
    Ok(parts.into_iter().flatten().collect())
}

fn entry(object: &NewObject) -> std::io::Result<Vec<u8>> {
    let header = match object.kind {
        Kind::Blob => Header::Blob,
        Kind::Tree => Header::Tree,
        Kind::Commit => Header::Commit,
        Kind::Tag => Header::Tag,
    };
    let mut entry = Vec::new();
    header.write_to(object.content.len() as u64, &mut entry)?;
    let mut deflate = deflate::Write::new(entry, Compression::BEST_SPEED);
    deflate.write_all(&object.content)?;
    deflate.flush()?;
    Ok(deflate.into_inner())
}

/// Writes a file under a temporary name and renames it, read-only as git has it.
fn place(path: &Path, bytes: &[u8], durable: bool) -> std::io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("tmp_pack_");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o444));
    }
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut file = around("make pack", || builder.tempfile_in(directory))?;
    around("write pack", || file.write_all(bytes))?;
    sync(file.as_file(), durable)?;
    around("place pack", || file.persist(path).map_err(|error| error.error))?;
    Ok(())
}
