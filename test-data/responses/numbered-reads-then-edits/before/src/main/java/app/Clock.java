package app;

import java.util.Date;

class Clock {
    private Date start = new Date();

    long elapsed() {
        return new Date().getTime() - start.getTime();
    }
}
