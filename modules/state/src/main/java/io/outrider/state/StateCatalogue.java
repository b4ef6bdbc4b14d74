package io.outrider.state;

import io.outrider.api.Call;
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

/** The states there are, and the plans of those asked for. */
final class StateCatalogue {
    /** Stands for all states that have something to do. */
    static final String PENDING = "pending";

    /** So many letters may be wrong. */
    private static final int TYPOS = 3;

    /**
     * @param name the first one asked for
     * @param plans in the order to run
     * @param problems of states that are run because they may be pending, whose plan failed; in their order
     */
    record Chosen(String name, List<StatePlan> plans, List<Problem> problems) {}

    /** A state without a plan. */
    record Problem(String sls, Failure failure) {}

    private final Supplier<SortedMap<String, State>> states;

    StateCatalogue(Supplier<SortedMap<String, State>> states) {
        this.states = states;
    }

    /**
     * Plans for the names given. What was named must have a plan; of those that only may be pending, one that has none
     * does not keep the others from theirs.
     *
     * @throws Failure for a name that is not known, or a state named that has no plan
     */
    Chosen choose(List<String> names, Call call) throws Failure, InterruptedException {
        SortedMap<String, State> known = states.get();
        for (String name : names) {
            if (!name.equals(PENDING) && !known.containsKey(name)) {
                throw unknown(name, known);
            }
        }
        Chosen chosen = new Chosen(names.get(0), new ArrayList<>(), new ArrayList<>());
        Set<String> keys = new HashSet<>();
        for (String name : names) {
            if (name.equals(PENDING)) {
                addPending(known, names, keys, chosen, call);
            } else {
                chosen.plans().add(StatePlan.of(known.get(name), keys));
            }
        }
        return chosen;
    }

    private static void addPending(
            SortedMap<String, State> known, List<String> named, Set<String> keys, Chosen chosen, Call call)
            throws InterruptedException {
        for (State state : known.values()) {
            if (named.contains(state.name())) {
                continue;
            }
            call.progress(0, 0, "steps", "looking whether " + state.name() + " has something to do");
            try {
                Set<String> more = new HashSet<>(keys);
                StatePlan plan = StatePlan.of(state, more);
                if (plan.isPending()) {
                    chosen.plans().add(plan);
                    keys.addAll(more);
                }
            } catch (Failure e) {
                chosen.problems().add(new Problem(state.name(), e));
            }
        }
    }

    private static Failure unknown(String name, SortedMap<String, State> known) {
        Set<String> all = new TreeSet<>(known.keySet());
        all.add(PENDING);
        String shown = name.length() <= 60 ? name : name.substring(0, 60) + "…";
        Optional<String> meant = name.length() > 60
                ? Optional.empty()
                : all.stream()
                        .filter(each -> distance(name, each) <= TYPOS)
                        .min(Comparator.comparingInt(each -> distance(name, each)));
        return new Failure(
                Failure.Actor.CALLER,
                "NO_SUCH_STATE",
                "mods: there is no state '" + shown + "'"
                        + meant.map(each -> "; did you mean " + each + "?").orElse(".") + " There are: "
                        + String.join(", ", all));
    }

    /** How many letters have to be put in, taken out or replaced to get from one to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
