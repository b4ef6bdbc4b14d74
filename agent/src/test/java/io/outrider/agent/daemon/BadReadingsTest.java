package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.ToyReadings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Invalid readings of modules and containers: the daemon keeps running, valid records arrive, and the others are counted. */
@Timeout(180)
@Tag("slow")
class BadReadingsTest extends TelemetryBench {
    private static final Set<String> NOTHING_LEFT = Set.of("null", "nan", "nothing", "in_itself", "no_json");

    @Test
    @Announces("internal error in toy.odd")
    void validPartsOfAModulesResultAreAccepted() throws Exception {
        String odd = ToyReadings.odd().keySet().stream()
                .map(what -> "{ type = \"odd." + what + "\", function = \"toy.odd\", arg = [\"" + what
                        + "\"], every = \"200ms\" }")
                .collect(Collectors.joining(",\n"));
        unit.settings(linked("loggers.list = [{ function = \"toy.count\", every = \"20ms\" },\n" + odd + "]"))
                .start();
        Set<String> good = new TreeSet<>(ToyReadings.odd().keySet());
        good.removeAll(NOTHING_LEFT);
        for (String what : good) {
            Await.until(
                    what + " arrives",
                    Duration.ofSeconds(30),
                    () -> arrivals.rows("odd." + what).stream()
                            .anyMatch(row -> row.fields().path("good").asInt() == 1));
        }
        for (String what : NOTHING_LEFT) {
            assertThat(arrivals.rows("odd." + what)).as(what).isEmpty();
        }
        assertThat(unit.metric("loggers_empty_total")).isPositive();
        assertThat(arrivals.rows("odd.huge").get(0).fields().path("value").asText())
                .endsWith("[cut]");
        JsonNode colliding = arrivals.rows("odd.colliding").get(0).fields();
        assertThat(colliding.path("@ts").asText()).startsWith("20");
        assertThat(colliding.toString().split("\"other\"", -1))
                .as("nothing is lost")
                .hasSize(5);
        assertThat(arrivals.rows("odd.far").get(0).fields().path("@ts").asText())
                .isEqualTo("9999-12-31T23:59:59.999000Z");
        int before = arrivals.rows(COUNT).size();
        Await.until("others go on", () -> arrivals.rows(COUNT).size() > before + 10);
        assertThat(unit.run("test.ping")).hasToString("true");
    }

    /** A body, and what the answer says. */
    private static Map<String, String> refused() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("{\"@t\":\"bad.x\",\"value\":null}", "nothing is left");
        all.put("[{\"@t\":\"bad.x\",\"value\":1},{\"@t\":\"bad.x\",\"value\":[null]}]", "record 1");
        all.put("{\"@t\":\"bad.x\",\"value\":NaN}", "nothing is left");
        all.put("{\"@t\":\"bad.x\",\"value\":" + "[".repeat(30) + "]".repeat(30) + "}", "nested too deeply");
        all.put("{\"@t\":7,\"value\":1}", "@t has to be");
        all.put("{\"value\":1}", "@t is missing");
        all.put("{\"@t\":\"bad.x\",\"@ts\":\"yesterday\",\"value\":1}", "@ts has to be");
        all.put("{\"@t\":\"bad.x\",\"@ts\":\"0000-01-01T00:00:00Z\",\"value\":1}", "@ts has to be");
        all.put("{\"@t\":\"bad.x\",\"@tq\":\"unknown\",\"value\":1}", "@tq");
        all.put("{\"@t\":\"bad.x\",\"a\":1,\"a\":2}", "twice");
        all.put("7", "is no JSON object");
        all.put("", "no record in it");
        all.put("{\"@t\":\"bad.x\",\"value\":\"" + "x".repeat(2 << 20) + "\"}", "");
        return all;
    }

    @Test
    void containerRecordsAreAcceptedOrRejectedWithAReason() throws Exception {
        unit.settings(linked()).start();
        int good = 0;
        for (Map.Entry<String, String> each : refused().entrySet()) {
            String shown = each.getKey().substring(0, Math.min(80, each.getKey().length()));
            RunningDaemon.DaemonResponse answer = unit.post("/records", each.getKey());
            assertThat(answer.code()).as(shown).isBetween(400, 499);
            assertThat(answer.body()).as(shown).contains(each.getValue());
            good++;
            post(good, good);
        }
        List<String> taken = new ArrayList<>();
        for (String value : List.of(
                "1e999,\"good\":1",
                "NaN,\"inf\":[Infinity,-Infinity],\"good\":1",
                "[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]],\"good\":1",
                "null,\"good\":1",
                "123456789012345678901234567890,\"good\":1",
                "\"" + "\\u0000".repeat(40_000) + "\",\"good\":1",
                "{\"a\":{\"b\":[1,null,{\"c\":{}}]}},\"good\":1",
                "1,\"good\":1,\"@ts\":\"9999-12-31T23:59:59Z\"",
                "1,\"good\":1,\"@ts\":\"1970-01-01T00:00:01Z\"")) {
            RunningDaemon.DaemonResponse answer = unit.post("/records", "{\"@t\":\"odd.x\",\"value\":" + value + "}");
            assertThat(answer.code()).as(value + answer.body()).isEqualTo(200);
            taken.add(value);
        }
        Await.until("all good ones arrive", () -> arrivals.different("odd.x") == taken.size());
        assertThat(arrivals.rows("odd.x"))
                .allSatisfy(row -> assertThat(row.fields().path("good").asInt()).isEqualTo(1));
        int all = good;
        Await.until("those between too", () -> arrivals.different("cooler.temp") == all);
        assertThat(arrivals.rows("bad.x")).isEmpty();
        assertThat(unit.metric("local_records_refused_total"))
                .as("all but the one that is too long to be read")
                .isEqualTo(refused().size() - 1);
    }

    @Test
    void aThousandLoggersStartAndTheDaemonStaysResponsive() throws Exception {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            list.append("[[loggers.list]]\nname = \"l")
                    .append(i)
                    .append("\"\ntype = \"many.l")
                    .append(i)
                    .append("\"\nfunction = \"toy.say\"\narg = [\"")
                    .append(i)
                    .append("\"]\nevery = \"5s\"\n");
        }
        unit.settings("clock.trust = \"always\"", RunningDaemon.linkTo(broker.port()), list.toString());
        unit.start();
        Await.until("each has been read", Duration.ofSeconds(120), () -> {
            unit.run("test.ping"); // an answer at all: how quick it is depends on the machine
            return arrivals.rows().stream()
                            .map(ArrivalCounter.ArrivedRecord::type)
                            .filter(type -> type.startsWith("many."))
                            .distinct()
                            .count()
                    == 1_000;
        });
        assertThat(unit.metrics()).contains("outrider_watchdog_stuck_loops 0");
    }
}
