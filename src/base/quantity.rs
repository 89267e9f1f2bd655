//! Durations and sizes as people write them: `30s`, `500ms`, `10MB`, `64KiB`.
//!
//! Only reading and writing of the notation; what a limit means stands where it is used.

use std::{fmt, str::FromStr, time::Duration};

/// Nanoseconds in a unit of time. A number without a unit counts seconds.
const TIME_UNITS: [(&str, u64); 6] = [
    ("w", 604_800_000_000_000),
    ("d", 86_400_000_000_000),
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
];
/// Bytes in a unit of size, the larger first. A number without a unit counts bytes.
const SIZE_UNITS: [(&str, u64); 9] = [
    ("TiB", 1 << 40),
    ("TB", 1_000_000_000_000),
    ("GiB", 1 << 30),
    ("GB", 1_000_000_000),
    ("MiB", 1 << 20),
    ("MB", 1_000_000),
    ("KiB", 1 << 10),
    ("kB", 1_000),
    ("B", 1),
];

/// How long something may take: `30s`, `500ms`, `2m`, `1h`, `90d`, `2w`, or seconds without a unit.
///
/// A fraction is allowed: `0.2s`. The units' case matters not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeSpan(pub Duration);

/// How many bytes: `10MB` (decimal), `64KiB` (binary), or bytes without a unit.
///
/// A fraction is allowed: `1.5MB`. The units' case matters not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteSize(pub u64);

/// Why a text is no duration or size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// There is no number at its start.
    #[error("`{text}` is not a {what}: write a number and a unit, such as {examples}")]
    NoNumber {
        /// As written.
        text: String,
        /// `duration` or `size`.
        what: &'static str,
        /// What would be one.
        examples: &'static str,
    },
    /// What follows the number is no unit.
    #[error("unknown unit `{unit}` in `{text}`: the units of a {what} are {units}")]
    UnknownUnit {
        /// As written.
        text: String,
        /// What stands after the number.
        unit: String,
        /// `duration` or `size`.
        what: &'static str,
        /// All units.
        units: &'static str,
    },
    /// The number is beyond what can be counted.
    #[error("`{text}` is too large for a {what}")]
    TooLarge {
        /// As written.
        text: String,
        /// `duration` or `size`.
        what: &'static str,
    },
}

/// What is told apart in parsing and in errors.
struct Notation {
    what: &'static str,
    examples: &'static str,
    units: &'static str,
    /// Each unit and what it counts.
    factors: &'static [(&'static str, u64)],
    /// What a number without a unit is multiplied by.
    bare: u64,
}

const TIME: Notation = Notation {
    what: "duration",
    examples: "`30s`, `500ms` or `2m`",
    units: "`ms`, `s`, `m`, `h`, `d` and `w`",
    factors: &TIME_UNITS,
    bare: 1_000_000_000,
};
const SIZE: Notation = Notation {
    what: "size",
    examples: "`10MB`, `64KiB` or `4096`",
    units: "`B`, `kB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB` and `TiB`",
    factors: &SIZE_UNITS,
    bare: 1,
};

impl FromStr for TimeSpan {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        TIME.parse(text).map(|nanos| Self(Duration::from_nanos(nanos)))
    }
}

impl FromStr for ByteSize {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        SIZE.parse(text).map(Self)
    }
}

impl fmt::Display for TimeSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.as_nanos();
        let whole = |(_, factor): &&(&str, u64)| nanos.is_multiple_of(u128::from(*factor));
        match TIME_UNITS.iter().find(whole) {
            Some((_, factor)) if nanos == 0 => write!(f, "{}s", nanos / u128::from(*factor)),
            Some((unit, factor)) => write!(f, "{}{unit}", nanos / u128::from(*factor)),
            None => write!(f, "{}s", self.0.as_secs_f64()),
        }
    }
}

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = |(_, factor): &&(&str, u64)| self.0 != 0 && self.0.is_multiple_of(*factor);
        match SIZE_UNITS.iter().find(whole) {
            Some((unit, factor)) if *factor > 1 => write!(f, "{}{unit}", self.0 / factor),
            _ => write!(f, "{}", self.0),
        }
    }
}

impl Notation {
    /// The number times its unit, rounded down.
    fn parse(&self, text: &str) -> Result<u64, QuantityError> {
        let trimmed = text.trim();
        let number = |c: char| c.is_ascii_digit() || c == '.';
        let end = trimmed.find(|c| !number(c)).unwrap_or(trimmed.len());
        let (digits, unit) = trimmed.split_at(end);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
            return Err(self.no_number(text));
        }
        let factor = u128::from(self.factor(text, unit.trim_start())?);
        let too_large = || QuantityError::TooLarge { text: text.to_owned(), what: self.what };
        let whole: u128 = whole.parse().map_err(|_| too_large())?;
        whole
            .checked_mul(factor)
            .and_then(|product| product.checked_add(part(fraction, factor)))
            .and_then(|amount| u64::try_from(amount).ok())
            .ok_or_else(too_large)
    }

    fn factor(&self, text: &str, unit: &str) -> Result<u64, QuantityError> {
        if unit.is_empty() {
            return Ok(self.bare);
        }
        let known = self.factors.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
        known.map(|(_, factor)| *factor).ok_or_else(|| QuantityError::UnknownUnit {
            text: text.to_owned(),
            unit: unit.to_owned(),
            what: self.what,
            units: self.units,
        })
    }

    fn no_number(&self, text: &str) -> QuantityError {
        QuantityError::NoNumber { text: text.to_owned(), what: self.what, examples: self.examples }
    }
}

/// The digits after the point times the unit, rounded down. More than 18 digits say nothing more.
fn part(fraction: &str, factor: u128) -> u128 {
    let digits = fraction.get(..fraction.len().min(18)).unwrap_or_default();
    let scale = 10_u128.pow(u32::try_from(digits.len()).unwrap_or(0));
    digits.parse::<u128>().unwrap_or(0) * factor / scale
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn time(text: &str) -> Duration {
        text.parse::<TimeSpan>().expect(text).0
    }

    fn size(text: &str) -> u64 {
        text.parse::<ByteSize>().expect(text).0
    }

    #[test]
    fn durations_have_units_and_bare_numbers_are_seconds() {
        assert_eq!(time("30s"), Duration::from_secs(30));
        assert_eq!(time("500ms"), Duration::from_millis(500));
        assert_eq!(time("2m"), Duration::from_mins(2));
        assert_eq!(time("1h"), Duration::from_hours(1));
        assert_eq!(time("90d"), Duration::from_hours(90 * 24));
        assert_eq!(time("2w"), Duration::from_hours(14 * 24));
        assert_eq!(time("7"), Duration::from_secs(7));
        assert_eq!(time("0.2"), Duration::from_millis(200));
        assert_eq!(time(" 1.5 S "), Duration::from_millis(1500));
        assert_eq!(time("0"), Duration::ZERO);
    }

    #[test]
    fn sizes_are_decimal_or_binary_by_their_unit() {
        assert_eq!(size("10MB"), 10_000_000);
        assert_eq!(size("64KiB"), 65_536);
        assert_eq!(size("1GiB"), 1 << 30);
        assert_eq!(size("4096"), 4096);
        assert_eq!(size("12B"), 12);
        assert_eq!(size("1.5mb"), 1_500_000);
        assert_eq!(size("1.1KiB"), 1126, "rounded down to whole bytes");
    }

    fn time_error(text: &str) -> String {
        text.parse::<TimeSpan>().expect_err(text).to_string()
    }

    fn size_error(text: &str) -> String {
        text.parse::<ByteSize>().expect_err(text).to_string()
    }

    #[test]
    fn errors_say_what_to_write() {
        let no_duration =
            "is not a duration: write a number and a unit, such as `30s`, `500ms` or `2m`";
        for text in ["", "s", "-5s", "1.2.3s", ".5", "5.", "٣s"] {
            assert_eq!(time_error(text), format!("`{text}` {no_duration}"));
        }
        assert_eq!(
            time_error("3 weeks"),
            "unknown unit `weeks` in `3 weeks`: the units of a duration are \
             `ms`, `s`, `m`, `h`, `d` and `w`"
        );
        assert_eq!(
            size_error("10M"),
            "unknown unit `M` in `10M`: the units of a size are \
             `B`, `kB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB` and `TiB`"
        );
        assert_eq!(size_error("99999999TiB"), "`99999999TiB` is too large for a size");
        assert_eq!(
            time_error("999999999999999999999999999999999999999999"),
            "`999999999999999999999999999999999999999999` is too large for a duration"
        );
    }

    #[test]
    fn they_are_written_with_the_largest_unit_that_fits() {
        let shown = |text: &str| TimeSpan(time(text)).to_string();
        assert_eq!(["30", "0.2", "120", "0"].map(shown), ["30s", "200ms", "2m", "0s"]);
        let shown = |text: &str| ByteSize(size(text)).to_string();
        assert_eq!(["10MB", "65536", "4097", "0"].map(shown), ["10MB", "64KiB", "4097", "0"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}") {
            let _ = text.parse::<TimeSpan>();
            let _ = text.parse::<ByteSize>();
        }

        #[test]
        fn what_is_written_reads_back(bytes: u64, millis in 0_u64..u64::MAX / 1_000_000) {
            prop_assert_eq!(ByteSize(bytes).to_string().parse(), Ok(ByteSize(bytes)));
            let span = TimeSpan(Duration::from_millis(millis));
            prop_assert_eq!(span.to_string().parse(), Ok(span));
        }
    }
}
