package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteTimeoutTest {
    private final HttpThreads threads = new HttpThreads(1, 1);
    private final WriteTimeout deadline = new WriteTimeout(threads.timer, TimeUnit.HOURS.toNanos(1));

    @AfterEach
    void close() {
        threads.stop();
        threads.await();
    }

    @Test
    void manyShortWritesLeaveNoTimersInMemory() throws IOException {
        int[] written = new int[1];
        for (int i = 0; i < 1_000; i++) {
            deadline.keep(() -> written[0]++);
        }
        assertThat(written[0]).isEqualTo(1_000);
        assertThat(threads.timer.getQueue()).isEmpty();
    }
}
