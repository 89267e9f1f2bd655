//! The names of temporary files: whose they are, and which path they belong to.

use std::{
    cell::Cell,
    collections::HashMap,
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
    str::FromStr,
};

use bstr::{BStr, BString, ByteSlice};

use crate::policy::GrantedPath;

/// How the names of temporary files begin.
const TEMPORARY: &str = ".clada-tmp-";

/// Whether a name is one of a temporary file: what a killed process leaves behind.
#[must_use]
pub fn is_temporary(name: &BStr) -> bool {
    name.starts_with_str(TEMPORARY)
}

/// Tells the temporary files of one transaction from all others: 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(u64);

impl Token {
    /// One that no other transaction has.
    #[must_use]
    pub fn random() -> Self {
        Self(RandomState::new().build_hasher().finish())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Token {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

/// Who makes a temporary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// The transaction itself.
    Transaction,
    /// The recovery of one that was cut short.
    Recovery,
}

impl Maker {
    fn letter(self) -> char {
        match self {
            Self::Transaction => 't',
            Self::Recovery => 'r',
        }
    }
}

/// Gives temporary files their names: `.clada-tmp-TOKEN-NUMBER-tCOUNT`, the number being that of
/// the path among the transaction's paths.
#[derive(Debug)]
pub struct Naming {
    token: Token,
    maker: Maker,
    numbers: HashMap<GrantedPath, usize>,
    count: Cell<u32>,
}

/// What a temporary file's name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) number: usize,
    pub(super) maker: Maker,
}

impl Naming {
    /// For those paths, in this order.
    pub fn new<'p>(
        token: Token,
        maker: Maker,
        paths: impl IntoIterator<Item = &'p GrantedPath>,
    ) -> Self {
        let numbers = paths.into_iter().enumerate();
        let numbers = numbers.map(|(number, path)| (path.clone(), number)).collect();
        // A recovery that is cut short leaves files that the next one must not meet.
        let first = u32::try_from(Token::random().0 >> 32).unwrap_or_default();
        Self { token, maker, numbers, count: Cell::new(first) }
    }

    /// The next name for a path.
    pub(super) fn next(&self, path: &GrantedPath) -> BString {
        let count = self.count.get();
        self.count.set(count.wrapping_add(1));
        // Paths outside the set are those of tests.
        let number = self.numbers.get(path).copied().unwrap_or(usize::MAX);
        let (token, letter) = (self.token, self.maker.letter());
        format!("{TEMPORARY}{token}-{number:x}-{letter}{count:x}").into()
    }
}

/// What a name tells, if it is that of a temporary file of that transaction.
pub(super) fn told(name: &BStr, token: Token) -> Option<Told> {
    let rest = name.to_str().ok()?.strip_prefix(TEMPORARY)?;
    let rest = rest.strip_prefix(&token.to_string())?.strip_prefix('-')?;
    let (number, rest) = rest.split_once('-')?;
    let maker = match rest.chars().next()? {
        't' => Maker::Transaction,
        'r' => Maker::Recovery,
        _ => return None,
    };
    Some(Told { number: usize::from_str_radix(number, 16).ok()?, maker })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::fixture::Fixture;

    #[test]
    fn a_name_tells_whose_it_is() {
        let place = Fixture::new();
        let paths = [place.granted("a"), place.granted("b")];
        let token = Token::random();
        let naming = Naming::new(token, Maker::Recovery, &paths);
        let names = [naming.next(&paths[1]), naming.next(&paths[1])];
        assert_ne!(names[0], names[1]);
        let read = told(names[0].as_bstr(), token);
        assert_eq!(read, Some(Told { number: 1, maker: Maker::Recovery }));
        assert_eq!(told(names[0].as_bstr(), Token::random()), None);
        assert_eq!(token.to_string().parse(), Ok(token));
        assert!(is_temporary(names[0].as_bstr()) && !is_temporary("clada-tmp-".into()));
    }
}
