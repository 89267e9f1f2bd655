package app;

import java.time.Duration;

class Clock {
    private final long start = System.nanoTime();

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
