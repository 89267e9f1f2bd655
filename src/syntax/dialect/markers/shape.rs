//! Where a block ends, and where it is divided: markers inside it open blocks of their own.

use super::mark::{Closer, Mark, MarkLine, Word};
use crate::{syntax::line::Line, text::Span};

/// How deep markers may stand inside each other.
const DEEPEST: usize = 64;

/// A block's lines at its own depth.
#[derive(Debug)]
pub(super) struct Shape<'r> {
    /// `<<<<<<< SEARCH-END`.
    pub(super) search_end: Option<Line<'r>>,
    /// `=======`.
    pub(super) divider: Option<Line<'r>>,
    /// How it ends.
    pub(super) end: End<'r>,
}

/// How a block ends.
#[derive(Debug)]
pub(super) enum End<'r> {
    /// By its closing marker.
    Closed(Line<'r>),
    /// By its closing marker, though a marker of this dialect that opens inside it has none.
    Uneven { close: Line<'r>, inner: Span },
    /// Not at all: what follows is a part of it.
    Unclosed {
        /// Of a sequence, the next one, which cannot be a part of it.
        next: Option<usize>,
        /// A closing marker that closes something else.
        suspect: Option<Span>,
    },
    /// Somewhere, with more markers inside each other than there may be.
    TooDeep { next: usize },
}

/// Finds the shape of the block that `opener` opens, which ends before `limit`. Takes down the
/// markers inside that have no end either, the first one last.
pub(super) fn shape<'r>(
    text: &'r str,
    (opener, word): (&MarkLine<'r>, Word),
    limit: usize,
    unclosed: &mut Vec<usize>,
) -> Shape<'r> {
    let mut walk = Walk {
        frames: Vec::new(),
        open: Open::default(),
        too_deep: false,
        inner: None,
        suspect: None,
        shape: Shape {
            search_end: None,
            divider: None,
            end: End::Unclosed { next: None, suspect: None },
        },
    };
    walk.push(opener.line.start, Some(word));
    let mut from = opener.line.next;
    while let Some(mark) = MarkLine::next(text, from, limit) {
        from = mark.line.next;
        if walk.take(&mark) {
            return walk.shape;
        }
    }
    walk.cut_off(limit, unclosed);
    walk.shape
}

/// What is open: `None` is git's own.
struct Frame {
    start: usize,
    word: Option<Word>,
    searched: bool,
    divided: bool,
}

/// How many frames each closing word could close. It saves looking for one where there is none.
#[derive(Default)]
struct Open {
    end: usize,
    replace: usize,
    tasks: usize,
}

impl Open {
    fn of(&mut self, closer: Closer) -> &mut usize {
        match closer {
            Closer::End => &mut self.end,
            Closer::Replace => &mut self.replace,
            Closer::Tasks => &mut self.tasks,
        }
    }
}

struct Walk<'r> {
    frames: Vec<Frame>,
    open: Open,
    too_deep: bool,
    /// An opening marker that is closed by what closes the block around it.
    inner: Option<Span>,
    suspect: Option<Span>,
    shape: Shape<'r>,
}

impl<'r> Walk<'r> {
    /// Takes in a marker. Returns whether the block ends with it.
    fn take(&mut self, mark: &MarkLine<'r>) -> bool {
        match mark.mark {
            Mark::Open(Some(Word::Tasks)) if self.is_bare_sequence() => {
                self.shape.end = End::Unclosed { next: Some(mark.line.start), suspect: None };
                return true;
            }
            Mark::Open(word) => self.push(mark.line.start, word),
            Mark::SearchEnd => self.search_end(mark.line),
            Mark::Divider => self.divide(mark.line),
            Mark::Close(Some(closer)) => return self.close(closer, mark),
            Mark::Close(None) => {
                if self.frames.last().is_some_and(|frame| frame.word.is_none()) {
                    self.frames.pop();
                }
            }
        }
        false
    }

    /// Whether a sequence is being read and none of its tasks is open.
    fn is_bare_sequence(&self) -> bool {
        matches!(self.frames.as_slice(), [Frame { word: Some(Word::Tasks), .. }])
    }

    fn push(&mut self, start: usize, word: Option<Word>) {
        if let Some(word) = word {
            *self.open.of(word.closer()) += 1;
        }
        self.frames.push(Frame { start, word, searched: false, divided: false });
        self.too_deep |= self.frames.len() > DEEPEST;
    }

    fn search_end(&mut self, line: Line<'r>) {
        let outermost = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.word == Some(Word::SearchStart) && !frame.searched {
            frame.searched = true;
            self.shape.search_end = self.shape.search_end.or(outermost.then_some(line));
        }
    }

    fn divide(&mut self, line: Line<'r>) {
        let outermost = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        let divides = match frame.word {
            Some(Word::Search) => true,
            Some(Word::SearchStart) => frame.searched,
            Some(Word::Write | Word::Run | Word::Tasks) | None => false,
        };
        if divides && !frame.divided {
            frame.divided = true;
            self.shape.divider = self.shape.divider.or(outermost.then_some(line));
        }
    }

    fn close(&mut self, closer: Closer, mark: &MarkLine<'r>) -> bool {
        if *self.open.of(closer) == 0 {
            if self.frames.len() == 1 {
                self.suspect = self.suspect.or(Some(mark.span()));
            }
            return false;
        }
        let mut inner = None;
        while let Some(frame) = self.frames.pop() {
            let Some(word) = frame.word else { continue };
            *self.open.of(word.closer()) -= 1;
            if word.closer() == closer {
                break;
            }
            inner = Some(Span::new(frame.start, frame.start + 7));
        }
        if !self.frames.is_empty() {
            return false;
        }
        // The tasks of a sequence are read one by one, each with what is wrong with it.
        self.inner = inner.filter(|_| closer != Closer::Tasks);
        self.shape.end = match self.inner {
            _ if self.too_deep => End::TooDeep { next: mark.line.next },
            Some(inner) => End::Uneven { close: mark.line, inner },
            None => End::Closed(mark.line),
        };
        true
    }

    /// The text ends inside the block.
    fn cut_off(&mut self, limit: usize, unclosed: &mut Vec<usize>) {
        if self.too_deep {
            self.shape.end = End::TooDeep { next: limit };
            return;
        }
        let inside = self.frames.iter().skip(1).filter(|frame| frame.word.is_some());
        unclosed.clear();
        unclosed.extend(inside.rev().map(|frame| frame.start));
        self.shape.end = End::Unclosed { next: None, suspect: self.suspect };
    }
}
