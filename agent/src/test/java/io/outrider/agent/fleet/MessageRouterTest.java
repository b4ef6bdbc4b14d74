package io.outrider.agent.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.publisher.InboundMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Routing of inbound messages and connection events. */
class MessageRouterTest {
    private final List<String> happened = new ArrayList<>();
    private final List<Runnable> whenKept = new ArrayList<>();

    private final MessageRouter inbound = new MessageRouter(
            deliveries -> deliveries.forEach(each -> happened.add("command " + text(each.payload()))),
            (document, kept) -> {
                happened.add("desired " + text(document));
                whenKept.add(kept);
            },
            connected -> happened.add(connected ? "connected" : "disconnected"));

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private InboundMessage arrival(String topic, String payload) {
        return new InboundMessage(
                topic, payload.getBytes(StandardCharsets.UTF_8), false, () -> happened.add("acknowledged " + payload));
    }

    @Test
    void commandsAndDocumentsAreAcknowledgedByTheirReceivers() {
        inbound.arrived(List.of(arrival("command", "a"), arrival("desired", "b"), arrival("command", "c")));
        assertThat(happened).containsExactly("desired b", "command a", "command c");
        whenKept.forEach(Runnable::run);
        assertThat(happened).endsWith("acknowledged b");
    }

    @Test
    void theConnectionListenerIsCalled() {
        inbound.connected();
        inbound.disconnected();
        assertThat(happened).containsExactly("connected", "disconnected");
    }
}
