package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.testkit.DocumentExamples;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/wire.md on the topics command, job and return: read or made by the daemon's code. */
class CommandExamplesTest {
    private static final String JID = "20261121101500012417";

    private final ObjectMapper mapper = new ObjectMapper();
    private final ReplyEncoder encoder = new ReplyEncoder(
            "u1", Json.mapper(), Clock.fixed(Instant.parse("2026-11-21T10:15:00.031925Z"), ZoneOffset.UTC));
    private final CommandReader reader =
            new CommandReader(() -> new Functions(new Binder(Json.mapper()), List.of(new ReplyBodies())));
    private final DocumentExamples page;

    CommandExamplesTest() throws IOException {
        page = new DocumentExamples("wire.md");
    }

    @Test
    void theCommandAndTheCancelAreRead() throws Exception {
        assertThat(read("command"))
                .isEqualTo(new Command(
                        JID,
                        "obd.query",
                        List.of("SOC"),
                        Map.of("header", "7E4", "mode", "22", "pid", "0105", "formula", "message.data[34]/2"),
                        Instant.parse("2026-11-21T10:15:00Z"),
                        Instant.parse("2026-11-21T11:15:00Z")));
        CommandHead cancel = reader.head(page.get("cancel").getBytes(StandardCharsets.UTF_8), false);
        assertThat(cancel.jid()).isEqualTo(JID);
        assertThat(cancel.cancel()).isTrue();
    }

    private Command read(String example) throws Failure {
        byte[] payload = page.get(example).getBytes(StandardCharsets.UTF_8);
        return reader.read(payload, reader.head(payload, false));
    }

    @Test
    void jobEventsAreEncodedAsShown() throws IOException {
        expectEvent("received", JobEvent.EventState.RECEIVED, "2026-11-21T10:15:00.031925Z", null);
        expectEvent("running", JobEvent.EventState.RUNNING, "2026-11-21T10:15:00.032406Z", null);
        expectEvent(
                "progress",
                JobEvent.EventState.PROGRESS,
                "2026-11-21T10:15:02.100Z",
                new JobEvent.Progress(3, 7, "steps", "checks the image"));
    }

    private void expectEvent(String example, JobEvent.EventState state, String stamp, JobEvent.Progress progress)
            throws IOException {
        byte[] payload = encoder.payload(new JobEvent(JID, state, Instant.parse(stamp), progress));
        assertThat(mapper.readTree(payload)).isEqualTo(mapper.readTree(page.get(example)));
    }

    @Test
    void theRejectionIsEncodedAsShown() throws IOException {
        JsonNode example = mapper.readTree(page.get("rejected"));
        Reply reply = encoder.of(
                JID,
                new JobOutcome.Rejected(
                        CommonErrors.BUSY, example.path("message").textValue()));
        assertThat(reply.topic()).isEqualTo("job");
        assertThat(mapper.readTree(reply.payload())).isEqualTo(example);
    }

    @Test
    void theReturnIsEncodedAsShown() throws IOException {
        JsonNode example = mapper.readTree(page.get("return"));
        Return value = new Return(
                JID,
                "obd.query",
                List.of("SOC", Map.of("header", "7E4", "mode", "22")),
                Result.of(example.path("return")),
                0,
                true,
                null,
                Instant.parse("2026-11-21T10:15:00.062117Z"));
        Reply reply = encoder.of(JID, new JobOutcome.Returned(value));
        assertThat(reply.topic()).isEqualTo("return");
        assertThat(mapper.readTree(reply.payload())).isEqualTo(example);
    }

    @Test
    void aDeniedFunctionReturnsWhatIsShown(@TempDir Path folder) throws IOException {
        ObjectNode example = (ObjectNode) mapper.readTree(page.get("failed return"));
        JobsUnit unit = new JobsUnit(folder);
        unit.settings = new JobSettings(null, List.of("cmd.*"), null, null, null, null, null);
        try (unit) {
            unit.started().send(example.path("jid").textValue(), "cmd.run", "reboot");
            JsonNode reply = unit.broker.reply(example.path("jid").textValue());
            List<String> ofTheCase = List.of("_stamp", "id");
            assertThat(((ObjectNode) reply).deepCopy().remove(ofTheCase)).isEqualTo(example.remove(ofTheCase));
        }
    }
}
