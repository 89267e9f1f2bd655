//! The repository as git has it: objects, trees, refs, the index, filters, configuration.
//!
//! The only user of gix. Knows nothing of sessions and operations.

mod at_work;
mod blame;
pub mod cli;
mod commit;
mod configured;
mod difference;
mod durability;
mod error;
mod filter;
mod head;
mod hook;
pub mod index;
mod index_form;
mod keep;
mod lock;
mod lock_note;
mod merge;
mod merge_commits;
mod merge_file;
mod object_id;
mod objects;
mod open;
mod reference;
mod repo;
mod rewrite;
mod settings;
mod sharing;
mod stale_lock;
mod tree;
mod tree_entry;
mod worktree;

pub use blame::BlamedLine;
pub use commit::{CommitDraft, Identity, parse_date};
pub use configured::{Configured, Said};
pub use difference::Difference;
pub use durability::{Durability, sync, sync_directory};
pub use error::GitError;
pub use filter::{AttributeFile, Filters, Ignores, ToGit};
pub use gix::ObjectId;
pub use head::Head;
pub use lock::IndexLock;
pub use lock_note::LockNotes;
pub use merge::{MergedText, MergedTree, Three};
pub use merge_file::{FileMerge, MergedContent};
pub use object_id::{hex, hex_option};
pub use reference::{HeadChange, RefChange, RefTransaction, is_ref_name};
pub use repo::{Repo, blob_id, content_id};
pub use rewrite::{Author, CommitData, Replacement};
pub use settings::Settings;
pub use sharing::Sharing;
pub use stale_lock::StaleLocks;
pub use tree_entry::{DirWritten, TreeEdit, TreeEntry, TreeMode};
pub use worktree::{LinkedWorktree, Removal};
