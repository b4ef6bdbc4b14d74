package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.obd.ObdFactory;
import io.outrider.obd.testing.Car;
import io.outrider.testkit.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records of the trouble codes read by default when the engine starts. */
@Timeout(120)
class TroubleCodeLoggerTest extends TelemetryBench {
    private static final String TYPE = "obd.dtc";

    @Test
    void anIncompleteAnswerIsARecordBesideTheCodesOfOtherControlUnits() throws Exception {
        try (Car car = new Car().supports("7E8", 1, 0x0C).supports("7E9", 1, 0x01)) {
            car.when("7DF#02010C", "7E8#04410C0FA0"); // the engine runs
            car.when("7DF#0103", "7E8#0443010104", "7E9#1008430301040105").when("7E1#300000", "7E9#220106");
            unit.settings(
                    RunningDaemon.linkTo(broker.port()),
                    "clock.trust = \"always\"",
                    "upload.age = 0",
                    "obd.protocol = \"6\"",
                    "obd.response_timeout_ms = 1000",
                    "obd.silence_ms = 60000"); // it speaks only when asked
            unit.startWith(new ObdFactory((settings, context) -> car.bus().node()));
            Await.until(
                    "both have come",
                    Duration.ofSeconds(90),
                    () -> arrivals.rows(TYPE).size() >= 2);
            List<JsonNode> rows = arrivals.rows(TYPE).stream()
                    .map(ArrivalCounter.ArrivedRecord::fields)
                    .toList();
            assertThat(rows)
                    .anySatisfy(row -> assertThat(row.path("code").asText()).isEqualTo("P0104"));
            assertThat(rows).anySatisfy(row -> {
                assertThat(row.path("missing").asText()).isEqualTo("7e9");
                assertThat(row.path("error").asText()).startsWith("7e9: consecutive frame 1 was expected and 2 came");
            });
            unit.close();
        }
    }
}
