package io.outrider.agent.fleet.desired;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that arrive while the disk blocks: only the latest is kept. */
class DesiredInboxTest {
    @TempDir
    Path folder;

    private final List<String> acknowledged = new CopyOnWriteArrayList<>();

    private void add(DesiredInbox documents, int revision) {
        documents.add(document(revision), () -> acknowledged.add("" + revision));
    }

    private static byte[] document(int revision) {
        return ("{\"revision\": " + revision + "}").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void onlyTheLatestWaitingDocumentIsProcessedAndAllAreAcknowledged() throws Exception {
        CountDownLatch disk = new CountDownLatch(1);
        DesiredState desired =
                new DesiredState(folder, "1.0", Instant.EPOCH, List.of(), new DesiredParts(), report -> {});
        desired.start();
        try (PeriodicTasks tasks =
                new PeriodicTasks("test", new Heartbeats(Ticker.system()).register("test", Duration.ofMinutes(1)))) {
            DesiredInbox documents = new DesiredInbox(desired, tasks);
            tasks.once("blocker", () -> {
                try {
                    disk.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            for (int revision = 1; revision <= 1_000; revision++) {
                add(documents, revision);
            }
            documents.add(new byte[0], () -> acknowledged.add("deleted"));
            assertThat(acknowledged).hasSize(1_000).doesNotContain("1000").endsWith("deleted");
            disk.countDown();
            Await.until("the latest is kept", () -> acknowledged.contains("1000"));
            assertThat(Files.readAllBytes(folder.resolve("desired.json"))).isEqualTo(document(1_000));
        }
    }
}
