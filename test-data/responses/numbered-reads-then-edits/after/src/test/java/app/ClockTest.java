package app;

class ClockTest {
    void elapses() {
        assert new Clock().elapsed().toNanos() >= 0;
    }
}
