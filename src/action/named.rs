//! Reads a map as a list in the file's order, each value with its key for a name.

use std::{collections::HashSet, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};

/// A value that stands under its name.
pub(crate) trait Named {
    /// Gives it the name that it stood under.
    fn name_it(&mut self, name: String);
}

/// Reads `{NAME: VALUE, …}`. A name that comes twice is an error.
pub(crate) fn list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Named + Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_map(Entries(PhantomData))
}

struct Entries<T>(PhantomData<T>);

impl<'de, T: Named + Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        let mut seen = HashSet::new();
        while let Some((name, mut value)) = map.next_entry::<String, T>()? {
            if !seen.insert(name.clone()) {
                return Err(A::Error::custom(format!("`{name}` stands there twice")));
            }
            value.name_it(name);
            list.push(value);
        }
        Ok(list)
    }
}
