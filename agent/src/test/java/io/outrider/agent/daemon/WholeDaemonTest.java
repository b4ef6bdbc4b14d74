package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.api.MetricsDocument;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.testing.WrongArguments;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All functions of a whole daemon with wrong arguments, and its metrics. */
@Timeout(300)
@Tag("slow")
class WholeDaemonTest {
    /** Functions that hang or fail by design, write to a given file, or fill the memory. */
    private static final Set<String> NOT_RUN = Set.of(
            "toy.hang",
            "toy.slow",
            "toy.fault",
            "toy.mark",
            "toy.big",
            "test.sleep",
            "obd.monitor",
            "obd.dump",
            "obd.play");

    private static final List<String> NAMES = List.of(
            "",
            " ",
            "\0",
            "test",
            "test.",
            ".ping",
            "test.ping\0",
            "test.ping ",
            "💥.💥",
            "a.".repeat(50_000),
            "../x.y",
            "test.ping\n");

    @TempDir
    private Path folder;

    private RunningDaemon unit;

    @BeforeEach
    void start() throws Failure {
        unit = new RunningDaemon(folder).settings().start();
    }

    @AfterEach
    void end() {
        unit.close();
    }

    private List<Object> hostile() {
        Object deep = "x";
        for (int i = 0; i < 400; i++) {
            deep = i % 2 == 0 ? List.of(deep) : Map.of("k", deep);
        }
        List<Object> all = new ArrayList<>(List.of(
                "",
                " ",
                "\0",
                "a\0b",
                "💥".repeat(1_000),
                "x".repeat(200_000),
                "../../../etc/passwd",
                "9".repeat(4_000),
                "-".repeat(3_000) + "1",
                "(".repeat(3_000),
                "1e308",
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                -1,
                0,
                1e300,
                true,
                List.of(),
                Map.of(),
                Collections.nCopies(10_000, 1),
                deep));
        all.add(null);
        return all;
    }

    /** @return what the failure says, if it is a fault */
    private String fault(String function, List<?> arg, Map<String, ?> kwarg) {
        try {
            unit.client().execute(function, arg, kwarg, progress -> {});
            return null;
        } catch (Failure e) {
            boolean fault =
                    e.code().equals("FAULT") || e.code().equals("DAEMON_LOST") || e.actor() == Failure.Actor.AGENT;
            String shown = kwarg + " " + arg;
            return fault
                    ? function + " " + shown.substring(0, Math.min(120, shown.length())) + ": " + e.code() + " "
                            + e.getMessage()
                    : null;
        }
    }

    private List<Function<?>> functions() {
        return List.copyOf(unit.daemon().functions().all());
    }

    @Test
    void argumentsOfEveryWrongKindAreRefusedByName() {
        assertThat(functions()).hasSizeGreaterThan(30);
        for (Function<?> function : functions()) {
            WrongArguments.check(unit.daemon().functions(), function);
        }
    }

    @Test
    void noArgumentsCauseAFault() {
        List<String> faults = new ArrayList<>();
        for (Function<?> function : functions()) {
            if (NOT_RUN.contains(function.name())) {
                continue;
            }
            List<Parameter> parameters = Parameter.of(function.arguments());
            for (Object value : hostile()) {
                faults.add(fault(function.name(), Collections.singletonList(value), Map.of()));
                for (Parameter parameter : parameters) {
                    Map<String, Object> kwarg = new HashMap<>();
                    parameters.stream().filter(Parameter::required).forEach(each -> kwarg.put(each.name(), "1"));
                    kwarg.put(parameter.name(), value);
                    faults.add(fault(function.name(), List.of(), kwarg));
                }
            }
        }
        faults.removeIf(each -> each == null);
        assertThat(faults).isEmpty();
    }

    @Test
    void noFunctionNameCausesAFault() {
        for (String name : NAMES) {
            assertThat(fault(name, List.of(), Map.of())).as(name).isNull();
        }
    }

    @Test
    void everyMetricIsInTheDocumentAndTheDocumentHasNoOther() throws Exception {
        MetricsDocument document = new MetricsDocument();
        document.assertDocuments(unit.daemon().health().values());
        Set<String> reported = new TreeSet<>();
        for (Health health : unit.daemon().health().values()) {
            health.metrics().stream().map(Metric::name).forEach(reported::add);
        }
        unit.run("test.ping");
        Set<String> served = new TreeSet<>();
        unit.metrics()
                .lines()
                .filter(line -> line.startsWith("# TYPE outrider_"))
                .forEach(line -> served.add(line.split(" ")[2].substring("outrider_".length())));
        assertThat(served).containsAll(reported);
        Set<String> documented = new TreeSet<>(document.names());
        documented.removeIf(name -> name.matches("(can|gnss|docker)_.*")); // of what most machines have not
        served.removeIf(name -> name.matches("(can|gnss|docker)_.*"));
        assertThat(served).isEqualTo(documented);
    }
}
