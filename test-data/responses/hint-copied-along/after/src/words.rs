use std::collections::HashMap;

pub fn count<'a>(words: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

pub fn greet(name: &str) -> String {
    format!("Hello, \"{name}\"!")
}
