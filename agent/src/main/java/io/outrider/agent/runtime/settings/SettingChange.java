package io.outrider.agent.runtime.settings;

/** Changed setting; the values are JSON, masked if secret and empty if absent. */
public record SettingChange(String section, String key, String before, String after) {
    @Override
    public String toString() {
        return section + "." + key + ": " + shown(before) + " -> " + shown(after);
    }

    private static String shown(String value) {
        return value.isEmpty() ? "(not set)" : value;
    }
}
