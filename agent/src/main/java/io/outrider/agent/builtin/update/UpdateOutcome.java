package io.outrider.agent.builtin.update;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.Events;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Outcome of the last update: root's, which is published once, or why the daemon has not asked root. */
record UpdateOutcome(UpdatePaths paths, Events events, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateOutcome.class);
    private static final int MOST = 10_000; // bytes
    private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS = new TypeReference<>() {};

    private Path published() {
        return paths.fetched().resolve("published");
    }

    private Path last() {
        return paths.fetched().resolve("last.json");
    }

    /** Members of the outcome; empty if there was no update yet. */
    Map<String, Object> read() {
        Map<String, Object> root = read(paths.installation().resolve("outcome.json"));
        Map<String, Object> last = read(last());
        return last.isEmpty() || !root.isEmpty() && !AtomicFile.holds(published(), id(root)) ? root : last;
    }

    private static Map<String, Object> read(Path file) {
        if (Files.notExists(file)) {
            return Map.of();
        }
        try {
            return Json.PLAIN.readValue(SmallFile.read(file, MOST), MEMBERS);
        } catch (IOException e) {
            LOG.debug("{} cannot be read: {}", file, IoReason.of(e));
            return Map.of();
        }
    }

    private static byte[] id(Map<String, Object> outcome) {
        return String.valueOf(outcome.get("id")).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Publishes that nothing was changed, and why.
     *
     * @param from version, or null if it is not known
     * @param to the same
     */
    void refused(String from, String to, Failure why) {
        Map<String, Object> outcome = new LinkedHashMap<>();
        outcome.put("result", "refused");
        outcome.put("code", why.code());
        if (from != null) {
            outcome.put("from", from);
        }
        if (to != null) {
            outcome.put("to", to);
        }
        outcome.put("at", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        outcome.put("message", why.getMessage());
        publish(outcome);
    }

    /** Publishes an outcome that has not been published; a crash in between publishes it again. True if there is one. */
    boolean publish() {
        Map<String, Object> outcome = read(paths.installation().resolve("outcome.json"));
        byte[] id = id(outcome);
        if (outcome.isEmpty() || AtomicFile.holds(published(), id)) {
            return false;
        }
        publish(outcome);
        write(published(), id);
        return true;
    }

    private void publish(Map<String, Object> outcome) {
        boolean isInstalled = "updated".equals(outcome.get("result"));
        LOG.info(
                "update from {} to {}: {}",
                outcome.getOrDefault("from", "?"),
                outcome.getOrDefault("to", "?"),
                outcome.get("message"));
        events.publish(isInstalled ? "system/agent/updated" : "system/agent/update_failed", outcome);
        try {
            write(last(), Json.PLAIN.writeValueAsBytes(outcome));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // strings only
        }
    }

    private static void write(Path file, byte[] bytes) {
        try {
            AtomicFile.write(file, bytes);
        } catch (IOException e) {
            LOG.warn("{} cannot be written: {}; the event may be published again", file, IoReason.of(e));
        }
    }
}
