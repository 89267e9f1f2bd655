//! The cache tree (`TREE`) as it stands in the index.

use std::ops::Range;

use gix::{ObjectId, hash::Kind};

/// A directory in the cache tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Its last component, in the extension's bytes.
    pub(super) name: Range<usize>,
    /// How many entries the index has inside it, and its tree; `None` if that is not known.
    pub(super) known: Option<(u64, ObjectId)>,
    /// Where the node after it and its children is in the list.
    pub(super) next: usize,
    /// The bytes it and its children take.
    pub(super) span: Range<usize>,
}

/// All directories of a cache tree, parents before children.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes(Vec<Node>);

impl Nodes {
    /// Reads the extension. `None` if it is not sound: as git does, it is then not used.
    pub(super) fn read(data: &[u8], hash: Kind) -> Option<Self> {
        let mut nodes: Vec<Node> = Vec::new();
        // The directories above, with the number of children that are still to come.
        let mut open: Vec<(usize, u64)> = Vec::new();
        let mut at = 0;
        loop {
            let (node, children, end) = read_node(data, at, hash)?;
            let is_root = nodes.is_empty();
            if is_root != node.name.is_empty() {
                return None;
            }
            open.push((nodes.len(), children));
            nodes.push(node);
            at = end;
            while let Some((parent, 0)) = open.last() {
                let next = nodes.len();
                let node = nodes.get_mut(*parent)?;
                node.next = next;
                node.span.end = at;
                open.pop();
            }
            match open.last_mut() {
                Some((_, left)) => *left -= 1,
                None => return (at == data.len()).then_some(Self(nodes)),
            }
        }
    }

    pub(super) fn get(&self, node: usize) -> Option<&Node> {
        self.0.get(node)
    }

    /// The children of a directory, in the order of the extension.
    pub(super) fn children(&self, parent: usize) -> impl Iterator<Item = (usize, &Node)> {
        let end = self.0.get(parent).map_or(0, |node| node.next);
        let mut at = parent + 1;
        std::iter::from_fn(move || {
            let child = at;
            let node = self.0.get(child).filter(|_| child < end)?;
            at = node.next;
            Some((child, node))
        })
    }
}

/// Reads a node without its children: it, their number, and where its own bytes end.
fn read_node(data: &[u8], start: usize, hash: Kind) -> Option<(Node, u64, usize)> {
    let rest = data.get(start..)?;
    let name = start..start + memchr::memchr(0, rest)?;
    let line = name.end + 1;
    let end = line + memchr::memchr(b'\n', data.get(line..)?)?;
    let (count, children) = std::str::from_utf8(data.get(line..end)?).ok()?.split_once(' ')?;
    let count: i64 = count.parse().ok()?;
    let mut end = end + 1;
    let mut known = None;
    if let Ok(count) = u64::try_from(count) {
        let id = data.get(end..)?.get(..hash.len_in_bytes())?;
        known = Some((count, ObjectId::try_from(id).ok()?));
        end += id.len();
    }
    let node = Node { name, known, next: 0, span: start..end };
    Some((node, children.parse().ok()?, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_know_their_children() {
        let data = b"\0-1 2\na\0-1 1\nb\0-1 0\nc\0-1 0\n";
        let nodes = Nodes::read(data, Kind::Sha1).expect("a sound cache tree");
        let names = |parent| -> Vec<&[u8]> {
            nodes.children(parent).map(|(_, node)| &data[node.name.clone()]).collect()
        };
        assert_eq!(names(0), [b"a", b"c"]);
        assert_eq!(names(1), [b"b"]);
        assert_eq!(nodes.get(1).map(|node| node.span.clone()), Some(6..20));
    }

    #[test]
    fn lying_counts_are_refused() {
        for data in
            [&b"\0-1 1\n"[..], b"\0-1 0\nx", b"\x001 0\nshort", b"\0-1\n", b"a\0-1 0\n", b""]
        {
            assert!(Nodes::read(data, Kind::Sha1).is_none(), "{}", data.escape_ascii());
        }
    }
}
