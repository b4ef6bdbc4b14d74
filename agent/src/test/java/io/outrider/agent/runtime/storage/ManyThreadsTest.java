package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Concurrent appends, unsynced appends, forces and rolls, with segments so small that they roll all the time. */
class ManyThreadsTest {
    private static final int SEGMENT = 300;
    private static final int EACH = 3_000; // records of one thread

    @TempDir
    Path folder;

    @Test
    void noRecordIsLostWhicheverThreadRolls() throws Exception {
        run(3, 0, 1);
    }

    @Test
    void syncedAndUnsyncedAppendsDoNotInterfere() throws Exception {
        run(2, 1, 2);
    }

    private void run(int unsynced, int synced, int forcers) throws Exception {
        long seed = System.nanoTime();
        AtomicInteger running = new AtomicInteger(unsynced + synced);
        Map<Integer, LogPosition> positions = new HashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(unsynced + synced + forcers);
        try (SegmentedLog log = SegmentedLog.open(folder, SEGMENT, (position, payload) -> {}, Disk.SYSTEM, null)) {
            List<Future<Map<Integer, LogPosition>>> writers = new ArrayList<>();
            List<Future<Void>> others = new ArrayList<>();
            for (int i = 0; i < unsynced + synced; i++) {
                int thread = i;
                writers.add(threads.submit(() -> {
                    try {
                        return write(log, new Random(seed + thread), thread, thread < unsynced ? EACH : EACH / 10);
                    } finally {
                        running.decrementAndGet();
                    }
                }));
            }
            for (int i = 0; i < forcers; i++) {
                others.add(threads.submit(forcer(log, new Random(seed - i), running)));
            }
            for (Future<Map<Integer, LogPosition>> each : writers) {
                positions.putAll(each.get());
            }
            for (Future<Void> each : others) {
                each.get();
            }
            for (Map.Entry<Integer, LogPosition> each : positions.entrySet()) {
                assertThat(number(log.read(each.getValue())))
                        .as("seed %d", seed)
                        .isEqualTo(each.getKey());
            }
        } finally {
            threads.shutdownNow();
        }
        Map<Integer, LogPosition> read = new HashMap<>();
        Map<Integer, Integer> latest = new HashMap<>();
        try (SegmentedLog log = SegmentedLog.open(
                folder,
                SEGMENT,
                (position, payload) -> {
                    int number = number(payload);
                    assertThat(read.put(number, position))
                            .as("seed %d, %d twice", seed, number)
                            .isNull();
                    Integer before = latest.put(number / EACH, number);
                    assertThat(before == null || before < number)
                            .as("seed %d, order", seed)
                            .isTrue();
                },
                Disk.SYSTEM,
                null)) {
            assertThat(log.damaged()).as("seed %d", seed).isZero();
        }
        assertThat(read).as("seed %d", seed).isEqualTo(positions);
    }

    /** Appends ascending numbers. */
    private static Map<Integer, LogPosition> write(SegmentedLog log, Random random, int thread, int count)
            throws IOException {
        boolean isForced = count < EACH;
        Map<Integer, LogPosition> positions = new HashMap<>();
        for (int next = 0; next < count; ) {
            List<Integer> numbers = new ArrayList<>();
            List<byte[]> payloads = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0 && next < count; i--) {
                numbers.add(thread * EACH + next);
                payloads.add(ByteBuffer.allocate(4 + random.nextInt(60))
                        .putInt(thread * EACH + next++)
                        .array());
            }
            List<LogPosition> ofBatch = isForced ? log.append(payloads) : log.appendUnsynced(payloads);
            for (int i = 0; i < numbers.size(); i++) {
                positions.put(numbers.get(i), ofBatch.get(i));
            }
        }
        return positions;
    }

    private static Callable<Void> forcer(SegmentedLog log, Random random, AtomicInteger running) {
        return () -> {
            while (running.get() > 0) {
                if (random.nextInt(10) == 0) {
                    log.roll();
                } else {
                    log.force();
                }
            }
            return null;
        };
    }

    private static int number(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt();
    }
}
