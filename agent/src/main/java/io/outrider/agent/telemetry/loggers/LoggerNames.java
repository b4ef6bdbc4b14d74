package io.outrider.agent.telemetry.loggers;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Default names of loggers. */
final class LoggerNames {
    private static final int LONGEST = 100;

    private LoggerNames() {}

    /** Name without arguments, which may be secret, whereas names are logged. */
    static String of(LoggerEntry entry) {
        String name = entry.type();
        if (name == null) {
            name = StandardLoggers.nameOfQuery(entry);
        }
        if (name == null) {
            name = entry.args().isEmpty() ? entry.function() : entry.function() + "#" + hash(entry.args());
        }
        name = name.replaceAll("[\\s\\p{Cc}*]+", "_");
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST);
    }

    private static String hash(List<Object> arg) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(arg.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 3);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
