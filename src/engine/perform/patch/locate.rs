//! Finds the place of every hunk of a file, or says why one has none. Pure.

use std::{collections::HashMap, ops::Range};

use super::{
    choose::{at_end, below, by_number, under},
    heads::Named,
    places::{File, Places, Taken},
};
use crate::syntax::Hunk;

/// Where a hunk stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Its first byte.
    pub(super) start: usize,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    pub(super) taken: Taken,
}

/// Why a hunk has no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Miss {
    /// It has no line of the file that would tell.
    NoText,
    /// Its lines are not in the file.
    NotFound,
    /// Its lines are there, but not below those that it names.
    NotBelow(Several),
    /// Its lines are there several times.
    Several(Several),
}

/// Places at which the lines of a hunk stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Several {
    pub(super) count: usize,
    /// All of them; none where that of too many hunks would be kept.
    pub(super) places: Vec<Range<usize>>,
}

/// Of how many hunks the places are kept to tell them.
const MOST_TOLD: usize = 3;

/// What is known of a hunk by itself. The places of several are not kept: of many hunks together
/// they may be more than memory holds.
enum Known {
    One(Place),
    Many,
    None,
}

/// The hunks of a file, and what is known of each by itself.
struct Located<'a, 't> {
    file: File<'a>,
    named: Named<'a>,
    hunks: &'a [Hunk<'t>],
    known: Vec<Known>,
    /// The numbers of the hunks that have several places, by what they look for.
    alike: HashMap<Wanted<'a, 't>, Vec<usize>>,
}

/// What decides on the places of a hunk: its text, and what narrows them down.
type Wanted<'a, 't> = (String, &'a [&'t str], Option<&'t str>, bool);

/// Finds the places of all hunks in a file.
pub(super) fn locate(content: &str, hunks: &[Hunk<'_>]) -> Vec<Result<Place, Miss>> {
    let (file, named) = (File::new(content), Named::new(content));
    let mut located = Located { file, named, hunks, known: Vec::new(), alike: HashMap::new() };
    for (number, hunk) in hunks.iter().enumerate() {
        let known = located.by_itself(hunk);
        if matches!(known, Known::Many) {
            located.alike.entry(wanted(hunk)).or_default().push(number);
        }
        located.known.push(known);
    }
    let mut told = 0;
    let places = hunks.iter().enumerate().map(|(number, hunk)| {
        let place = located.place(number, hunk);
        place.map_err(|miss| kept(miss, &mut told))
    });
    places.collect()
}

fn wanted<'a, 't>(hunk: &'a Hunk<'t>) -> Wanted<'a, 't> {
    (hunk.old_text(), &hunk.anchors, hunk.heading, hunk.at_end)
}

/// Keeps the places of the first few hunks.
fn kept(mut miss: Miss, told: &mut usize) -> Miss {
    if let Miss::Several(several) | Miss::NotBelow(several) = &mut miss {
        *told += 1;
        if *told > MOST_TOLD {
            several.places = Vec::new();
        }
    }
    miss
}

impl Several {
    fn new(places: Vec<Range<usize>>) -> Self {
        Self { count: places.len(), places }
    }
}

impl Located<'_, '_> {
    fn by_itself(&self, hunk: &Hunk<'_>) -> Known {
        let Ok(Places { found, taken }) = self.candidates(hunk) else { return Known::None };
        let [one] = found.as_slice() else { return Known::Many };
        let line = self.file.lines_of(&found).first().copied().unwrap_or(1);
        Known::One(Place { start: one.start, line, taken })
    }

    /// The places that a hunk may mean by all that it says but its number.
    fn candidates(&self, hunk: &Hunk<'_>) -> Result<Places, Miss> {
        let file = &self.file;
        if hunk.old().next().is_none() {
            let only_end = file.content.is_empty() || (hunk.at_end && hunk.anchors.is_empty());
            return if only_end { Ok(file.end()) } else { Err(Miss::NoText) };
        }
        let mut places = file.places(hunk);
        if places.found.is_empty() {
            return Err(Miss::NotFound);
        }
        at_end(file, &mut places.found, hunk);
        // What heads a section is for people, and is asked only which of several places is meant.
        let heading = hunk.heading.filter(|_| places.found.len() > 1);
        if hunk.anchors.is_empty() && heading.is_none() {
            return Ok(places);
        }
        let all = places.found.clone();
        if !hunk.anchors.is_empty() {
            match self.named.below(&hunk.anchors) {
                Some(heads) => below(&heads, &mut places.found),
                None => places.found.clear(),
            }
        }
        if let Some(heading) = heading.filter(|_| places.found.len() > 1) {
            match self.named.under(heading) {
                Some(heads) => under(&heads, &mut places.found),
                None => places.found.clear(),
            }
        }
        if places.found.is_empty() { Err(Miss::NotBelow(Several::new(all))) } else { Ok(places) }
    }

    /// The place that a hunk means.
    fn place(&self, number: usize, hunk: &Hunk<'_>) -> Result<Place, Miss> {
        if let Some(Known::One(place)) = self.known.get(number) {
            return Ok(place.clone());
        }
        let Places { found, taken } = self.candidates(hunk)?;
        let lines = self.file.lines_of(&found);
        let each = self.one_each(number, hunk, found.len());
        let meant = each.or_else(|| self.tie(number, hunk, &lines));
        let place = meant.and_then(|at| {
            Some(Place { start: found.get(at)?.start, line: *lines.get(at)?, taken })
        });
        place.ok_or_else(|| Miss::Several(Several::new(found)))
    }

    /// Where there are as many hunks that look for the same as there are places, each has its own,
    /// in the order of the file, which hunks keep to.
    fn one_each(&self, number: usize, hunk: &Hunk<'_>, places: usize) -> Option<usize> {
        let alike = self.alike.get(&wanted(hunk))?;
        if alike.len() == places { alike.binary_search(&number).ok() } else { None }
    }

    /// The place that a hunk's number means, as far as hunks with one place show how numbers err.
    fn tie(&self, number: usize, hunk: &Hunk<'_>, lines: &[usize]) -> Option<usize> {
        let wanted = hunk.old_start?;
        let off_by = |at: usize| match self.known.get(at)? {
            Known::One(place) => {
                let said = self.hunks.get(at)?.old_start?;
                Some(place.line.cast_signed() - said.cast_signed())
            }
            Known::Many | Known::None => None,
        };
        let before = (0..number).rev().find_map(off_by);
        let after = (number + 1..self.known.len()).find_map(off_by);
        let off_by: Vec<isize> = before.into_iter().chain(after).collect();
        by_number(lines, wanted, &off_by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::hunks;

    /// The lines that the hunks of a patch stand at.
    fn lines(content: &str, patch: &str) -> Vec<Result<usize, Miss>> {
        let places = locate(content, &hunks(patch));
        places.into_iter().map(|place| place.map(|place| place.line)).collect()
    }

    const TWO: &str = "start\n  x\nend\n\n\n\n\n\nstart\n  x\nend\n";

    #[test]
    fn lines_that_are_there_once_stand_there_whatever_the_number() {
        assert_eq!(lines("a\nb\nc\n", "@@ -900,1 +900,1 @@\n-b\n+x\n"), [Ok(2)]);
        assert_eq!(lines("a\n", "@@ -1 +1 @@\n-b\n"), [Err(Miss::NotFound)]);
    }

    #[test]
    fn of_two_places_a_clear_number_tells_and_none_is_guessed() {
        let at =
            |number: usize| lines(TWO, &format!("@@ -{number},2 +{number},1 @@\n start\n-  x\n"));
        assert_eq!([at(1), at(9), at(10)], [[Ok(1)], [Ok(9)], [Ok(9)]]);
        let several = Err(Miss::Several(Several::new(vec![0..10, 19..29])));
        let several = [several];
        assert_eq!(at(5), several);
        assert_eq!(lines(TWO, "@@\n start\n-  x\n"), several);
    }

    const CLASSES: &str = "class A:\n  def f\n    x\nclass B:\n  def f\n    x\n";

    #[test]
    fn a_heading_says_which_of_several_places_is_meant_before_a_number_does() {
        let at = |heading: &str| {
            lines(CLASSES, &format!("@@ -1,2 +1,2 @@ {heading}\n   def f\n-    x\n+    y\n"))
        };
        assert_eq!([at("class A:"), at("class B:"), at("class B")], [[Ok(2)], [Ok(5)], [Ok(5)]]);
        let elsewhere = Err(Miss::NotBelow(Several::new(vec![9..23, 32..46])));
        assert_eq!(at("class C:"), [elsewhere], "no number decides against it");
        assert_eq!(lines(CLASSES, "@@ ... @@ class B:\n-    x\n"), [Ok(6)]);
    }

    #[test]
    fn a_heading_is_not_asked_where_there_is_one_place() {
        let at = |hunk: &str| lines(CLASSES, &format!("@@ -1,2 +1,2 @@ {hunk}"));
        assert_eq!(at("class C:\n class B:\n-  def f\n"), [Ok(4)]);
        assert_eq!(at("class B:\n class A:\n-  def f\n"), [Ok(1)]);
    }

    #[test]
    fn a_heading_that_is_a_line_of_the_hunk_tells_nothing_apart() {
        let content = "\nfn f\n  x\n\nfn f\n  x\n";
        let hunk = "@@ ... @@ fn f\n \n fn f\n-  x\n";
        assert!(matches!(lines(content, hunk).as_slice(), [Err(Miss::Several(_))]));
    }

    #[test]
    fn hunks_that_are_the_same_have_a_place_each() {
        let one = "@@\n start\n-  x\n+  y\n";
        assert_eq!(lines(TWO, &one.repeat(2)), [Ok(1), Ok(9)]);
        assert!(lines(TWO, &one.repeat(3)).iter().all(Result::is_err));
    }

    #[test]
    fn lines_elsewhere_than_below_those_that_are_named_are_none() {
        let elsewhere = Miss::NotBelow(Several::new(vec![6..10, 25..29]));
        assert_eq!(lines(TWO, "@@ nowhere\n-  x\n"), [Err(elsewhere)]);
    }

    #[test]
    fn without_a_line_of_the_file_only_an_end_is_a_place() {
        assert_eq!(lines("", "@@ -0,0 +1 @@\n+a\n"), [Ok(1)]);
        assert_eq!(lines("a\nb\n", "@@\n+c\n*** End of File\n"), [Ok(3)]);
        assert_eq!(lines("a\n", "@@ -1,0 +2 @@\n+c\n"), [Err(Miss::NoText)]);
    }
}
