package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.DocumentExamples;
import io.outrider.wire.Micros;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of a loss in docs/wire.md. */
class LossExampleTest {
    @Test
    void aLossIsEncodedAsShown() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        LossReport.Loss loss = new LossReport.Loss("full", "8f1c2ab04d5e6f70", 1200, 4001, 5200, List.of());
        Timestamp at = new Timestamp(Micros.of(Instant.parse("2026-11-21T10:15:00.061530Z")), 0, true);
        assertThat(mapper.readTree(mapper.writeValueAsString(loss.toRecord(at).row())))
                .isEqualTo(mapper.readTree(new DocumentExamples("wire.md").get("loss")));
    }
}
