//! Putting the new objects into the object database.

use gix::ObjectId;
use gix::objs::{Kind, Write as _};
use gix::odb::loose;
use gix::zlib::Compression;

use crate::git::{GitError, Repo};

use super::pack;

/// From how many objects on one pack is written instead of loose objects: git's own limit
/// (`transfer.unpackLimit`).
const PACK_FROM: usize = 100;

/// An object that is not in the object database yet.
#[derive(Debug)]
pub(super) struct NewObject {
    pub(super) id: ObjectId,
    pub(super) kind: Kind,
    pub(super) content: Vec<u8>,
}

impl Repo {
    /// Puts all objects that were written since the last time into the object database. Before
    /// that they are in memory, and a transaction that is given up leaves nothing behind.
    pub fn flush_objects(&self) -> Result<(), GitError> {
        let Some(mut stored) = self.inner.objects.reset_object_memory() else { return Ok(()) };
        let mut objects: Vec<NewObject> =
            stored.drain().map(|(id, (kind, content))| NewObject { id, kind, content }).collect();
        // What is pointed at comes before what points at it, so that an interruption leaves
        // nothing dangling.
        objects.sort_by_key(|object| (order(object.kind), object.id));
        if objects.len() >= PACK_FROM {
            let directory = self.inner.objects.store_ref().path();
            return pack::write((directory, self.sharing()), self.object_hash(), &objects);
        }
        let store = self.loose_store();
        for object in &objects {
            self.write_loose(&store, (object.kind, &object.content), object.id)?;
        }
        Ok(())
    }

    /// Writes a blob as a loose object at once, if the object database has it not.
    pub(in crate::git) fn write_big_blob(&self, content: &[u8]) -> Result<ObjectId, GitError> {
        let id = self.blob_id(content)?;
        if self.inner.has_object(id) {
            return Ok(id);
        }
        self.write_loose(&self.loose_store(), (Kind::Blob, content), id)
    }

    fn write_loose(
        &self,
        store: &loose::Store,
        (kind, content): (Kind, &[u8]),
        id: ObjectId,
    ) -> Result<ObjectId, GitError> {
        let failed = || format!("write the object {id}");
        store.write_buf_with_known_id(kind, content, id).map_err(GitError::storage(failed()))?;
        let path = store.object_path(&id);
        if let Some(directory) = path.parent() {
            self.sharing().try_give(directory);
        }
        self.sharing().give(&path).map_err(GitError::io(failed()))?;
        Ok(id)
    }

    fn loose_store(&self) -> loose::Store {
        let options =
            loose::Options { compression: Compression::BEST_SPEED, ..loose::Options::default() };
        let directory = self.inner.objects.store_ref().path();
        loose::Store::at_opts(directory, self.object_hash(), options)
    }
}

fn order(kind: Kind) -> u8 {
    match kind {
        Kind::Blob => 0,
        Kind::Tree => 1,
        Kind::Commit => 2,
        Kind::Tag => 3,
    }
}
