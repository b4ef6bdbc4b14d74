package io.outrider.agent.vehicle.triggers;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.settings.InvalidSettingsException;
import io.outrider.agent.runtime.settings.SettingProblem;
import io.outrider.api.InvalidArgumentException;
import java.util.ArrayList;
import java.util.List;

/** The section {@code [triggers]} of the settings. */
public record TriggerSettings(
        @JsonPropertyDescription(
                "tables with name, on, when, function, arg, kwarg, cooldown: what is called when something happens")
        List<Trigger> list) {
    private static final int MOST = 1_000;

    public TriggerSettings {
        list = list == null ? List.of() : List.copyOf(list);
        if (list.size() > MOST) {
            throw new InvalidArgumentException("list", "has " + list.size() + " triggers; " + MOST + " at most");
        }
        List<SettingProblem> twice = SettingProblem.ofDuplicates(
                "list", list.stream().map(Trigger::name).toList());
        if (!twice.isEmpty()) {
            throw new InvalidSettingsException(twice);
        }
    }

    public List<ConfiguredCall> calls() {
        List<ConfiguredCall> calls = new ArrayList<>();
        for (Trigger each : list) {
            boolean open = Placeholders.in(each.arg()) || Placeholders.in(each.kwarg());
            String path = "list[" + calls.size() + "]";
            calls.add(new ConfiguredCall("triggers", path, each.function(), each.arg(), each.kwarg(), open));
        }
        return calls;
    }

    public static TriggerSettings defaults() {
        return new TriggerSettings(null);
    }
}
