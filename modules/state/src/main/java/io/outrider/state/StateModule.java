package io.outrider.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code state.*}. */
final class StateModule implements Module {
    /** Nothing. */
    record None() {}

    /** A step as {@code state.show_sls} shows it. */
    @JsonPropertyOrder({"name", "module", "function", "require", "__run_num__", "__id__", "__sls__"})
    record Shown(
            String name,
            String module,
            String function,
            List<String> require,
            @JsonProperty("__run_num__") int run,
            @JsonProperty("__id__") String id,
            @JsonProperty("__sls__") String sls) {}

    private final ModuleContext surroundings;
    private final StateCatalogue catalogue;
    private final RunLock hold;

    StateModule(ModuleContext surroundings) {
        this.surroundings = surroundings;
        this.catalogue = new StateCatalogue(surroundings::states);
        this.hold = new RunLock(surroundings.clock());
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Function<>(
                        "state.sls",
                        "Brings the unit to the states named, step by step",
                        SlsArguments.class,
                        this::sls),
                new Function<>(
                        "state.show_sls",
                        "The steps of the states named, without taking them",
                        ShowArguments.class,
                        this::show),
                new Function<>(
                        "state.running",
                        "Which state run is under way, if any",
                        None.class,
                        (None none) -> hold.text().stream().toList()));
    }

    /** A dry run takes the hold too: what it sees while another run changes things would be true of no moment. */
    private Object sls(SlsArguments given, Call call) throws Failure, InterruptedException {
        try (RunLock.Taken taken = hold.take(call, given.mods())) {
            return new StateRun(surroundings.clock(), surroundings.ticker(), call, given.test())
                    .over(catalogue.choose(given.mods(), call));
        }
    }

    private Object show(ShowArguments given, Call call) throws Failure, InterruptedException {
        Map<String, Shown> steps = new LinkedHashMap<>();
        StateCatalogue.Chosen chosen = catalogue.choose(given.mods(), call);
        if (!chosen.problems().isEmpty()) {
            throw chosen.problems().get(0).failure();
        }
        for (StatePlan plan : chosen.plans()) {
            for (Step step : plan.steps()) {
                steps.put(
                        StatePlan.key(step),
                        new Shown(
                                step.name(),
                                step.module(),
                                step.function(),
                                List.copyOf(step.requires()),
                                steps.size(),
                                step.id(),
                                plan.sls()));
            }
        }
        if (steps.isEmpty()) { // as state.sls reports it
            String name = chosen.name();
            steps.put(
                    "test_|-" + name + "_|-" + name + "_|-succeed_without_changes",
                    new Shown(name, "test", "succeed_without_changes", List.of(), 0, name, name));
        }
        return steps;
    }

    @Override
    public void close() {
        // a run under way belongs to its job, whose end ends it
    }
}
