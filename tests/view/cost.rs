//! What a view costs beside the same command without one.

use std::time::{Duration, Instant};

use git_clada::workspace::Overlay;

use crate::place::{Place, spec};

/// Prints the figures; a bound that holds on a busy machine and in a debug build too.
#[test]
fn a_view_costs_some_milliseconds() {
    let place = Place::new();
    let mut overlay = Overlay::new();
    let mut best = |run: &mut dyn FnMut(&mut Overlay) -> bool| {
        let once = |_| {
            let started = Instant::now();
            run(&mut overlay).then(|| started.elapsed())
        };
        (0..20).filter_map(once).min()
    };
    let plain = best(&mut |_| {
        let status = std::process::Command::new("sh").args(["-c", "true"]).status();
        status.expect("sh runs").success()
    });
    let Some(viewed) = best(&mut |overlay| place.run(overlay, spec(&["true"])).is_some()) else {
        return;
    };
    let more = viewed.saturating_sub(plain.expect("it runs"));
    eprintln!("`true` in a view takes {more:?} more than `sh -c true`");
    assert!(more < Duration::from_millis(250), "{more:?}");
}
