//! Aider's blocks: a line with the file's name, then `<<<<<<< SEARCH`, `=======` and
//! `>>>>>>> REPLACE`, fenced or not.

mod block;
mod chain;
mod file_name;
mod marker;
mod reading;
mod render;

pub(super) use reading::Aider;
pub(super) use render::render;
