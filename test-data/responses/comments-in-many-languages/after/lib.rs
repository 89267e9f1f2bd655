/// Doc comment.
fn old() {}
    let x = 1;
