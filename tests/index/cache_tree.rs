//! The cache tree stays as true as it was, and as git would compute it.

use std::collections::BTreeMap;

use git_clada::{
    base::RepoPath,
    git::index::{Edit, EntryFlags, NewEntry, TreeChange},
};
use gix::{ObjectId, hash::Kind};

use crate::repo::{Repo, edit, entry, id, path, remove, set};

/// The nodes of the cache tree: what is known of each directory.
pub(crate) fn nodes(repo: &Repo) -> BTreeMap<String, Option<(usize, ObjectId)>> {
    fn read<'a>(
        data: &'a [u8],
        above: &str,
        hash: Kind,
        all: &mut BTreeMap<String, Option<(usize, ObjectId)>>,
    ) -> &'a [u8] {
        let nul = data.iter().position(|byte| *byte == 0).expect("a name");
        let name = String::from_utf8_lossy(&data[..nul]);
        let at = if above.is_empty() { name.into_owned() } else { format!("{above}/{name}") };
        let end = data.iter().position(|byte| *byte == b'\n').expect("a line");
        let line = String::from_utf8_lossy(&data[nul + 1..end]);
        let (count, children) = line.split_once(' ').expect("two numbers");
        let mut rest = &data[end + 1..];
        let known = count.parse().ok().map(|count| {
            let (id, behind) = rest.split_at(hash.len_in_bytes());
            rest = behind;
            (count, ObjectId::try_from(id).expect("an id"))
        });
        assert_eq!(all.insert(at.clone(), known), None, "`{at}` is there twice");
        for _ in 0..children.parse::<usize>().expect("a number") {
            rest = read(rest, &at, hash, all);
        }
        rest
    }
    let mut all = BTreeMap::new();
    let data = repo.extension(b"TREE");
    assert_eq!(read(&data, "", repo.hash, &mut all), b"");
    all
}

/// The trees of a tree, itself with the empty path.
fn trees(repo: &Repo, tree: Option<ObjectId>) -> BTreeMap<RepoPath, ObjectId> {
    let Some(tree) = tree else { return BTreeMap::new() };
    let listing = repo.git(&["ls-tree", "-r", "-t", "-d", &tree.to_string()]);
    let dirs = listing.lines().filter(|line| line.starts_with("040000")).map(|line| {
        let (head, name) = line.split_once('\t').expect("a name");
        (path(name), id(head.split(' ').nth(2).expect("an id")))
    });
    dirs.chain([(RepoPath::default(), tree)]).collect()
}

/// What a tree editor would report, of all directories above the edits.
pub(crate) fn changes(
    repo: &Repo,
    old: Option<ObjectId>,
    new: ObjectId,
    edits: &[Edit],
) -> Vec<TreeChange> {
    let (old, new) = (trees(repo, old), trees(repo, Some(new)));
    let mut above: Vec<RepoPath> = edits.iter().flat_map(|edit| edit.path.ancestors()).collect();
    above.push(RepoPath::default());
    above.sort();
    above.dedup();
    let change = |path: RepoPath| TreeChange {
        old: old.get(&path).copied(),
        new: new.get(&path).copied(),
        path,
    };
    above.into_iter().map(change).collect()
}

/// The tree that comes of editing a tree.
pub(crate) fn edited(repo: &Repo, tree: Option<ObjectId>, edits: &[Edit]) -> ObjectId {
    let file = repo.root().join(".git/editor");
    let _ = fs_err::remove_file(&file);
    let env = [("GIT_INDEX_FILE", ".git/editor")];
    if let Some(tree) = tree {
        repo.git_with(&["read-tree", &tree.to_string()], &env, "");
    }
    repo.git_with(&["update-index", "--replace", "--index-info"], &env, &index_info(repo, edits));
    id(repo.git_with(&["write-tree"], &env, "").trim())
}

/// Edits as `git update-index --index-info` takes them.
pub(crate) fn index_info(repo: &Repo, edits: &[Edit]) -> String {
    let null = repo.hash.null();
    let removals = edits.iter().map(|edit| format!("0 {null}\t{}\n", edit.path));
    let additions = edits.iter().flat_map(|edit| {
        let line =
            |new: &NewEntry| format!("{:o} {} {}\t{}\n", new.mode, new.id, new.stage, edit.path);
        edit.entries.iter().map(line)
    });
    removals.chain(additions).collect()
}

fn head_tree(repo: &Repo) -> ObjectId {
    id(repo.git(&["rev-parse", "HEAD^{tree}"]).trim())
}

/// Patches index and tree alike; the expected tree of both.
fn transact(repo: &Repo, old: Option<ObjectId>, edits: Vec<Edit>) -> ObjectId {
    let edits: Vec<_> = edits.into_iter().map(|edit| Edit { matches_tree: true, ..edit }).collect();
    let new = edited(repo, old, &edits);
    repo.patch(&edits, &changes(repo, old, new, &edits)).expect("a patch");
    repo.check_index();
    new
}

/// All directories of the tree are known, with its ids, and there are no others.
fn assert_all_known(repo: &Repo, tree: ObjectId) {
    let listing = repo.git(&["ls-files"]);
    let expected: BTreeMap<_, _> = trees(repo, Some(tree))
        .into_iter()
        .map(|(dir, id)| {
            let inside = listing.lines().filter(|name| path(name).is_inside(&dir)).count();
            (dir.to_string(), Some((inside, id)))
        })
        .collect();
    assert_eq!(nodes(repo), expected);
    assert_eq!(id(repo.git(&["write-tree"]).trim()), tree);
}

fn committed(hash: Kind) -> Repo {
    let repo = Repo::with_hash(hash);
    repo.commit(&["a", "bb/a", "bb/b", "c/d/e/f", "c/d/g", "c/h", "i/j/k", "z/z"]);
    repo
}

#[test]
fn directories_take_the_ids_of_their_new_trees() {
    for hash in [Kind::Sha1, Kind::Sha256] {
        let repo = committed(hash);
        let new = repo.blob("new");
        let tree = transact(
            &repo,
            Some(head_tree(&repo)),
            vec![set("a", new), set("c/d/e/f", new), set("c/d/new", new), remove("bb/a")],
        );
        assert_all_known(&repo, tree);
    }
}

#[test]
fn new_directories_get_nodes_in_order_and_emptied_ones_lose_them() {
    let repo = committed(Kind::Sha1);
    let new = repo.blob("new");
    let tree = transact(
        &repo,
        Some(head_tree(&repo)),
        vec![
            set("aaa/b/c", new),
            set("b/x", new),
            set("bc/x", new),
            set("c/d/e/n/o", new),
            set("y/x", new),
            remove("i/j/k"),
            remove("z/z"),
        ],
    );
    assert_all_known(&repo, tree);
}

#[test]
fn files_and_directories_can_change_places() {
    let repo = committed(Kind::Sha1);
    let new = repo.blob("new");
    let edits = vec![
        remove("a"),
        set("a/b/c", new),
        set("c/d", new),
        remove("c/d/e/f"),
        remove("c/d/g"),
        set("z", new),
    ];
    let tree = transact(&repo, Some(head_tree(&repo)), edits);
    assert_all_known(&repo, tree);
}

#[test]
fn the_first_commit_gets_a_cache_tree() {
    let repo = Repo::new();
    let new = repo.blob("new");
    let tree = transact(&repo, None, vec![set("a", new), set("d/e/f", new)]);
    assert_all_known(&repo, tree);
}

#[test]
fn the_last_file_can_go() {
    let repo = Repo::new();
    repo.commit(&["d/a"]);
    let tree = transact(&repo, Some(head_tree(&repo)), vec![remove("d/a")]);
    assert_all_known(&repo, tree);
}

#[test]
fn what_the_user_staged_elsewhere_leaves_only_the_way_up_unknown() {
    let repo = committed(Kind::Sha1);
    repo.write("z/z", "staged");
    repo.git(&["add", "z/z"]);
    let new = repo.blob("new");
    let tree = transact(&repo, Some(head_tree(&repo)), vec![set("c/d/g", new), set("n/n", new)]);
    let (nodes, trees) = (nodes(&repo), trees(&repo, Some(tree)));
    assert_eq!((nodes[""], nodes["z"]), (None, None));
    assert_eq!(nodes["c"], Some((3, trees[&path("c")])));
    assert_eq!(nodes["c/d"], Some((2, trees[&path("c/d")])));
    assert!(!nodes.contains_key("n"));
}

#[test]
fn what_the_user_staged_beside_an_edit_makes_its_directory_unknown() {
    let repo = committed(Kind::Sha1);
    repo.write("bb/b", "staged");
    repo.git(&["add", "bb/b"]);
    repo.git(&["write-tree"]);
    let new = repo.blob("new");
    transact(&repo, Some(head_tree(&repo)), vec![set("bb/a", new)]);
    let nodes = nodes(&repo);
    assert_eq!((nodes[""], nodes["bb"]), (None, None));
    assert!(nodes["c"].is_some());
}

#[test]
fn an_edit_of_the_index_alone_makes_its_directories_unknown() {
    let repo = committed(Kind::Sha1);
    let new = repo.blob("new");
    let flags = EntryFlags { intent_to_add: true, ..EntryFlags::default() };
    let intended = edit("c/new", vec![NewEntry { flags, ..entry(new) }]);
    for edit in [set("c/h", new), Edit { matches_tree: true, ..intended }] {
        let old = head_tree(&repo);
        let edits = [edit];
        let changes = changes(&repo, Some(old), edited(&repo, Some(old), &edits), &edits);
        repo.patch(&edits, &changes).expect("a patch");
        let nodes = nodes(&repo);
        assert_eq!((nodes[""], nodes["c"]), (None, None));
        assert!(nodes["c/d"].is_some() && nodes["bb"].is_some());
        repo.check_index();
        repo.git(&["reset", "-q", "--hard"]);
    }
}

#[test]
fn a_corrupt_cache_tree_is_left_out() {
    let repo = committed(Kind::Sha1);
    let mut bytes = fs_err::read(repo.index_path()).expect("the index");
    let at = bytes.windows(4).rposition(|window| window == b"TREE").expect("a cache tree");
    bytes[at + 9] = b'x';
    fs_err::write(repo.index_path(), bytes).expect("the index");
    transact(&repo, Some(head_tree(&repo)), vec![set("a", repo.blob("new"))]);
    assert!(repo.signatures().is_empty());
}
