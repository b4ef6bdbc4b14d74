package io.outrider.agent.daemon;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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

    /** @throws Failure if there is neither an id nor a machine id */
    String id(Path machineId) throws Failure {
        try {
            return id == null ? derived(machineId) : id;
        } catch (IOException e) {
            throw new Failure(
                    AgentErrors.BAD_SETTING,
                    "this unit has no id: set [unit] id, for there is none to be made from " + machineId + " ("
                            + IoReason.of(e) + ")",
                    e);
        }
    }

    /**
     * 32 hex digits, constant as long as the system is installed. Derived, because machine-id(5) asks not to expose the
     * machine id itself.
     */
    static String derived(Path machineId) throws IOException {
        String id = new String(SmallFile.read(machineId), StandardCharsets.UTF_8).strip();
        if (id.isEmpty()) {
            throw new IOException(machineId + " is empty");
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(("outrider " + id).getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
