//! The clipboard of the desktop: read, and filled so that it outlasts this process.
//!
//! Whatever touches it runs in a process of its own, started as this program. On X11 and Wayland the
//! content is served by whoever put it there, for as long as they live; and a display that does not
//! answer keeps nobody waiting for longer than a few seconds.

mod errand;
mod keeper;

pub use errand::{Clipboard, NoClipboard};
pub use keeper::{is_start, start};
