//! Commands in a view of the worktree, on the real kernel: what they see, what they cannot do, and
//! what of theirs joins the overlay.
//!
//! Where the kernel has no view for this user, a test says so and is passed over. As root each test
//! runs a second time as nobody. The modules are `cfg(test)` so that the lints know them as tests.

#![cfg_attr(
    test,
    expect(
        clippy::disallowed_methods,
        clippy::print_stderr,
        reason = "tests start programs, read their environment and say what was passed over"
    )
)]

#[cfg(test)]
mod attacks;
#[cfg(test)]
mod carried;
mod carried_and_changed;
#[cfg(test)]
mod cost;
#[cfg(test)]
mod harvest;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod place;
#[cfg(test)]
mod sees;
#[cfg(test)]
mod traps;
