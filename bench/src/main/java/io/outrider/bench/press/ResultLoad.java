package io.outrider.bench.press;

import io.outrider.bench.daemon.LocalApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Load by results: calls whose complete result is larger than the daemon's memory. */
final class ResultLoad {
    static final int CALL_MILLIS = 300_000;
    private static final int AT_ONCE = 4;
    private static final int PEEKED = 300;
    private static final int MOST_PEEKED = 1_000;
    private static final int RECORDS_A_BODY = 24;
    private static final int FIELDS = 3;
    private static final int CHARACTERS = 14_000;
    private static final int QUERIES = 200;

    private final LoadAmounts amounts;

    ResultLoad(LoadAmounts amounts) {
        this.amounts = amounts;
    }

    List<LoadPart> all() {
        return List.of(
                new LoadPart("formula", ResultLoad::formula),
                new LoadPart("output", ResultLoad::output),
                new LoadPart("peeks", ResultLoad::peeks),
                new LoadPart("monitor", this::monitor),
                new LoadPart("queries", ResultLoad::queries));
    }

    private static void both(PressedUnit unit, int times, String function, Object... arguments) throws Exception {
        for (int i = 0; i < times; i++) {
            unit.fleet().send(function, List.of(arguments));
        }
        List<LocalApiClient.HttpResult> answers =
                ParallelCalls.run(times, () -> unit.api().call(CALL_MILLIS, function, arguments));
        requireAnswers(unit, function, answers);
        unit.awaitAnswers();
    }

    /** Each call must get an answer, even if only that the unit is busy. */
    static void requireAnswers(PressedUnit unit, String what, List<LocalApiClient.HttpResult> answers)
            throws Exception {
        if (!unit.alive()) {
            throw new IOException(unit.death());
        }
        for (LocalApiClient.HttpResult answer : answers) {
            if (!answer.isAnswer()) {
                throw new IOException(what + " was not answered on the unit: " + answer.text());
            }
        }
    }

    static void formula(PressedUnit unit) throws Exception {
        both(unit, 2, "obd.formula", "['a'*65000]*40000", "7E804410C0FA0");
    }

    static void output(PressedUnit unit) throws Exception {
        both(unit, AT_ONCE, "cmd.run", "head -c 1048576 /dev/zero");
    }

    /** Peeks at large records that wait while the unit is cut off. */
    private static void peeks(PressedUnit unit) throws Exception {
        unit.cutOff(() -> {
            byte[] body = records();
            for (int i = 0; i * RECORDS_A_BODY < PEEKED; i++) {
                requireAnswers(unit, "POST /records", List.of(unit.api().post("/records", body, CALL_MILLIS)));
            }
            for (int many : new int[] {PEEKED, MOST_PEEKED}) {
                requireAnswers(
                        unit,
                        "cloud.cache peek_queue",
                        ParallelCalls.run(
                                2,
                                () -> unit.api()
                                        .call(
                                                CALL_MILLIS,
                                                "cloud.cache",
                                                "peek_queue",
                                                "start=0",
                                                "stop=" + (many - 1))));
            }
        });
        unit.fleet().send("cloud.cache", List.of("peek_queue", "start=0", "stop=" + (MOST_PEEKED - 1)));
        unit.awaitAnswers();
    }

    private static byte[] records() {
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 0; i < RECORDS_A_BODY; i++) {
            Map<String, Object> record = new java.util.LinkedHashMap<>();
            record.put("@t", "press.large");
            for (int k = 0; k < FIELDS; k++) {
                record.put("field" + k, "x".repeat(CHARACTERS));
            }
            records.add(record);
        }
        return LocalApiClient.json(records);
    }

    /** Maximum number of frames of a busy bus. */
    private void monitor(PressedUnit unit) throws Exception {
        try (BusNoise noise = new BusNoise(unit.bus())) {
            both(unit, 2, "obd.monitor", "limit=100000", "duration=" + amounts.seconds());
        }
    }

    private static void queries(PressedUnit unit) throws Exception {
        both(
                unit,
                AT_ONCE,
                "obd.query_many",
                Collections.nCopies(QUERIES, "RPM").toArray());
        both(unit, AT_ONCE, "log.query", "limit=1000");
        List<Callable<LocalApiClient.HttpResult>> lists = List.of(
                () -> unit.api().call(CALL_MILLIS, "sys.doc"),
                () -> unit.api().call(CALL_MILLIS, "sys.argspec", "obd.query"));
        requireAnswers(unit, "sys.doc", ParallelCalls.run(lists));
    }
}
