//! The names that are most like one that is not there.

use strsim::normalized_damerau_levenshtein;

/// How alike two names are at the least.
const LEAST_ALIKE: f64 = 0.6;
/// How many names are given.
const MOST: usize = 3;
/// Longer names are not compared, in bytes.
const LONGEST: usize = 255;

/// The names most like `wanted`, the nearest first: the same but for case, alike, or the same
/// before the first dot.
#[must_use]
pub fn nearest<'n>(wanted: &str, names: &[&'n str]) -> Vec<&'n str> {
    if wanted.len() > LONGEST {
        return Vec::new();
    }
    let lower = wanted.to_lowercase();
    let stem = |name: &str| name.split('.').find(|part| !part.is_empty()).map(str::to_lowercase);
    let wanted_stem = stem(wanted);
    let mut found: Vec<(f64, &str)> = Vec::new();
    for &name in names.iter().filter(|name| **name != wanted && name.len() <= LONGEST) {
        let alike = match name.to_lowercase() {
            other if other == lower => 1.0,
            other => normalized_damerau_levenshtein(&lower, &other),
        };
        let alike =
            if alike < LEAST_ALIKE && stem(name) == wanted_stem { LEAST_ALIKE } else { alike };
        if alike >= LEAST_ALIKE {
            found.push((alike, name));
        }
    }
    found.sort_by(|(one, a), (other, b)| other.total_cmp(one).then(a.cmp(b)));
    let best = found.first().map_or(0.0, |(alike, _)| *alike);
    let close = found.into_iter().filter(|(alike, _)| *alike >= best - 0.2);
    close.take(MOST).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_alike_come_nearest_first() {
        let names = ["README.md", "main.py", "main.rs", "mains.rs", "other.rs", "lib.rs"];
        assert_eq!(nearest("Main.rs", &names), ["main.rs", "mains.rs"]);
        assert_eq!(nearest("mian.rs", &names), ["main.rs", "mains.rs"]);
        assert_eq!(nearest("main.tsx", &names), ["main.rs", "main.py", "mains.rs"]);
        assert_eq!(nearest("readme.txt", &names), ["README.md"]);
        assert_eq!(nearest("index.html", &names), [""; 0]);
        assert_eq!(nearest("x", &["x"]), [""; 0], "it is not there");
    }
}
