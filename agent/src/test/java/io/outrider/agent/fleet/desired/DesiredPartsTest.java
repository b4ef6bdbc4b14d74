package io.outrider.agent.fleet.desired;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.hostile.HostilePart;
import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.modules.ModulePorts;
import io.outrider.agent.runtime.modules.OpenedForTest;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart;
import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.testkit.Announces;
import io.outrider.testkit.ManualTicker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of modules in the desired document, beside the loggers. */
class DesiredPartsTest {
    @TempDir
    Path folder;

    private final ObjectMapper mapper = new ObjectMapper();
    private final ModulePorts ports = OpenedForTest.ports(new ManualTicker());
    private final List<List<?>> loggers = new ArrayList<>();
    private final List<JsonNode> reports = new ArrayList<>();

    /** Part that records its documents. */
    private static final class RecordingPart implements DesiredPart {
        private final List<Map<String, ?>> applied = new ArrayList<>();
        private final Map<String, Object> report = new LinkedHashMap<>();
        private String refused = "bad";
        private final Set<String> members;
        private boolean faulty;
        private boolean membersFail;

        RecordingPart(String... members) {
            this.members = Set.of(members);
        }

        @Override
        public Set<String> members() {
            if (membersFail) {
                throw new IllegalStateException("as planned by the test");
            }
            return members;
        }

        @Override
        public void validate(Map<String, ?> members) throws Failure {
            if (members.toString().contains(refused)) {
                throw Failure.reported(Failure.Actor.CALLER, "BAD_PROJECT", "A project is " + refused + ".");
            }
        }

        @Override
        public void apply(Map<String, ?> members) {
            if (faulty) {
                throw new IllegalStateException("as planned by the test");
            }
            applied.add(members);
        }

        @Override
        public Map<String, Object> report() {
            return report;
        }
    }

    private final RecordingPart part = new RecordingPart("projects", "registries");

    private DesiredState started() {
        Function<List<?>, List<LoggersDesiredPart.RefusedLogger>> target = list -> {
            loggers.add(list);
            return List.of();
        };
        DesiredState desired = new DesiredState(
                folder, "1.0", Instant.EPOCH, List.of(new LoggersDesiredPart(target)), ports.desired(), this::report);
        desired.start();
        return desired;
    }

    private void report(byte[] payload) {
        try {
            reports.add(mapper.readTree(payload));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode last() {
        return reports.get(reports.size() - 1);
    }

    private static void send(DesiredState desired, String members) {
        desired.accept(("{\"revision\": " + members + "}").getBytes(StandardCharsets.UTF_8), () -> {});
    }

    @Test
    void aPartGetsItsMembersAndItsReportIsMerged() throws Exception {
        ports.desired().add("toy", part);
        part.report.put("projects", List.of("a"));
        part.report.put("revision", "of another");
        DesiredState desired = started();
        send(desired, "1, \"projects\": [1], \"registries\": null, \"later\": 7, \"loggers\": [{}]");
        assertThat(part.applied).containsExactly(Map.of("projects", List.of(1)));
        assertThat(loggers).containsExactly(List.of(Map.of()));
        assertThat(last()).isEqualTo(mapper.readTree("""
                {"revision": 1, "agent": {"version": "1.0", "started": "1970-01-01T00:00:00.000000Z", "reports": 1},
                 "loggers": {"applied": 1, "refused": []}, "projects": ["a"]}"""));
        send(desired, "2");
        assertThat(part.applied).hasSize(2).endsWith(Map.of());
    }

    @Test
    void aRefusalOfOnePartKeepsTheLastDocumentInForceForAll() {
        ports.desired().add("toy", part);
        DesiredState desired = started();
        send(desired, "1");
        send(desired, "2, \"projects\": [\"bad\"], \"loggers\": [{}]");
        assertThat(part.applied).hasSize(1);
        assertThat(loggers).isEmpty();
        assertThat(last().path("revision").asInt()).isEqualTo(1);
        assertThat(last().path("error").path("code").textValue()).isEqualTo("BAD_PROJECT");
        assertThat(desired.health().problems()).singleElement().asString().contains("A project is bad.");
    }

    @Test
    void aPartOfAReopenedModuleGetsTheDocumentInForce() {
        DesiredState desired = started();
        ports.desired().observe(desired::added);
        send(desired, "1, \"projects\": [1]");
        try (Registration first = ports.desired().add("toy", part)) {
            assertThat(part.applied).containsExactly(Map.of("projects", List.of(1)));
        }
        part.refused = "1";
        try (Registration second = ports.desired().add("toy", part)) {
            assertThat(part.applied).hasSize(1);
            assertThat(last().path("error").path("code").textValue()).isEqualTo("BAD_PROJECT");
        }
        part.refused = "bad";
        ports.desired().add("toy", part);
        assertThat(part.applied).hasSize(2);
        assertThat(last().has("error")).isFalse();
        assertThat(desired.health().problems()).isEmpty();
    }

    @Test
    void aPartThatRefusesTheSavedDocumentDoesNotKeepItFromTheOthers() {
        send(started(), "1, \"projects\": [1], \"loggers\": [{}]");
        loggers.clear();
        part.refused = "1";
        ports.desired().add("toy", part);
        DesiredState next = started();
        assertThat(part.applied).isEmpty();
        assertThat(loggers).hasSize(1);
        assertThat(next.health().problems()).singleElement().asString().contains("A project is 1.", "in force");
    }

    @Test
    @Announces("part \\[.*] of the desired document failed to apply it")
    void aPartThatFailsToApplyIsReportedAndDoesNotKeepTheDocumentFromTheOthers() {
        part.faulty = true;
        ports.desired().add("toy", part);
        DesiredState desired = started();
        List<Boolean> onDisk = new ArrayList<>();
        byte[] document = "{\"revision\": 1, \"loggers\": [{}]}".getBytes(StandardCharsets.UTF_8);
        desired.accept(document, () -> onDisk.add(Files.exists(folder.resolve("desired.json"))));
        assertThat(loggers).hasSize(1);
        assertThat(onDisk).as("acknowledged when it is kept").containsExactly(true);
        assertThat(last().path("revision").asInt()).isEqualTo(1);
        assertThat(last().path("error").path("code").textValue()).isEqualTo("FAULT");
        assertThat(desired.health().problems())
                .singleElement()
                .asString()
                .endsWith("with what the log has of it. The rest of the desired document is in force.");
        part.faulty = false;
        send(desired, "1, \"loggers\": [{}]");
        assertThat(part.applied).as("a repeated document is tried again").hasSize(1);
        assertThat(last().has("error")).isFalse();
        assertThat(desired.health().problems()).isEmpty();
    }

    @Test
    @Announces("part \\[.*] of the desired document failed to apply it")
    void aPartThatFailsToApplyTheSavedDocumentDoesNotKeepTheAgentFromStarting() {
        send(started(), "1, \"loggers\": [{}]");
        loggers.clear();
        part.faulty = true;
        ports.desired().add("toy", part);
        DesiredState next = started();
        assertThat(loggers).hasSize(1);
        assertThat(next.report(0)).containsKey("error");
        part.faulty = false;
        send(next, "1, \"loggers\": [{}]");
        assertThat(part.applied).as("it is tried again").hasSize(1);
        assertThat(next.report(0)).doesNotContainKey("error");
    }

    @Test
    @Announces("part \\[.*] of the desired document failed to apply it")
    void aReopenedPartDoesNotHideTheFaultOfAnother() {
        part.faulty = true;
        ports.desired().add("toy", part);
        DesiredState desired = started();
        ports.desired().observe(desired::added);
        send(desired, "1");
        ports.desired().add("toy", new RecordingPart("else"));
        assertThat(last().path("error").path("code").textValue()).isEqualTo("FAULT");
    }

    @Test
    @Announces("part \\[.*] of the desired document failed to validate it")
    void aPartThatFailsToValidateDoesNotKeepTheDocumentFromTheOthers() {
        part.refused = null; // a fault in the part
        ports.desired().add("toy", part);
        DesiredState desired = started();
        send(desired, "1, \"loggers\": [{}]");
        assertThat(loggers).hasSize(1);
        assertThat(part.applied).as("not valid").isEmpty();
        assertThat(last().path("revision").asInt()).isEqualTo(1);
        assertThat(last().path("error").path("code").textValue()).isEqualTo("FAULT");
        assertThat(desired.health().problems())
                .singleElement()
                .asString()
                .endsWith("with what the log has of it. The rest of the desired document is in force.");
        part.refused = "bad";
        send(desired, "1, \"loggers\": [{}]");
        assertThat(part.applied).as("a repeated document is tried again").hasSize(1);
        assertThat(last().has("error")).isFalse();
    }

    @Test
    @Announces("part \\[.*] of the desired document failed to validate it")
    void aRefusalBesideAFaultKeepsTheLastDocumentInForce() {
        part.refused = null;
        RecordingPart other = new RecordingPart("else");
        ports.desired().add("toy", part);
        ports.desired().add("toy", other);
        DesiredState desired = started();
        send(desired, "1, \"else\": \"bad\"");
        assertThat(last().has("revision")).isFalse();
        assertThat(last().path("error").path("code").textValue()).isEqualTo("BAD_PROJECT");
    }

    @Test
    @Announces("part \\[.*] of the desired document failed to apply it")
    void aPartOfAReopenedModuleWithAFaultGetsTheRepeatedDocument() {
        DesiredState desired = started();
        ports.desired().observe(desired::added);
        send(desired, "1");
        part.faulty = true;
        ports.desired().add("toy", part);
        assertThat(last().path("error").path("code").textValue()).isEqualTo("FAULT");
        part.faulty = false;
        send(desired, "1");
        assertThat(part.applied).hasSize(1);
        assertThat(last().has("error")).isFalse();
    }

    @Test
    void aPartIsAskedForItsMembersOnce() {
        ports.desired().add("toy", part);
        part.membersFail = true;
        ports.desired().add("toy", new RecordingPart("else"));
        send(started(), "1, \"projects\": []");
        assertThat(part.applied).containsExactly(Map.of("projects", List.of()));
        assertThat(last().has("error")).isFalse();
    }

    @Test
    @Announces(
            "part \\[hostile] of the desired document failed to apply it; please report it to the author of module door")
    void aFaultOfAPartOfAnotherAuthorIsReportedToThatAuthor() {
        ports.desired().add("door", new HostilePart());
        send(started(), "1");
        assertThat(last().path("error").path("message").textValue())
                .isEqualTo("the part [hostile] of the desired document: " + new FaultOwner("door").sentence());
    }

    @Test
    @Announces("the report of part \\[.*] of the desired document is left out")
    void aReportThatIsNoJsonIsLeftOut() {
        ports.desired().add("toy", part);
        part.report.put("projects", new Object());
        DesiredState desired = started();
        desired.publish();
        assertThat(last().has("projects")).isFalse();
        assertThat(last().has("loggers")).isTrue();
    }
}
