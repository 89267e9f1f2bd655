//! Documents that talk about formats, and answers that only look like them.
//!
//! `test-data/prose/` holds articles, manuals, tutorials, mails and the like: none of them is an
//! answer, so none of them may do anything.

use std::path::Path;

use crate::env::TestEnv;

#[test]
fn a_document_that_only_talks_about_a_format_does_nothing() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/prose");
    let documents = fs_err::read_dir(dir).expect("the documents");
    let mut count = 0;
    for document in documents {
        let path = document.expect("an entry").path();
        let text = fs_err::read_to_string(&path).expect("a document");
        let env = TestEnv::new();
        let repo = env
            .repo()
            .file("src/server.c", "#include <sys/types.h>\n#include <netinet/in.h>\n")
            .file("greeting.txt", "Hello\n")
            .file("mathweb/flask/app.py", "from flask import Flask\n")
            .commit();
        let before = repo.snapshot();
        let result = repo.apply(&text).arg("--format").arg("json").exits(0).json();
        let name = path.display().to_string();
        assert_eq!(result["totalBlocks"], 0, "{name}: {result:#}");
        repo.snapshot().assert_same_but_log(&before, &name);
        count += 1;
    }
    assert!(count >= 15, "only {count} documents were found");
}

#[test]
fn a_quoted_block_is_told_with_its_lines() {
    let env = TestEnv::new();
    let repo = env.repo().commit();
    let block = "a.py\n```python\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n```\n";
    let quoted = format!("Write it so:\n\n````\n{block}````\n");
    let run = repo.apply(&quoted).arg("--error-detail").arg("full").exits(0);
    run.says(&["not performed", "<<<<<<< SEARCH", "taken for an example", "outer fence"]);
    assert!(!repo.path("a.py").exists());
    repo.apply(&quoted).arg("--syntax").arg("aider").exits(0);
    assert_eq!(repo.text("a.py"), "x\n", "with `--syntax` there is no doubt");
}

#[test]
fn one_fence_means_nothing_whatever_its_length() {
    let env = TestEnv::new();
    let repo = env.repo().file("README.md", "# Old\n").file("a.py", "x = 1\n").commit();
    let answer = "\
README.md
````markdown
<<<<<<< SEARCH
# Old
=======
# New

```sh
make
```
>>>>>>> REPLACE
```

The last fence was ended with too few signs, and this one is left open:

a.py
```python
<<<<<<< SEARCH
x = 1
=======
x = 2
>>>>>>> REPLACE

~~~
b.py
<<<<<<< SEARCH
=======
y = 1
>>>>>>> REPLACE
~~~

```markdown
NOTES.md
<<<<<<< SEARCH
=======
Done.
>>>>>>> REPLACE
```
";
    repo.apply(answer).exits(0);
    assert_eq!(repo.text("README.md"), "# New\n\n```sh\nmake\n```\n");
    assert_eq!(repo.text("a.py"), "x = 2\n");
    assert_eq!(repo.text("b.py"), "y = 1\n");
    assert_eq!(repo.text("NOTES.md"), "Done.\n");
}

#[test]
fn what_follows_a_block_that_is_not_closed_is_not_performed() {
    let cut_off = [
        "<<<<<<< WRITE path=\"manual.md\"\nTo clean up:\n\n<<<<<<< RUN\ntouch made\n\
         >>>>>>> END\n\nTo write:\n\n<<<<<<< WRITE path=\"made\"\nx\n>>>>>>> END\n",
        "<<<FILE>>>\nmanual.md\n<<<OVERWRITE>>>\nTo write:\n\n<<<FILE>>>\nmade\n\
         <<<OVERWRITE>>>\nx\n<<<END>>>\n\nAnd then",
        "manual.md\n<<<<<<< SEARCH\n=======\nTo write:\n\nmade\n<<<<<<< SEARCH\n=======\nx\n\
         >>>>>>> REPLACE\n\nAnd then",
        "<write path=\"manual.md\"><![CDATA[To write:\n\n\
         <write path=\"made\"><![CDATA[x\n]]&gt;</write>\n\nAnd then",
    ];
    for answer in cut_off {
        let env = TestEnv::new();
        let repo = env.repo().commit();
        let before = repo.snapshot();
        repo.apply(answer).exits(1);
        repo.snapshot().assert_same_but_log(&before, answer);
    }
}
