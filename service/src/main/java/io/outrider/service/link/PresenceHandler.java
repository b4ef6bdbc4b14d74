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

/** Handler of the topic {@code presence}; what is not understood is given up. */
public final class PresenceHandler implements UnitMessageHandler {
    private static final int LONGEST_VERSION = 100;

    private final WriteQueue writes;
    private final Devices devices;
    private final BiConsumer<Handle, String> cameOnline;
    private final ObjectMapper mapper = new ObjectMapper();

    /** @param cameOnline called with the id of a unit that has connected */
    public PresenceHandler(WriteQueue writes, Devices devices, BiConsumer<Handle, String> cameOnline) {
        this.writes = writes;
        this.devices = devices;
        this.cameOnline = cameOnline;
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
        boolean online = message.get("online").booleanValue();
        Long since = since(message.path("since").asText());
        return writes.write(handle -> {
            devices.present(
                    handle, unitId, online, since, agent == null || agent.length() > LONGEST_VERSION ? null : agent);
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
