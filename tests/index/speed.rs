//! What a patch of a large index costs.

use std::time::{Duration, Instant};

use git_clada::git::index::{IndexBytes, PatchOptions, RacyEntry, Verdict, patch};

use crate::repo::{Repo, set};

/// Run it with `cargo test --release --test index -- --ignored --nocapture one_edit`.
#[test]
#[ignore = "measures; of use in a release build only"]
#[expect(clippy::print_stdout, reason = "it is run to see the figures")]
fn one_edit_among_100_000_entries_takes_a_few_milliseconds() {
    for version in ["2", "4"] {
        let repo = Repo::new();
        repo.git(&["config", "index.version", version]);
        let blob = repo.blob("x");
        let line = |at: u32| {
            format!(
                "100644 {blob}\tsource/module_{:03}/part_{:02}/file_{at:06}.rs\n",
                at / 500,
                at / 50 % 10
            )
        };
        let lines: String = (0..100_000).map(line).collect();
        repo.git_with(&["update-index", "--index-info"], &[], &lines);
        repo.git(&["write-tree"]);
        let edits = [set("source/module_100/part_05/new.rs", blob)];
        let wanted = [edits[0].path.clone()];
        let out = repo.root().join(".git/index.new");
        let mut best = [Duration::MAX; 6];
        for _ in 0..50 {
            let start = Instant::now();
            let mut times = Vec::new();
            let index = IndexBytes::open(&repo.index_path(), repo.options()).expect("an index");
            times.push(start.elapsed());
            let scan = index.scan(&wanted).expect("a scan");
            times.push(start.elapsed());
            let mut judge = |_: &RacyEntry<'_>| Verdict::Smudge;
            let mut options = PatchOptions { trees: &[], skip_hash: false, racy: &mut judge };
            let patched = patch(&index, &scan, &edits, &mut options).expect("a patch");
            times.push(start.elapsed());
            patched.write_to(&mut std::io::sink()).expect("a checksum");
            times.push(start.elapsed());
            let mut file = fs_err::File::create(&out).expect("a file");
            times.push(start.elapsed());
            patched.write_to(&mut file).expect("a write");
            times.push(start.elapsed());
            for (best, time) in best.iter_mut().zip(times) {
                *best = time.min(*best);
            }
        }
        let [read, scan, patch, hash, create, write] = best.map(|time| time.as_secs_f64() * 1e3);
        println!(
            "version {version}: read {read:.2} ms, scan +{:.2}, patch +{:.2}, hash {:.2}, write and hash {:.2}",
            scan - read,
            patch - scan,
            hash - patch,
            write - create,
        );
        assert!(patch < 40.0, "{patch} ms");
    }
}
