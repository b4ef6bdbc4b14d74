package io.outrider.service.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.devices.Devices;
import io.outrider.wire.Micros;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Handler of the topic {@code presence}; what is not understood is given up. */
public final class PresenceHandler implements UnitMessageHandler {
    private static final int LONGEST_VERSION = 100;

    private final Devices devices;
    private final ObjectMapper mapper = new ObjectMapper();

    public PresenceHandler(Devices devices) {
        this.devices = devices;
    }

    @Override
    public CompletionStage<Void> received(String unitId, byte[] payload, boolean retained) {
        JsonNode message;
        try {
            message = mapper.readTree(payload);
        } catch (IOException e) {
            return CompletableFuture.completedStage(null);
        }
        if (message == null || !message.path("online").isBoolean()) {
            return CompletableFuture.completedStage(null);
        }
        String agent = message.path("agent").textValue();
        try {
            devices.present(
                    unitId,
                    message.get("online").booleanValue(),
                    since(message.path("since").asText()),
                    agent == null || agent.length() > LONGEST_VERSION ? null : agent);
            return CompletableFuture.completedStage(null);
        } catch (RuntimeException e) { // of the database
            return CompletableFuture.failedStage(e);
        }
    }

    private static Long since(String text) {
        try {
            return Micros.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
