//! The ways in which a text differs from what a file has, and their names.

/// A way in which two lines, or their number, differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// White space before the first character.
    Indentation,
    /// White space after the last character.
    TrailingSpace,
    /// `\n` or `\r\n`.
    LineBreak,
    /// The file ends without a line break.
    FinalBreak,
    /// White space inside the line.
    Spacing,
    /// A space that is not U+0020.
    SpecialSpace,
    /// Characters that show nothing.
    Invisible,
    /// Straight and curly quotes, single and double ones.
    Quotes,
    /// Hyphens and dashes.
    Dashes,
    /// Characters that are drawn like others.
    LookAlike,
    /// Accents as characters of their own, or not.
    Composition,
    /// Upper and lower case.
    Case,
    /// Backslashes that one side lacks.
    Backslash,
    /// Blank lines that one side lacks.
    BlankLines,
    /// `...` in place of lines.
    Elided,
    /// The same words, broken into lines elsewhere.
    Wrapping,
    /// Lines of the file that the text lacks.
    LinesLacking,
    /// Lines that the file does not have.
    LinesExtra,
    /// Anything else.
    Wording,
}

impl Kind {
    /// Whether it is told as a clause, and not as what the lines differ in.
    fn is_clause(self) -> bool {
        matches!(
            self,
            Self::FinalBreak
                | Self::BlankLines
                | Self::Elided
                | Self::LinesLacking
                | Self::LinesExtra
        )
    }

    /// Whether lines that differ in this alone need not each be shown.
    pub(super) fn is_uniform(self) -> bool {
        matches!(self, Self::Indentation | Self::TrailingSpace | Self::LineBreak)
    }
}

/// A difference: its kind, and the first two pieces that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) kind: Kind,
    /// What the text has.
    pub(super) text: String,
    /// What the file has.
    pub(super) file: String,
    /// How many there are.
    pub(super) count: usize,
}

/// The differences of a place, one of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Differences(Vec<Difference>);

impl Differences {
    /// Counts a difference; the first of its kind is the one that is told.
    pub(super) fn add(&mut self, kind: Kind, text: &str, file: &str) {
        if let Some(known) = self.0.iter_mut().find(|known| known.kind == kind) {
            known.count += 1;
            return;
        }
        let (text, file) = (text.to_owned(), file.to_owned());
        self.0.push(Difference { kind, text, file, count: 1 });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them in words, in the order of their kinds. `name` is what the text is called.
    pub(super) fn told(&self, name: &str) -> String {
        let mut sorted: Vec<&Difference> = self.0.iter().collect();
        sorted.sort_by_key(|difference| difference.kind);
        let told = |is_clause: bool| -> Vec<String> {
            let chosen = sorted.iter().filter(|one| one.kind.is_clause() == is_clause);
            chosen.map(|one| one.told(name)).collect()
        };
        let (things, mut clauses) = (told(false), told(true));
        if !things.is_empty() {
            clauses.insert(0, format!("differs in {}", things.join(", ")));
        }
        clauses.join("; ")
    }
}

impl Difference {
    fn told(&self, name: &str) -> String {
        let count = self.count;
        match self.kind {
            Kind::Indentation => self.both("indentation", name, blank),
            Kind::TrailingSpace => {
                let here = if self.text.len() > self.file.len() { name } else { "the file" };
                format!("trailing white space (in {here})")
            }
            Kind::LineBreak => self.both("line breaks", name, str::to_owned),
            Kind::FinalBreak => "the file ends without a line break".to_owned(),
            Kind::Spacing => self.both("spacing", name, blank),
            Kind::SpecialSpace => self.both("spaces that are not U+0020", name, foreign),
            Kind::Invisible => self.both("invisible characters", name, foreign),
            Kind::Quotes => self.both("quotes", name, codes),
            Kind::Dashes => self.both("dashes", name, codes),
            Kind::LookAlike => self.both("look-alike characters", name, foreign),
            Kind::Composition => self.both("accented letters", name, foreign),
            Kind::Case => "letter case".to_owned(),
            Kind::Backslash => {
                let here = if self.text.is_empty() { "the file" } else { name };
                format!("backslashes (more in {here})")
            }
            Kind::BlankLines => {
                let (here, lacks) =
                    if self.text.is_empty() { ("the file", name) } else { (name, "the file") };
                format!("{here} has {} that {lacks} lacks", counted(count, "blank line"))
            }
            Kind::Elided => {
                format!("`{}` stands for lines of the file: write them out", self.text)
            }
            Kind::Wrapping => "line breaks at other places".to_owned(),
            Kind::LinesLacking => {
                format!("the file has {} that {name} lacks", counted(count, "line"))
            }
            Kind::LinesExtra => {
                format!("{name} has {} that the file lacks", counted(count, "line"))
            }
            Kind::Wording => "wording".to_owned(),
        }
    }

    /// `quotes (U+2019 in old_text, ' in the file)`; a side that has nothing is left out.
    fn both(&self, what: &str, name: &str, show: impl Fn(&str) -> String) -> String {
        let (text, file) = (show(&self.text), show(&self.file));
        match (text.is_empty(), file.is_empty()) {
            (true, true) => what.to_owned(),
            (true, false) => format!("{what} ({file} in the file)"),
            (false, true) => format!("{what} ({text} in {name})"),
            (false, false) => format!("{what} ({text} in {name}, {file} in the file)"),
        }
    }
}

/// `1 line`, `2 lines`.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// White space in words: `4 spaces`, `1 tab and 2 spaces`, `none`.
fn blank(text: &str) -> String {
    let count = |wanted: char| text.chars().filter(|&character| character == wanted).count();
    let (tabs, spaces) = (count('\t'), count(' '));
    let part = |number, what| (number > 0).then(|| counted(number, what));
    let mut parts: Vec<String> = part(tabs, "tab").into_iter().collect();
    parts.extend(part(spaces, "space"));
    if tabs + spaces < text.chars().filter(|character| character.is_whitespace()).count() {
        parts.push("others".to_owned());
    }
    if parts.is_empty() { "none".to_owned() } else { parts.join(" and ") }
}

/// Those characters of a piece that are not of ASCII's visible ones.
fn foreign(text: &str) -> String {
    let is_plain = |c: &char| *c == ' ' || c.is_ascii_graphic();
    codes(&text.chars().filter(|character| !is_plain(character)).collect::<String>())
}

/// The first characters of a piece, those outside ASCII by their numbers.
fn codes(text: &str) -> String {
    const MOST: usize = 4;
    let shown = |character: char| match character {
        ' ' => "a space".to_owned(),
        '\t' => "a tab".to_owned(),
        _ if character.is_ascii_graphic() => character.to_string(),
        _ => format!("U+{:04X}", u32::from(character)),
    };
    let codes: Vec<String> = text.chars().take(MOST).map(shown).collect();
    codes.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_in_one_order_and_once() {
        let mut all = Differences::default();
        all.add(Kind::Quotes, "\u{2019}", "'");
        all.add(Kind::Indentation, "    ", "\t");
        all.add(Kind::Indentation, "  ", "\t");
        let told = "differs in indentation (4 spaces in old_text, 1 tab in the file), \
                    quotes (U+2019 in old_text, ' in the file)";
        assert_eq!(all.told("old_text"), told);
    }

    #[test]
    fn white_space_is_counted_in_words() {
        let cases = [
            ("", "none"),
            ("\t\t ", "2 tabs and 1 space"),
            ("\u{a0}", "others"),
            ("let b", "1 space"),
        ];
        assert_eq!(cases.map(|(text, _)| blank(text)), cases.map(|(_, told)| told));
    }
}
