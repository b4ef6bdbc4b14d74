package io.outrider.state;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.api.Step;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Module {@code state}: runs and shows states. */
final class StateModule implements Module {
    private static final Signature<SlsArguments> SLS =
            new Signature<>("state.sls", "Brings the unit to the states named, step by step", SlsArguments.class);
    private static final Signature<ShowArguments> SHOW_SLS = new Signature<>(
            "state.show_sls", "The steps of the states named, without taking them", ShowArguments.class);
    private static final Signature<NoArguments> RUNNING =
            new Signature<>("state.running", "Which state run is under way, if any", NoArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(SLS, SHOW_SLS, RUNNING);

    /** Arguments of {@code state.sls}. After construction {@code mods} holds distinct single names in the given order. */
    record SlsArguments(
            @JsonProperty(required = true)
            @JsonAlias({"name", "names", "sls"})
            @JsonPropertyDescription(
                    "states, several with commas between or as a list; pending: all that have something to do")
            List<String> mods,

            @JsonProperty(defaultValue = "false") @JsonPropertyDescription("only tell what would change")
            boolean test) {
        SlsArguments {
            mods = names(mods);
        }

        static List<String> names(List<String> mods) {
            List<String> names = mods.stream()
                    .filter(Objects::nonNull)
                    .flatMap(each -> Arrays.stream(each.split(",")))
                    .map(String::strip)
                    .filter(each -> !each.isEmpty())
                    .distinct()
                    .toList();
            if (names.isEmpty()) {
                throw new InvalidArgumentException("mods", "takes at least one name of a state, or pending");
            }
            return names;
        }
    }

    /** Arguments of {@code state.show_sls}; see {@link SlsArguments}. */
    record ShowArguments(
            @JsonProperty(required = true)
            @JsonAlias({"name", "names", "sls"})
            @JsonPropertyDescription(
                    "states, several with commas between or as a list; pending: all that have something to do")
            List<String> mods) {
        ShowArguments {
            mods = SlsArguments.names(mods);
        }
    }

    /** Step in the return of {@code state.show_sls}. */
    @JsonPropertyOrder({"name", "module", "function", "require", "__run_num__", "__id__", "__sls__"})
    record Shown(
            String name,
            String module,
            String function,
            List<String> require,
            @JsonProperty("__run_num__") int run,
            @JsonProperty("__id__") String id,
            @JsonProperty("__sls__") String sls) {}

    private final ModuleContext context;
    private final StateCatalogue catalogue;
    private final RunLock lock;

    StateModule(ModuleContext context) {
        this.context = context;
        this.catalogue = new StateCatalogue(context::states);
        this.lock = new RunLock(context.clock());
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                SLS.with(this::sls),
                SHOW_SLS.with(this::show),
                RUNNING.with((NoArguments none) -> lock.text().stream().toList()));
    }

    /** A dry run takes the lock too: while another run changes the unit its result would be inconsistent. */
    private Object sls(SlsArguments given, Call call) throws Failure, InterruptedException {
        try (RunLock.LockHandle handle = lock.take(call, given.mods())) {
            return new StateRun(context.clock(), context.ticker(), call, given.test())
                    .execute(catalogue.select(given.mods(), call));
        }
    }

    private Object show(ShowArguments given, Call call) throws Failure, InterruptedException {
        Map<String, Shown> steps = new LinkedHashMap<>();
        StateCatalogue.Selection selection = catalogue.select(given.mods(), call);
        if (!selection.problems().isEmpty()) {
            throw selection.problems().get(0).failure();
        }
        for (StatePlan plan : selection.plans()) {
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
        if (steps.isEmpty()) { // same form as in state.sls
            String name = selection.name();
            steps.put(
                    StatePlan.key("test", name, name, "succeed_without_changes"),
                    new Shown(name, "test", "succeed_without_changes", List.of(), 0, name, name));
        }
        return steps;
    }
}
