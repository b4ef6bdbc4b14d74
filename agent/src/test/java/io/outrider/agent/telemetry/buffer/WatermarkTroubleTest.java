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

/** The file that would tell what a damaged disk has taken is itself of no use. */
class WatermarkTroubleTest {
    @TempDir
    Path data;

    private final FixedTime time = new FixedTime();
    private final Random random = new Random(11);

    /** What was written over it. */
    enum Harm {
        RANDOM(bytes -> new Random(5).nextBytes(bytes)),
        ONES(bytes -> Arrays.fill(bytes, (byte) 0xff)),
        A_BIT_OF_EACH_COPY(bytes -> {
            for (int i = 100; i < bytes.length; i += bytes.length / 3) {
                bytes[i] ^= 0x40;
            }
        });

        private final Consumer<byte[]> how;

        Harm(Consumer<byte[]> how) {
            this.how = how;
        }
    }

    private Path file() {
        return data.resolve("buffer.watermark");
    }

    private <T> T opened(Function<Buffer, T> use) {
        try (Buffer buffer = new Buffer(
                data.resolve("buffer"),
                BufferTest.SMALL,
                1_000,
                new DeflatedRows(),
                "boot",
                random,
                time,
                Disk.SYSTEM)) {
            return use.apply(buffer);
        }
    }

    private static boolean fill(Buffer buffer) {
        var kept = buffer.accept(List.of(new TelemetryRecord("t", time(), Map.of("value", 1), Priority.NORMAL)));
        buffer.tend();
        return kept.join();
    }

    private static Timestamp time() {
        return new FixedTime().now();
    }

    private List<String> problems() {
        return opened(buffer -> {
            fill(buffer);
            return buffer.health().problems();
        });
    }

    @ParameterizedTest
    @EnumSource(Harm.class)
    void aDamagedOneIsToldOnceAndWrittenAnew(Harm harm) throws IOException {
        assertThat(problems()).isEmpty();
        byte[] bytes = Files.readAllBytes(file());
        for (int i = 0; i < 2; i++) { // each copy has a value then
            assertThat(problems()).isEmpty();
            bytes = Files.readAllBytes(file());
        }
        harm.how.accept(bytes);
        Files.write(file(), bytes);
        assertThat(problems())
                .singleElement()
                .asString()
                .startsWith("The watermark " + file() + " could not be used at the start (it is damaged): ");
        assertThat(problems()).isEmpty();
    }

    @Test
    void aFolderInItsPlaceIsToldUntilItIsRemoved() throws IOException {
        problems();
        Files.delete(file());
        Files.createDirectories(file().resolve("x"));
        String told = "The watermark " + file() + " cannot be written (it is no regular file): ";
        opened(buffer -> {
            assertThat(fill(buffer)).isTrue();
            assertThat(buffer.health().problems()).singleElement().asString().startsWith(told);
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
    void oneThatIsNotThereOrWasBeingMadeWhenTheMachineDiedIsNoTrouble() throws IOException {
        problems();
        Files.delete(file());
        assertThat(problems()).isEmpty();
        Files.write(file(), new byte[700]);
        assertThat(problems()).isEmpty();
    }

    @Test
    void marksAreNotForgottenWhileALaneCannotBeOpened() throws IOException {
        for (int i = 0; i < 3; i++) {
            problems();
        }
        Path lane = data.resolve("buffer/high");
        remove(lane);
        Files.writeString(lane, "");
        remove(data.resolve("buffer/fresh"));
        opened(buffer -> {
            assertThat(buffer.health().problems())
                    .singleElement()
                    .asString()
                    .startsWith("The buffer of records cannot be opened (" + lane
                            + " is a file, and a folder is needed there): ");
            try {
                Files.delete(lane);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            buffer.tend();
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
