//! Rust source as words and marks, each with its line; comments are left out, and a string's
//! text is apart from code. Knows just enough of Rust's lexis to not mistake one for the other.

use std::{iter::Peekable, str::Chars};

/// A word, a mark or a string of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name, a keyword or a number.
    Word(String),
    /// `::`.
    Path,
    /// Any other mark.
    Mark(char),
    /// A string literal's text, escapes as written.
    Text(String),
}

impl Token {
    /// Whether it is that word.
    pub fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }
}

/// The tokens of a source with their lines, numbered from 1.
pub fn tokens(source: &str) -> Vec<(usize, Token)> {
    let mut lexer = Lexer { chars: source.chars().peekable(), line: 1, out: Vec::new() };
    while lexer.step() {}
    lexer.out
}

struct Lexer<'s> {
    chars: Peekable<Chars<'s>>,
    line: usize,
    out: Vec<(usize, Token)>,
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.chars.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn eat(&mut self, expected: char) -> bool {
        let is_next = self.chars.peek() == Some(&expected);
        if is_next {
            self.next();
        }
        is_next
    }

    fn step(&mut self) -> bool {
        let line = self.line;
        let Some(first) = self.next() else { return false };
        let token = match first {
            '/' if self.chars.peek() == Some(&'/') => {
                while self.chars.peek().is_some_and(|&next| next != '\n') {
                    self.next();
                }
                return true;
            }
            '/' if self.eat('*') => {
                self.block_comment();
                return true;
            }
            '"' => Token::Text(self.string()),
            '\'' => {
                self.quote();
                return true;
            }
            ':' if self.eat(':') => Token::Path,
            first if first.is_alphanumeric() || first == '_' => match self.word(first) {
                Some(token) => token,
                None => return true,
            },
            first if first.is_whitespace() => return true,
            first => Token::Mark(first),
        };
        self.out.push((line, token));
        true
    }

    fn block_comment(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                Some('*') if self.eat('/') => depth -= 1,
                Some('/') if self.eat('*') => depth += 1,
                Some(_) => {}
                None => return,
            }
        }
    }

    fn string(&mut self) -> String {
        let mut text = String::new();
        while let Some(next) = self.next() {
            match next {
                '"' => break,
                '\\' => text.extend(['\\'].into_iter().chain(self.next())),
                next => text.push(next),
            }
        }
        text
    }

    /// A character literal, or a lifetime: either way of no interest.
    fn quote(&mut self) {
        match self.next() {
            Some('\\') => {
                self.next();
                while self.next().is_some_and(|next| next != '\'') {}
            }
            Some(_) => {
                self.eat('\'');
            }
            None => {}
        }
    }

    /// A word; or a raw string, which begins as one. A byte string's prefix is dropped.
    fn word(&mut self, first: char) -> Option<Token> {
        let mut word = String::from(first);
        while let Some(&next) = self.chars.peek()
            && (next.is_alphanumeric() || next == '_')
        {
            word.push(next);
            self.next();
        }
        let prefix = matches!(word.as_str(), "r" | "br" | "cr");
        match self.chars.peek() {
            Some('#' | '"') if prefix => self.raw_string().map(Token::Text),
            Some('"' | '\'') if matches!(word.as_str(), "b" | "c") => None,
            _ => Some(Token::Word(word)),
        }
    }

    /// A raw string; none where the `#` belongs to a raw name.
    fn raw_string(&mut self) -> Option<String> {
        let mut hashes = String::new();
        while self.eat('#') {
            hashes.push('#');
        }
        if !self.eat('"') {
            return None;
        }
        let end = format!("\"{hashes}");
        let mut text = String::new();
        while let Some(next) = self.next() {
            text.push(next);
            if text.ends_with(&end) {
                break;
            }
        }
        Some(text.strip_suffix(&end).unwrap_or(&text).to_owned())
    }
}
