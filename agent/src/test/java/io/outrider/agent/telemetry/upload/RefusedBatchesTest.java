package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rejected records, and receivers that reject every record. */
class RefusedBatchesTest {
    private static final SinkResult ACCEPTED = new SinkResult.Delivered();
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private static List<Long> all(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    @Test
    @Announces("record 37 \\(obd.rpm\\) rejected")
    void aBadRecordIsIsolatedAndAllOthersArrive() throws Exception {
        try (Uploading here = new Uploading(folder, 50, 3600, 0)) {
            here.put(200);
            here.uploader.use(new ScriptedSink(
                    4, each -> ScriptedSink.holds(each, 37) ? new SinkResult.Refused("400") : ACCEPTED));
            here.uploader.flush(LONG);
            for (int i = 0; i < 3; i++) { // a record is dropped only after successes of others
                here.put(50);
                here.uploader.flush(LONG);
            }
            assertThat(here.backlog.pending().records()).isZero();
            assertThat(here.backlog.discarded()).containsExactly(37L);
            assertThat(here.backlog.deliveredSorted())
                    .isEqualTo(all(350).stream().filter(each -> each != 37).toList());
            assertThat(Files.readString(folder.resolve("poison.jsonl")))
                    .contains("\"sequence\":37,")
                    .hasLineCount(1);
        }
    }

    @Test
    @Announces("every record is refused")
    void aServerThatRefusesEverythingLosesNoRecord() {
        try (Uploading here = new Uploading(folder, 50, 3600, 0)) {
            here.put(200);
            ScriptedSink sink = new ScriptedSink(1, each -> new SinkResult.Refused("404"));
            here.uploader.use(sink);
            Await.until("the upload says so", () -> here.uploader.status.permanentError() != null);
            Await.until("all are given back", () -> here.backlog.inFlight() == 0);
            assertThat(here.backlog.pending().records()).isEqualTo(200);
            assertThat(sink.sent().size()).isLessThan(120);
            assertThat(here.cloud.health().problems()).hasSize(1);
        }
    }

    @Test
    void aServerThatRefusesEverySecondRequestLosesNoRecord() throws InterruptedException {
        for (SinkResult bad : List.of(new SinkResult.TooLarge("413"), new SinkResult.Refused("400"))) {
            AtomicInteger sent = new AtomicInteger();
            try (Uploading here = new Uploading(folder.resolve("" + bad), 50, 3600, 0)) {
                here.put(200);
                here.uploader.use(new ScriptedSink(1, each -> sent.incrementAndGet() % 2 == 0 ? bad : ACCEPTED));
                assertThat(here.uploader.flush(LONG)).isTrue();
                assertThat(here.backlog.deliveredSorted()).isEqualTo(all(200));
            }
        }
    }

    @Test
    void aServerThatRefusesEverythingIntermittentlyLosesNoRecord() throws InterruptedException {
        for (int refused = 1; refused < 60; refused += 7) {
            int period = 120 + refused;
            int bad = refused;
            AtomicInteger sent = new AtomicInteger();
            try (Uploading here = new Uploading(folder.resolve("" + refused), 10, 3600, 0)) {
                here.put(1_000);
                here.uploader.use(new ScriptedSink(
                        1, each -> sent.getAndIncrement() % period < bad ? new SinkResult.Refused("400") : ACCEPTED));
                assertThat(here.uploader.flush(LONG)).as("%d refused", bad).isTrue();
                assertThat(here.backlog.deliveredSorted()).isEqualTo(all(1_000));
            }
        }
    }

    @Test
    @Announces("record")
    void manyBadRecordsAmongGoodOnesAreAllFound() {
        try (Uploading here = new Uploading(folder, 50, 0, 0)) {
            here.put(400);
            here.uploader.use(new ScriptedSink(
                    1,
                    batch -> batch.records().stream()
                                    .anyMatch(each -> each.sequence() % 5 == 0 && each.sequence() <= 400)
                            ? new SinkResult.Refused("400")
                            : ACCEPTED));
            Await.until("they are found", LONG, () -> {
                here.put(1);
                return here.backlog.discarded().size() == 80;
            });
            Await.until("all others arrive", LONG, () -> here.backlog.pending().records() == 0);
        }
    }

    @Test
    @Announces("record 37 \\(obd.rpm\\) rejected")
    void aBatchThatDropsTheConnectionIsHalvedDownToTheBadRecord() {
        try (Uploading here = new Uploading(folder, 50, 0, 0)) {
            here.put(200);
            here.uploader.use(new ScriptedSink(
                    4, each -> ScriptedSink.holds(each, 37) ? new SinkResult.Dropped("cut") : ACCEPTED));
            Await.until("it is found", LONG, () -> {
                here.put(1);
                return here.backlog.discarded().equals(List.of(37L));
            });
            Await.until("all others arrive", LONG, () -> here.backlog.pending().records() == 0);
        }
    }
}
