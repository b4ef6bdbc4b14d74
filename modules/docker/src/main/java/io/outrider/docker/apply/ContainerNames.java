package io.outrider.docker.apply;

import io.outrider.docker.plan.RunJournalEntry;
import io.outrider.docker.plan.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of containers by id, as they are now. Messages of engines have ids. */
final class ContainerNames {
    private final Map<String, String> names = new HashMap<>();

    ContainerNames(List<RunJournalEntry> entries) {
        for (RunJournalEntry each : entries) {
            if (each instanceof RunJournalEntry.Stopped stopped) {
                put(stopped.id(), stopped.name());
            }
        }
    }

    /** A container that had the name before is gone, or has another name now. */
    void put(String id, String name) {
        names.values().remove(name);
        names.put(id, name);
    }

    World of(World world) {
        world.containers().forEach(container -> put(container.id(), container.name()));
        return world;
    }

    /** The name itself if no container has it. */
    String id(String name) {
        return names.keySet().stream()
                .filter(id -> names.get(id).equals(name))
                .findFirst()
                .orElse(name);
    }

    /** Text with names in place of ids. */
    String in(String text) {
        String named = text;
        for (Map.Entry<String, String> each : names.entrySet()) {
            named = named.replace(each.getKey(), each.getValue());
        }
        return named;
    }
}
