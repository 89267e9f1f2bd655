//! The settings under `clada.*` in git's configuration. Nothing is read here.

mod form;
mod setting;
mod table;

pub use form::Form;
pub use setting::Setting;
pub use table::*;
