package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.clock.SuspendedMachine;
import io.outrider.testkit.Await;
import io.outrider.testkit.MqttPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of a daemon on a machine that is suspended for a night. */
@Timeout(120)
class SuspendTest extends TelemetryBench {
    private static final Duration NIGHT = Duration.ofHours(12);

    private final SuspendedMachine machine = new SuspendedMachine();
    private final Clock wall = machine.wall();

    @BeforeEach
    void onTheMachine() {
        unit = new RunningDaemon(folder, wall, machine.ticker());
    }

    @Test
    void recordsOfTheMorningHaveTheTimeOfTheMorning() throws Exception {
        unit.settings(linked()).start();
        Await.until("it is linked", () -> unit.linkState().equals("connected"));
        post(1, 1);
        machine.suspend(NIGHT);
        Instant morning = wall.instant();
        post(2, 2);
        Await.until("both have come", () -> arrivals.values("cooler.temp").containsAll(List.of(1L, 2L)));
        List<ArrivalCounter.ArrivedRecord> rows = arrivals.rows("cooler.temp").stream()
                .sorted(Comparator.comparingLong(ArrivalCounter.ArrivedRecord::value)) // the first may come twice
                .toList();
        assertThat(at(rows.get(0))).isBefore(morning.minus(NIGHT));
        assertThat(at(rows.get(rows.size() - 1))).isBetween(morning.minusMillis(1), wall.instant());
        assertThat(rows).allSatisfy(row -> assertThat(row.fields().has("@tq")).isFalse());
    }

    private static Instant at(ArrivalCounter.ArrivedRecord row) {
        return Instant.parse(row.fields().path("@ts").asText());
    }

    @Test
    void aCommandThatExpiredInTheNightIsRejected() throws Exception {
        String topic = "outrider/v1/" + RunningDaemon.UNIT;
        MqttPair.Subscription returns = fleet.subscribe(topic + "/job");
        unit.settings(linked()).start();
        Await.until("it is linked", () -> unit.linkState().equals("connected"));
        machine.suspend(NIGHT);
        Instant midnight = wall.instant().minus(NIGHT.dividedBy(2));
        fleet.publish(
                topic + "/command",
                "{\"jid\":\"20261122060000000001\",\"fun\":\"test.ping\",\"expires\":\"" + midnight + "\"}");
        JsonNode job = new ObjectMapper()
                .readTree(returns.await(message -> message.text().contains("rejected"))
                        .text());
        assertThat(job.path("code").asText()).isEqualTo("EXPIRED");
        assertThat(returns.all()).noneMatch(message -> message.text().contains("running"));
    }

    @Test
    void theDaemonReconnectsAndCallsDueLoggersWithoutStuckHeartbeats() throws Exception {
        unit.settings(linked("loggers.list = [{ name = \"hourly\", function = \"toy.count\", every = \"1h\" },"
                        + " { function = \"toy.count\", on = \"system/minion/ready\" }]"))
                .start();
        Await.until("it is linked", () -> unit.linkState().equals("connected"));
        Await.until("it was called once", () -> !arrivals.rows(COUNT).isEmpty());
        int before = arrivals.rows(COUNT).size();
        double connects = unit.metric("link_connects_total");
        machine.suspend(NIGHT);
        Await.until(
                "what was due in the night is called",
                () -> arrivals.rows(COUNT).size() > before);
        Await.until("it has connected again", () -> unit.metric("link_connects_total") == connects + 1);
        Await.until("the log tells", () -> unit.run("log.query").toString().contains("was suspended for 43200 s"));
        assertThat(unit.problems()).noneMatch(each -> each.contains("loop") || each.contains("hang"));
    }
}
