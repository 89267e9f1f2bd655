//! Decodes character references in HTML text.

mod entities;

use entities::ENTITIES;

/// Replaces every named reference that ends in `;`. Others are left as they are.
pub fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        let (before, reference) = rest.split_at(start);
        decoded.push_str(before);
        match reference.find(';').and_then(|end| Some((end, lookup(&reference[1..end])?))) {
            Some((end, text)) => {
                decoded.push_str(text);
                rest = &reference[end + 1..];
            }
            None => {
                decoded.push('&');
                rest = &reference[1..];
            }
        }
    }
    decoded + rest
}

fn lookup(name: &str) -> Option<&'static str> {
    let index = ENTITIES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(ENTITIES[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(ENTITIES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn a_reference_is_decoded_once() {
        assert_eq!(decode("&amp;lt; &hearts; &nope; &"), "&lt; ♥ &nope; &");
    }
}
