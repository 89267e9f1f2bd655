//! What the files of a repository are called and what is in them: the same on every machine.

use std::fmt::Write as _;

/// The version of every file in the base commit.
pub(crate) const BASE: u64 = 0;

/// Returns the path of a file: 100 files a directory, 25 directories a directory.
pub(crate) fn path(file: usize) -> String {
    let module = file / 100;
    format!("part{:03}/module{module:05}/file{file:06}.rs", module / 25)
}

/// Returns a file's text, 1 to 4 KB of lines of which every tenth differs from version to version.
pub(crate) fn content(file: usize, version: u64) -> String {
    let seed = mix(u64::try_from(file).unwrap_or(u64::MAX));
    let lines = 20 + seed % 60;
    let mut text = String::with_capacity(4096);
    for line in 0..lines {
        let version = if line % 10 == 5 { version } else { BASE };
        let value = mix(seed ^ mix(line) ^ mix(version).rotate_left(17));
        let (left, right) = (value >> 40, value & 0xffff);
        let _ = writeln!(text, "    let value_{line} = compute({left}, \"{right:04x}\")?;");
    }
    text
}

/// Returns the files that a commit touches, spread evenly over the repository.
pub(crate) fn touched(files: usize, touched: usize) -> Vec<usize> {
    (0..touched).map(|index| (index * files + files / 2) / touched).collect()
}

/// Returns the response that writes the version of each of the files.
pub(crate) fn response(files: &[usize], version: u64) -> String {
    let blocks = files.iter().enumerate().map(|(index, &file)| {
        let id = block_id(index);
        format!(
            "#!SHAM [@three-char-SHA-256: {id}]\naction = \"file_write\"\npath = \"{}\"\n\
             content = <<'EOT_SHAM_{id}'\n{}\nEOT_SHAM_{id}\n#!END_SHAM_{id}\n\n",
            path(file),
            content(file, version)
        )
    });
    "The files, as they should be:\n\n".to_owned() + &blocks.collect::<String>()
}

/// Returns three letters or digits, another three for each index below 46,656.
fn block_id(index: usize) -> String {
    let digits = [index / 1296, index / 36, index];
    digits
        .iter()
        .filter_map(|digit| char::from_digit(u32::try_from(digit % 36).ok()?, 36))
        .collect()
}

/// Scrambles a number (splitmix64).
pub(crate) fn mix(number: u64) -> u64 {
    let mut value = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
