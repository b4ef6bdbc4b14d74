package io.outrider.agent.builtin.update;

import com.fasterxml.jackson.core.type.TypeReference;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.Events;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Outcome of the last installation, which root writes, and which is published once. */
record UpdateOutcome(UpdatePaths paths, Events events) {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateOutcome.class);
    private static final int MOST = 10_000; // bytes
    private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS = new TypeReference<>() {};

    private Path published() {
        return paths.fetched().resolve("published");
    }

    /** Members of the outcome; empty if nothing was installed yet. */
    Map<String, Object> read() {
        Path file = paths.installation().resolve("outcome.json");
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

    /** Publishes an outcome that has not been published; a crash in between publishes it again. True if there is one. */
    boolean publish() {
        Map<String, Object> outcome = read();
        byte[] id = String.valueOf(outcome.get("id")).getBytes(StandardCharsets.UTF_8);
        if (outcome.isEmpty() || AtomicFile.holds(published(), id)) {
            return false;
        }
        boolean isInstalled = "updated".equals(outcome.get("result"));
        LOG.info("update from {} to {}: {}", outcome.get("from"), outcome.get("to"), outcome.get("message"));
        events.publish(isInstalled ? "system/agent/updated" : "system/agent/update_failed", outcome);
        try {
            AtomicFile.write(published(), id);
        } catch (IOException e) {
            LOG.warn("{} cannot be written: {}; the event is published again", published(), IoReason.of(e));
        }
        return true;
    }
}
