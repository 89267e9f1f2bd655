//! Where time comes from.

use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

/// A moment as git writes it: seconds since the epoch and the offset from UTC in seconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Timestamp {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    pub seconds: i64,
    /// Seconds east of Greenwich.
    pub offset: i32,
}

impl Timestamp {
    /// The offset as git writes it: `+0130`.
    #[must_use]
    pub fn zone(&self) -> String {
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.unsigned_abs() / 60;
        format!("{sign}{:02}{:02}", minutes / 60, minutes % 60)
    }
}

/// Tells the time. Made once, where the process state comes in.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// A clock that stands still, so that commits and ids come out the same every time.
    Fixed(Timestamp),
}

impl Clock {
    /// The present moment.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one home of the system's clock")]
    pub fn now(&self) -> Timestamp {
        match self {
            Self::Fixed(moment) => *moment,
            Self::System => {
                let elapsed = std::time::SystemTime::now().duration_since(UNIX_EPOCH);
                let seconds = elapsed.map_or(0, |time| time.as_secs().cast_signed());
                Timestamp { seconds, offset: local_offset(seconds) }
            }
        }
    }
}

fn local_offset(seconds: i64) -> i32 {
    chrono::DateTime::from_timestamp(seconds, 0)
        .map_or(0, |utc| utc.with_timezone(&chrono::Local).offset().local_minus_utc())
}
