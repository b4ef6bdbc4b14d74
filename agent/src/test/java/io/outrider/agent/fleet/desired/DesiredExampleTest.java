package io.outrider.agent.fleet.desired;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart;
import io.outrider.testkit.DocumentExamples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of desired and reported in docs/wire.md. */
class DesiredExampleTest {
    private final ObjectMapper mapper = new ObjectMapper();
    private final List<byte[]> reports = new ArrayList<>();

    @Test
    void theDesiredDocumentIsReportedAsShown(@TempDir Path folder) throws IOException {
        DocumentExamples page = new DocumentExamples("wire.md");
        DesiredState desired = new DesiredState(
                folder,
                "1.0.0",
                Instant.parse("2026-11-21T12:00:00.5Z"),
                List.of(new LoggersDesiredPart(loggers -> List.of())),
                new DesiredParts(),
                reports::add);
        desired.start();
        desired.accept(page.get("desired").getBytes(StandardCharsets.UTF_8), () -> {});
        assertThat(mapper.readTree(reports.get(reports.size() - 1))).isEqualTo(mapper.readTree(page.get("reported")));
    }
}
