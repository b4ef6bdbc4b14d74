package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Guarantees of the package under crashes at any point of a job's life. */
class CrashTest {
    private static final int HISTORIES = 25;

    @TempDir
    Path root;

    private final List<Thread> closers = new ArrayList<>();

    @AfterEach
    void joinBurials() throws InterruptedException {
        for (Thread closer : closers) {
            closer.join();
        }
    }

    @ParameterizedTest
    @EnumSource(FaultInjector.Point.class)
    void aCrashAtAnyPointRunsTheJobAtMostOnceWithOneReply(FaultInjector.Point point) {
        try (CrashingUnit unit = new CrashingUnit(root, closers)) {
            unit.crashAt(point, 1);
            unit.send(Map.of("1", command("1", "t.do")));
            unit.await(() -> unit.replies.containsKey("1") && unit.acknowledged.contains("1"));
            if (point == FaultInjector.Point.SENT) {
                unit.await(() -> Files.exists(root.resolve("1")));
            }
            settle(unit);
            check(unit, "at " + point);
            assertThat(unit.runs.getOrDefault("1", 0)).isEqualTo(1);
            boolean unknown = point == FaultInjector.Point.FINISHED;
            assertThat(unit.replies.get("1").iterator().next().path("return").asText())
                    .startsWith(unknown ? "ERROR: the agent was restarted while the job ran" : "done");
        }
    }

    @Test
    @Tag("slow")
    void noSequenceOfCrashesRunsAJobTwiceOrLosesItsReply() throws IOException {
        long first = System.nanoTime();
        int crashes = 0;
        for (long seed = first; seed < first + HISTORIES; seed++) {
            Path folder = Files.createDirectories(root.resolve("seed" + seed));
            try (CrashingUnit unit = new CrashingUnit(folder, closers)) {
                history(unit, new Random(seed));
                settle(unit);
                check(unit, "seed " + seed);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
            try (var files = Files.list(folder)) {
                crashes += (int) files.count() - 1;
            }
        }
        System.out.println(HISTORIES + " histories with " + crashes + " crashes");
        assertThat(crashes).isGreaterThan(HISTORIES / 2);
    }

    private static void history(CrashingUnit unit, Random random) {
        String[] functions = {"t.do", "t.do", "t.fail", "t.denied", "t.expired", "no.such"};
        int jid = 0;
        for (int step = 0; step < 12; step++) {
            if (random.nextBoolean()) {
                unit.crashAt(
                        FaultInjector.Point.values()[random.nextInt(FaultInjector.Point.values().length)],
                        1 + random.nextInt(4));
            }
            List<String> known = new ArrayList<>(unit.commands.keySet());
            switch (random.nextInt(7)) {
                case 0 -> unit.connect(false);
                case 1 -> unit.connect(true);
                case 2 -> unit.restart();
                case 3 -> {
                    if (!known.isEmpty()) {
                        String again = known.get(random.nextInt(known.size()));
                        unit.deliver(Map.of(again, unit.commands.get(again)));
                    }
                }
                case 4 -> {
                    if (!known.isEmpty()) {
                        unit.cancel(known.get(random.nextInt(known.size())));
                    }
                }
                default -> {
                    Map<String, String> batch = new LinkedHashMap<>();
                    for (int i = random.nextInt(4); i >= 0; i--) {
                        String next = "j" + jid++;
                        batch.put(next, command(next, functions[random.nextInt(functions.length)]));
                    }
                    unit.send(batch);
                }
            }
            unit.restartIfCrashed();
        }
    }

    /** Every command gets its reply, and gets it again from the next process. */
    private static void settle(CrashingUnit unit) {
        unit.clearDeath();
        unit.restartIfCrashed();
        unit.connect(true);
        unit.await(() -> unit.replies.keySet().containsAll(unit.commands.keySet()));
        unit.restart();
        unit.await(unit::hasSentAll);
        Map<String, Integer> before;
        synchronized (unit) {
            before = Map.copyOf(unit.replyCounts);
        }
        unit.deliver(unit.commands);
        unit.await(() -> unit.commands.keySet().stream().allMatch(jid -> unit.replyCounts.get(jid) > before.get(jid)));
    }

    private static void check(CrashingUnit unit, String when) {
        synchronized (unit) {
            unit.commands.forEach((jid, command) -> {
                assertThat(unit.replies.get(jid))
                        .as("%s: answers of %s", when, jid)
                        .hasSize(1);
                boolean mayRun = command.contains("t.do") || command.contains("t.fail");
                assertThat(unit.runs.getOrDefault(jid, 0))
                        .as("%s: runs of %s", when, jid)
                        .isLessThanOrEqualTo(mayRun ? 1 : 0);
            });
            assertThat(unit.replies.keySet()).as(when).isEqualTo(unit.commands.keySet());
            assertThat(unit.acknowledged).as(when).containsAll(unit.commands.keySet());
        }
    }

    private static String command(String jid, String fun) {
        String expires = fun.equals("t.expired") ? ",\"expires\":\"2026-01-31T11:00:00Z\"" : "";
        return "{\"jid\":\"" + jid + "\",\"fun\":\"" + fun + "\"" + expires + "}";
    }
}
