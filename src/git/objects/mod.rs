//! New objects: kept in memory while a transaction is prepared, and then put into the object
//! database at once, as loose objects or, where there are many, as one pack. And finding old ones,
//! which a partial clone may have to fetch first.

mod find;
mod flush;
mod loose;
mod pack;
mod pack_index;

pub(super) use find::Fetching;
