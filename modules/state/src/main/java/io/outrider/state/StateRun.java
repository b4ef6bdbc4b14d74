package io.outrider.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.Outcome;
import io.outrider.api.Step;
import io.outrider.api.Ticker;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Execution of the steps of one run, for one thread. */
final class StateRun {
    private static final Logger LOG = LoggerFactory.getLogger(StateRun.class);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    /**
     * Entry of a step in the return, in AutoPi's form.
     *
     * @param result true: in its target state; false: failed; null: would be changed by a run that is not dry
     * @param startTime UTC, {@code HH:MM:SS.ffffff}
     * @param duration milliseconds, to the microsecond
     * @param run index from 0
     */
    @JsonPropertyOrder({
        "result",
        "changes",
        "comment",
        "name",
        "start_time",
        "duration",
        "__run_num__",
        "__id__",
        "__sls__"
    })
    record StepReturn(
            Boolean result,
            Map<String, Object> changes,
            String comment,
            String name,
            @JsonProperty("start_time") String startTime,
            double duration,
            @JsonProperty("__run_num__") int run,
            @JsonProperty("__id__") String id,
            @JsonProperty("__sls__") String sls) {}

    private record StepResult(Boolean result, Map<String, Object> changes, String comment) {
        static StepResult failed(String comment) {
            return new StepResult(false, Map.of(), comment);
        }
    }

    private final Clock clock;
    private final Ticker ticker;
    private final Call call;
    private final boolean dry;
    private final Map<String, StepReturn> done = new LinkedHashMap<>();

    StateRun(Clock clock, Ticker ticker, Call call, boolean dry) {
        this.clock = clock;
        this.ticker = ticker;
        this.call = call;
        this.dry = dry;
    }

    /** @return the results by step key, in order; an {@link Outcome} with 2 if a step failed */
    Object execute(StateCatalogue.Selection selection) throws InterruptedException {
        for (StateCatalogue.Problem problem : selection.problems()) {
            StepResult result = StepResult.failed(problem.failure().getMessage());
            add("state", problem.sls(), "plan", result);
        }
        int total =
                selection.plans().stream().mapToInt(plan -> plan.steps().size()).sum();
        int index = 0;
        for (StatePlan plan : selection.plans()) {
            Set<String> failed = new HashSet<>();
            for (Step step : plan.steps()) {
                throwIfInterrupted(index, total);
                call.progress(index++, total, "steps", plan.sls() + ": " + step.id() + " " + step.function());
                if (!run(plan.sls(), step, failed)) {
                    failed.add(step.id());
                }
            }
        }
        if (done.isEmpty()) {
            String name = selection.name();
            String comment =
                    name.equals(StateCatalogue.PENDING) ? "Nothing is pending" : "Nothing is asked of this unit";
            add("test", name, "succeed_without_changes", new StepResult(true, Map.of(), comment));
        }
        call.progress(total, total, "steps", "done");
        return done.values().stream().anyMatch(each -> Boolean.FALSE.equals(each.result()))
                ? new Outcome(done, 2)
                : done;
    }

    /** Ends the run even if a step has swallowed the interrupt. */
    private static void throwIfInterrupted(int index, int total) throws InterruptedException {
        if (Thread.interrupted()) {
            LOG.info("state run interrupted after {} of {} steps; their changes remain", index, total);
            throw new InterruptedException();
        }
    }

    /** @return false if the step failed, so that steps that require it are skipped */
    private boolean run(String sls, Step step, Set<String> failed) throws InterruptedException {
        String started = TIME.format(clock.instant());
        long start = ticker.nanos();
        StepResult result = end(sls, step, failed);
        long took = ticker.nanos() - start;
        Step.Timing timing = step.timing();
        if (timing != null) {
            started = TIME.format(timing.started());
            took = timing.took().toNanos();
        }
        double millis = Math.round(took / 1e3) / 1e3;
        put(StatePlan.key(step), result, step.name(), started, millis, step.id(), sls);
        return !Boolean.FALSE.equals(result.result());
    }

    private StepResult end(String sls, Step step, Set<String> failed) throws InterruptedException {
        List<String> missing = step.requires().stream().filter(failed::contains).toList();
        if (!missing.isEmpty()) {
            return StepResult.failed("One or more requisite failed: "
                    + missing.stream().map(id -> sls + "." + id).collect(Collectors.joining(", ")));
        }
        try {
            Step.Report seen = step.check();
            if (seen.changes().isEmpty()) {
                return new StepResult(true, Map.of(), seen.comment());
            }
            if (dry) {
                return new StepResult(null, seen.changes(), seen.comment());
            }
            Step.Report applied = step.apply(call);
            return new StepResult(true, applied.changes(), applied.comment());
        } catch (Failure e) {
            return StepResult.failed(e.getMessage());
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            FaultOwner owner = StatePlan.owner(sls, step.getClass());
            LOG.warn("step {}.{} failed with an unexpected exception{}", sls, step.id(), owner.logSuffix(), e);
            return StepResult.failed(owner.sentence());
        }
    }

    /** Adds an entry that is not a step. */
    private void add(String module, String name, String function, StepResult result) {
        String key = StatePlan.key(module, name, name, function);
        put(key, result, name, TIME.format(clock.instant()), 0, name, name);
    }

    private void put(String key, StepResult of, String name, String started, double millis, String id, String sls) {
        done.put(
                key,
                new StepReturn(of.result(), of.changes(), of.comment(), name, started, millis, done.size(), id, sls));
    }
}
