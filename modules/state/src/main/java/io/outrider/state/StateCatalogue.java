package io.outrider.state;

import io.outrider.api.Call;
import io.outrider.api.EditDistance;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Catalogue of the states of all modules; selects states and collects their plans. */
final class StateCatalogue {
    /** Name that selects all states with pending changes. */
    static final String PENDING = "pending";

    /** Largest edit distance of a suggested name. */
    private static final int TYPOS = 3;

    /**
     * @param name the first selected name
     * @param problems pending states whose plan failed, in their order
     */
    record Selection(String name, List<StatePlan> plans, List<Problem> problems) {}

    /** State without a usable plan. */
    record Problem(String sls, Failure failure) {}

    private final Supplier<SortedMap<String, State>> states;

    StateCatalogue(Supplier<SortedMap<String, State>> states) {
        this.states = states;
    }

    /**
     * Plans of the named states. A named state must have a plan; under {@link #PENDING} a state without one is recorded
     * as a problem and does not block the others.
     *
     * @throws Failure for an unknown name, or a named state without a plan
     */
    Selection select(List<String> names, Call call) throws Failure, InterruptedException {
        SortedMap<String, State> known = states.get();
        for (String name : names) {
            if (!name.equals(PENDING) && !known.containsKey(name)) {
                throw unknown(name, known);
            }
        }
        Selection selection = new Selection(names.get(0), new ArrayList<>(), new ArrayList<>());
        Set<String> keys = new HashSet<>();
        for (String name : names) {
            if (name.equals(PENDING)) {
                addPending(known, names, keys, selection, call);
            } else {
                selection.plans().add(StatePlan.of(known.get(name), keys));
            }
        }
        return selection;
    }

    private static void addPending(
            SortedMap<String, State> known, List<String> named, Set<String> keys, Selection selection, Call call)
            throws InterruptedException {
        for (State state : known.values()) {
            if (named.contains(state.name())) {
                continue;
            }
            call.progress(0, 0, "steps", "looking whether " + state.name() + " has something to do");
            try {
                Set<String> more = new HashSet<>(keys);
                StatePlan plan = StatePlan.pending(state, more);
                if (plan.isPending()) {
                    selection.plans().add(plan);
                    keys.addAll(more);
                }
            } catch (Failure e) {
                selection.problems().add(new Problem(state.name(), e));
            }
        }
    }

    private static Failure unknown(String name, SortedMap<String, State> known) {
        Set<String> all = new TreeSet<>(known.keySet());
        all.add(PENDING);
        Optional<String> meant = name.length() > 60
                ? Optional.empty()
                : all.stream()
                        .filter(each -> EditDistance.of(name, each) <= TYPOS)
                        .min(Comparator.comparingInt(each -> EditDistance.of(name, each)));
        return new Failure(
                StateErrors.NO_SUCH_STATE,
                "mods: there is no state '" + Excerpt.ofWord(name) + "'"
                        + meant.map(each -> "; did you mean " + each + "?").orElse(".") + " There are: "
                        + String.join(", ", all));
    }
}
