//! The `git-clada` binary: process state in, exit status out.

fn main() {}
