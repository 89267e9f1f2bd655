//! The environment that a command in a sandbox gets.

use std::{ffi::OsString, os::unix::ffi::OsStrExt};

/// What is left of an environment without the variables that look like secrets.
#[must_use]
pub fn without_secrets(env: Vec<(OsString, OsString)>) -> Vec<(OsString, OsString)> {
    env.into_iter().filter(|(name, _)| !is_secret(name.as_bytes())).collect()
}

fn is_secret(name: &[u8]) -> bool {
    let name = name.to_ascii_uppercase();
    let ends = |end: &[u8]| name.ends_with(end);
    name == b"SSH_AUTH_SOCK"
        || ends(b"_TOKEN")
        || ends(b"_KEY")
        || ends(b"_SECRET")
        || bstr::ByteSlice::contains_str(name.as_slice(), "PASSWORD")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_secret_is_left_out() {
        let names = [
            "PATH",
            "GITHUB_TOKEN",
            "aws_secret_access_key",
            "APP_SECRET",
            "PASSWORD",
            "DB_PASSWORD_FILE",
            "SSH_AUTH_SOCK",
            "KEYBOARD",
            "TOKENIZERS",
        ];
        let env = names.iter().map(|name| (OsString::from(name), OsString::new())).collect();
        let left: Vec<_> = without_secrets(env).into_iter().map(|(name, _)| name).collect();
        assert_eq!(left, ["PATH", "KEYBOARD", "TOKENIZERS"]);
    }
}
