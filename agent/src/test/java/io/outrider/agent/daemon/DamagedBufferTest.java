package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.SmallFileSystem;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage of the buffer files between two starts of the daemon, and a full disk. */
@Timeout(180)
@Tag("slow")
class DamagedBufferTest extends TelemetryBench {
    private static final int RECORDS = 30_000;

    /** Records of the unit itself, made at a start, may be in the same file. */
    private static final int EVENTS = 8;

    /** Damage of a file. */
    enum Harm {
        TRUNCATED {
            @Override
            void to(Path file, Random random) throws IOException {
                try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                    channel.truncate(channel.size() / 2);
                }
            }
        },
        EMPTIED {
            @Override
            void to(Path file, Random random) throws IOException {
                Files.write(file, new byte[0]);
            }
        },
        FLIPPED {
            @Override
            void to(Path file, Random random) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                for (int i = 0; i < 20; i++) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                Files.write(file, bytes);
            }
        },
        RENAMED {
            @Override
            void to(Path file, Random random) throws IOException {
                Files.move(file, file.resolveSibling(file.getFileName() + ".bak"));
            }
        },
        MISSING {
            @Override
            void to(Path file, Random random) throws IOException {
                Files.delete(file);
            }
        },
        REPLACED {
            @Override
            void to(Path file, Random random) throws IOException {
                byte[] noise = new byte[300_000];
                random.nextBytes(noise);
                Files.write(file, noise);
            }
        },
        A_FOLDER {
            @Override
            void to(Path file, Random random) throws IOException {
                Files.delete(file);
                Files.createDirectory(file);
            }
        },
        FOREIGN_BESIDE {
            @Override
            void to(Path file, Random random) throws IOException {
                Files.writeString(file.resolveSibling("lost+found"), "x");
                Files.writeString(file.resolveSibling("core.1"), "x".repeat(100_000));
                Files.createDirectory(file.resolveSibling("folder"));
            }
        };

        abstract void to(Path file, Random random) throws IOException;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(unit.data().resolve("buffer"))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private void wait(int records) throws IOException {
        for (int from = 1; from <= records; from += 5_000) {
            post(from, from + 4_999);
        }
    }

    private long lost() {
        return arrivals.rows("agent.loss").stream()
                .mapToLong(row -> row.fields().path("count").asLong())
                .sum();
    }

    @ParameterizedTest
    @EnumSource(Harm.class)
    void theDaemonStartsReportsTheLossAndContinues(Harm harm) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] settings = {"buffer.size_mb = 8"};
        unit.settings(with(settings)).start();
        wait(RECORDS);
        unit.close();
        List<Path> files = new ArrayList<>(files());
        assertThat(files).hasSizeGreaterThan(1);
        Path harmed = files.get(random.nextInt(files.size()));
        long size = Files.size(harmed);
        harm.to(harmed, random);
        unit.settings(linked(settings)).start();
        post(RECORDS + 1, RECORDS + 1);
        String description = harm + " of " + harmed + " (" + size + " bytes) of " + files + ", seed " + seed;
        Await.until(description, Duration.ofSeconds(60), () -> unit.metric("buffer_records") == 0);
        Await.until(
                description,
                () -> arrivals.values("cooler.temp").size() + lost() > RECORDS); // what the broker still has
        List<Long> values = new ArrayList<>(arrivals.values("cooler.temp"));
        assertThat(values).as(description).contains(RECORDS + 1L).doesNotHaveDuplicates();
        assertThat(values).as(description).allMatch(value -> value >= 1 && value <= RECORDS + 1);
        long missing = RECORDS + 1 - values.size();
        assertThat(lost())
                .as(
                        "counted of %d that are missing, and events of the unit's own beside them; %s",
                        missing, description)
                .isBetween(missing, missing + EVENTS);
        if (harm == Harm.FOREIGN_BESIDE) {
            assertThat(missing).as(description).isZero();
        }
        assertThat(unit.run("test.ping")).hasToString("true");
    }

    @Test
    void aFullDiskIsReportedLiveRecordsContinueAndItRecovers() throws Exception {
        Files.createDirectories(unit.data());
        try (SmallFileSystem small = new SmallFileSystem(unit.data(), 4_096)) {
            unit.settings(linked("buffer.size_mb = 4")).start();
            post(1, 10);
            Path ballast = unit.data().resolve("ballast");
            fill(ballast);
            List<Long> live = new ArrayList<>();
            Await.until("the full disk is reported", Duration.ofSeconds(30), () -> {
                live.add(11L + live.size());
                RunningDaemon.DaemonResponse answer = unit.post(
                        "/records",
                        "{\"@t\":\"cooler.temp\",\"value\":" + live.get(live.size() - 1) + ",\"pad\":\""
                                + "x".repeat(5_000) + "\"}");
                assertThat(answer.code()).isEqualTo(200);
                return answer.body().contains("\"on_disk\":false")
                        && unit.problems().toString().contains("Records cannot be written");
            });
            long last = 10 + live.size();
            Await.until(
                    "the live ones arrive", () -> arrivals.values("cooler.temp").size() == last);
            Files.delete(ballast);
            Await.until(
                    "it recovers",
                    Duration.ofSeconds(30),
                    () -> !unit.problems().toString().contains("Records cannot be written"));
            post((int) last + 1, (int) last + 5);
            Await.until("all arrive", () -> arrivals.values("cooler.temp").size() == last + 5);
            assertThat(arrivals.values("cooler.temp")).containsExactlyInAnyOrderElementsOf(upTo(last + 5));
            unit.close();
        }
    }

    @Test
    @Announces("is on a read-only disk; no data survives a restart")
    void withAReadOnlyDiskTheUnitIsReachableAndLiveRecordsContinue() throws Exception {
        Files.createDirectories(unit.data());
        try (SmallFileSystem small = new SmallFileSystem(unit.data(), 65_536)) {
            unit.settings(linked()).start();
            post(1, 10);
            unit.close();
            small.setWritable(false);
            unit.start();
            assertThat(unit.run("test.ping")).hasToString("true");
            Await.until(
                    "the problem is reported",
                    Duration.ofSeconds(30),
                    () -> unit.problems().toString().contains("Records cannot be written"));
            assertThat(unit.post("/records", "{\"@t\":\"cooler.temp\",\"value\":11}")
                            .body())
                    .contains("\"on_disk\":false");
            Await.until("all arrive", () -> arrivals.values("cooler.temp").contains(11L));
            unit.close();
        }
    }

    private static void fill(Path ballast) throws IOException {
        try (var out = Files.newOutputStream(ballast)) {
            for (int size : new int[] {65_536, 1}) {
                try {
                    while (true) {
                        out.write(new byte[size]);
                    }
                } catch (IOException e) {
                    // full
                }
            }
        }
    }
}
