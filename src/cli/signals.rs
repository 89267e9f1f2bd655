//! The signals that ask this process to end: Ctrl-C, a terminal that closes, `kill`.

use std::{
    io,
    os::unix::net::UnixStream,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize},
    },
};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
    low_level::pipe,
};

use crate::engine::{Interrupt, InterruptWord};

/// Catches them from now on. Those that this process was started to ignore stay ignored, as under
/// `nohup`. Where they cannot be caught they end the process, and the next run sees to the rest.
pub fn caught() -> Interrupt {
    catch().map(Interrupt::by).unwrap_or_default()
}

fn catch() -> io::Result<InterruptWord> {
    let ends_at_once = Arc::new(AtomicBool::new(true));
    let number = Arc::new(AtomicUsize::new(0));
    let (wake, woken) = UnixStream::pair()?;
    let ignored = ignored();
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        if ignored & (1 << (signal - 1)) != 0 {
            continue;
        }
        // They run in this order.
        flag::register_conditional_default(signal, Arc::clone(&ends_at_once))?;
        flag::register(signal, Arc::clone(&ends_at_once))?;
        let value = usize::try_from(signal).unwrap_or_default();
        flag::register_usize(signal, Arc::clone(&number), value)?;
        pipe::register(signal, woken.try_clone()?)?;
    }
    Ok(InterruptWord { ends_at_once, signal: number, wake })
}

/// The signals that this process ignores, a bit each.
fn ignored() -> u64 {
    let status = fs_err::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
