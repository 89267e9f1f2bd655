//! What a text may have been before something was copied along or written in another way.

use std::borrow::Cow;

/// A text as it may have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) text: String,
    /// What is wrong with the text as it was written, to go behind its name.
    pub(super) why: String,
}

type Rule = (fn(&str) -> Option<String>, &'static str);

const RULES: [Rule; 7] = [
    (without_fence, "stands in a code fence"),
    (without_numbers, "has line numbers copied into it"),
    (old_side, "has the markers of a diff at the start of its lines"),
    (new_side, "has the markers of a diff at the start of its lines"),
    (without_escapes, "has escapes such as `\\n` written out"),
    (without_entities, "has HTML entities"),
    (without_backslashes, "has backslashes before quotes"),
];

/// The other readings of a text: by each rule, then by all of them one after the other.
pub(super) fn readings(text: &str) -> Vec<Reading> {
    let mut all = Vec::new();
    let mut whole = Cow::Borrowed(text);
    let mut whys: Vec<&str> = Vec::new();
    for (rule, why) in RULES {
        if let Some(read) = rule(text) {
            all.push(Reading { text: read, why: why.to_owned() });
        }
        if let Some(read) = rule(&whole) {
            whole = Cow::Owned(read);
            if !whys.contains(&why) {
                whys.push(why);
            }
        }
    }
    let known = all.iter().any(|reading| reading.text == whole);
    if whys.len() > 1 && !known {
        all.push(Reading { text: whole.into_owned(), why: whys.join(" and ") });
    }
    all.retain(|reading| !reading.text.is_empty());
    all
}

fn without_fence(text: &str) -> Option<String> {
    let (first, rest) = text.trim_start_matches('\n').split_once('\n')?;
    let fence = ["```", "~~~"].into_iter().find(|fence| first.trim_start().starts_with(fence))?;
    let body = rest.trim_end();
    let body = body.strip_suffix(fence).map_or(rest, |body| body);
    Some(body.strip_suffix('\n').unwrap_or(body).to_owned())
}

/// `12: text`, `12 | text`, `12→text`, `12<TAB>text`, `12 text`, counting up.
fn without_numbers(text: &str) -> Option<String> {
    let mut before: Option<u64> = None;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if line.trim().is_empty() {
            lines.push(line);
            continue;
        }
        let start = line.trim_start();
        let digits = start.bytes().take_while(u8::is_ascii_digit).count();
        let number: u64 = start.get(..digits)?.parse().ok()?;
        if before.is_some_and(|before| number <= before) {
            return None;
        }
        before = Some(number);
        lines.push(behind_number(start.get(digits..)?)?);
    }
    // A number and a space say nothing in one line alone.
    let alone = lines.iter().filter(|line| !line.trim().is_empty()).count() < 2;
    let first = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    (before.is_some() && !(alone && first.starts_with(' '))).then(|| lines.join("\n"))
}

fn behind_number(rest: &str) -> Option<&str> {
    let marks = [": ", ":", " | ", "|", "\t", "→", ". ", " "];
    if let Some(behind) = marks.iter().find_map(|mark| rest.strip_prefix(mark)) {
        return Some(behind);
    }
    // The number of a blank line may stand alone.
    rest.trim().is_empty().then_some("")
}

fn old_side(text: &str) -> Option<String> {
    side(text, '-', '+')
}

fn new_side(text: &str) -> Option<String> {
    side(text, '+', '-')
}

/// The lines of a diff that one side has, if all lines look like a diff's.
fn side(text: &str, ours: char, theirs: char) -> Option<String> {
    let mut lines = Vec::new();
    let mut marked = false;
    for line in text.split('\n') {
        if line.starts_with("@@") || line.starts_with("--- ") || line.starts_with("+++ ") {
            continue;
        }
        if line.is_empty() {
            lines.push(line);
            continue;
        }
        let line_is_ours = line.strip_prefix(ours);
        marked |= line_is_ours.is_some();
        if let Some(kept) = line_is_ours.or_else(|| line.strip_prefix(' ')) {
            lines.push(kept);
        } else if !line.starts_with(theirs) {
            return None;
        }
    }
    marked.then(|| lines.join("\n"))
}

/// `\n`, `\t`, `\"` that a quoted text would have meant.
fn without_escapes(text: &str) -> Option<String> {
    if !text.contains("\\n") && !text.contains("\\t") {
        return None;
    }
    let mut read = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            read.push(character);
            continue;
        }
        match rest.next() {
            Some('n') => read.push('\n'),
            Some('t') => read.push('\t'),
            Some('r') => read.push('\r'),
            Some(quoted @ ('"' | '\'' | '\\')) => read.push(quoted),
            Some(other) => read.extend(['\\', other]),
            None => read.push('\\'),
        }
    }
    Some(read)
}

fn without_backslashes(text: &str) -> Option<String> {
    let quotes = ["\\\"", "\\'", "\\`"];
    if !quotes.iter().any(|quote| text.contains(quote)) {
        return None;
    }
    Some(text.replace("\\\"", "\"").replace("\\'", "'").replace("\\`", "`"))
}

const ENTITIES: [(&str, &str); 7] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&nbsp;", " "),
    // Last, so that `&amp;lt;` becomes `&lt;`.
    ("&amp;", "&"),
];

fn without_entities(text: &str) -> Option<String> {
    let mut read = Cow::Borrowed(text);
    for (entity, character) in ENTITIES {
        if read.contains(entity) {
            read = Cow::Owned(read.replace(entity, character));
        }
    }
    match read {
        Cow::Owned(read) => Some(read),
        Cow::Borrowed(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_copied_along_is_taken_off() {
        let cases = [
            ("12: fn a() {\n13:     b();\n14: }", "fn a() {\n    b();\n}", "line numbers"),
            (" 9 | a\n10 | b\n", "a\nb\n", "line numbers"),
            ("  1\tx\n  2\t\ty", "x\n\ty", "line numbers"),
            ("5: a\n6:\n7: b", "a\n\nb", "line numbers"),
            ("+new();", "new();", "markers of a diff"),
            (" a\n-b\n c", "a\nb\nc", "markers of a diff"),
            ("@@ -1,2 +1,2 @@\n a\n-b\n+c", "a\nb", "markers of a diff"),
            ("a();\\n\\tb();", "a();\n\tb();", "escapes"),
            ("if (a &lt; b &amp;&amp; c)", "if (a < b && c)", "HTML entities"),
            ("```rust\nfn a() {}\n```", "fn a() {}", "code fence"),
            ("say(\\\"hi\\\")", "say(\"hi\")", "backslashes"),
        ];
        for (text, meant, why) in cases {
            let all = readings(text);
            let found = all.iter().find(|reading| reading.text == meant);
            assert!(found.is_some_and(|found| found.why.contains(why)), "{text:?}: {all:?}");
        }
    }

    #[test]
    fn several_slips_are_undone_together() {
        let all = readings("```js\n1: if (a &lt; b)\n2:   c()\n```");
        let last = all.last().expect("some");
        assert_eq!(last.text, "if (a < b)\n  c()");
        assert_eq!(
            last.why,
            "stands in a code fence and has line numbers copied into it and has HTML entities"
        );
    }

    #[test]
    fn plain_text_has_no_other_reading() {
        for text in ["", "fn a() {}\n", "a - b", "1 + 2", "x: 3\ny: 2", "3: a\n2: b", "a\n+b"] {
            assert_eq!(readings(text), [], "{text:?}");
        }
    }
}
