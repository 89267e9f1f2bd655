pub fn one() -> u64 {
    1
}

pub fn two() -> u64 {
    2
}
