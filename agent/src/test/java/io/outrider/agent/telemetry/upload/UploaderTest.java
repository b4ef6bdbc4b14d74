package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploaderTest {
    private static final SinkResult ACCEPTED = new SinkResult.Delivered();
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private static List<Long> all(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    @Test
    void aFullBatchIsSentAtOnceAndAPartialOneAtItsAge() {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            ScriptedSink sink = new ScriptedSink(4, each -> ACCEPTED);
            here.uploader.use(sink);
            here.put(10);
            Await.until("a full batch is sent", () -> here.backlog.pending().records() == 0);
            here.put(3);
            assertThat(sink.sent()).hasSize(1);
        }
        try (Uploading here = new Uploading(folder, 10, 0, 0)) {
            here.uploader.use(new ScriptedSink(4, each -> ACCEPTED));
            here.put(3);
            Await.until("what is of age is sent", () -> here.backlog.pending().records() == 0);
        }
    }

    @Test
    void afterAnOutageNewestAndOldestAlternate() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(40);
            ScriptedSink sink = new ScriptedSink(1, each -> ACCEPTED);
            here.uploader.use(sink);
            here.uploader.connected();
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(sink.sent().stream().map(each -> each.records().get(0).sequence()))
                    .containsExactly(31L, 1L, 21L, 11L);
        }
    }

    @Test
    void withoutAnOutageTheOldestGoFirst() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            ScriptedSink sink = new ScriptedSink(1, each -> ACCEPTED);
            here.uploader.use(sink);
            assertThat(here.uploader.flush(LONG)).as("nothing waits").isTrue();
            here.put(40);
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(sink.sent().stream().map(each -> each.records().get(0).sequence()))
                    .containsExactly(1L, 11L, 21L, 31L);
        }
    }

    @Test
    @Announces("not authorised")
    void flushReturnsAtOnceOnAPermanentError() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(40);
            here.uploader.use(new ScriptedSink(1, each -> new SinkResult.Unauthorised("401")));
            long begun = System.nanoTime();
            assertThat(here.uploader.flush(Duration.ofMinutes(10))).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMinutes(1));
        }
    }

    @Test
    void severalBatchesAreInFlightAndStayInTheBufferUntilTheirResult() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            ScriptedSink sink = new ScriptedSink(4, each -> null);
            here.put(100);
            here.uploader.use(sink);
            Await.until("the window is full", () -> sink.sent().size() == 4);
            assertThat(here.uploader.flush(Duration.ofMillis(50))).isFalse();
            assertThat(sink.sent()).hasSize(4);
            assertThat(here.backlog.pending().records()).isEqualTo(100);
        }
    }

    @Test
    void failedBatchesAreSentAgain() throws InterruptedException {
        Random random = new Random(3);
        try (Uploading here = new Uploading(folder, 10, 0, 0)) {
            here.put(100);
            here.uploader.use(new ScriptedSink(
                    4, each -> random.nextInt(3) == 0 ? ACCEPTED : new SinkResult.Retry("lost", null)));
            Await.until("all arrive", LONG, () -> {
                here.put(1); // a record that failed often waits for others
                return here.backlog.deliveredSorted().containsAll(all(100));
            });
            assertThat(here.backlog.discarded()).isEmpty();
        }
    }

    @Test
    void timestampsAreCorrectedBeforeSending() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.clock.shiftMicros = 1_000_000;
            here.put(1);
            ScriptedSink sink = new ScriptedSink(4, each -> ACCEPTED);
            here.uploader.use(sink);
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(sink.sent().get(0).records().get(0).record().at().micros())
                    .isEqualTo(1_700_000_001_000_000L);
        }
    }

    @Test
    void aLongPauseReturnsAllBatchesToTheBuffer() {
        AtomicInteger sent = new AtomicInteger();
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(100);
            ScriptedSink sink = new ScriptedSink(
                    1, each -> new SinkResult.Retry("503", sent.incrementAndGet() < 12 ? null : Duration.ofHours(1)));
            here.uploader.use(sink);
            Await.until("it waits for an hour", () -> sink.sent().size() == 12);
            Await.until("nothing is held", () -> here.backlog.inFlight() == 0);
            assertThat(here.backlog.pending().records()).isEqualTo(100);
        }
    }

    @Test
    void aLostLinkReturnsAllBatchesToTheBuffer() {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(100);
            AtomicInteger sent = new AtomicInteger();
            ScriptedSink[] sink = new ScriptedSink[1];
            sink[0] = new ScriptedSink(1, each -> {
                sink[0].ready = sent.incrementAndGet() < 12;
                return new SinkResult.Dropped("gone");
            });
            here.uploader.use(sink[0]);
            Await.until("the link is gone", () -> !sink[0].ready);
            Await.until("nothing is held", () -> here.backlog.inFlight() == 0);
            assertThat(here.backlog.discarded()).isEmpty();
        }
    }

    @Test
    void aRecordThatFailsTransientlyIsNeverDroppedAndDelaysNoOther() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 20, 0, 0)) {
            AtomicInteger tried = new AtomicInteger();
            AtomicInteger healed = new AtomicInteger();
            here.put(100);
            here.uploader.use(new ScriptedSink(1, each -> {
                if (!ScriptedSink.holds(each, 37)) {
                    return ACCEPTED;
                }
                tried.addAndGet(each.records().size() == 1 ? 1 : 0);
                return healed.get() > 0 ? ACCEPTED : new SinkResult.Retry("500", null);
            }));
            Await.until("it has been tried alone many times", LONG, () -> {
                here.put(1);
                return tried.get() > 14;
            });
            Await.until("all others arrive", LONG, () -> here.backlog.pending().records() == 1);
            assertThat(here.backlog.discarded()).isEmpty();
            healed.set(1);
            Await.until("it arrives at last", LONG, () -> {
                here.put(1);
                return here.backlog.deliveredSorted().contains(37L);
            });
        }
    }

    @Test
    void aLongOutageHalvesNoBatch() throws InterruptedException {
        AtomicInteger sent = new AtomicInteger();
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(100);
            here.uploader.use(new ScriptedSink(
                    4, each -> sent.incrementAndGet() > 100 ? ACCEPTED : new SinkResult.Retry("no network", null)));
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(here.backlog.deliveredSorted()).isEqualTo(all(100));
            assertThat(here.uploader.counters.halved.sum()).isZero();
        }
    }

    @Test
    void tooLargeBatchesAreSentInSmallerOnes() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 100, 3600, 0)) {
            here.put(1000);
            ScriptedSink sink =
                    new ScriptedSink(1, each -> each.records().size() > 30 ? new SinkResult.TooLarge("413") : ACCEPTED);
            here.uploader.use(sink);
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(here.backlog.deliveredSorted()).isEqualTo(all(1000));
            assertThat(sink.sent().size()).isLessThan(70);
        }
    }

    @Test
    @Announces("the upload is not authorised")
    void anUnauthorisedUploadStopsUntilTheSettingsChange() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 10, 0, 0)) {
            ScriptedSink sink = new ScriptedSink(1, each -> new SinkResult.Unauthorised("401"));
            here.put(100);
            here.uploader.use(sink);
            Await.until("the upload says so", () -> here.uploader.status.permanentError() != null);
            here.put(10);
            here.uploader.connected(); // a reconnect does not help
            assertThat(sink.sent()).hasSize(1);
            assertThat(here.cloud.health().problems().get(0)).contains("not authorised", "token_file");
            here.uploader.use(new ScriptedSink(1, each -> ACCEPTED));
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(here.cloud.health().problems()).isEmpty();
        }
    }

    @Test
    void whenTheBudgetIsUsedUpOnlyEventsGoUntilTheNextDay() {
        try (Uploading here = new Uploading(folder, 10, 0, 1)) {
            here.budget.add("mqtt", 1_000_000);
            ScriptedSink sink = new ScriptedSink(4, each -> ACCEPTED);
            here.uploader.use(sink);
            here.put(100);
            here.backlog.put(MemoryBacklog.record("an event", Priority.HIGH));
            here.uploader.added(1, true);
            Await.until(
                    "the event is sent", () -> here.backlog.deliveredSorted().equals(List.of(101L)));
            Await.until("nothing else is held", () -> here.backlog.inFlight() == 0);
            assertThat(sink.sequences()).containsExactly(101L);
            assertThat(here.cloud.health().problems().get(0)).contains("budget");
            here.clock.now = here.clock.now.plus(Duration.ofDays(1));
            here.uploader.connected();
            Await.until("the rest follows", () -> here.backlog.pending().records() == 0);
        }
    }

    @Test
    void nothingIsLostOrSentTwiceForAnyResult() throws InterruptedException {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            try (Uploading here = new Uploading(folder.resolve("" + seed), 1 + random.nextInt(20), 0, 0)) {
                here.uploader.use(new ScriptedSink(1 + random.nextInt(4), each -> switch (random.nextInt(6)) {
                    case 0 -> new SinkResult.Retry("lost", null);
                    case 1 -> each.records().size() > 5 ? new SinkResult.TooLarge("much") : ACCEPTED;
                    default -> ACCEPTED;
                }));
                for (int i = 0; i < 10; i++) {
                    here.put(random.nextInt(30));
                    if (random.nextBoolean()) {
                        here.uploader.connected();
                    }
                }
                assertThat(here.uploader.flush(LONG)).as("seed %d", seed).isTrue();
                List<Long> delivered = here.backlog.deliveredSorted();
                assertThat(delivered).as("seed %d", seed).isEqualTo(all(delivered.size()));
                assertThat(here.backlog.discarded()).as("seed %d", seed).isEmpty();
            }
        }
    }

    @Test
    void noBatchIsTakenWhileTheSinkIsNotReady() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(5);
            ScriptedSink sink = new ScriptedSink(1, each -> ACCEPTED);
            sink.ready = false;
            here.uploader.use(sink);
            assertThat(here.uploader.flush(Duration.ofMillis(10))).isFalse();
            assertThat(sink.sent()).isEmpty();
            sink.ready = true;
            here.uploader.connected();
            Await.until("it goes on", () -> here.backlog.pending().records() == 0);
        }
    }

    @Test
    void sequenceNumbersInABatchAscend() throws InterruptedException {
        try (Uploading here = new Uploading(folder, 7, 3600, 0)) {
            here.put(50);
            ScriptedSink sink = new ScriptedSink(4, each -> ACCEPTED);
            here.uploader.use(sink);
            assertThat(here.uploader.flush(LONG)).isTrue();
            assertThat(sink.sent())
                    .allSatisfy(each -> assertThat(each.records().stream()
                                    .map(SequencedRecord::sequence)
                                    .toList())
                            .isSorted());
        }
    }

    @Test
    void recordsHeldByTheBudgetAreSentTheNextDay() {
        try (Uploading here = new Uploading(folder, 10, 3600, 1)) {
            here.budget.add("mqtt", 1_000_000);
            here.uploader.use(new ScriptedSink(4, each -> ACCEPTED));
            here.put(100);
            here.backlog.put(MemoryBacklog.record("an event", Priority.HIGH));
            here.uploader.added(1, true);
            Await.until("the event is sent", () -> here.backlog.pending().records() == 100);
            Await.until("nothing else is held", () -> here.backlog.inFlight() == 0);
            here.clock.now = here.clock.now.plus(Duration.ofDays(1));
            here.uploader.added(0, false); // only wakes the thread
            Await.until("the rest follows", () -> here.backlog.pending().records() == 0);
        }
    }

    @Test
    @Announces("unexpected error in the upload thread")
    void anErrorDoesNotEndTheThread() {
        AtomicInteger asked = new AtomicInteger();
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(100);
            ScriptedSink good = new ScriptedSink(1, each -> ACCEPTED);
            here.uploader.use(new BatchSink() {
                @Override
                public String name() {
                    return "bad";
                }

                @Override
                public boolean ready() {
                    if (asked.incrementAndGet() == 1) {
                        throw new StackOverflowError("deep");
                    }
                    return true;
                }

                @Override
                public int window() {
                    return 1;
                }

                @Override
                public void send(Batch batch, Callback callback) {
                    good.send(batch, callback);
                }

                @Override
                public void close() {}
            });
            Await.until(
                    "the error is reported",
                    () -> asked.get() > 0 && here.uploader.state().get("last_error") != null);
            assertThat(here.uploader.state().get("last_error"))
                    .hasToString("a fault in outrider; please report it with what the log has of it");
            here.uploader.connected();
            Await.until("it goes on", () -> here.backlog.pending().records() == 0);
        }
    }

    @Test
    void fifteenMinutesWithoutADeliveryAreAProblem() {
        try (Uploading here = new Uploading(folder, 10, 3600, 0)) {
            here.put(100);
            ScriptedSink sink = new ScriptedSink(1, each -> new SinkResult.Retry("503", Duration.ofHours(1)));
            here.uploader.use(sink);
            Await.until("it failed", () -> "503".equals(here.uploader.state().get("last_error")));
            here.advanced.addAndGet(Duration.ofMinutes(14).toNanos());
            assertThat(here.cloud.health().problems()).isEmpty();
            here.advanced.addAndGet(Duration.ofMinutes(2).toNanos());
            assertThat(here.cloud.health().problems())
                    .singleElement()
                    .asString()
                    .contains("Nothing has been delivered for 16 minutes: 503", "cloud.upload");
            sink.ready = false; // the link is known to be down
            assertThat(here.cloud.health().problems()).isEmpty();
            here.advanced.addAndGet(Duration.ofMinutes(45).toNanos());
            assertThat(here.cloud.health().problems())
                    .singleElement()
                    .asString()
                    .contains("no connection");
            here.uploader.use(new ScriptedSink(1, each -> ACCEPTED));
            Await.until("all arrive", () -> here.backlog.pending().records() == 0);
            here.advanced.addAndGet(Duration.ofDays(1).toNanos());
            assertThat(here.cloud.health().problems()).isEmpty();
        }
    }
}
