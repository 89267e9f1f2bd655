//! The line that a hunk begins with: `@@ -10,7 +10,8 @@`, `@@ class Cart`, `@@`.

/// What a hunk's first line says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::syntax) struct Header<'t> {
    /// The first line that it means, and how many lines it has before and after, where it says so.
    pub(in crate::syntax) numbers: Option<Numbers>,
    /// A line of the file that stands before the hunk.
    pub(in crate::syntax) anchor: Option<&'t str>,
}

/// The numbers of `@@ -10,7 +10,8 @@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct Numbers {
    pub(in crate::syntax) old_start: usize,
    pub(in crate::syntax) old_count: usize,
    pub(in crate::syntax) new_count: usize,
}

impl<'t> Header<'t> {
    /// Reads a line without its line break; `None` where no hunk begins with it.
    ///
    /// What stands behind the numbers is the heading of a section, which git writes for people.
    /// Without numbers it is a line to go by. Dots stand for numbers that nobody has counted.
    pub(in crate::syntax) fn read(line: &'t str) -> Option<Self> {
        let rest = line.strip_prefix("@@")?;
        if rest.starts_with('@') {
            return None;
        }
        if let Some(numbers) = Numbers::read(rest.trim_start()) {
            return Some(Self { numbers: Some(numbers), anchor: None });
        }
        let rest = rest.trim_end();
        let text = rest.strip_suffix("@@").unwrap_or(rest).trim();
        let says_nothing = text.chars().all(|c| matches!(c, '.' | '…' | '-' | '+' | ',' | ' '));
        Some(Self { numbers: None, anchor: (!says_nothing).then_some(text) })
    }
}

impl Numbers {
    /// Reads `-10,7 +10,8` and what stands behind it.
    fn read(text: &str) -> Option<Self> {
        let (old, rest) = text.strip_prefix('-')?.split_once(' ')?;
        let rest = rest.trim_start().strip_prefix('+')?;
        let new = rest.split_once(' ').map_or(rest, |(new, _)| new);
        let new = new.trim_end_matches('@');
        let (old_start, old_count) = range(old)?;
        let (_, new_count) = range(new)?;
        Some(Self { old_start, old_count, new_count })
    }
}

/// `10,7`; one line where it is not said how many.
fn range(text: &str) -> Option<(usize, usize)> {
    let (start, count) = text.split_once(',').unwrap_or((text, "1"));
    Some((number(start)?, number(count)?))
}

fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(line: &str) -> Option<(usize, usize, usize)> {
        let numbers = Header::read(line)?.numbers?;
        Some((numbers.old_start, numbers.old_count, numbers.new_count))
    }

    #[test]
    fn numbers_are_read_as_git_writes_them_and_as_models_do() {
        assert_eq!(numbers("@@ -10,7 +10,8 @@"), Some((10, 7, 8)));
        assert_eq!(numbers("@@ -10 +11,0 @@ fn main() {"), Some((10, 1, 0)));
        assert_eq!(numbers("@@ -1,2 +1,3@@"), Some((1, 2, 3)));
        assert_eq!(numbers("@@ -1,2 +1,3"), Some((1, 2, 3)));
        for line in ["@@", "@@ @@", "@@ -x,1 +1 @@", "@@ -1,2 @@", "@@ -99999999999999999999 +1 @@"]
        {
            assert_eq!(numbers(line), None, "{line}");
        }
    }

    #[test]
    fn a_text_without_numbers_is_a_line_to_go_by() {
        let anchor = |line| Header::read(line).map(|header| header.anchor);
        assert_eq!(anchor("@@ class Cart"), Some(Some("class Cart")));
        assert_eq!(anchor("@@ def total(self): @@"), Some(Some("def total(self):")));
        for line in ["@@", "@@ @@", "@@ ... @@", "@@ … @@", "@@ -1 +1 @@ heading", "@@ -,+ @@"] {
            assert_eq!(anchor(line), Some(None), "{line}");
        }
        for line in ["@", " @@", "@@@ -1 -1 +1 @@@", "x"] {
            assert_eq!(anchor(line), None, "{line}");
        }
    }
}
