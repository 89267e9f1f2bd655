//! What git writes as a diff, applied as a response: the tree that git would make of it.

mod git;
mod trees;
