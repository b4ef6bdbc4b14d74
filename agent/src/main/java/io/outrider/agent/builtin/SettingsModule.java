package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.SettingsProblems;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Signature;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Module of {@code config.get}: the settings in force. */
public record SettingsModule(Supplier<BoundSettings> inForce, SettingsSchema sections) implements Module {
    private static final Signature<Get> GET =
            new Signature<>("config.get", "Tells the settings in force, defaults included, secrets masked", Get.class);

    public static final List<Signature<?>> SIGNATURES = List.of(GET);

    record Get(
            @JsonPropertyDescription("a section, or section.key; all if it is absent")
            String key) {}

    @Override
    public List<Function<?>> functions() {
        return List.of(GET.with(this::get));
    }

    private Object get(Get arguments) throws Failure {
        Map<String, Map<String, Object>> all = sections.effective(inForce.get());
        if (arguments.key() == null || arguments.key().isBlank()) {
            return all;
        }
        String[] path = arguments.key().strip().split("\\.", 2);
        sections.require(path[0]);
        Map<String, Object> section = all.get(path[0]);
        if (path.length == 1) {
            return section;
        }
        if (!section.containsKey(path[1])) {
            throw Failure.argument(
                    "key",
                    "there is no " + path[0] + "." + SettingsProblems.oneLine(path[1])
                            + DidYouMean.hint(path[1], section.keySet()) + "; there are: "
                            + (section.isEmpty() ? "none" : String.join(", ", section.keySet())));
        }
        return section.get(path[1]);
    }
}
