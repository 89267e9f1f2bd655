#[deprecated]
pub type OldQueue = crate::ring::Ring;
