//! Shares a limit among texts, and cuts those that have more than their share.

use std::borrow::Cow;

/// The share that no output may have more of, so that all together keep to the limit.
///
/// What small outputs leave is shared among the large ones.
pub(super) fn fair_share(lengths: &[usize], limit: usize) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let mut left = limit;
    for (index, &length) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - index);
        if length > share {
            return share;
        }
        left -= length;
    }
    usize::MAX
}

/// Cuts a text that has more than `max` bytes in its middle, between characters, and says there
/// how much is missing. The result has no more than `max` bytes if the marker itself fits.
pub(super) fn cut(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max {
        return Cow::Borrowed(text);
    }
    // The number is longest where nothing is kept.
    let kept = max.saturating_sub(marker(text.len()).len());
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let head_end = (0..=kept / 2).rev().find(boundary).unwrap_or(0);
    let tail_start =
        (text.len() - (kept - kept / 2)..=text.len()).find(boundary).unwrap_or(text.len());
    let head = text.get(..head_end).unwrap_or_default();
    let tail = text.get(tail_start..).unwrap_or_default();
    Cow::Owned(format!("{head}{}{tail}", marker(text.len() - head.len() - tail.len())))
}

fn marker(bytes: usize) -> String {
    format!("\n[… {bytes} bytes left out …]\n")
}

/// The longest beginning of a text that has no more than `max` bytes.
pub(super) fn beginning(text: &str, max: usize) -> &str {
    let end = (0..=max.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// Cuts the end off a text that has more than `max` bytes, and says so by an ellipsis.
pub(super) fn shortened(text: &str, max: usize) -> Cow<'_, str> {
    if text.len() <= max {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}…", beginning(text, max.saturating_sub("…".len()))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_small_outputs_leave_goes_to_the_large_ones() {
        assert_eq!(fair_share(&[10, 20], 100), usize::MAX);
        assert_eq!(fair_share(&[10, 500, 300], 110), 50);
        assert_eq!(fair_share(&[500, 300, 60], 150), 50);
        assert_eq!(fair_share(&[], 0), usize::MAX);
        assert_eq!(fair_share(&[1], 0), 0);
    }

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let text = "é".repeat(100);
        assert_eq!(cut(&text, 60), format!("{0}\n[… 172 bytes left out …]\n{0}", "é".repeat(7)));
        assert_eq!(cut(&text, 200), text);
        assert_eq!(cut(&text, 0), "\n[… 200 bytes left out …]\n");
    }

    #[test]
    fn a_text_is_shortened_between_characters() {
        assert_eq!(shortened("éééé", 8), "éééé");
        assert_eq!(shortened("éééé", 7), "éé…");
        assert_eq!(beginning("éé", 3), "é");
        assert_eq!(beginning("éé", 0), "");
    }

    proptest! {
        #[test]
        fn a_cut_text_keeps_to_its_share(text in ".{0,200}", max in 40_usize..200) {
            prop_assert!(cut(&text, max).len() <= max);
        }

        #[test]
        fn shares_keep_to_the_limit(lengths in prop::collection::vec(0_usize..1000, 0..20), limit in 0_usize..5000) {
            let share = fair_share(&lengths, limit);
            let total: usize = lengths.iter().map(|&length| length.min(share)).sum();
            prop_assert!(total <= limit);
        }
    }
}
