package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.testkit.Await;
import io.outrider.testkit.MqttPair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Functions of telemetry, called locally and by the fleet, and the desired state. */
@Timeout(120)
@Tag("slow")
class TelemetryFunctionsTest extends TelemetryBench {
    private static final String TOPIC = "outrider/v1/" + RunningDaemon.UNIT;

    private MqttPair.Subscription returns;
    private int jobs;

    private String byLink(String function, String arguments) {
        if (returns == null) {
            returns = fleet.subscribe(TOPIC + "/return");
        }
        String jid = "j" + ++jobs;
        fleet.publish(
                TOPIC + "/command",
                "{\"jid\":\"" + jid + "\",\"fun\":\"" + function + "\",\"arg\":[" + arguments + "]}");
        return returns.await(message -> message.text().contains("\"" + jid + "\""))
                .text();
    }

    private void awaitLink() {
        Await.until("the link is up", () -> unit.linkState().equals("connected"));
    }

    @Test
    void aLoggerCanBePausedResumedRunAndListedFromBothSides() throws Exception {
        unit.settings(linked(COUNTING)).start();
        awaitLink();
        Await.until("it is read", () -> arrivals.rows(COUNT).size() > 2);
        assertThat(unit.run("logger.pause", COUNT)).hasToString("[\"toy.count\"]");
        assertThat(unit.run("logger.list").toString()).contains("\"state\":\"paused\"");
        double calls = unit.metric("loggers_calls_total");
        assertThat(unit.run("logger.run", COUNT).toString()).contains("toy.count");
        assertThat(byLink("logger.list", "")).contains("paused", "\"success\":true");
        assertThat(unit.metric("loggers_calls_total")).isLessThanOrEqualTo(calls + 2);
        assertThat(byLink("schedule.list", "")).contains("\"function\":\"toy.count\"", "\"enabled\":false");
        assertThat(byLink("logger.resume", "\"*\"")).contains("toy.count");
        int before = arrivals.rows(COUNT).size();
        Await.until("it goes on", () -> arrivals.rows(COUNT).size() > before + 3);
        assertThat(unit.run("schedule.list").toString()).contains("\"enabled\":true");
        assertThatThrownBy(() -> unit.run("logger.pause", "toy.cuont"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("did you mean toy.count");
        assertThat(byLink("logger.run", "\"nothing\"")).contains("ERROR: ", "there is no logger");
    }

    @Test
    void theUploadIsReportedAndRunsOnDemand() throws Exception {
        unit.settings(
                        "loggers.standard = false",
                        "clock.trust = \"always\"",
                        "upload.age = 3600",
                        RunningDaemon.linkTo(broker.port()))
                .start();
        awaitLink();
        Await.until(
                "that it is ready, and online, is through: events take along what waits",
                () -> arrivals.rows("event.system.minion").size() >= 2
                        && unit.run("cloud.status").toString().contains("\"records\":0"));
        post(1, 5);
        Await.until("they wait", () -> unit.run("cloud.status").toString().contains("\"records\":5"));
        assertThat(unit.run("cloud.status").toString()).contains("\"sink\":\"mqtt\"", "\"connected\":true");
        assertThat(unit.run("cloud.cache", "peek_queue").toString()).contains("cooler.temp");
        assertThat(unit.run("cloud.cache", "list_queues").toString()).contains("\"pend\":5");
        // five, and events that have come meanwhile
        assertThat(byLink("cloud.upload", "")).containsPattern("\"pending\":\\{\"total\":[5-9]}.*\"success\":true");
        assertThat(arrivals.values("cooler.temp")).containsExactlyInAnyOrderElementsOf(upTo(5));
        post(6, 7);
        assertThatThrownBy(() -> unit.run("cloud.cache", "clear_queue")).hasMessageContaining("confirm");
        assertThat(byLink("cloud.cache", "\"clear_queue\",{\"__kwarg__\":true,\"confirm\":true}"))
                .contains("\"return\"");
        assertThat(byLink("cloud.usage", "")).contains("\"mqtt\":");
    }

    @Test
    void anEventOfAPersonOrTheFleetIsARecord() throws Exception {
        unit.settings(linked()).start();
        awaitLink();
        unit.run("minionutil.trigger_event", "cooler/door/open");
        assertThat(byLink("minionutil.trigger_event", "\"cooler/door/closed\"")).contains("\"success\":true");
        Await.until("both have come", () -> arrivals.different("event.cooler.door") == 2);
        assertThatThrownBy(() -> unit.run("minionutil.trigger_event", "no tag")).hasMessageContaining("tag: ");
    }

    @Test
    void desiredLoggersRunAreReportedAndSurviveARestartWithoutABroker() throws Exception {
        fleet.retain(
                TOPIC + "/desired",
                "{\"revision\":7,\"loggers\":[{\"function\":\"toy.count\",\"every\":\"20ms\"},"
                        + "{\"name\":\"bad\",\"function\":\"toy.count\",\"every\":\"soon\",\"filter\":7}]}");
        MqttPair.Subscription reported = fleet.subscribe(TOPIC + "/reported");
        unit.settings(linked()).start();
        Await.until("it is read", () -> arrivals.rows(COUNT).size() > 3);
        String report = reported.await(message -> message.text().contains("\"revision\":7"))
                .text();
        assertThat(report).contains("\"applied\":1", "\"name\":\"bad\"", "every", "filter");
        assertThat(report.split("\"why\"", -1)).as("one entry for one logger").hasSize(2);
        unit.close();
        unit.settings(with()).start();
        Await.until("it runs again", () -> unit.metric("loggers_records_total") > 3);
        assertThat(unit.status().toString()).contains("\"revision\":\"7\"");
        try (MqttPair later = new MqttPair(broker)) {
            assertThat(later.subscribe(TOPIC + "/reported")
                            .await(MqttPair.ReceivedMessage::retained)
                            .text())
                    .contains("\"revision\":7");
        }
    }

    @Test
    void impossibleDesiredLoggersAreRejectedWithAReasonAndTheOthersRun() throws Exception {
        fleet.retain(
                TOPIC + "/desired",
                "{\"revision\":8,\"loggers\":["
                        + "{\"name\":\"wrong_word\",\"function\":\"obd.querry\",\"arg\":[\"RPM\"],\"every\":\"1s\"},"
                        + "{\"function\":\"toy.count\",\"every\":\"20ms\"},"
                        + "{\"name\":\"argument\",\"function\":\"obd.query\",\"arg\":[\"RPM\"],"
                        + "\"kwarg\":{\"zzz\":1},\"every\":\"1s\"},"
                        + "{\"name\":\"nobody\",\"function\":\"no.such\",\"every\":\"1s\"},"
                        + "{\"name\":\"off\",\"function\":\"no.such\",\"every\":\"1s\",\"enabled\":false}]}");
        MqttPair.Subscription reported = fleet.subscribe(TOPIC + "/reported");
        unit.settings(linked()).start();
        JsonNode loggers = new ObjectMapper()
                .readTree(reported.await(message -> message.text().contains("\"revision\":8"))
                        .text())
                .path("loggers");
        assertThat(loggers.path("applied").asInt()).isEqualTo(2);
        assertThat(loggers.path("refused")).hasSize(3);
        assertRefused(loggers.path("refused").get(0), 0, "wrong_word", "did you mean obd.query?");
        assertRefused(loggers.path("refused").get(1), 2, "argument", "obd.query: unknown argument 'zzz'");
        assertRefused(loggers.path("refused").get(2), 3, "nobody", "'no.such' is not available");
        Await.until("the good one is read", () -> arrivals.rows(COUNT).size() > 3);
    }

    private static void assertRefused(JsonNode refused, int index, String name, String why) {
        assertThat(refused.path("index").asInt()).isEqualTo(index);
        assertThat(refused.path("name").asText()).isEqualTo(name);
        assertThat(refused.path("why").asText()).contains(why);
    }

    @Test
    void aCommandQueuedBeforeTheStartMayCallLoggerFunctions() throws Exception {
        unit.settings(linked("jobs.running = 1")).start();
        awaitLink();
        fleet.publish(TOPIC + "/command", "{\"jid\":\"first\",\"fun\":\"toy.slow\",\"arg\":[60]}");
        Await.until("it runs", () -> unit.run("saltutil.running").toString().contains("toy.slow"));
        fleet.publish(TOPIC + "/command", "{\"jid\":\"waits\",\"fun\":\"logger.list\",\"arg\":[]}");
        Await.until("it waits", () -> unit.run("saltutil.running").toString().contains("logger.list"));
        unit.close();
        MqttPair.Subscription subscription = fleet.subscribe(TOPIC + "/return");
        unit.start();
        assertThat(subscription
                        .await(message -> message.text().contains("\"waits\""))
                        .text())
                .contains("\"success\":true");
    }
}
