package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.DocumentExamples;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The example of presence in docs/wire.md. */
class PresenceExampleTest {
    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void presenceIsEncodedAsShown() throws IOException {
        OutboundMessage message = new Presence("1.0.0").message(true, Instant.parse("2026-11-21T10:14:46.123456Z"));
        assertThat(mapper.readTree(message.payload()))
                .isEqualTo(mapper.readTree(new DocumentExamples("wire.md").get("presence")));
        assertThat(message.retained()).isTrue();
        assertThat(message.topic()).isEqualTo("presence");
    }
}
