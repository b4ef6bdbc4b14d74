package io.outrider.service.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.devices.Devices;
import io.outrider.wire.Micros;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;

/**
 * Handler of the topic {@code presence}; what is not understood is given up, and so is what a broker had kept,
 * as it may have forgotten the will of the connection.
 *
 * @param instance of the service, to which the units of its broker belong
 * @param cameOnline called with the id of a unit that has connected
 */
public record PresenceHandler(
        WriteQueue writes, Devices devices, String instance, BiConsumer<Handle, String> cameOnline)
        implements UnitMessageHandler {
    private static final int LONGEST_VERSION = 100;
    private static final int MOST_BYTES = 4 << 10;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public CompletionStage<Void> received(String unitId, byte[] payload, boolean retained) {
        JsonNode message;
        try {
            message = MAPPER.readTree(payload, 0, Math.min(payload.length, MOST_BYTES));
        } catch (IOException e) { // also of one that is cut
            return CompletableFuture.completedStage(null);
        }
        if (retained || !message.path("online").isBoolean()) {
            return CompletableFuture.completedStage(null);
        }
        String agent = message.path("agent").textValue();
        String version = agent == null || agent.length() > LONGEST_VERSION ? null : agent;
        boolean online = message.get("online").booleanValue();
        Long since = since(message.path("since").asText());
        return writes.write(payload.length, handle -> {
            devices.present(handle, unitId, online, since, version, instance);
            if (online) {
                cameOnline.accept(handle, unitId);
            }
        });
    }

    private static Long since(String text) {
        try {
            return Micros.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
