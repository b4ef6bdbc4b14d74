package io.outrider.bench.matrix;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Inhibitors;
import io.outrider.api.Module;
import io.outrider.api.Step;
import io.outrider.docker.DockerFactory;
import io.outrider.testkit.TestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Run of the whole module in which the vehicle starts when a step begins. For one thread. */
final class VehicleStart implements Call {
    private final TestContext context;
    private final Map<String, Object> document;
    private final Predicate<String> isStep;
    private boolean struck;

    /** @param isStep true for the text of the step at whose begin the vehicle starts */
    VehicleStart(MatrixUnit.Setup setup, Map<String, Object> document, Predicate<String> isStep) {
        this.document = document;
        this.isStep = isStep;
        context = new TestContext()
                .withData(setup.agent())
                .withClock(Clock.systemUTC())
                .withSettings(
                        Map.of("enabled", true, "socket", List.of(setup.socket().toString())))
                .withSettings(
                        "releases",
                        Map.of(
                                "probation",
                                setup.probation(),
                                "pull",
                                "idle",
                                "purge_below",
                                List.of(setup.host().toString())));
    }

    /** Runs the pending states, or goes back by hand; false if the step was not reached. */
    boolean run(boolean rollback) throws Failure, InterruptedException {
        Module module = new DockerFactory().open(context);
        try {
            context.desiredPart().validate(document);
            context.desiredPart().apply(document);
            if (rollback) {
                for (Function<?> each : module.functions()) {
                    if (each.name().equals("docker.rollback")) {
                        call(each);
                    }
                }
            } else {
                runPending(module.states().get(0).plan().pending());
            }
        } catch (Failure e) {
            // what it left is looked at
        } finally {
            module.close();
        }
        return struck;
    }

    private <A extends Record> void call(Function<A> function) throws Failure, InterruptedException {
        function.body()
                .run(
                        context.arguments(function.arguments(), List.of(), Map.of("project", MatrixScenario.PROJECT)),
                        this);
    }

    private void runPending(List<Step> steps) throws InterruptedException {
        Set<String> failed = new HashSet<>();
        for (Step each : steps) {
            boolean runnable = each.requires().stream().noneMatch(failed::contains);
            try {
                Step.Report report = runnable ? each.check() : null;
                if (report != null && !report.changes().isEmpty()) {
                    if (report.changes().values().stream().anyMatch(text -> isStep.test(text.toString()))) {
                        start();
                    }
                    each.apply(this);
                }
            } catch (Failure e) {
                runnable = false;
            }
            if (!runnable) {
                failed.add(each.id());
            }
        }
    }

    private void start() {
        struck = true;
        context.inhibitors()
                .inhibit("power", Inhibitors.Activity.MAINTENANCE, "the vehicle is in use", Duration.ofHours(1));
    }

    @Override
    public String jid() {
        return "";
    }

    @Override
    public void progress(long done, long total, String unit, String what) {
        if (unit.equals("steps") && isStep.test(what)) {
            start();
        }
    }
}
