//! The hooks that git runs for us: put in place, taken away, looked at; and what they do.

mod commit_msg;
mod error;
mod folder;
mod install;
mod post_rewrite;
mod pre_push;
mod script;
mod uninstall;

pub use commit_msg::keep_trailers;
pub use error::HooksError;
pub use folder::{Folder, Found, KEPT, State};
pub use install::{Done, install_hooks};
pub use post_rewrite::note_rewrites;
pub use pre_push::{Refused, pushes_refused};
pub use script::{Hook, Script};
pub use uninstall::uninstall_hooks;
