package io.outrider.agent.fleet.mqtt;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Retained presence message. */
record Presence(String agent) {
    static final String TOPIC = "presence";

    /** @param since of a will message the time of connecting, as the time of the loss is not known in advance */
    OutboundMessage message(boolean online, Instant since) {
        ObjectNode object = JsonNodeFactory.instance
                .objectNode()
                .put("online", online)
                .put("since", since.truncatedTo(ChronoUnit.MILLIS).toString())
                .put("agent", agent);
        return new OutboundMessage(TOPIC, object.toString().getBytes(StandardCharsets.UTF_8), true);
    }
}
