package io.outrider.agent.runtime.functions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Table of AutoPi's functions that this unit does not have, with their replacements. Read when a function is not found.
 */
final class AutopiCommands {
    private static final String TABLE = "autopi.txt";
    private static final String COMMENT = "#";
    private static final String WILDCARD = "*";

    private AutopiCommands() {}

    /** Sentence for a function: that of its own row, else of the longest matching {@code prefix*}. */
    static Optional<String> insteadOf(String function) {
        Map<String, String> rows = rows();
        String own = rows.get(function);
        if (own != null) {
            return Optional.of(own);
        }
        return rows.entrySet().stream()
                .filter(row -> row.getKey().endsWith(WILDCARD) && function.startsWith(prefix(row.getKey())))
                .max((a, b) -> Integer.compare(a.getKey().length(), b.getKey().length()))
                .map(Map.Entry::getValue);
    }

    private static String prefix(String pattern) {
        return pattern.substring(0, pattern.length() - WILDCARD.length());
    }

    /** Sentences by name or pattern, in the order of the file. */
    static Map<String, String> rows() {
        Map<String, String> rows = new LinkedHashMap<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(AutopiCommands.class.getResourceAsStream(TABLE), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith(COMMENT)) {
                    String[] row = line.split(" {2,}", 2);
                    rows.put(row[0], row[1]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }
}
