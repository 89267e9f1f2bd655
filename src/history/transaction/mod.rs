//! One operation on its way to the disk: worked out, prepared, published.
//!
//! [`Intent`] says what is to become true. [`Prepared`] has done everything that can fail without
//! touching what is the user's; [`Prepared::publish`] alone changes files, index and refs.

mod carrying;
mod draft;
mod files;
mod index_plan;
mod intent;
mod prepared;
mod record;
mod storing;

pub use carrying::{
    carried_of, carry, cut_short, keep_carried, record, tidy_settled, travel, unusable,
};
pub use draft::Draft;
pub use files::{WrittenOut, not_carried};
pub use index_plan::{IGNORE, IndexPlan, IndexUpdate, IndexView};
pub use intent::Intent;
pub use prepared::{Bench, Prepared, Published, trash_of};
pub use storing::{Stored, StoredChange, Storing};
