package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.WatchedLoops;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heartbeat of the upload thread while a sink hangs. */
class HangingSinkTest {
    private final WatchedLoops loops = new WatchedLoops();
    private final CountDownLatch sends = new CountDownLatch(1);
    private final Semaphore server = new Semaphore(0);

    @Test
    void aServerThatTakesMinutesIsNotStuckAndOneThatNeverEndsIs(@TempDir Path folder) throws Exception {
        try (Uploading here = new Uploading(folder, 10, 0, 0, loops.register("upload", Duration.ofMinutes(30)))) {
            Await.until("it waits", () -> {
                loops.pass(Duration.ofHours(1));
                return loops.stuck().isEmpty();
            });
            loops.pass(Duration.ofDays(30));
            assertThat(loops.stuck()).as("there was nothing to send").isEmpty();
            here.uploader.use(new ScriptedSink(1, batch -> {
                sends.countDown();
                server.acquireUninterruptibly();
                return new SinkResult.Delivered();
            }));
            here.put(10);
            sends.await();
            loops.pass(Duration.ofMinutes(29));
            assertThat(loops.stuck()).as("slow").isEmpty();
            loops.pass(Duration.ofMinutes(2));
            assertThat(loops.stuck()).singleElement().asString().contains("the loop 'upload' has not turned");
            server.release(1_000);
            Await.until("it turns again", () -> loops.stuck().isEmpty());
            Await.until("all is sent", () -> here.backlog.pending().records() == 0);
        }
        loops.pass(Duration.ofDays(1));
        assertThat(loops.stuck()).as("closed").isEmpty();
    }
}
