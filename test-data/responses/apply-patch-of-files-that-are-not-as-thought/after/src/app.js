function run() {
    start();
}
