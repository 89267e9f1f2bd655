//! Why an edit did not land, and how it can be mended. Pure: no files, and nothing is applied.

mod align;
mod context;
mod draw;
mod elision;
mod fit;
mod fold;
mod grams;
mod hints;
mod kind;
mod lines;
mod missed;
mod names;
mod pair;
mod readings;
mod region;
mod repeated;
#[cfg(test)]
mod tests;
mod visible;

pub use hints::Hints;
pub use missed::Missed;
pub use names::nearest;
pub use repeated::Repeated;
