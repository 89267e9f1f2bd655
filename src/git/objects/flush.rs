//! Putting the new objects into the object database.

use gix::ObjectId;
use gix::objs::Kind;

use crate::git::{GitError, Repo};

use super::{loose, pack};

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
        if objects.is_empty() {
            return Ok(());
        }
        let directory = self.inner.objects.store_ref().path();
        let durability = self.durability();
        if objects.len() >= PACK_FROM {
            return pack::write(
                (directory, self.sharing()),
                self.object_hash(),
                &objects,
                durability,
            );
        }
        loose::write((directory, self.sharing()), &objects, durability.loose_objects)
    }

    /// Writes a blob as a loose object at once, if the object database has it not.
    pub(in crate::git) fn write_big_blob(&self, content: &[u8]) -> Result<ObjectId, GitError> {
        let id = self.blob_id(content)?;
        if self.inner.has_object(id) {
            return Ok(id);
        }
        let blob = NewObject { id, kind: Kind::Blob, content: content.to_owned() };
        let directory = self.inner.objects.store_ref().path();
        loose::write((directory, self.sharing()), &[blob], self.durability().loose_objects)?;
        Ok(id)
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
