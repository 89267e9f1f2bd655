//! The vocabulary of all layers: paths, ids, time, quantities; and where tests break in. No I/O.

mod clock;
pub mod failpoint;
mod file_stat;
mod glob;
mod hex;
mod quantity;
mod repo_path;
pub mod settings;
mod transaction_id;

pub use clock::{Clock, Timestamp};
pub use file_stat::{FileStat, FileTime};
pub use glob::{Braces, as_git_reads};
pub use hex::hex;
pub use quantity::{ByteSize, QuantityError, TimeSpan};
pub use repo_path::RepoPath;
pub use settings::{Form, SETTINGS, Setting};
pub use transaction_id::TransactionId;
