//! The line that a hunk begins with: `@@ -10,7 +10,8 @@`, `@@ class Cart`, `@@`.

/// What a hunk's first line says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::syntax) struct Header<'t> {
    /// The first line that it means, and how many lines it has before and after, where it says so.
    pub(in crate::syntax) numbers: Option<Numbers>,
    /// A line of the file that stands before the hunk.
    pub(in crate::syntax) anchor: Option<&'t str>,
    /// What stands behind the second `@@`: the line of the section that the hunk is in. Git cuts it
    /// short, and it may stand above the hunk or be of the section before.
    pub(in crate::syntax) heading: Option<&'t str>,
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
        let text = rest.trim();
        if let Some((numbers, behind)) = Numbers::read(text) {
            let heading = heading(behind.strip_prefix("@@").unwrap_or(behind));
            return Some(Self { numbers: Some(numbers), anchor: None, heading });
        }
        if let Some((before, behind)) = text.split_once("@@")
            && is_no_line(before)
        {
            return Some(Self { heading: heading(behind), ..Self::default() });
        }
        let text = text.strip_suffix("@@").unwrap_or(text).trim_end();
        Some(Self { anchor: (!is_no_line(text)).then_some(text), ..Self::default() })
    }
}

/// The heading behind a second `@@`; one without a letter or a digit is none.
fn heading(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_suffix("@@").unwrap_or(text).trim_end();
    text.contains(char::is_alphanumeric).then_some(text)
}

/// How long a heading is from which on git may have cut it. It cuts behind 80 bytes.
const CUT: usize = 76;

/// Whether a heading is so long that git may have cut it.
#[must_use]
pub fn may_be_cut(heading: &str) -> bool {
    heading.len() >= CUT
}

/// Whether a text stands where the numbers are, and names no line: dots, or half of the numbers.
fn is_no_line(text: &str) -> bool {
    let is_sign = |c| matches!(c, '.' | '…' | '-' | '+' | ',' | ' ');
    text.chars().all(is_sign)
        || (text.starts_with('-') && text.chars().all(|c| is_sign(c) || c.is_ascii_digit()))
}

impl Numbers {
    /// Reads `-10,7 +10,8`; gives them and what stands behind.
    fn read(text: &str) -> Option<(Self, &str)> {
        let (old, rest) = text.strip_prefix('-')?.split_once(' ')?;
        let rest = rest.trim_start().strip_prefix('+')?;
        let end = rest.find([' ', '@']).unwrap_or(rest.len());
        let (new, behind) = rest.split_at_checked(end)?;
        let (old_start, old_count) = range(old)?;
        let (_, new_count) = range(new)?;
        Some((Self { old_start, old_count, new_count }, behind.trim_start()))
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
        for line in [
            "@@",
            "@@ @@",
            "@@ ... @@",
            "@@ … @@",
            "@@ -1 +1 @@ heading",
            "@@ -,+ @@",
            "@@ -1,2 @@",
            "@@ ... @@ heading",
        ] {
            assert_eq!(anchor(line), Some(None), "{line}");
        }
        for line in ["@", " @@", "@@@ -1 -1 +1 @@@", "x"] {
            assert_eq!(anchor(line), None, "{line}");
        }
    }

    #[test]
    fn what_stands_behind_the_second_mark_is_a_heading() {
        let heading = |line| Header::read(line).and_then(|header| header.heading);
        for line in [
            "@@ -1,2 +1,2 @@ class B:",
            "@@ -1,2 +1,2@@ class B:",
            "@@ -1,2 +1,2 @@ class B: @@",
            "@@ ... @@ class B:",
            "@@ @@ class B:",
            "@@ -1,2 @@ class B:",
        ] {
            assert_eq!(heading(line), Some("class B:"), "{line}");
        }
        assert_eq!(heading("@@ -1 +1 @@ @cached"), Some("@cached"));
        for line in ["@@ -1 +1 @@", "@@ -1 +1 @@ ...", "@@ ... @@", "@@ class B: @@", "@@ class B:"]
        {
            assert_eq!(heading(line), None, "{line}");
        }
    }
}
