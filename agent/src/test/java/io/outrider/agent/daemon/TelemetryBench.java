package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Daemon with a broker and a subscriber, for the tests of telemetry as a whole. */
abstract class TelemetryBench {
    /** A logger that makes a record every 20 ms, with 1, 2, 3 … in it. */
    static final String COUNTING = "loggers.list = [{ function = \"toy.count\", every = \"20ms\" }]";

    static final String COUNT = "toy.count";

    /** A short fsync interval: posted records are acknowledged when they are on disk, a second later by default. */
    private static final String[] PLAIN = {
        "loggers.standard = false", "clock.trust = \"always\"", "upload.age = 0", "buffer.sync_ms = 50"
    };

    @TempDir
    Path folder;

    RunningDaemon unit;
    Mosquitto broker;
    MqttPair fleet;
    ArrivalCounter arrivals;

    @BeforeEach
    void make() {
        unit = new RunningDaemon(folder);
        broker = Mosquitto.open(folder);
        fleet = new MqttPair(broker);
        arrivals = new ArrivalCounter(fleet);
    }

    @AfterEach
    void end() {
        unit.close();
        fleet.close();
        broker.close();
    }

    static String[] with(String... more) {
        return Stream.concat(Stream.of(PLAIN), Stream.of(more)).toArray(String[]::new);
    }

    /** The same with a link to the broker. */
    String[] linked(String... more) {
        return Stream.concat(Stream.of(with(RunningDaemon.linkTo(broker.port()))), Stream.of(more))
                .toArray(String[]::new);
    }

    static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    static long latest(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Adds records of the type {@code cooler.temp}, as a container does. */
    void post(int from, int to) throws IOException {
        List<String> rows = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            rows.add("{\"@t\":\"cooler.temp\",\"value\":" + i + "}");
        }
        RunningDaemon.DaemonResponse answer = unit.post("/records", rows.toString());
        assertThat(answer.code()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"accepted\":" + rows.size(), "\"on_disk\":true");
    }
}
