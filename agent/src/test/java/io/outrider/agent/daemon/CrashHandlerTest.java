package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CrashHandlerTest {
    @Test
    @Announces("uncaught exception in thread")
    void aThreadThatDiesEndsTheProcess() throws InterruptedException {
        AtomicInteger code = new AtomicInteger(-1);
        Thread thread = new Thread(() -> {
            throw new NoClassDefFoundError("thrown by a test");
        });
        thread.setUncaughtExceptionHandler(new CrashHandler(code::set));
        thread.start();
        thread.join();
        assertThat(code).hasValue(1);
    }
}
