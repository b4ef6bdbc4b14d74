package io.outrider.agent.fleet.desired;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DesiredStateTest {
    private static final Instant STARTED = Instant.parse("2026-11-21T12:00:00.5Z");
    private static final String GOOD = """
            {"revision": 7, "registries": [{"name": "hub", "password": "hunter2"}], "projects": [], "later": {"a": 1},
             "loggers": [{"name": "speed", "function": "obd.query", "arg": ["SPEED"], "interval": 5}]}""";

    @TempDir
    Path data;

    private final ObjectMapper mapper = new ObjectMapper();
    private final List<List<?>> applied = new ArrayList<>();
    private final List<JsonNode> reports = new ArrayList<>();

    private Path file() {
        return data.resolve("desired/desired.json");
    }

    private DesiredState started() {
        return started(new DesiredParts());
    }

    private DesiredState started(DesiredParts modules) {
        DesiredState desired = new DesiredState(
                data.resolve("desired"),
                "1.0",
                STARTED,
                List.of(new LoggersDesiredPart(this::apply)),
                modules,
                this::report);
        desired.start();
        return desired;
    }

    @Test
    void aFolderInPlaceOfTheFileIsReportedClearly() throws IOException {
        Files.createDirectories(file());
        DesiredState desired = started();
        assertThat(desired.health().problems())
                .singleElement()
                .asString()
                .contains("cannot be read (it is a directory); make it readable, or delete it");
        desired.accept(GOOD.getBytes(StandardCharsets.UTF_8), () -> {});
        assertThat(desired.isSaved()).isFalse();
        assertThat(desired.health().problems())
                .singleElement()
                .asString()
                .contains("be kept in " + file() + " (Is a dir");
        Files.delete(file());
        desired.retrySave();
        assertThat(desired.health().problems()).isEmpty();
    }

    private List<LoggersDesiredPart.RefusedLogger> apply(List<?> loggers) {
        applied.add(loggers);
        List<LoggersDesiredPart.RefusedLogger> refused = new ArrayList<>();
        for (int i = 0; i < loggers.size(); i++) {
            if (!(loggers.get(i) instanceof Map<?, ?> logger)) {
                refused.add(new LoggersDesiredPart.RefusedLogger(i, "", "is no table"));
            } else if (!"obd.query".equals(logger.get("function"))) {
                refused.add(new LoggersDesiredPart.RefusedLogger(
                        i, String.valueOf(logger.get("name")), "there is no such function"));
            }
        }
        return refused;
    }

    private void report(byte[] payload) {
        try {
            reports.add(mapper.readTree(payload));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode last() {
        return reports.get(reports.size() - 1);
    }

    @Test
    void theLoggersOfADocumentAreAppliedAndReported() throws Exception {
        DesiredState desired = started();
        desired.publish();
        assertThat(last()).isEqualTo(mapper.readTree("""
                {"agent": {"version": "1.0", "started": "2026-11-21T12:00:00.500000Z", "reports": 1},
                 "loggers": {"applied": 0, "refused": []}}"""));
        desired.accept(bytes(GOOD.replace("}]}", "}, {\"name\": \"x\", \"function\": \"y\"}]}")), () -> {});
        assertThat(applied).hasSize(1);
        assertThat(applied.get(0).get(0))
                .isEqualTo(Map.of("name", "speed", "function", "obd.query", "arg", List.of("SPEED"), "interval", 5));
        assertThat(last()).isEqualTo(mapper.readTree("""
                {"revision": 7, "agent": {"version": "1.0", "started": "2026-11-21T12:00:00.500000Z", "reports": 2},
                 "loggers": {"applied": 1, "refused": [{"index": 1, "name": "x", "why": "there is no such function"}]}}"""));
        assertThat(desired.health().facts()).containsEntry("revision", "7");
    }

    @Test
    void aRepeatedDocumentChangesNothing() throws Exception {
        DesiredState desired = started();
        desired.accept(bytes(GOOD), () -> {});
        Object written = Files.getAttribute(file(), "unix:ino");
        for (int i = 0; i < 3; i++) {
            desired.accept(bytes(GOOD), () -> {});
            desired.publish();
        }
        assertThat(applied).hasSize(1);
        assertThat(reports).as("one for the change, one for each connection").hasSize(4);
        assertThat(Files.getAttribute(file(), "unix:ino")).as("flash wears out").isEqualTo(written);
    }

    @Test
    void onlyLoggersThatChangeAreAppliedAnew() {
        DesiredState desired = started();
        desired.accept(bytes(GOOD), () -> {});
        desired.accept(bytes(GOOD.replace("7", "8").replace("hunter2", "hunter3")), () -> {});
        assertThat(applied).hasSize(1);
        assertThat(last().path("revision").asInt()).isEqualTo(8);
        desired.accept(bytes("{\"revision\": \"nine\"}"), () -> {});
        assertThat(applied).hasSize(2);
        assertThat(applied.get(1))
                .as("the service has none of its own any more")
                .isEmpty();
        assertThat(last().path("revision").textValue()).isEqualTo("nine");
    }

    @Test
    void theLastGoodDocumentIsInForceAfterAnOfflineRestart() throws Exception {
        DesiredState first = started();
        first.accept(bytes(GOOD), () -> {});
        first.accept(bytes("{"), () -> {});
        DesiredState next = started();
        assertThat(applied).hasSize(2);
        assertThat(applied.get(1)).isEqualTo(applied.get(0));
        next.publish();
        assertThat(last().path("revision").asInt()).isEqualTo(7);
        assertThat(last().path("loggers").path("applied").asInt()).isEqualTo(1);
        next.accept(bytes(GOOD), () -> {});
        assertThat(applied).as("it has come again").hasSize(2);
        assertThat(Files.readAllBytes(file()))
                .as("what nobody here knows is kept")
                .isEqualTo(bytes(GOOD));
    }

    @Test
    void theFileIsReadableByItsOwnerOnly() throws Exception {
        started().accept(bytes(GOOD), () -> {});
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
                .isEqualTo("rwx------");
        try (var files = Files.list(file().getParent())) {
            assertThat(files).containsExactly(file());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "{",
                "[]",
                "null",
                "7",
                "\"hunter2\"",
                "{}",
                "{\"revision\": null}",
                "{\"revision\": 1.5}",
                "{\"revision\": \"\"}",
                "{\"revision\": [1]}",
                "{\"revision\": 1} x",
                "{\"revision\": 1, \"revision\": 2}",
                "{\"revision\": 1, \"loggers\": {}}",
                "{\"revision\": 1, \"registries\": \"hunter2\"}",
                "{\"revision\": 1, \"projects\": 1}",
                "{\"revision\": 1, \"x\": hunter2}",
                "\u0000",
                "{\"revision\": 1,}"
            })
    void aBadDocumentIsRejectedWithoutQuotingValues(String bad) throws Exception {
        DesiredState desired = started();
        desired.accept(bytes(GOOD), () -> {});
        desired.accept(bytes(bad), () -> {});
        assertThat(applied).hasSize(1);
        assertThat(last().path("revision").asInt()).isEqualTo(7);
        assertThat(last().path("error").path("code").textValue()).isEqualTo("BAD_DESIRED");
        assertThat(last().toString() + desired.health())
                .contains("The desired document ")
                .doesNotContain("hunter");
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes(GOOD));
        desired.accept(bytes(GOOD.replace("7", "8")), () -> {});
        assertThat(last().has("error")).isFalse();
        assertThat(desired.health().problems()).isEmpty();
    }

    @Test
    void aLoggerThatIsNoObjectIsRefusedAloneWithItsIndex() throws Exception {
        DesiredState desired = started();
        desired.accept(bytes(GOOD.replace("\"loggers\": [", "\"loggers\": [null, \"hunter2\", [{}], ")), () -> {});
        assertThat(last().path("loggers").path("applied").asInt()).isEqualTo(1);
        assertThat(last().path("loggers").path("refused").findValues("index"))
                .extracting(JsonNode::asInt)
                .containsExactly(0, 1, 2);
        assertThat(last().has("error")).isFalse();
        assertThat(last().toString()).doesNotContain("hunter");
        assertThat(file()).exists();
        assertThat(started().report(0)).as("after a restart").isEqualTo(desired.report(0));
    }

    @Test
    void aTooLargeOrTooDeepDocumentIsRejected() {
        DesiredState desired = started();
        String head = "{\"revision\": 1, \"x\": ";
        desired.accept(bytes(head + "[".repeat(100_000) + "]".repeat(100_000) + "}"), () -> {});
        assertThat(last().path("error").path("message").textValue()).contains("deeper than 32");
        desired.accept(bytes(head + "\"" + "x".repeat(300_000) + "\"}"), () -> {});
        assertThat(last().path("error").path("message").textValue()).contains("has more than 262144 bytes");
        desired.accept(bytes("{\"revision\": 1, \"loggers\": [" + "{},".repeat(1_000) + "{}]}"), () -> {});
        assertThat(last().path("error").path("message").textValue()).contains("1001 loggers; 1000 at most");
        desired.accept(bytes(head + "[".repeat(32) + "]".repeat(32) + "}"), () -> {});
        assertThat(last().path("error").path("message").textValue()).contains("deeper than 32");
        assertThat(applied).isEmpty();
        assertThat(file()).doesNotExist();
        desired.accept(bytes(head + "[".repeat(31) + "]".repeat(31) + "}"), () -> {});
        assertThat(last().has("error")).isFalse();
    }

    @Test
    void aDeletedMessageChangesNothing() {
        DesiredState desired = started();
        desired.accept(bytes(GOOD), () -> {});
        desired.accept(new byte[0], () -> {});
        assertThat(reports).hasSize(1);
        assertThat(file()).exists();
    }

    @Test
    void aDamagedFileIsReportedAndReplacedByTheNextDocument() throws Exception {
        started().accept(bytes(GOOD), () -> {});
        Files.writeString(file(), GOOD.substring(0, 60));
        DesiredState next = started();
        assertThat(applied).hasSize(1);
        assertThat(next.health().problems())
                .singleElement()
                .asString()
                .contains("is damaged")
                .doesNotContain("hunter");
        next.accept(bytes(GOOD), () -> {});
        assertThat(applied).hasSize(2);
        assertThat(next.health().problems()).isEmpty();
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes(GOOD));
    }

    @Test
    void theRemainsOfAPowerCutAreReplaced() throws Exception {
        started().accept(bytes(GOOD), () -> {});
        Path half = file().resolveSibling("desired.json.new");
        Files.writeString(half, "{\"revision\": 8, \"registries\": [{\"pass");
        DesiredState next = started();
        next.publish();
        assertThat(last().path("revision").asInt()).isEqualTo(7);
        next.accept(bytes(GOOD.replace("7", "8")), () -> {});
        assertThat(half).doesNotExist();
        assertThat(Files.readString(file())).isEqualTo(GOOD.replace("7", "8"));
    }

    @Test
    void aFailedSaveIsReportedAndRetried() throws Exception {
        Files.writeString(data.resolve("desired"), "in the way of the folder");
        DesiredState desired = started();
        desired.accept(bytes(GOOD), () -> {});
        assertThat(applied).as("in force all the same").hasSize(1);
        assertThat(desired.health().problems()).singleElement().asString().contains("cannot be kept");
        Files.delete(data.resolve("desired"));
        desired.accept(bytes(GOOD), () -> {});
        assertThat(desired.health().problems()).isEmpty();
        assertThat(file()).exists();
    }

    @Test
    void arbitraryBytesDoNoHarm() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        DesiredState desired = started();
        for (int i = 0; i < 500; i++) {
            byte[] mangled = bytes(GOOD);
            for (int k = 1 + random.nextInt(4); k > 0; k--) {
                mangled[random.nextInt(mangled.length)] = (byte) random.nextInt(256);
            }
            desired.accept(mangled, () -> {});
        }
        String highest = GOOD.replace("7", "1000000"); // one of them may have been a document
        desired.accept(bytes(highest), () -> {});
        assertThat(desired.health().problems()).as("seed %d", seed).isEmpty();
        assertThat(last().path("revision").asInt()).isEqualTo(1_000_000);
    }

    @Test
    void aDocumentIsAcknowledgedOnceItIsOnDisk() {
        DesiredState desired = started();
        List<Boolean> onDisk = new ArrayList<>();
        desired.accept(bytes("{\"revision\": 1}"), () -> onDisk.add(Files.exists(file())));
        assertThat(onDisk).containsExactly(true);
    }

    @Test
    void anUnwritableDocumentIsAcknowledgedAndRetried() throws Exception {
        List<String> handled = new ArrayList<>();
        DesiredState desired = started();
        Files.createFile(data.resolve("desired")); // in place of its folder
        desired.accept(bytes("{\"revision\": 1}"), () -> handled.add("1"));
        desired.accept(bytes("{\"revision\": 2}"), () -> handled.add("2"));
        assertThat(handled).containsExactly("1", "2");
        assertThat(desired.isSaved()).isFalse();
        assertThat(last().path("revision").asInt()).as("in force all the same").isEqualTo(2);
        assertThat(desired.health().problems()).singleElement().asString().contains("cannot be kept", "every minute");
        desired.retrySave();
        assertThat(desired.isSaved()).isFalse();
        Files.delete(data.resolve("desired"));
        desired.retrySave();
        assertThat(desired.isSaved()).isTrue();
        assertThat(desired.health().problems()).isEmpty();
        assertThat(Files.readString(file())).isEqualTo("{\"revision\": 2}");
    }

    @Test
    void aRejectedDocumentIsAcknowledged() {
        List<String> kept = new ArrayList<>();
        started().accept(bytes("no JSON"), () -> kept.add("bad"));
        started().accept(new byte[0], () -> kept.add("deleted"));
        assertThat(kept).containsExactly("bad", "deleted");
    }
}
