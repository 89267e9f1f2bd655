//! Object ids in records: hexadecimal, of either hash.

use gix::ObjectId;
use serde::{Deserialize, Deserializer, Serializer, de};

/// For `#[serde(with = "hex")]`.
pub mod hex {
    use super::{Deserialize, Deserializer, ObjectId, Serializer, de};

    /// Writes the id in hexadecimal.
    pub fn serialize<S: Serializer>(id: &ObjectId, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(id)
    }

    /// Reads an id in hexadecimal.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ObjectId, D::Error> {
        let text = String::deserialize(from)?;
        ObjectId::from_hex(text.as_bytes()).map_err(de::Error::custom)
    }
}

/// For `#[serde(with = "hex_option")]`: `null` where there is none.
pub mod hex_option {
    use super::{Deserialize, Deserializer, ObjectId, Serializer, de};

    /// Writes the id in hexadecimal, or `null`.
    pub fn serialize<S: Serializer>(id: &Option<ObjectId>, to: S) -> Result<S::Ok, S::Error> {
        match id {
            Some(id) => to.collect_str(id),
            None => to.serialize_none(),
        }
    }

    /// Reads an id in hexadecimal, or `null`.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ObjectId>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| ObjectId::from_hex(text.as_bytes()).map_err(de::Error::custom)).transpose()
    }
}
