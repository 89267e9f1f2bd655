//! The permission bits that the umask leaves to a new executable.

use rustix::fs::Mode;

/// The permission bits that a new executable gets, as the umask has it: where a new file is made
/// with all bits, as git makes an executable.
///
/// The kernel tells the umask only in `/proc`. Elsewhere it can be read by setting it alone, for
/// which this process must not be making files in another thread.
#[must_use]
pub fn mode_of_new_executable() -> u32 {
    0o777 & !told_by_proc().unwrap_or_else(set_and_put_back)
}

fn told_by_proc() -> Option<u32> {
    let status = fs_err::read_to_string("/proc/self/status").ok()?;
    let told = status.lines().find_map(|line| line.strip_prefix("Umask:"))?;
    u32::from_str_radix(told.trim(), 8).ok()
}

fn set_and_put_back() -> u32 {
    let umask = rustix::process::umask(Mode::from_raw_mode(0o077));
    rustix::process::umask(umask);
    umask.as_raw_mode()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_reading_the_umask_agree() {
        assert_eq!(told_by_proc(), Some(set_and_put_back()));
    }
}
