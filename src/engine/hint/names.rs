//! The names that are most like one that is not there.

use strsim::normalized_damerau_levenshtein;

/// How alike two names are at the least.
const LEAST_ALIKE: f64 = 0.6;
/// How many names are given.
const MOST: usize = 3;
/// Longer names are not compared, in bytes.
const LONGEST: usize = 255;

/// The names most like `wanted`, the nearest first. What stands before the last dot counts for
/// most, and case for nothing.
#[must_use]
pub fn nearest<'n>(wanted: &str, names: &[&'n str]) -> Vec<&'n str> {
    if wanted.len() > LONGEST {
        return Vec::new();
    }
    let lower = wanted.to_lowercase();
    let alike = |name: &str| {
        let name = name.to_lowercase();
        let stems = normalized_damerau_levenshtein(stem(&lower), stem(&name));
        (2.0 * stems + normalized_damerau_levenshtein(&lower, &name)) / 3.0
    };
    let others = names.iter().filter(|name| **name != wanted && name.len() <= LONGEST);
    let mut found: Vec<(f64, &str)> = others.map(|&name| (alike(name), name)).collect();
    found.retain(|(alike, _)| *alike >= LEAST_ALIKE);
    found.sort_by(|(one, a), (other, b)| other.total_cmp(one).then(a.cmp(b)));
    let best = found.first().map_or(0.0, |(alike, _)| *alike);
    // The same but for case is not one of several.
    let least = if best < 1.0 { best - 0.1 } else { best };
    let close = found.into_iter().filter(|(alike, _)| *alike >= least);
    close.take(MOST).map(|(_, name)| name).collect()
}

/// A name without what follows its last dot, if anything stands before that.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_alike_come_nearest_first() {
        let names = ["README.md", "main.py", "main.rs", "mains.rs", "other.rs", "lib.rs"];
        assert_eq!(nearest("Main.rs", &names), ["main.rs"]);
        assert_eq!(nearest("mian.rs", &names), ["main.rs", "main.py"]);
        assert_eq!(nearest("main.tsx", &names), ["main.rs", "main.py"]);
        assert_eq!(nearest("readme.txt", &names), ["README.md"]);
        assert_eq!(nearest("index.html", &names), [""; 0]);
        assert_eq!(nearest("no.txt", &["a.txt", "z.txt"]), [""; 0], "the ending says little");
        assert_eq!(nearest("x", &["x"]), [""; 0], "it is not there");
    }
}
