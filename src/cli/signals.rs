//! The signals that ask this process to end: Ctrl-C, a terminal that closes, `kill`.

use std::{
    io,
    os::unix::net::UnixStream,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize},
    },
};

use signal_hook::{
    SigId,
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag::{self, register},
    low_level::{pipe, unregister},
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
    let signals = [SIGHUP, SIGINT, SIGTERM].into_iter();
    let signals: Vec<i32> = signals.filter(|signal| ignored & (1 << (signal - 1)) == 0).collect();
    for &signal in &signals {
        // They run in this order, and what `arm` adds after them.
        flag::register_conditional_default(signal, Arc::clone(&ends_at_once))?;
        let value = usize::try_from(signal).unwrap_or_default();
        flag::register_usize(signal, Arc::clone(&number), value)?;
        pipe::register(signal, woken.try_clone()?)?;
    }
    let arm = arming(signals, Arc::clone(&ends_at_once));
    arm(true);
    Ok(InterruptWord { ends_at_once, arm: Box::new(arm), signal: number, wake })
}

/// Lets each of the signals set the flag, or no longer.
fn arming(signals: Vec<i32>, flag: Arc<AtomicBool>) -> impl Fn(bool) + Send + Sync {
    let armed: Mutex<Vec<SigId>> = Mutex::default();
    move |arms| {
        let Ok(mut armed) = armed.lock() else { return };
        for id in armed.drain(..) {
            unregister(id);
        }
        let signals = signals.iter().filter(|_| arms);
        // Where one fails to, the process outlives a second signal too.
        armed.extend(signals.filter_map(|signal| register(*signal, Arc::clone(&flag)).ok()));
    }
}

/// The signals that this process ignores, a bit each.
fn ignored() -> u64 {
    let status = fs_err::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
