package io.outrider.agent.daemon;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import java.util.regex.Pattern;

/** Section {@code [unit]}: the unit's identity. */
record UnitSettings(
        @JsonProperty(defaultValue = "made from the machine's id")
        @JsonPropertyDescription("The unit's id in the fleet: letters, digits, - _ and .")
        String id) {
    /** Safe in an MQTT topic, a URL and a file name. */
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._-]{0,63}");

    UnitSettings {
        if (id != null && !ID.matcher(id).matches()) {
            throw new InvalidArgumentException(
                    "id",
                    "'" + id + "' is not 1 to 64 letters, digits, '-', '_' and '.', beginning with one of the first");
        }
    }
}
