//! A path inside a root directory, as git writes paths.

use std::{fmt, path::Path};

use bstr::{BStr, BString, ByteSlice};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// Names a file relative to a root, in bytes, with `/` between components.
///
/// Never absolute, never empty components, never `.` or `..`. The root itself is the empty path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RepoPath(BString);

impl RepoPath {
    /// Makes a path of components joined by `/`.
    ///
    /// `None` where a component is empty, `.` or `..`, or holds a NUL.
    #[must_use]
    pub fn new(path: impl Into<BString>) -> Option<Self> {
        let path = path.into();
        let sound = |part: &[u8]| !part.is_empty() && part != b"." && part != b"..";
        let whole = path.is_empty() || path.split_str("/").all(sound);
        (whole && !path.contains(&0)).then_some(Self(path))
    }

    /// The bytes of the path.
    #[must_use]
    pub fn as_bstr(&self) -> &BStr {
        self.0.as_bstr()
    }

    /// The path as the operating system takes it, relative to the root.
    #[must_use]
    pub fn as_path(&self) -> &Path {
        self.0.to_path().unwrap_or(Path::new(""))
    }

    /// Whether this is the root itself.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The directory it stands in; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        if self.is_root() {
            return None;
        }
        let end = self.0.rfind_byte(b'/').unwrap_or(0);
        Some(Self(self.0.get(..end).unwrap_or_default().into()))
    }

    /// The last component; empty for the root.
    #[must_use]
    pub fn name(&self) -> &BStr {
        let start = self.0.rfind_byte(b'/').map_or(0, |slash| slash + 1);
        self.0.get(start..).unwrap_or_default().as_bstr()
    }

    /// The path of `name` inside this directory. `name` is one sound component.
    #[must_use]
    pub fn join(&self, name: &BStr) -> Self {
        let mut joined = self.0.clone();
        if !joined.is_empty() {
            joined.push(b'/');
        }
        joined.extend_from_slice(name);
        Self(joined)
    }

    /// The directories above it, the nearest first, the root not among them.
    pub fn ancestors(&self) -> impl Iterator<Item = Self> + use<> {
        std::iter::successors(self.parent(), Self::parent).take_while(|dir| !dir.is_root())
    }

    /// Whether it stands inside `dir`, at any depth. No path is inside itself.
    #[must_use]
    pub fn is_inside(&self, dir: &Self) -> bool {
        !self.is_root()
            && (dir.is_root()
                || self
                    .0
                    .strip_prefix(dir.0.as_slice())
                    .is_some_and(|rest| rest.first() == Some(&b'/')))
    }
}

impl RepoPath {
    /// The rest of the path from a directory that it stands in; `None` where it does not.
    #[must_use]
    pub fn below(&self, dir: &Self) -> Option<Self> {
        if !self.is_inside(dir) {
            return None;
        }
        let start = if dir.is_root() { 0 } else { dir.0.len() + 1 };
        Some(Self(self.0.get(start..)?.into()))
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Written as a string. A path that is not UTF-8 fails: a record must not be wrong about a name.
impl Serialize for RepoPath {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text = self.0.to_str().map_err(|_| ser::Error::custom("the path is not UTF-8"))?;
        to.serialize_str(text)
    }
}

impl<'de> Deserialize<'de> for RepoPath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::new(text).ok_or_else(|| de::Error::custom("not a path inside a root"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("a sound path")
    }

    #[test]
    fn unsound_paths_are_refused() {
        for text in ["/a", "a/", "a//b", "./a", "a/..", "..", "a\0b"] {
            assert_eq!(RepoPath::new(text), None, "{text:?}");
        }
    }

    #[test]
    fn parents_end_at_the_root() {
        assert_eq!(path("a/b/c").parent(), Some(path("a/b")));
        assert_eq!(path("a").parent(), Some(RepoPath::default()));
        assert_eq!(RepoPath::default().parent(), None);
        assert_eq!(path("a/b/c").ancestors().collect::<Vec<_>>(), [path("a/b"), path("a")]);
    }

    #[test]
    fn what_is_below_a_directory_is_told_from_there() {
        assert_eq!(path("a/b/c").below(&path("a")), Some(path("b/c")));
        assert_eq!(path("a/b").below(&RepoPath::default()), Some(path("a/b")));
        assert_eq!(path("ab/c").below(&path("a")), None);
        assert_eq!(path("a").below(&path("a")), None);
    }

    #[test]
    fn a_name_with_a_common_start_is_not_inside() {
        assert!(path("a/b").is_inside(&path("a")));
        assert!(path("a").is_inside(&RepoPath::default()));
        assert!(!path("ab").is_inside(&path("a")));
        assert!(!path("a").is_inside(&path("a")));
    }
}
