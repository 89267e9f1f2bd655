//! The one gate that every path of every action passes before the file system sees it.

mod beneath;
mod blacklist;
mod forbidden;
mod gate;
mod granted;
mod inside;
mod refusal;
mod root;
mod seen;
mod view;
mod walk;

pub(crate) use beneath::PLACE;
pub use blacklist::{BadPattern, Blacklist};
pub use gate::{Access, Gate, GateError, GateOptions};
pub use granted::GrantedPath;
pub use refusal::Refusal;
pub use root::{Root, RootKind};
pub use view::{Left, View};
