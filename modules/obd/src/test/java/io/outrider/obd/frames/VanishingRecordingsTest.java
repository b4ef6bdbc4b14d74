package io.outrider.obd.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of recordings that are deleted while others are started and listed. */
class VanishingRecordingsTest {
    private static final int FILES = 20;

    @TempDir
    private Path data;

    @Test
    void aRecordingBeginsAndAListIsMadeWhileOthersAreDeleted() throws Exception {
        Recordings recordings = new Recordings(data, 1, 10);
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> deleting = other.submit(() -> {
                while (!over.get()) {
                    for (int i = 0; i < FILES; i++) {
                        Files.write(data.resolve("other" + i + ".log"), new byte[10]);
                    }
                    for (int i = 0; i < FILES; i++) {
                        recordings.list(new Recordings.Arguments("other" + i));
                    }
                }
                return null;
            });
            for (int i = 0; i < 500; i++) {
                try (Recordings.RecordingInProgress mine = recordings.begin(recordings.file("mine"))) {
                    mine.add("(1.000000) can0 123#01");
                    mine.finish();
                }
                List<Map<String, Object>> listed = recordings.list(new Recordings.Arguments(null));
                assertThat(listed).noneMatch(entry -> entry.containsKey("error"));
                assertThat(listed).anyMatch(entry -> "mine.log".equals(entry.get("file")));
            }
            over.set(true);
            deleting.get();
        } finally {
            over.set(true);
            other.shutdownNow();
        }
        try (Stream<Path> left = Files.list(data)) {
            assertThat(left).containsExactly(data.resolve("mine.log"));
        }
    }

    @Test
    void aFileDeletedWhileListedCountsNoBytes() throws Exception {
        Files.createSymbolicLink(data.resolve("gone.log"), data.resolve("deleted"));
        Recordings recordings = new Recordings(data, 1, 1);
        recordings.begin(recordings.file("mine")).close();
        assertThat(recordings.list(new Recordings.Arguments(null))).isEmpty();
    }
}
