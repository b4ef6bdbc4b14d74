package io.outrider.agent.fleet.desired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Order of revisions, and reports that a part requests. */
class DesiredRevisionTest {
    @TempDir
    private Path folder;

    private final ObjectMapper mapper = new ObjectMapper();
    private final List<JsonNode> reports = new ArrayList<>();
    private volatile Object state = "new";

    /** Part whose member {@code x} is reported, with a state of its own. */
    private final class ToyDesiredPart implements DesiredPart {
        private Object applied = "none";

        @Override
        public Set<String> members() {
            return Set.of("x");
        }

        @Override
        public void validate(Map<String, ?> members) {
            // all is good
        }

        @Override
        public void apply(Map<String, ?> members) {
            applied = members.get("x");
        }

        @Override
        public Map<String, Object> report() {
            return Map.of("x", applied, "state", state);
        }
    }

    private DesiredState started() {
        DesiredState desired = new DesiredState(
                folder, "1.0", Instant.EPOCH, List.of(new ToyDesiredPart()), new DesiredParts(), payload -> {
                    try {
                        reports.add(mapper.readTree(payload));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
        desired.start();
        return desired;
    }

    private static void send(DesiredState desired, String revision, String x) {
        desired.accept(
                ("{\"revision\": " + revision + ", \"x\": \"" + x + "\"}").getBytes(StandardCharsets.UTF_8), () -> {});
    }

    private JsonNode last() {
        return reports.get(reports.size() - 1);
    }

    @ParameterizedTest
    @CsvSource({"8, 7", "0, -1", "10, 9", "100000000000000000000, 99999999999999999999", "9223372036854775808, 1"})
    void aLowerRevisionIsRefusedAndTheOneInForceStays(String inForce, String lower) {
        DesiredState desired = started();
        send(desired, inForce, "good");
        send(desired, lower, "older");
        assertThat(last().path("revision").asText()).isEqualTo(inForce);
        assertThat(last().path("x").textValue()).isEqualTo("good");
        assertThat(last().path("error").path("code").textValue()).isEqualTo("REVISION_BACKWARDS");
        assertThat(last().path("error").path("message").textValue())
                .isEqualTo("The desired document has revision " + lower + ", and " + inForce
                        + " is in force; publish it with a higher revision.");
        assertThat(desired.health().problems()).singleElement().asString().contains("revision " + lower);
        send(desired, inForce, "good");
        assertThat(last().has("error"))
                .as("after the one in force has come again")
                .isFalse();
    }

    @Test
    void aLowerRevisionThatComesWithEachConnectionIsWarnedOfOnce() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(DesiredState.class);
        log.start();
        logger.addAppender(log);
        try {
            DesiredState desired = started();
            send(desired, "8", "good");
            for (int i = 0; i < 3; i++) { // as the broker sends a retained message
                desired.publish();
                send(desired, "7", "older");
            }
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .filteredOn(each -> each.getLevel() == Level.WARN)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .contains("has revision 7, and 8 is in force");
    }

    @Test
    void theRevisionInForceIsKnownAfterARestart() {
        send(started(), "8", "good");
        DesiredState desired = started();
        send(desired, "7", "older");
        assertThat(last().path("x").textValue()).isEqualTo("good");
        assertThat(last().path("error").path("code").textValue()).isEqualTo("REVISION_BACKWARDS");
        assertThat(started().report(0)).as("it is not on the disk").containsEntry("x", "good");
    }

    @ParameterizedTest
    @CsvSource({"8, 8", "8, 9", "'\"b\"', '\"a\"'", "8, '\"a\"'", "'\"8\"', 7", "'\"8\"', '\"7\"'"})
    void anEqualOrHigherRevisionAndEachTextIsApplied(String first, String second) {
        DesiredState desired = started();
        send(desired, first, "first");
        send(desired, second, "second");
        assertThat(last().path("x").textValue()).isEqualTo("second");
        assertThat(last().has("error")).isFalse();
    }

    @Test
    void theServiceHasToAct() throws Exception {
        DesiredDocument eight = DesiredDocument.of("{\"revision\": 8}".getBytes(StandardCharsets.UTF_8));
        DesiredDocument seven = DesiredDocument.of("{\"revision\": 7}".getBytes(StandardCharsets.UTF_8));
        assertThat(catchThrowableOfType(Failure.class, () -> seven.requireNotBefore(eight)))
                .matches(e -> e.is(AgentErrors.REVISION_BACKWARDS))
                .matches(e -> e.actor() == Failure.Actor.CALLER);
    }

    @Test
    void aRequestedReportIsSentIfItHasChanged() {
        DesiredState desired = started();
        send(desired, "8", "good");
        desired.publishIfChanged();
        assertThat(reports).hasSize(1);
        state = "applied";
        desired.publishIfChanged();
        desired.publishIfChanged();
        assertThat(reports).hasSize(2);
        assertThat(last().path("state").textValue()).isEqualTo("applied");
        desired.publish();
        assertThat(reports).as("at each connection").hasSize(3);
    }
}
