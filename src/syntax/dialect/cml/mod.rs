//! CML: XML whose contents stand in CDATA.

mod element;
mod node;
mod parts;
mod problem;
mod reading;
mod render;
mod tag;
mod tasks;

pub(super) use reading::Cml;
pub(super) use render::render;
