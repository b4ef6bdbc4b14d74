package io.outrider.bench.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * State of a unit as it is seen from outside.
 *
 * @param containers by name
 * @param data content of the folder that releases purge; empty if it has none
 * @param leftovers names of journals and folders set aside
 * @param applied hash of the release that the agent takes for applied; empty for none
 */
record UnitState(Map<String, Sighting> containers, String data, List<String> leftovers, String applied) {
    private static final String EXITED = " is exited";

    /**
     * Container as the engine shows it.
     *
     * @param image without its registry
     * @param started time of its start
     */
    record Sighting(String id, String image, String status, String policy, String started) {}

    /** Differences from the state before; empty if there is none. */
    List<String> differencesToOld(UnitState before, boolean engineRestarted) {
        List<String> all = common(before, engineRestarted);
        names(before.containers().keySet(), all);
        before.containers().forEach((name, old) -> {
            Sighting now = containers.get(name);
            if (now != null && !(now.id().equals(old.id()) && now.policy().equals(old.policy()))) {
                all.add(name + " is another container, or has another restart policy: " + now);
            }
        });
        compare("data", before.data(), data, all);
        compare("applied release", before.applied(), applied, all);
        return all;
    }

    /** Differences from the state that the scenario leads to; empty if there is none. */
    List<String> differencesToNew(UnitState before, MatrixScenario scenario, boolean engineRestarted) {
        List<String> all = common(before, engineRestarted);
        Map<String, String> wanted = scenario.containersAfter();
        TreeSet<String> names = new TreeSet<>(wanted.keySet());
        names.add(MatrixScenario.FOREIGN);
        names(names, all);
        wanted.forEach((name, image) -> {
            Sighting now = containers.get(name);
            if (now != null && !(now.image().equals(image) && now.policy().equals("unless-stopped"))) {
                all.add(name + " has another image or restart policy: " + now);
            }
        });
        unchanged("log", before, engineRestarted, all);
        compare("data", scenario.purges() ? "" : before.data(), data, all);
        compare("applied release", scenario.hashAfter(), applied, all);
        return all;
    }

    private List<String> common(UnitState before, boolean engineRestarted) {
        List<String> all = new ArrayList<>();
        leftovers.forEach(each -> all.add(each + " is left"));
        containers.forEach((name, container) -> {
            if (!container.status().equals("running")) {
                all.add(name + " is " + container.status());
            }
        });
        unchanged(MatrixScenario.FOREIGN, before, engineRestarted, all);
        return all;
    }

    private void names(Set<String> wanted, List<String> all) {
        if (!containers.keySet().equals(wanted)) {
            all.add("there are " + containers.keySet() + " instead of " + wanted);
        }
    }

    private void unchanged(String name, UnitState before, boolean engineRestarted, List<String> all) {
        Sighting old = before.containers().get(name);
        Sighting now = containers.get(name);
        if (old != null
                && (now == null
                        || !now.id().equals(old.id())
                        || !engineRestarted && !now.started().equals(old.started()))) {
            all.add(name + ", which the release leaves alone, was touched: " + old + " became " + now);
        }
    }

    private static void compare(String what, String wanted, String found, List<String> all) {
        if (!wanted.equals(found)) {
            all.add(what + " is '" + found + "' instead of '" + wanted + "'");
        }
    }
}
