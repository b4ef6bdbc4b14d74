package io.outrider.bench.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Scenario of HTTP faults: upload in AutoPi's format to a server that answers well, badly or not at all, with kills of the
 * daemon. The format has no record identity: duplicates are recognised by their numbers.
 */
record HttpFaults(Random random) implements Scenario {
    private static final List<String> BEHAVIOURS = List.of("drop", "lose", "408", "413", "429", "500", "503");

    @Override
    public String name() {
        return "https";
    }

    @Override
    public String missing() {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0 ? null : "python3";
        } catch (IOException e) {
            return "python3";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "patience";
        }
    }

    @Override
    public ScenarioOutcome run(Path folder, Duration time) throws Exception {
        Ledger ledger = new Ledger(name(), false);
        try (HttpReceiver receiver = new HttpReceiver(name(), folder, ledger);
                SoakUnit unit = new SoakUnit(name(), folder, ledger, receiver)) {
            unit.start();
            unit.produce();
            for (TimeBudget span = new TimeBudget(time, Count.AS_TIME_ALLOWS, random); span.left(); ) {
                receiver.behaviours("accept", BEHAVIOURS.get(span.one(BEHAVIOURS.size())));
                unit.did("HTTP faults");
                span.pass(500, 4_000);
                if (span.chance(0.2)) {
                    unit.daemon().kill();
                    unit.did("kills");
                    unit.start();
                }
            }
            receiver.behaviours("accept");
            return withServerComplaints(unit.outcome(), receiver);
        }
    }

    private static ScenarioOutcome withServerComplaints(ScenarioOutcome outcome, HttpReceiver receiver)
            throws IOException {
        return outcome.and(receiver.invalidRequests().stream()
                .limit(10)
                .map(each -> "a request that breaks the form: " + each)
                .toList());
    }
}
