package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.NoArguments;
import io.outrider.wire.Priority;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloudModuleTest {
    @TempDir
    Path folder;

    private Uploading here;

    @BeforeEach
    void open() {
        here = new Uploading(folder, 10, 3600, 5);
    }

    @AfterEach
    void close() {
        here.close();
    }

    @SuppressWarnings("unchecked")
    private <A extends Record> Object call(String name, A given) throws Failure, InterruptedException {
        for (Function<?> each : here.cloud.functions()) {
            if (each.name().equals(name)) {
                return ((Function<A>) each).body().run(given, Call.detached());
            }
        }
        throw new AssertionError(name);
    }

    private static CloudModule.Cache cache(String cmd, String queue, Integer start, Integer stop, Boolean confirm) {
        return new CloudModule.Cache(cmd, queue, start, stop, confirm);
    }

    @Test
    void statusAndQueuesCountPendingRecords() throws Exception {
        here.put(3);
        @SuppressWarnings("unchecked")
        Map<String, Object> status = (Map<String, Object>) call("cloud.status", new NoArguments());
        assertThat(status).containsEntry("sink", "none").containsEntry("connected", false);
        assertThat(status.get("waiting"))
                .isEqualTo(Map.of("records", 3L, "bytes", 30L, "oldest", "2023-11-14T22:13:20Z"));
    }

    @Test
    void uploadSendsPendingRecords() throws Exception {
        here.put(25);
        here.uploader.use(new ScriptedSink(4, each -> new SinkResult.Delivered()));
        here.uploader.flush(java.time.Duration.ofSeconds(20));
        here.put(7);
        assertThat(call("cloud.upload", new CloudModule.UploadArguments(null)))
                .isEqualTo(Map.of(
                        "failed", Map.of("total", 0L, "errors", List.of()),
                        "retried", Map.of("total", 0L, "is_overrun", false),
                        "pending", Map.of("total", 7L)));
    }

    @Test
    void uploadWithoutASinkFails() {
        assertThatThrownBy(() -> call("cloud.upload", new CloudModule.UploadArguments(null)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("[upload] via");
    }

    @Test
    void theOldestPendingRecordsCanBePeeked() throws Exception {
        here.put(30);
        assertThat(call("cloud.cache", cache("list_queues", null, null, null, null)))
                .isEqualTo(Map.of("pend", 30L));
        List<?> rows = (List<?>) call("cloud.cache", cache("peek", null, null, null, null));
        assertThat(rows).hasSize(10);
        assertThat(((Result) rows.get(0)).tree().path("value").asInt()).isEqualTo(1);
        rows = (List<?>) call("cloud.cache", cache("peek_queue", "pend", 20, 21, null));
        assertThat(rows).hasSize(2);
        assertThat(((Result) rows.get(0)).tree().path("value").asInt()).isEqualTo(21);
        assertThatThrownBy(() -> call("cloud.cache", cache("peek_queue", "fail_1", null, null, null)))
                .hasMessageContaining("there is: pend");
    }

    @Test
    void aPeekOfLargeRecordsIsCutAndCountsTheRest() throws Exception {
        for (int i = 0; i < 300; i++) {
            here.backlog.put(MemoryBacklog.record("x".repeat(42_000), Priority.NORMAL));
        }
        List<?> rows = (List<?>) call("cloud.cache", cache("peek_queue", "pend", 0, 299, null));
        assertThat(rows).hasSizeBetween(20, 24);
        int shown = rows.size() - 1;
        assertThat(rows.get(shown)).isEqualTo(Map.of("left_out", 300 - shown, "start", shown));
        assertThat(ResultWriter.write(rows, Result.LOCAL).isWhole()).isTrue();
    }

    @Test
    void clearingNeedsConfirmation() throws Exception {
        here.put(30);
        assertThatThrownBy(() -> call("cloud.cache", cache("clear_queue", null, null, null, null)))
                .hasMessageContaining("confirm: has to be true");
        assertThat(here.backlog.pending().records()).isEqualTo(30);
        assertThat(call("cloud.cache", cache("clear_queue", null, null, null, true)))
                .isEqualTo(Map.of("cleared", 30L));
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThatThrownBy(() -> cache("drop", null, null, null, null)).hasMessageStartingWith("cmd: ");
        assertThatThrownBy(() -> cache("peek", null, 5, 4, null)).hasMessageStartingWith("stop: ");
        assertThatThrownBy(() -> cache("peek", null, -1, null, null)).hasMessageStartingWith("start: ");
    }

    @Test
    void everyFunctionHasADescription() {
        assertThat(here.cloud.functions()).hasSize(4);
        assertThat(here.cloud.health().metrics()).extracting("name").contains("upload_poison_total");
    }
}
