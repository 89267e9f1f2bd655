//! `git clada land`: the base takes the commits, the session ends.

mod like_git;
