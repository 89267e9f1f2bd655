//! Writing a change set out, one path at a time and each one revocable.
//!
//! Only `history` calls these: the user's files change in its publish and its recovery, nowhere
//! else. Everything is opened below a root's handle, so a link that is swapped in cannot lead out.

mod clear;
mod fresh;
mod handles;
mod inspect;
mod leftover;
mod naming;
mod put;
mod rename;
mod swap;
mod trash;
mod verify;

pub use clear::{remove_if_empty, remove_special};
pub use leftover::{Leftover, leftovers};
pub use naming::{Maker, Naming, Token, is_temporary};
pub use put::{Disk, SwapError, finish_dir};
pub use swap::{Swap, Undone};
pub use trash::Emptying;
pub use verify::{changed, verify};

#[cfg(test)]
mod tests;
