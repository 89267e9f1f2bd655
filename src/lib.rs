//! What a language model wrote becomes one git transaction, and can be taken back.
//!
//! As a library it is the engine without the terminal: [`Clada`] applies responses, and says what came
//! of each in an [`ExecutionResult`], which never is an error or a panic. [`parse`] reads one and
//! touches nothing. What stands at the root here is what a version promises; the modules below
//! are for the program and its tests, and change without notice (`CONTRIBUTING.md`).
//!
//! ```
//! # use std::process::Command;
//! use git_clada::{Clada, CladaOptions};
//!
//! # let directory = tempfile::tempdir()?;
//! # let git = |args: &[&str]| {
//! #     let run = Command::new("git").current_dir(directory.path()).args(args).output();
//! #     let run = run.expect("git runs");
//! #     assert!(run.status.success());
//! #     String::from_utf8(run.stdout).expect("text")
//! # };
//! # git(&["init", "--quiet", "--initial-branch=main"]);
//! # git(&["config", "user.name", "Ada"]);
//! # git(&["config", "user.email", "ada@example.org"]);
//! # git(&["commit", "--quiet", "--allow-empty", "--message=first"]);
//! let repo_path = directory.path().to_owned();
//! let model = Some("some-model-1".to_owned());
//! let clada = Clada::new(CladaOptions { repo_path, model, ..CladaOptions::default() });
//! let result = clada.execute(
//!     "Prose is passed over.\n\n\
//!      #!SHAM [@three-char-SHA-256: k7m]\n\
//!      action = \"file_write\"\n\
//!      path = \"hello.txt\"\n\
//!      content = \"hello\\n\"\n\
//!      #!END_SHAM_k7m\n",
//! );
//! assert!(result.success);
//! assert_eq!(git(&["log", "-1", "--format=%an: %s"]), "clada: AI: write hello.txt\n");
//! assert!(git(&["log", "-1", "--format=%b"]).contains("\nClada-Model: some-model-1\n"));
//! # Ok::<(), std::io::Error>(())
//! ```
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

#[doc(inline)]
pub use crate::engine::{Clada, CladaOptions};
#[doc(inline)]
pub use crate::report::{
    ActionResult, ErrorDetail, ErrorType, ExecutionResult, ParseErrorEntry, TransactionInfo,
    parse_structure, write_json,
};
#[doc(inline)]
pub use crate::syntax::{Block, Parsed, parse};
#[doc(inline)]
pub use crate::text::{Response, ResponseError};
