package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.telemetry.upload.RowsServer;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that every accepted record arrives, through a daemon and a real broker. */
@Timeout(120)
@Tag("slow")
class RecordDeliveryTest extends TelemetryBench {
    @Test
    void readingsOfALoggerArriveOnceAndInOrder() throws Exception {
        unit.settings(linked(COUNTING)).start();
        Await.until("many have come", () -> arrivals.rows(COUNT).size() > 50);
        unit.close();
        List<Long> values = arrivals.values(COUNT);
        assertThat(values.stream().sorted().toList()).isEqualTo(upTo(values.size()));
        assertThat(arrivals.repeated()).isZero();
        assertThat(arrivals.rows(COUNT)).allSatisfy(row -> {
            assertThat(row.fields().path("@ts").asText()).endsWith("Z");
            assertThat(row.fields().has("@tq")).isFalse();
        });
    }

    @Test
    void recordsAcceptedBeforeARestartArriveAfterIt() throws Exception {
        unit.settings(with()).start();
        post(1, 700);
        unit.close();
        unit.settings(linked()).start();
        post(701, 710);
        Await.until("all have come", () -> arrivals.values("cooler.temp").size() >= 710);
        assertThat(arrivals.values("cooler.temp")).containsExactlyInAnyOrderElementsOf(upTo(710));
        assertThat(arrivals.repeated()).isZero();
    }

    /** A copy of the files as they are at some moment is what a process leaves that is killed then. */
    @Test
    void recordsAcceptedBeforeAKillArriveAfterIt() throws Exception {
        unit.settings(with(COUNTING)).start();
        post(1, 300);
        Path left = folder.resolve("left");
        copy(unit.data(), left.resolve("data"));
        unit.close();
        try (RunningDaemon after = new RunningDaemon(left)) {
            after.settings(linked()).start();
            Await.until("all have come", () -> arrivals.values("cooler.temp").size() >= 300);
            assertThat(arrivals.values("cooler.temp")).containsExactlyInAnyOrderElementsOf(upTo(300));
            assertThat(arrivals.repeated()).isZero();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            all.forEach(each -> {
                try {
                    Path target = to.resolve(from.relativize(each).toString());
                    if (Files.isDirectory(each)) {
                        Files.createDirectories(target);
                    } else if (Files.isRegularFile(each)) { // and no socket
                        Files.copy(each, target);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    @Test
    void afterAnOutageLiveRecordsPrecedeTheBacklogAndNoneIsMissing() throws Exception {
        try (LossProxy network = new LossProxy(broker.port())) {
            unit.settings(with(RunningDaemon.linkTo(network.port()), COUNTING, "upload.batch = 20"))
                    .start();
            Await.until("it arrives", () -> arrivals.rows(COUNT).size() > 10);
            network.mode(LossProxy.LossMode.CLOSE);
            network.cut();
            Await.until("the link is gone", () -> !unit.linkState().equals("connected"));
            Await.until("much waits", () -> unit.metric("buffer_records") > 200);
            int before = arrivals.batches().size();
            network.mode(LossProxy.LossMode.PASS);
            Await.until("all has gone", Duration.ofSeconds(60), () -> unit.metric("buffer_records") < 10);
            unit.close();
            List<Long> values = arrivals.values(COUNT);
            assertThat(values.stream().distinct().sorted().toList()).isEqualTo(upTo(latest(values)));
            List<Long> live = counts(arrivals.batches().get(before));
            List<Long> behind = counts(arrivals.batches().get(before + 1));
            assertThat(latest(live)).isGreaterThan(latest(behind) + 100);
        }
    }

    private static List<Long> counts(List<ArrivalCounter.ArrivedRecord> batch) {
        return batch.stream()
                .filter(row -> row.type().equals(COUNT))
                .map(ArrivalCounter.ArrivedRecord::value)
                .toList();
    }

    @Test
    void overHttpsRecordsArriveInAutoPisFormat() throws Exception {
        try (RowsServer server = new RowsServer()) {
            unit.settings(with(COUNTING, "upload.via = \"https\"", "upload.url = \"" + server.url() + "\""))
                    .start();
            Await.until("many have come", () -> numbers(server).size() > 50);
            unit.close();
            assertThat(numbers(server)).isEqualTo(upTo(numbers(server).size()));
            assertThat(server.requests()).allSatisfy(request -> {
                assertThat(request.path("code").asInt()).isEqualTo(200);
                assertThat(request.path("problem").isNull()).as("%s", request).isTrue();
                assertThat(request.path("unit").asText()).isEqualTo(RunningDaemon.UNIT);
            });
        }
    }

    private static List<Long> numbers(RowsServer server) {
        List<Long> values = new ArrayList<>();
        server.requests()
                .forEach(request -> request.path("values").forEach(value -> {
                    if (value.isNumber()) {
                        values.add(value.asLong());
                    }
                }));
        return values.stream().sorted().toList();
    }

    @Test
    void eventsOfTheUnitAreRecords() throws Exception {
        unit.settings(linked()).start();
        Await.until(
                "it is told",
                () -> arrivals.rows("event.system.minion").stream()
                        .anyMatch(row -> row.fields().path("@tag").asText().equals("system/minion/online")));
    }

    @Test
    void aForbiddenRecordRejectsTheWholeRequest() throws Exception {
        unit.settings(linked()).start();
        for (String type : List.of("obd.rpm", "toy.count", "event.vehicle.engine", "agent.loss", "logger.x", "x", "")) {
            RunningDaemon.DaemonResponse answer = unit.post(
                    "/records", "[{\"@t\":\"cooler.temp\",\"value\":1},{\"@t\":\"" + type + "\",\"value\":1}]");
            assertThat(answer.code()).as(type).isEqualTo(400);
            assertThat(answer.body()).contains("record 1", "none was taken");
        }
        post(2, 2);
        Await.until("the good one has come", () -> !arrivals.rows("cooler.temp").isEmpty());
        assertThat(arrivals.values("cooler.temp")).containsExactly(2L);
    }

    @Test
    void theStreamHasReadingsOfLoggersButNotTheirJobs() throws Exception {
        unit.settings(with(COUNTING)).start();
        Path shown = folder.resolve("shown");
        String token = Files.readString(folder.resolve("run/token")).strip();
        Process curl = new ProcessBuilder(
                        "curl",
                        "-sSN",
                        "-H",
                        "Authorization: Bearer " + token,
                        "http://127.0.0.1:" + unit.port() + "/stream")
                .redirectOutput(shown.toFile())
                .start();
        try {
            Await.until("records are shown", () -> lines(shown, "\"toy.count\"") > 10);
            unit.run("test.ping");
            Await.until("a person's job is shown", () -> lines(shown, "test.ping") > 0);
            assertThat(lines(shown, "\"fun\":\"toy")).isZero();
        } finally {
            curl.destroy();
            curl.waitFor();
        }
    }

    private static long lines(Path file, String part) throws IOException {
        return Files.readString(file)
                .lines()
                .filter(line -> line.contains(part))
                .count();
    }
}
