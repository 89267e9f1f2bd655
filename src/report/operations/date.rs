//! Moments as git tells them.

use chrono::{DateTime, FixedOffset};

use crate::base::Timestamp;

/// How long ago it was, in git's words: `3 minutes ago`, `2 years, 1 month ago`.
#[must_use]
pub fn age(then: Timestamp, now: Timestamp) -> String {
    let Ok(seconds) = u64::try_from(now.seconds.saturating_sub(then.seconds)) else {
        return "in the future".to_owned();
    };
    // The limits and the rounding are those of git's show_date_relative.
    let minutes = (seconds + 30) / 60;
    let hours = (minutes + 30) / 60;
    let days = (hours + 12) / 24;
    match days {
        _ if seconds < 90 => ago(seconds, "second"),
        _ if minutes < 90 => ago(minutes, "minute"),
        _ if hours < 36 => ago(hours, "hour"),
        0..14 => ago(days, "day"),
        14..70 => ago((days + 3) / 7, "week"),
        70..365 => ago((days + 15) / 30, "month"),
        365..1825 => years_and_months(days),
        _ => ago((days + 183) / 365, "year"),
    }
}

fn years_and_months(days: u64) -> String {
    let all_months = (days * 12 * 2 + 365) / (365 * 2);
    let (years, months) = (all_months / 12, all_months % 12);
    if months == 0 {
        ago(years, "year")
    } else {
        format!("{}, {}", counted(years, "year"), ago(months, "month"))
    }
}

fn ago(count: u64, unit: &str) -> String {
    format!("{} ago", counted(count, unit))
}

fn counted(count: u64, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// The date as `git log` prints it: `Thu Jan 1 00:00:00 1970 +0000`.
#[must_use]
pub fn git_date(moment: Timestamp) -> String {
    local(moment).map_or_else(
        || moment.seconds.to_string(),
        |date| date.format("%a %b %-d %H:%M:%S %Y %z").to_string(),
    )
}

/// The day alone: `1970-01-01`.
#[must_use]
pub fn day(moment: Timestamp) -> String {
    local(moment)
        .map_or_else(|| moment.seconds.to_string(), |date| date.format("%Y-%m-%d").to_string())
}

/// The date as JSON has it: `1970-01-01T00:00:00+00:00`.
#[must_use]
pub fn rfc3339(moment: Timestamp) -> String {
    local(moment).map_or_else(|| moment.seconds.to_string(), |date| date.to_rfc3339())
}

/// `None` for a year that has no place in a calendar.
fn local(moment: Timestamp) -> Option<DateTime<FixedOffset>> {
    let offset = FixedOffset::east_opt(moment.offset)?;
    Some(DateTime::from_timestamp(moment.seconds, 0)?.with_timezone(&offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_the_offset_of_their_place() {
        let moment = Timestamp { seconds: 1_700_000_000, offset: -19_800 };
        assert_eq!(git_date(moment), "Tue Nov 14 16:43:20 2023 -0530");
        assert_eq!(rfc3339(moment), "2023-11-14T16:43:20-05:30");
        let never = Timestamp { seconds: i64::MAX, offset: 0 };
        assert_eq!(git_date(never), i64::MAX.to_string());
    }
}
