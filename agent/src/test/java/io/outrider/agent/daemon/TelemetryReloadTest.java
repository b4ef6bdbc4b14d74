package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.telemetry.upload.RowsServer;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reloads of the telemetry settings of a running daemon. */
@Timeout(120)
@Tag("slow")
class TelemetryReloadTest extends TelemetryBench {
    private static String counting(String name) {
        return "loggers.list = [{ name = \"" + name + "\", type = \"" + name
                + "\", function = \"toy.count\", every = \"20ms\" }]";
    }

    @Test
    void loggersComeAndGo() throws Exception {
        unit.settings(linked()).start();
        assertThat(unit.run("logger.list")).hasToString("[]");
        unit.reload(linked(counting("a.b")));
        Await.until("the new one is read", () -> arrivals.rows("a.b").size() > 3);
        unit.reload(linked(counting("c.d")));
        Await.until("the other one is read", () -> arrivals.rows("c.d").size() > 3);
        assertThat(unit.run("logger.list").toString()).contains("c.d").doesNotContain("a.b");
    }

    @Test
    @Announces("are not in force")
    void badLoggersKeepTheOldOnes() throws Exception {
        unit.settings(linked(counting("a.b"))).start();
        Await.until("it is read", () -> !arrivals.rows("a.b").isEmpty());
        assertThatThrownBy(() -> unit.reload(
                        linked("loggers.list = [{ function = \"toy.count\", every = \"soon\" }]", "upload.batch = 0")))
                .hasMessageContainingAll("the 1st logger, every:", "batch: 0");
        int before = arrivals.rows("a.b").size();
        Await.until("it is still read", () -> arrivals.rows("a.b").size() > before + 10);
    }

    @Test
    void batchSizeAndAgeFollowTheSettings() throws Exception {
        unit.settings(linked("link.keepalive = 60", COUNTING)).start();
        Await.until("it arrives", () -> !arrivals.rows(COUNT).isEmpty());
        unit.reload(waiting("upload.age = 3600", "upload.batch = 5000"));
        Await.until("what was under way is through", () -> unit.metric("buffer_records") > 60);
        int before = arrivals.rows().size();
        unit.reload(waiting("upload.age = 3600", "upload.batch = 7"));
        Await.until("much has come", () -> arrivals.rows().size() > before + 60);
        List<List<ArrivalCounter.ArrivedRecord>> batches = arrivals.batches(); // once: more come meanwhile
        assertThat(batches.subList(batches.size() - 3, batches.size()))
                .allSatisfy(batch -> assertThat(batch.size()).isLessThanOrEqualTo(7));
        assertThat(arrivals.repeated()).isZero();
    }

    private String[] waiting(String age, String batch) {
        return new String[] {
            "loggers.standard = false",
            "clock.trust = \"always\"",
            RunningDaemon.linkTo(broker.port()),
            "link.keepalive = 60",
            COUNTING,
            age,
            batch
        };
    }

    @Test
    void aBudgetThatIsUsedUpLetsEventsThroughUntilItIsRaised() throws Exception {
        unit.settings(linked("upload.budget_mb = 1")).start();
        Random random = new Random(5);
        for (int i = 0; i < 3; i++) {
            List<String> rows = new ArrayList<>();
            for (int k = 0; k < 50; k++) {
                byte[] noise = new byte[12_000]; // as a text below what is cut
                random.nextBytes(noise);
                String text = Base64.getEncoder().encodeToString(noise);
                rows.add("{\"@t\":\"cooler.noise\",\"value\":\"" + text + "\"}");
            }
            assertThat(unit.post("/records", rows.toString()).code()).isEqualTo(200);
        }
        Await.until("it is used up", () -> unit.metric("upload_budget_used_up") == 1);
        post(1, 3);
        unit.run("minionutil.trigger_event", "cooler/door/open");
        Await.until(
                "the event has come", () -> !arrivals.rows("event.cooler.door").isEmpty());
        assertThat(arrivals.rows("cooler.temp")).isEmpty();
        assertThat(unit.run("cloud.status").toString()).contains("\"budget_used_up\":true");
        unit.reload(linked("upload.budget_mb = 100"));
        Await.until("the rest has come", () -> arrivals.different("cooler.temp") == 3);
        assertThat(unit.run("cloud.usage").toString()).contains("\"budget\":100000000");
    }

    @Test
    void theUploadMovesToAnotherSink() throws Exception {
        unit.settings(linked("upload.via = \"none\"")).start();
        post(1, 10);
        assertThatThrownBy(() -> unit.run("cloud.upload")).hasMessageContaining("[upload] via");
        try (RowsServer server = new RowsServer()) {
            unit.reload(linked("upload.via = \"https\"", "upload.url = \"" + server.url() + "\""));
            Await.until("the server has them", () -> unit.metric("buffer_records") == 0);
            unit.reload(linked());
            post(11, 20);
            Await.until("the broker has them", () -> arrivals.different("cooler.temp") == 10);
            assertThat(arrivals.values("cooler.temp")).allMatch(value -> value > 10);
        }
    }

    @Test
    @Announces("the upload is not authorised")
    void aCorrectedTokenIsTriedAtTheNextReload() throws Exception {
        Path token = Files.writeString(folder.resolve("upload-token"), "wrong\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        try (RowsServer server = new RowsServer()) {
            server.order("401");
            String[] settings = with(
                    "upload.via = \"https\"",
                    "upload.url = \"" + server.url() + "\"",
                    "upload.token_file = \"" + token + "\"");
            unit.settings(settings).start();
            post(1, 3);
            Await.until("it is told", () -> unit.problems().toString().contains("then: outrider reload"));
            Files.writeString(token, "right\n");
            server.order("ok");
            assertThat(unit.reload(settings)).isEqualTo("nothing changed");
            Await.until("they have gone", () -> unit.metric("buffer_records") == 0);
            assertThat(server.requests()
                            .get(server.requests().size() - 1)
                            .path("authorization")
                            .asText())
                    .isEqualTo("token right");
        }
    }

    @Test
    void aTriggerFiresOnAnEventWhileConfigured() throws Exception {
        Path marks = folder.resolve("marks");
        String trigger = "triggers.list = [{ name = \"t\", on = \"cooler/*\", function = \"toy.mark\", arg = [\""
                + marks + "\"] }]";
        unit.settings(linked()).start();
        unit.run("minionutil.trigger_event", "cooler/door/open");
        unit.reload(linked(trigger));
        unit.run("minionutil.trigger_event", "cooler/door/open");
        Await.until("it is pulled", () -> Files.exists(marks));
        Await.until("it is counted", () -> unit.metric("triggers_calls_total{outcome=\"done\"}") == 1);
        unit.reload(linked());
        unit.run("minionutil.trigger_event", "cooler/door/open");
        assertThat(unit.run("saltutil.running").toString()).doesNotContain("toy.mark");
        assertThat(Files.readAllLines(marks)).hasSize(1);
    }

    @Test
    void clockTrustFollowsTheSettings() throws Exception {
        unit.settings("loggers.standard = false").start();
        unit.reload("loggers.standard = false", "clock.trust = \"always\"");
        assertThat(unit.metric("clock_trusted")).isEqualTo(1);
    }

    @Test
    void theVehicleStateFollowsTheSettings() throws Exception {
        String speed = "loggers.list = [{ type = \"obd.speed\", function = \"toy.count\", every = \"50ms\" }]";
        unit.settings(linked(speed)).start();
        Await.until("it is read", () -> arrivals.rows("obd.speed").size() > 2);
        assertThat(arrivals.rows("event.vehicle.motor")).isEmpty();
        unit.reload(linked(speed, "vehicle.electric = true"));
        Await.until(
                "the motor runs",
                () -> arrivals.rows("event.vehicle.motor").stream()
                        .anyMatch(row -> row.fields().path("@tag").asText().equals("vehicle/motor/running")));
    }

    @Test
    void theBufferWaitsForTheNextStart() throws Exception {
        unit.settings(with()).start();
        assertThat(unit.reload(with("buffer.size_mb = 64")))
                .isEqualTo("buffer.size_mb: 32 -> 64 (from the next start)");
    }

    /** As the page of loggers has it: what is not allowed is not tried again until the next reload. */
    @Test
    void aSuspendedLoggerIsRetriedByAnyReload() throws Exception {
        String[] first = with("jobs.deny = [\"toy.count\"]", COUNTING);
        unit.settings(first).start();
        Await.until("it is given up", () -> unit.run("logger.list").toString().contains("\"not allowed\""));
        unit.reload(with(COUNTING));
        Await.until("it works", () -> unit.metric("loggers_records_total") > 3);
    }
}
