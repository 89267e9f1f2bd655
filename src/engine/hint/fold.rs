//! What is left of a text when only its looks count: no white space, no case, one kind of quote
//! and of dash, letters of other scripts as the Latin ones they look like.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Hands on what is left of a character.
pub(super) fn fold(character: char, mut keep: impl FnMut(char)) {
    if character.is_ascii() {
        keep_ascii(character, keep);
        return;
    }
    decompose_compatible(character, |part| {
        if is_invisible(part) || part.is_whitespace() || is_combining_mark(part) {
            return;
        }
        let shape = latin_look_alike(part).unwrap_or(part);
        if shape.is_ascii() {
            keep_ascii(shape, &mut keep);
        } else {
            shape.to_lowercase().for_each(&mut keep);
        }
    });
}

fn keep_ascii(character: char, mut keep: impl FnMut(char)) {
    if let Some(kept) = fold_ascii(character) {
        keep(kept);
    }
}

/// What is left of an ASCII character; `None` of white space and controls.
pub(super) fn fold_ascii(character: char) -> Option<char> {
    match character {
        '\'' | '`' => Some('"'),
        _ if character.is_ascii_graphic() => Some(character.to_ascii_lowercase()),
        _ => None,
    }
}

/// The text as it is left.
pub(super) fn folded(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    text.chars().for_each(|character| fold(character, |kept| left.push(kept)));
    left
}

/// A number that lines of the same looks share; 0 for one that looks empty.
pub(super) fn looks(line: &str) -> u64 {
    let mut hash = 0_u64;
    let mut mix = |kept: char| {
        hash = (hash.rotate_left(5) ^ u64::from(kept)).wrapping_mul(0x517c_c1b7_2722_0a95);
    };
    line.chars().for_each(|character| fold(character, &mut mix));
    hash
}

/// Whether a character shows nothing at all and is no white space: joiners, marks of direction,
/// the BOM, soft hyphens.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character is a quote of any kind.
pub(super) fn is_quote(character: char) -> bool {
    matches!(character, '\'' | '"' | '`') || quote_look_alike(character)
}

fn quote_look_alike(character: char) -> bool {
    matches!(character,
        '\u{ab}' | '\u{b4}' | '\u{bb}' | '\u{2bc}' | '\u{2018}'..='\u{201f}'
        | '\u{2032}'..='\u{2037}' | '\u{2039}' | '\u{203a}' | '\u{301d}'..='\u{301f}')
}

/// Whether a character is a hyphen, a minus or a dash of any kind.
pub(super) fn is_dash(character: char) -> bool {
    character == '-' || dash_look_alike(character)
}

fn dash_look_alike(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}')
}

/// The ASCII character that this one, of another script or meaning, is drawn like.
fn latin_look_alike(character: char) -> Option<char> {
    if quote_look_alike(character) {
        return Some('"');
    }
    if dash_look_alike(character) {
        return Some('-');
    }
    LOOK_ALIKES.iter().find(|(alike, _)| alike.contains(character)).map(|(_, latin)| *latin)
}

/// Letters of Cyrillic, Greek and Armenian, and signs, that fonts draw as they draw ASCII.
/// Those that merely resemble one are not among them.
const LOOK_ALIKES: [(&str, char); 35] = [
    ("А\u{391}", 'A'),
    ("В\u{392}", 'B'),
    ("С\u{3f9}", 'C'),
    ("Е\u{395}", 'E'),
    ("Ԍ", 'G'),
    ("Н\u{397}", 'H'),
    ("І\u{399}\u{4c0}", 'I'),
    ("Ј\u{37f}", 'J'),
    ("К\u{39a}", 'K'),
    ("М\u{39c}", 'M'),
    ("\u{39d}", 'N'),
    ("О\u{39f}\u{555}", 'O'),
    ("Р\u{3a1}", 'P'),
    ("Ѕ\u{54f}", 'S'),
    ("Т\u{3a4}", 'T'),
    ("\u{54d}", 'U'),
    ("Х\u{3a7}", 'X'),
    ("Ү\u{3a5}", 'Y'),
    ("\u{396}", 'Z'),
    ("а", 'a'),
    ("с\u{3f2}", 'c'),
    ("ԁ", 'd'),
    ("е", 'e'),
    ("һ\u{570}", 'h'),
    ("і\u{131}", 'i'),
    ("ј\u{3f3}", 'j'),
    ("о\u{3bf}\u{585}", 'o'),
    ("р", 'p'),
    ("ԛ", 'q'),
    ("ѕ", 's'),
    ("у", 'y'),
    ("х", 'x'),
    ("\u{2044}\u{2215}", '/'),
    ("\u{2217}", '*'),
    ("\u{2223}", '|'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_same_looks_are_folded_to_the_same() {
        let same = [
            ("  let x = 1;\r\n", "let\tx=1;"),
            ("say “it’s”", "SAY \"it's\""),
            ("a \u{2013} b \u{2014} c", "a - b - c"),
            ("a\u{a0}b\u{3000}c", "a b c"),
            ("zero\u{200b}wi\u{ad}dth\u{feff}", "zerowidth"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("ｆｕｌｌ（１）", "full(1)"),
            ("ﬁx…", "fix..."),
            ("р\u{430}th", "path"),
            ("ΑΒΕ", "abe"),
        ];
        for (one, other) in same {
            assert_eq!(folded(one), folded(other), "{one:?} {other:?}");
            assert_eq!(looks(one), looks(other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn texts_of_other_looks_stay_apart() {
        for (one, other) in [("a+b", "a-b"), ("я", "r"), ("漢", "字"), ("x", "х\u{445}")] {
            assert_ne!(folded(one), folded(other));
        }
        assert_eq!((looks(" \t\r"), looks("")), (0, 0));
    }

    #[test]
    fn each_look_alike_stands_once_in_the_table() {
        let all: Vec<char> = LOOK_ALIKES.iter().flat_map(|(alike, _)| alike.chars()).collect();
        let mut distinct = all.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(all.len(), distinct.len());
        assert!(all.iter().all(|character| !character.is_ascii()));
    }
}
