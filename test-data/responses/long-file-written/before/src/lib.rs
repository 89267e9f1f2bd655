//! Decodes character references in HTML text.

/// Replaces `&amp;`, `&lt;` and `&gt;`.
pub fn decode(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
