package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PahoThreadsTest {
    @Test
    void aDeadPahoTaskIsReportedWithItsException() throws InterruptedException {
        LinkedBlockingQueue<SessionEvent> inbox = new LinkedBlockingQueue<>();
        PahoThreads threads = new PahoThreads(why -> inbox.add(new SessionEvent.Ended(why)));
        try {
            Error death = new NoClassDefFoundError("as planned by the test");
            Runnable dying = () -> {
                throw death;
            };
            threads.submit(dying);
            assertThat(inbox.poll(5, TimeUnit.SECONDS)).isEqualTo(new SessionEvent.Ended(death));
            threads.submit(() -> {});
            assertThat(inbox.poll(5, TimeUnit.SECONDS)).isEqualTo(new SessionEvent.Ended(null));
        } finally {
            threads.shutdownNow();
        }
    }
}
