//! Ignored directories and files that commands changed, with how much came.

use std::fmt::Write as _;

use serde::Serialize;

/// A topmost ignored directory or file that commands changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IgnoredTree {
    /// Its path; that of a directory ends in `/`.
    pub path: String,
    /// How many files and links came.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// How many files and links went, or were replaced.
    pub replaced: usize,
}

impl IgnoredTree {
    /// `node_modules/ (20,000 files, 31 MB)`.
    pub(super) fn told(&self) -> String {
        let Self { path, files, bytes, replaced } = self;
        match (files, replaced) {
            (0, 0) => path.clone(),
            (0, replaced) => format!("{path} ({} removed)", files_of(*replaced)),
            (files, _) => format!("{path} ({}, {})", files_of(*files), size(*bytes)),
        }
    }
}

fn files_of(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{} files", grouped(count)) }
}

/// A number with a comma after each three digits from its end.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        let _ = write!(out, "{digit}");
    }
    out
}

/// A size to be glanced at: `999 bytes`, `1.2 kB`, `31 MB`.
fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let Some((unit, name)) = UNITS.into_iter().find(|(unit, _)| bytes >= *unit) else {
        return if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") };
    };
    let (whole, tenth) = (bytes / unit, bytes % unit / (unit / 10));
    if whole < 10 && tenth > 0 {
        format!("{whole}.{tenth} {name}")
    } else {
        format!("{whole} {name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(files: usize, bytes: u64, replaced: usize) -> String {
        IgnoredTree { path: "out/".to_owned(), files, bytes, replaced }.told()
    }

    #[test]
    fn how_much_came_is_told_as_people_read_it() {
        assert_eq!(told(20_000, 31_400_000, 2), "out/ (20,000 files, 31 MB)");
        assert_eq!(told(1_234_567, 1_290, 0), "out/ (1,234,567 files, 1.2 kB)");
        assert_eq!(told(1, 999, 0), "out/ (1 file, 999 bytes)");
        assert_eq!(told(999, 2_000_000_000, 0), "out/ (999 files, 2 GB)");
        assert_eq!(told(0, 0, 3), "out/ (3 files removed)");
        assert_eq!(told(0, 0, 0), "out/");
    }
}
