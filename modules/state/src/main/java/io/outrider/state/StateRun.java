package io.outrider.state;

import io.outrider.api.Call;
import io.outrider.api.Failure;
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

/** One run, from the first step to the last. Of one thread. */
final class StateRun {
    private static final Logger LOG = LoggerFactory.getLogger(StateRun.class);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    /** @param result as in {@link StepReturn} */
    private record Ended(Boolean result, Map<String, Object> changes, String comment) {
        static Ended failed(String comment) {
            return new Ended(false, Map.of(), comment);
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

    /**
     * Runs everything.
     *
     * @return what became of the steps by their keys, in their order; an {@link Outcome} with 2 if one failed
     */
    Object over(StateCatalogue.Chosen chosen) throws InterruptedException {
        for (StateCatalogue.Problem problem : chosen.problems()) {
            add("state", problem.sls(), "plan", Ended.failed(problem.failure().getMessage()));
        }
        int total =
                chosen.plans().stream().mapToInt(plan -> plan.steps().size()).sum();
        int index = 0;
        for (StatePlan plan : chosen.plans()) {
            Set<String> failed = new HashSet<>();
            for (Step step : plan.steps()) {
                endIfInterrupted(index, total);
                call.progress(index++, total, "steps", plan.sls() + ": " + step.id() + " " + step.function());
                if (!run(plan.sls(), step, failed)) {
                    failed.add(step.id());
                }
            }
        }
        if (done.isEmpty()) {
            String name = chosen.name();
            String comment =
                    name.equals(StateCatalogue.PENDING) ? "Nothing is pending" : "Nothing is asked of this unit";
            add("test", name, "succeed_without_changes", new Ended(true, Map.of(), comment));
        }
        call.progress(total, total, "steps", "done");
        return done.values().stream().anyMatch(each -> Boolean.FALSE.equals(each.result()))
                ? new Outcome(done, 2)
                : done;
    }

    /** A step may have swallowed the interruption; the run does not. */
    private static void endIfInterrupted(int index, int total) throws InterruptedException {
        if (Thread.interrupted()) {
            LOG.info("state run interrupted; {} of {} steps were taken and stay so", index, total);
            throw new InterruptedException();
        }
    }

    /** @return whether those that require it may follow */
    private boolean run(String sls, Step step, Set<String> failed) throws InterruptedException {
        String started = TIME.format(clock.instant());
        long start = ticker.nanos();
        Ended ended = end(sls, step, failed);
        double millis = Math.round((ticker.nanos() - start) / 1e3) / 1e3;
        done.put(
                StatePlan.key(step),
                new StepReturn(
                        ended.result(),
                        ended.changes(),
                        ended.comment(),
                        step.name(),
                        started,
                        millis,
                        done.size(),
                        step.id(),
                        sls));
        return !Boolean.FALSE.equals(ended.result());
    }

    private Ended end(String sls, Step step, Set<String> failed) throws InterruptedException {
        List<String> missing = step.requires().stream().filter(failed::contains).toList();
        if (!missing.isEmpty()) {
            return Ended.failed("One or more requisite failed: "
                    + missing.stream().map(id -> sls + "." + id).collect(Collectors.joining(", ")));
        }
        try {
            Step.Report seen = step.look();
            if (seen.changes().isEmpty()) {
                return new Ended(true, Map.of(), seen.comment());
            }
            if (dry) {
                return new Ended(null, seen.changes(), seen.comment());
            }
            Step.Report acted = step.act(call);
            return new Ended(true, acted.changes(), acted.comment());
        } catch (Failure e) {
            return Ended.failed(e.getMessage());
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            LOG.warn("{}.{}: a fault in this step", sls, step.id(), e);
            return Ended.failed("a fault in outrider; please report it with what the log has of it");
        }
    }

    /** What is no step, but belongs into the return. */
    private void add(String module, String name, String function, Ended ended) {
        done.put(
                module + "_|-" + name + "_|-" + name + "_|-" + function,
                new StepReturn(
                        ended.result(),
                        ended.changes(),
                        ended.comment(),
                        name,
                        TIME.format(clock.instant()),
                        0,
                        done.size(),
                        name,
                        name));
    }
}
