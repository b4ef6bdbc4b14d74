package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Secret;
import io.outrider.obd.ObdSettings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sections for tests: one with every kind of key, a real one, and one without keys. */
final class Shapes {
    static final SettingsSchema SECTIONS = new SettingsSchema(new TreeMap<>(
            Map.of("jobs", JobsShape.class, "obd", ObdSettings.class, "state", ModuleFactory.NoSettings.class)));

    private Shapes() {}

    /** Policy for a job beyond the limit. */
    enum Full {
        REJECT,
        WAIT
    }

    /** The section {@code [jobs]}. */
    record JobsShape(
            @JsonPropertyDescription("how many wait") @JsonProperty(defaultValue = "8")
            Integer waiting,

            @JsonPropertyDescription("how many of a kind run")
            Map<String, Integer> limits,

            @JsonPropertyDescription("what may be run") List<String> allow,

            @JsonPropertyDescription("who asks") @JsonProperty(defaultValue = "nobody")
            String header,

            boolean strict,
            Double share,
            Full full,
            @Secret @JsonPropertyDescription("opens it") String key,

            String password,
            String passwordFile,
            List<Map<String, Object>> calls) {
        JobsShape {
            waiting = waiting == null ? 8 : waiting;
            if (waiting < 1 || waiting > 100) {
                throw new InvalidArgumentException("waiting", waiting + " is not from 1 to 100");
            }
            full = full == null ? Full.REJECT : full;
            allow = allow == null ? List.of("obd.*", "test.\"x\"\\y") : allow;
            limits = limits == null ? Map.of("a b", 1) : limits;
        }
    }

    static Settings toml(String... lines) throws Failure {
        return new TomlFile().read("f.toml", String.join("\n", lines) + "\n");
    }
}
