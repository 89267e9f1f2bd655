//! Where Markdown's fences stand: what is in a fence within a fence is shown, and not meant.
//!
//! A fence around a block means nothing, but manuals show what a model answers as a whole, its
//! fences too, in a longer fence or in one of Markdown. No dialect's own reading looks at fences.

use memchr::{memchr, memchr2_iter};

use super::{
    Block,
    line::{Line, starts_line},
};

/// How many fences inside each other are told apart.
const DEEPEST: usize = 64;
/// What fences that hold a document are called.
const DOCUMENTS: [&str; 3] = ["markdown", "md", "mdx"];

/// The fences that are open at a place, which moves on through the text once.
#[derive(Debug, Default)]
pub(super) struct Fences {
    at: usize,
    /// How many blocks are passed.
    blocks: usize,
    open: Vec<Fence>,
    /// Whether nothing but empty lines stands between a block and the place.
    after_block: bool,
}

#[derive(Debug)]
struct Fence {
    sign: u8,
    length: usize,
    /// Whether it holds a document of Markdown.
    is_document: bool,
    /// Whether it is around a block that is performed: then it shows nothing.
    answers: bool,
    /// Where its content begins.
    from: usize,
}

impl Fences {
    /// Whether what begins at `at`, after `blocks`, is only shown. Asked in the text's order.
    pub(super) fn quote(&mut self, text: &str, blocks: &[Block<'_>], at: usize) -> bool {
        for block in blocks.get(self.blocks..).unwrap_or_default() {
            self.go(text, block.span.start);
            self.perform(block.span.end);
        }
        self.blocks = blocks.len();
        self.go(text, at);
        match self.open.as_slice() {
            [] => false,
            // A file's name may stand there, and in an answer nothing else does.
            [only] => only.is_document && !only.answers && has_prose(text, only.from, at),
            _ => true,
        }
    }

    /// Passes over a block that is performed.
    fn perform(&mut self, end: usize) {
        if let Some(fence) = self.open.last_mut() {
            fence.answers = true;
        }
        self.pass(end);
    }

    /// Passes over a block that ends there.
    pub(super) fn pass(&mut self, end: usize) {
        self.at = self.at.max(end);
        self.after_block = true;
    }

    /// Takes in the fences up to `to`.
    fn go(&mut self, text: &str, to: usize) {
        let from = self.at.min(to);
        let between = text.as_bytes().get(from..to).unwrap_or_default();
        let mut next = from;
        for hit in memchr2_iter(b'`', b'~', between) {
            let hit = from + hit;
            if hit < next {
                continue;
            }
            let indent = text.get(next..hit).unwrap_or_default();
            let start = indent.rfind('\n').map_or(next, |line_break| next + line_break + 1);
            let line = Line::at(text, hit);
            let before = text.get(start..hit).unwrap_or_default();
            if starts_line(text, start) && before.trim().is_empty() {
                self.after_block &= text.get(next..start).is_some_and(|t| t.trim().is_empty());
                self.take(&line);
            } else {
                self.after_block = false;
            }
            next = line.next;
        }
        self.after_block &= text.get(next..to).is_none_or(|rest| rest.trim().is_empty());
        self.at = self.at.max(to);
    }

    /// Takes in a line that begins with a fence's sign.
    fn take(&mut self, line: &Line<'_>) {
        let Some(sign) = line.text.bytes().next() else { return };
        let length = line.text.bytes().take_while(|byte| *byte == sign).count();
        let info = line.text.get(length..).unwrap_or_default().trim();
        let is_fence = length >= 3 && (sign == b'~' || memchr(sign, info.as_bytes()).is_none());
        let follows = std::mem::take(&mut self.after_block);
        if !is_fence || (info.is_empty() && self.close(sign, length, follows)) {
            return;
        }
        if !info.is_empty() {
            // What could not stand in that fence shows that its end was forgotten.
            let ended = |fence: &mut Fence| {
                fence.sign == sign && fence.length <= length && !fence.is_document
            };
            while self.open.pop_if(ended).is_some() {}
        }
        while self.open.pop_if(|fence| fence.answers).is_some() {}
        if self.open.len() < DEEPEST {
            let word = info.split_whitespace().next().unwrap_or_default().to_lowercase();
            let is_document = DOCUMENTS.contains(&word.as_str());
            self.open.push(Fence { sign, length, is_document, answers: false, from: line.next });
        }
    }

    /// Closes the fence that a bare one ends; says whether one does.
    fn close(&mut self, sign: u8, length: usize, follows_block: bool) -> bool {
        // A model may well end a longer fence with a shorter one.
        if follows_block && self.open.pop_if(|fence| fence.sign == sign).is_some() {
            return true;
        }
        let exact = |fence: &Fence| fence.sign == sign && fence.length == length;
        let longer = |fence: &Fence| fence.sign == sign && fence.length <= length;
        let found = self.open.iter().rposition(exact);
        let Some(found) = found.or_else(|| self.open.iter().rposition(longer)) else {
            return false;
        };
        self.open.truncate(found);
        true
    }
}

/// Whether more than one line that is not empty stands there.
fn has_prose(text: &str, from: usize, to: usize) -> bool {
    let lines = text.get(from..to).unwrap_or_default().lines();
    lines.filter(|line| !line.trim().is_empty()).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the place of `X` is in a quotation. `B` stands for a block.
    fn quotes(text: &str) -> bool {
        let mut fences = Fences::default();
        for (at, sign) in text.char_indices() {
            match sign {
                'B' => {
                    fences.go(text, at);
                    fences.perform(at + 1);
                }
                'X' => return fences.quote(text, &[], at),
                _ => {}
            }
        }
        unreachable!("no place to ask about")
    }

    #[test]
    fn a_fence_in_a_longer_one_is_quoted() {
        assert!(quotes("````\n```\nX"));
        assert!(quotes("````text\na.py\n```python\nX"));
        assert!(quotes("~~~\n```\nX"));
        assert!(quotes("- list\n\n  `````\n  ```\nX"));
        assert!(!quotes("````\n```\n```\n````\nX"));
        assert!(!quotes("````\nX"));
        assert!(!quotes("```\nX"));
        assert!(!quotes("X"));
    }

    #[test]
    fn a_fence_of_markdown_is_a_document_if_it_holds_more_than_a_name() {
        assert!(quotes("```markdown\n# Title\n\n```python\nX"));
        assert!(quotes("```md\nWrite it so:\n\na.py\nX"));
        assert!(!quotes("```markdown\nREADME.md\nX"));
        assert!(!quotes("```markdown\nX"));
        assert!(!quotes("```markdown\nREADME.md\n```\n\n```md\nX"));
    }

    #[test]
    fn an_end_that_is_forgotten_opens_nothing() {
        assert!(!quotes("```python\nx\n\na.py\n```python\nX"));
        assert!(!quotes("```\nx\n\na.py\n```\nX"));
        assert!(!quotes("````python\nB\n```\n\n```python\nX"));
        assert!(!quotes("````python\nB\n\n~~~\nX"));
        assert!(!quotes("```python\nB\n\n~~~\nB\n~~~\n```md\na.md\nX"));
        assert!(!quotes("Say ```code``` here.\n```\nX"));
        assert!(!quotes("`` ` ``\n``\n```\nX"));
    }

    #[test]
    fn fences_in_blocks_are_none() {
        let text = "````\nB\n````\n```\nX";
        assert!(!quotes(text));
        let mut fences = Fences::default();
        let text = "````md\nrest of a block\n```\nX";
        fences.pass(text.find('X').expect("there"));
        assert!(!fences.quote(text, &[], text.len() - 1));
    }

    #[test]
    fn no_depth_is_too_deep() {
        let text = "```a\n~~~a\n".repeat(5_000) + &"`````\n".repeat(5_000) + "X";
        assert!(!quotes(&text));
    }
}
