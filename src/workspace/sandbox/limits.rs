//! What of the machine's memory and processes a command may use.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::stop::{Stop, Trying};

/// How many processes and threads of the user there may be.
const PROCESSES: u64 = 4096;

/// Sets the limits. Those that are lower stay.
pub(super) fn set() -> Result<(), Stop> {
    lower(Resource::Core, 0)?;
    lower(Resource::Nproc, PROCESSES)?;
    // As much as the machine has: one process alone does not drive it into swapping.
    memory().map_or(Ok(()), |memory| lower(Resource::Data, memory))
}

fn lower(resource: Resource, limit: u64) -> Result<(), Stop> {
    let limits = getrlimit(resource);
    let least = |limit: u64, is: Option<u64>| Some(is.map_or(limit, |is| is.min(limit)));
    let limits =
        Rlimit { current: least(limit, limits.current), maximum: least(limit, limits.maximum) };
    setrlimit(resource, limits).trying("set a limit")
}

/// How much memory the machine has, in bytes.
fn memory() -> Option<u64> {
    let text = fs_err::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kilobytes.checked_mul(1024)
}
