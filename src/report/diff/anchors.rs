//! Lines that stand once in each of two files, and in the same order: what holds a diff of
//! large files together in linear time.

/// Pairs of positions, rising in both files.
///
/// `old` and `new` are lines as numbers (equal lines, equal numbers, all below `kinds`). The
/// longest run of pairs that do not cross is chosen, as patience diff does.
pub(super) fn anchors(old: &[u32], new: &[u32], kinds: usize) -> Vec<(usize, usize)> {
    let in_old = places(old, kinds);
    let in_new = places(new, kinds);
    let pairs = old.iter().enumerate().filter_map(|(position, &line)| {
        match (place(&in_old, line), place(&in_new, line)) {
            (Place::Once(_), Place::Once(other)) => Some((position, other)),
            _ => None,
        }
    });
    longest_rising(&pairs.collect::<Vec<_>>())
}

#[derive(Clone, Copy)]
enum Place {
    Nowhere,
    Once(usize),
    Often,
}

fn places(lines: &[u32], kinds: usize) -> Vec<Place> {
    let mut places = vec![Place::Nowhere; kinds];
    for (position, &line) in lines.iter().enumerate() {
        if let Some(place) = places.get_mut(line as usize) {
            *place = match place {
                Place::Nowhere => Place::Once(position),
                Place::Once(_) | Place::Often => Place::Often,
            };
        }
    }
    places
}

fn place(places: &[Place], line: u32) -> Place {
    places.get(line as usize).copied().unwrap_or(Place::Nowhere)
}

/// The longest subsequence whose second numbers rise; the first ones rise already.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // ends[n] is the pair with which a run of n + 1 pairs can end lowest.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let second = |index: usize| pairs.get(index).map_or(0, |pair| pair.1);
    for (index, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| second(end) < pair.1);
        before.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let last = ends.last().copied();
    let backwards = std::iter::successors(last, |&index| before.get(index).copied().flatten());
    let mut run: Vec<_> = backwards.filter_map(|index| pairs.get(index).copied()).collect();
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_stand_once_in_both_are_paired_in_order() {
        assert_eq!(anchors(&[0, 1, 2, 1, 3], &[4, 0, 1, 3, 2], 5), [(0, 1), (4, 3)]);
        assert_eq!(anchors(&[0, 1, 2], &[2, 1, 0], 3).len(), 1, "pairs never cross");
        assert_eq!(anchors(&[0, 0], &[0, 0], 1), []);
        assert_eq!(anchors(&[], &[], 0), []);
    }
}
