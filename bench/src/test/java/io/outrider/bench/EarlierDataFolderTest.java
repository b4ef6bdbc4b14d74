package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.daemon.Daemon;
import io.outrider.agent.daemon.DaemonEnvironment;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Data folder of an earlier version, commit ef003e65, which was killed with SIGKILL while the broker was away: 500 records
 * not uploaded (type {@code trailer.door}, {@code number} 50 to 549), the return of job …2 not sent, job …3 running
 * ({@code test.sleep}), revision 7 of the desired document in force, and 653 bytes of the day's budget used.
 */
class EarlierDataFolderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant KILLED = Instant.parse("2026-11-22T22:58:00Z");
    private static final String JOB = "2026112210000000000";

    @TempDir
    private Path home;

    @BeforeEach
    void unpack() throws Exception {
        Path packed = home.resolve("data.tar.gz");
        try (InputStream in = EarlierDataFolderTest.class.getResourceAsStream("data-2026-11-22.tar.gz")) {
            Files.copy(in, packed);
        }
        int code = new ProcessBuilder("tar", "-xzf", packed.toString(), "-C", home.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    private Daemon open(Mosquitto broker) throws Exception {
        Path file = Files.writeString(home.resolve("outrider.toml"), """
                unit.id = "u1"
                link.url = "mqtt://127.0.0.1:%d"
                local.enabled = false
                loggers.standard = false
                clock.trust = "always"
                upload.budget_mb = 50
                """.formatted(broker.port()));
        DaemonEnvironment environment = new DaemonEnvironment(
                home.resolve("data"),
                home,
                home.resolve("machine-id"),
                Map.of(),
                Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), KILLED)),
                BootTimeTicker.ofThisMachine(),
                new Random(1),
                FaultInjector.NONE);
        return new Daemon(List.of(), SettingsFiles.named(file, Settings.none()), environment);
    }

    @Test
    void isOpenedAndNothingIsLost() throws Exception {
        try (Mosquitto broker = Mosquitto.open(home);
                MqttPair fleet = new MqttPair(broker);
                MqttPair.Subscription all = fleet.subscribe("outrider/v1/u1/+");
                Daemon daemon = open(broker)) {
            Set<Integer> expected = IntStream.range(50, 550).boxed().collect(Collectors.toCollection(TreeSet::new));
            Await.until("all records have arrived", () -> numbers(all).containsAll(expected));
            Await.until("the return has arrived", () -> returns(all, JOB + "2") > 0);
            Await.until("the job that ran is answered", () -> returns(all, JOB + "3") > 0);
            JsonNode cut = answer(all, JOB + "3");
            assertThat(answer(all, JOB + "2").path("success").asBoolean()).isTrue();
            assertThat(cut.path("success").asBoolean(true)).isFalse();
            assertThat(all.all().stream()
                            .filter(each -> each.topic().endsWith("/reported"))
                            .map(MqttPair.ReceivedMessage::text))
                    .anyMatch(text -> text.contains("\"revision\":7") && text.contains("\"applied\":1"));
            daemon.close();
            long sent = all.all().stream()
                    .filter(each -> each.topic().endsWith("/telemetry"))
                    .mapToLong(each -> each.payload().length)
                    .sum();
            JsonNode usage = JSON.readTree(Files.readString(home.resolve("data/upload/usage.json")));
            assertThat(usage.path("today").path("mqtt").asLong())
                    .as("%s, sent now %d", usage, sent)
                    .isGreaterThanOrEqualTo(653 + sent);
        }
    }

    private static Set<Integer> numbers(MqttPair.Subscription all) throws IOException {
        Set<Integer> numbers = new TreeSet<>();
        for (MqttPair.ReceivedMessage each : all.all()) {
            if (each.topic().endsWith("/telemetry")) {
                for (BatchCodec.BatchRow row :
                        new BatchCodec().decode(each.payload()).rows()) {
                    if ("trailer.door".equals(row.row().get("@t"))) {
                        numbers.add(((Number) row.row().get("number")).intValue());
                    }
                }
            }
        }
        return numbers;
    }

    private static JsonNode answer(MqttPair.Subscription all, String jid) throws IOException {
        for (MqttPair.ReceivedMessage each : all.all()) {
            if (each.topic().endsWith("/return") && each.text().contains(jid)) {
                return JSON.readTree(each.payload());
            }
        }
        throw new AssertionError("no return of " + jid);
    }

    private static long returns(MqttPair.Subscription all, String jid) {
        return all.all().stream()
                .filter(each -> each.topic().endsWith("/return") && each.text().contains(jid))
                .count();
    }
}
