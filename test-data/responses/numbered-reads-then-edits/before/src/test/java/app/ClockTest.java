package app;

class ClockTest {
    void elapses() {
        assert new Clock().elapsed() >= 0;
    }
}
