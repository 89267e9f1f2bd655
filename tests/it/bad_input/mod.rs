//! What cannot be read, and repositories that cannot be written: an exit status, a sentence that
//! names the thing, and nothing changed.

mod in_progress;
mod locks;
mod permissions;
mod refusal;
mod repositories;
mod responses;
mod submodules;
