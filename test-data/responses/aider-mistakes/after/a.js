function f() {
    go();
    go();
    const max = 10;
}
