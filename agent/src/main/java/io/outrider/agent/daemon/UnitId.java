package io.outrider.agent.daemon;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Id of the unit: the configured one, else one derived from the machine id. */
final class UnitId {
    private UnitId() {}

    /** @throws Failure if there is neither an id nor a machine id */
    static String of(UnitSettings settings, Path machineId) throws Failure {
        if (settings.id() != null) {
            return settings.id();
        }
        try {
            return of(machineId);
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
    static String of(Path machineId) throws IOException {
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
