//! Keys: what one may be made of.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::text::utf16_len;

/// The longest key, in UTF-16 code units.
const LIMIT: usize = 256;

/// What is wrong with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum KeyFault {
    /// A character that is not allowed where it stands.
    Character {
        /// It.
        character: char,
        /// Its place in the key, from 1, in UTF-16 code units.
        position: usize,
        /// Its first byte in the key.
        offset: usize,
    },
    /// More than 256 UTF-16 code units.
    Length,
}

/// What is wrong with a trimmed key.
pub(super) fn fault(key: &str) -> Option<KeyFault> {
    if is_plain(key) {
        return None;
    }
    let bad = key.char_indices().find(|&(offset, character)| !allowed(character, offset == 0));
    if let Some((offset, character)) = bad {
        let position = utf16_len(key.get(..offset).unwrap_or_default()) + 1;
        return Some(KeyFault::Character { character, position, offset });
    }
    (key.len() > LIMIT && utf16_len(key) > LIMIT).then_some(KeyFault::Length)
}

/// Whether the key is a short word in ASCII, as nearly all are.
fn is_plain(key: &str) -> bool {
    let starts = key.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic());
    starts
        && key.len() <= LIMIT
        && key.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

/// Control characters, U+200B to U+200D, U+2060 and U+FEFF are neither letters nor numbers, so
/// they need no rule of their own.
fn allowed(character: char, first: bool) -> bool {
    if character.is_ascii() {
        return character == '_'
            || character.is_ascii_alphabetic()
            || (!first && character.is_ascii_digit());
    }
    match character.general_category_group() {
        GeneralCategoryGroup::Letter => true,
        GeneralCategoryGroup::Number => !first,
        GeneralCategoryGroup::Mark
        | GeneralCategoryGroup::Punctuation
        | GeneralCategoryGroup::Symbol
        | GeneralCategoryGroup::Separator
        | GeneralCategoryGroup::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(key: &str) -> Option<(char, usize)> {
        match fault(key) {
            Some(KeyFault::Character { character, position, .. }) => Some((character, position)),
            Some(KeyFault::Length) | None => None,
        }
    }

    #[test]
    fn letters_and_numbers_are_those_of_unicode() {
        for key in ["_", "a1", "données_count", "αβγ", "用户名", "x²", "xⅫ", "𝒳", "ª"]
        {
            assert_eq!(fault(key), None, "{key}");
        }
    }

    #[test]
    fn the_first_character_that_is_not_allowed_is_named() {
        assert_eq!(character("1a"), Some(('1', 1)));
        assert_eq!(character("²a"), Some(('²', 1)));
        assert_eq!(character("key name-x"), Some((' ', 4)));
        assert_eq!(character("𝒳\u{200b}"), Some(('\u{200b}', 3)));
        // A combining mark is no letter.
        assert_eq!(character("e\u{301}"), Some(('\u{301}', 2)));
        assert_eq!(character("a🎉"), Some(('🎉', 2)));
    }

    #[test]
    fn a_key_may_have_256_units() {
        assert_eq!(fault(&"k".repeat(256)), None);
        assert_eq!(fault(&"k".repeat(257)), Some(KeyFault::Length));
        assert_eq!(fault(&"𝒳".repeat(128)), None);
        assert_eq!(fault(&"𝒳".repeat(129)), Some(KeyFault::Length));
        assert_eq!(character(&format!("{}-", "k".repeat(300))), Some(('-', 301)));
    }
}
