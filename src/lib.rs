//! What a language model wrote becomes one git transaction, and can be taken back.
//!
//! # Flow
//!
//! ```text
//! text → syntax → action → policy → workspace → git → history → report
//! TEXT   BLOCKS   ACTIONS  granted   EFFECTS          COMMIT    REPORT
//! ```
//!
//! A response is read as [`text`], its action blocks are found by [`syntax`], [`action`] makes
//! typed actions of them, [`policy`] grants the paths they name, [`workspace`] runs them on an
//! overlay held in memory, and [`history`] publishes what came of it as one transaction in
//! [`git`]. [`report`] says what happened. [`engine`] runs these in order; [`cli`] is the
//! terminal around it.
//!
//! # Layers
//!
//! A layer imports only what stands left of it in the flow line; anyone may import [`base`].
//! `engine` imports all but `cli`, and `cli` imports `engine`, `report` and what it resolves the
//! arguments into. A test keeps it so.
//!
//! # Invariants
//!
//! 1. The user's worktree, index and refs change in `history::transaction::publish` and
//!    `history::recover`, and the worktree in `history::barrier` while a command runs in it; nowhere
//!    else.
//! 2. The cost of a transaction depends on what it touches, not on the size of the repository.
//! 3. Content is in the object database before the place it stood in is overwritten.
//! 4. Anything the log records can be undone, and an undo is itself logged.
//! 5. Parsing, validating and executing a response cannot panic, whatever its bytes.
//! 6. Time, environment, current directory and streams come in through `cli::context`.
//! 7. Whatever is stored carries a version; a newer one is refused, never rewritten.

pub mod action;
pub mod base;
pub mod cli;
pub mod engine;
pub mod git;
pub mod history;
pub mod policy;
pub mod report;
pub mod syntax;
pub mod text;
pub mod workspace;
