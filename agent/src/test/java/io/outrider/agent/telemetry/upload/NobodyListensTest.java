package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches that the broker acknowledges without a subscriber. */
class NobodyListensTest {
    @TempDir
    Path folder;

    private volatile SinkResult result = new SinkResult.NoSubscribers();

    private static UploadSettings settings(boolean requireReceiver) {
        return new UploadSettings("none", null, null, null, null, 50, 3_600, 0, null, null, requireReceiver);
    }

    @Test
    void recordsAreKeptUntilThereIsASubscriber() throws Exception {
        try (Uploading here = new Uploading(folder, 50, 3_600, 0)) {
            here.put(100);
            here.uploader.use(new ScriptedSink(1, batch -> result));
            assertThat(here.uploader.flush(Duration.ofSeconds(10))).isFalse();
            assertThat(here.backlog.pending().records()).isEqualTo(100);
            assertThat(here.cloud.health().problems())
                    .singleElement()
                    .asString()
                    .contains("nobody subscribes", "every 15 minutes", "require_receiver");
            assertThat(here.uploader.counters.withoutSubscribers.sum())
                    .as("of the attempt that it makes by itself, or of that and the flush")
                    .isIn(50L, 100L);
            result = new SinkResult.Delivered();
            here.uploader.configure(settings(true)); // ends the pause
            assertThat(here.uploader.flush(Duration.ofSeconds(10))).isTrue();
            assertThat(here.cloud.health().problems()).isEmpty();
        }
    }

    @Test
    void aReconnectDoesNotEndThePause() throws Exception {
        try (Uploading here = new Uploading(folder, 50, 3_600, 0)) {
            ScriptedSink sink = new ScriptedSink(1, batch -> result);
            here.put(50);
            here.uploader.use(sink);
            Await.until("refused", () -> here.uploader.status.permanentError() != null);
            here.uploader.connected();
            here.put(50);
            assertThat(sink.sent()).hasSize(1);
        }
    }

    @Test
    void withoutRequireReceiverRecordsCountAsDeliveredAndHealthWarns() throws Exception {
        try (Uploading here = new Uploading(folder, 50, 3_600, 0)) {
            here.uploader.configure(settings(false));
            here.put(100);
            here.uploader.use(new ScriptedSink(1, batch -> result));
            assertThat(here.uploader.flush(Duration.ofSeconds(10))).isTrue();
            assertThat(here.cloud.health().problems())
                    .singleElement()
                    .asString()
                    .contains("Nobody subscribes");
            assertThat(here.uploader.counters.withoutSubscribers.sum()).isEqualTo(100);
        }
    }
}
