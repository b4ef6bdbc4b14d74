package io.outrider.bench.press;

import java.util.Collections;
import java.util.List;

/**
 * Warm-up of a unit with small forms of all loads, so that their code is loaded and compiled. Additional memory after the
 * test is then data.
 */
final class WarmUp {
    private static final int PINGS = 500;
    private static final int RECORDS = 20;
    private static final int LOGGERS = 10;
    private static final int LIST = 200;
    private static final List<List<String>> CALLS = List.of(
            List.of("test.echo", "a"),
            List.of("obd.query", "RPM"),
            List.of("obd.formula", "['a'*100]*10", "7E804410C0FA0"),
            List.of("obd.query_many", "RPM", "SPEED", "ENGINE_LOAD"),
            List.of("obd.monitor", "limit=20"),
            List.of("cloud.cache", "peek_queue"),
            List.of("log.query"),
            List.of("sys.argspec", "obd.query"),
            List.of("cmd.run", "head -c 1000 /dev/zero"));

    private WarmUp() {}

    /** @throws Exception if the unit does not answer */
    static void run(PressedUnit unit, int rounds) throws Exception {
        for (int i = 0; i < PINGS; i++) {
            unit.fleet().send("test.ping", List.of());
        }
        unit.awaitAnswers();
        byte[] records = LocalLoad.records(RECORDS);
        for (int i = 0; i < rounds; i++) {
            for (List<String> each : CALLS) {
                unit.fleet().send(each.get(0), each.subList(1, each.size()));
                unit.api()
                        .call(
                                ResultLoad.CALL_MILLIS,
                                each.get(0),
                                each.subList(1, each.size()).toArray());
            }
            unit.fleet().send("test.echo", List.of(Collections.nCopies(LIST, "a")));
            unit.fleet().send("x".repeat(LIST + 1), List.of());
            unit.awaitAnswers();
            unit.api().post("/records", records, ResultLoad.CALL_MILLIS);
            LocalLoad.settings(unit, LOGGERS);
            FleetLoad.apply(unit, "warm-" + i, LOGGERS, "x");
        }
        FleetLoad.apply(unit, "warm", 0, "");
    }
}
