package io.outrider.agent.triggers;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The section {@code [triggers]} of the settings. */
public record TriggerSettings(
        @JsonPropertyDescription(
                "tables with name, on, when, function, arg, kwarg, cooldown: what is called when something happens")
        List<Trigger> list) {
    private static final int MOST = 1_000;

    public TriggerSettings {
        list = list == null ? List.of() : List.copyOf(list);
        if (list.size() > MOST) {
            throw new IllegalArgumentException("list: has " + list.size() + " triggers; " + MOST + " at most");
        }
        Set<String> names = new HashSet<>();
        for (Trigger each : list) {
            if (!names.add(each.name())) {
                throw new IllegalArgumentException("list: two triggers are called '" + each.name() + "'");
            }
        }
    }

    /** None. */
    public static TriggerSettings defaults() {
        return new TriggerSettings(null);
    }
}
