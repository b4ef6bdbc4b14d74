package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage to the watermark file itself. */
class WatermarkTroubleTest {
    @TempDir
    Path data;

    private final FixedTime time = new FixedTime();
    private final Random random = new Random(11);

    /** Damage to its bytes. */
    enum Damage {
        RANDOM(bytes -> new Random(5).nextBytes(bytes)),
        ONES(bytes -> Arrays.fill(bytes, (byte) 0xff)),
        A_BIT_OF_EACH_COPY(bytes -> {
            for (int i = 100; i < bytes.length; i += bytes.length / 3) {
                bytes[i] ^= 0x40;
            }
        });

        private final Consumer<byte[]> apply;

        Damage(Consumer<byte[]> apply) {
            this.apply = apply;
        }
    }

    private Path file() {
        return data.resolve("buffer.watermark");
    }

    private <T> T withBuffer(Function<Buffer, T> action) {
        try (Buffer buffer = new Buffer(
                data.resolve("buffer"),
                BufferTest.SMALL,
                1_000,
                new DeflatedRows(),
                "boot",
                random,
                time,
                Disk.SYSTEM)) {
            return action.apply(buffer);
        }
    }

    private static boolean fill(Buffer buffer) {
        var stored = buffer.accept(List.of(new TelemetryRecord("t", time(), Map.of("value", 1), Priority.NORMAL)));
        buffer.maintain();
        return stored.join();
    }

    private static Timestamp time() {
        return new FixedTime().now();
    }

    private List<String> problems() {
        return withBuffer(buffer -> {
            fill(buffer);
            return buffer.health().problems();
        });
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void aDamagedWatermarkIsReportedOnceAndRewritten(Damage damage) throws IOException {
        assertThat(problems()).isEmpty();
        byte[] bytes = Files.readAllBytes(file());
        for (int i = 0; i < 2; i++) { // then each slot holds a value
            assertThat(problems()).isEmpty();
            bytes = Files.readAllBytes(file());
        }
        damage.apply.accept(bytes);
        Files.write(file(), bytes);
        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith("The watermark " + file() + " could not be used at the start (it is damaged): ");
        assertThat(problems()).isEmpty();
    }

    @Test
    void aFolderInPlaceOfTheWatermarkIsReportedUntilRemoved() throws IOException {
        problems();
        Files.delete(file());
        Files.createDirectories(file().resolve("x"));
        String expected = "The watermark " + file() + " cannot be written (it is no regular file): ";
        withBuffer(buffer -> {
            assertThat(fill(buffer)).isTrue();
            assertThat(buffer.health().problems()).singleElement().asString().startsWith(expected);
            try {
                Files.delete(file().resolve("x"));
                Files.delete(file());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            fill(buffer);
            return assertThat(buffer.health().problems())
                    .singleElement()
                    .asString()
                    .contains("could not be used at the start (it is no regular file)");
        });
        assertThat(problems()).isEmpty();
    }

    @Test
    void aMissingOrUnfinishedWatermarkIsNoProblem() throws IOException {
        problems();
        Files.delete(file());
        assertThat(problems()).isEmpty();
        Files.write(file(), new byte[700]);
        assertThat(problems()).isEmpty();
    }

    @Test
    void watermarksSurviveALogThatCannotBeOpened() throws IOException {
        for (int i = 0; i < 3; i++) {
            problems();
        }
        Path log = data.resolve("buffer/high");
        remove(log);
        Files.writeString(log, "");
        remove(data.resolve("buffer/fresh"));
        withBuffer(buffer -> {
            assertThat(buffer.health().problems())
                    .singleElement()
                    .asString()
                    .startsWith("The buffer of records cannot be opened (" + log
                            + " is a file, and a folder is needed there): ");
            try {
                Files.delete(log);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            buffer.maintain();
            return assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of("damaged", 3L));
        });
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(each);
            }
        }
    }
}
