//! Modes in records: octal digits in a string, as git and chmod write them.

use serde::{Deserialize, Deserializer, Serializer, de};

/// For `#[serde(with = "octal")]`.
pub(super) mod mode {
    use super::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives the field by reference")]
    pub(crate) fn serialize<S: Serializer>(mode: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{mode:o}"))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
        let text = String::deserialize(from)?;
        u32::from_str_radix(&text, 8).map_err(de::Error::custom)
    }
}

/// For `#[serde(with = "octal::mode_option")]`: `null` where there is none.
pub(super) mod mode_option {
    use super::{Deserialize, Deserializer, Serializer, de};

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde gives the field by reference"
    )]
    pub(crate) fn serialize<S: Serializer>(mode: &Option<u32>, to: S) -> Result<S::Ok, S::Error> {
        match mode {
            Some(mode) => super::mode::serialize(mode, to),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| u32::from_str_radix(&text, 8).map_err(de::Error::custom)).transpose()
    }
}
