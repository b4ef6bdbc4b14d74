package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Returns for each outcome of a job. */
class ReturnsTest {
    @TempDir
    Path folder;

    private JobsUnit unit;

    @BeforeEach
    void start() {
        unit = new JobsUnit(folder).started();
    }

    @AfterEach
    void stop() {
        unit.close();
    }

    @Test
    void aReturnHasExactlyTheFieldsOfTheSpecification() {
        unit.deliver("{\"jid\":\"1\",\"fun\":\"t.echo\",\"kwarg\":{\"value\":\"hi\"}}");
        JsonNode reply = unit.broker.reply("1");
        List<String> names = new ArrayList<>();
        reply.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .containsExactly("fun_args", "jid", "return", "retcode", "success", "cmd", "_stamp", "fun", "id");
        assertThat(reply.toString())
                .isEqualTo("{\"fun_args\":[{\"value\":\"hi\"}],\"jid\":\"1\",\"return\":\"hi\",\"retcode\":0,"
                        + "\"success\":true,\"cmd\":\"_return\",\"_stamp\":\"2026-01-31T12:00:00.000000\","
                        + "\"fun\":\"t.echo\",\"id\":\"unit-1\"}");
    }

    @Test
    void theStatesOfAJobAreAnnounced() {
        unit.send("1", "t.echo", 7);
        assertThat(unit.broker.reply("1").path("return").asInt()).isEqualTo(7);
        assertThat(unit.broker.states("1")).containsExactly("received", "running");
        assertThat(unit.broker.messages().get(0).payload().toString())
                .isEqualTo("{\"jid\":\"1\",\"state\":\"received\",\"stamp\":\"2026-01-31T12:00:00Z\"}");
        assertThat(unit.acknowledged).hasValue(1);
    }

    @Test
    void aFailureIsOneLineThatBeginsWithError() {
        unit.send("1", "t.fail");
        isFailure(unit.broker.reply("1"), 1, "ERROR: the ECU is silent; switch the ignition on");
        unit.broker.await(() -> unit.metric("jobs_ended_total", "failed") == 1);
    }

    @Test
    void anUnknownFunctionReturns254AndSimilarNames() {
        unit.send("1", "t.ecko");
        JsonNode reply = unit.broker.reply("1");
        assertThat(reply.path("retcode").asInt()).isEqualTo(254);
        assertThat(reply.path("success").asBoolean()).isFalse();
        assertThat(reply.path("return").asText())
                .startsWith("ERROR: 't.ecko' is not available (did you mean t.echo?). There are");
    }

    @Test
    void aWrongArgumentIsNamed() {
        unit.deliver("{\"jid\":\"1\",\"fun\":\"t.text\",\"kwarg\":{\"size\":\"many\"}}");
        isFailure(unit.broker.reply("1"), 1, "ERROR: t.text: size: takes a whole number, not 'many'");
        unit.deliver("{\"jid\":\"2\",\"fun\":\"t.text\",\"kwarg\":{\"sice\":1}}");
        isFailure(unit.broker.reply("2"), 1, "ERROR: t.text: unknown argument 'sice'; there are: size");
    }

    @Test
    void aFailedStateReturns2AndSuccess() {
        unit.send("1", "t.partly");
        JsonNode reply = unit.broker.reply("1");
        assertThat(reply.path("retcode").asInt()).isEqualTo(2);
        assertThat(reply.path("success").asBoolean()).isTrue();
        assertThat(reply.path("return").toString()).isEqualTo("{\"step\":\"failed\"}");
    }

    @Test
    @Announces("job 1: internal error in t.fault; please report it")
    @Announces("job 2: internal error in t.die; please report it")
    void anInternalErrorFailsOnlyTheJob() {
        unit.send("1", "t.fault");
        unit.send("2", "t.die");
        unit.send("3", "t.echo", "alive");
        assertThat(unit.broker.reply("1").path("return").asText())
                .startsWith("ERROR: t.fault: a fault in outrider")
                .doesNotContain("Exception", "oops");
        assertThat(unit.broker.reply("2").path("return").asText())
                .startsWith("ERROR: t.die: a fault in outrider")
                .doesNotContain("NoClassDef");
        assertThat(unit.broker.reply("3").path("return").asText()).isEqualTo("alive");
    }

    @Test
    void halfASurrogatePairDoesNotStopAReturn() {
        unit.send("1", "t.odd");
        assertThat(unit.broker.reply("1").path("return").asText()).startsWith("half a pair: ");
        unit.deliver("{\"jid\":\"2\",\"fun\":\"t.echo\",\"arg\":[\"\\ud800\"]}");
        assertThat(unit.broker.reply("2").path("success").asBoolean()).isTrue();
    }

    @Test
    void aLongTextIsCutWithAMarker() {
        unit.send("1", "t.text", 200_000);
        String text = unit.broker.reply("1").path("return").asText();
        assertThat(text).startsWith("éé").endsWith("… [cut: 400002 bytes in all, 131072 are sent at most]");
        assertThat(text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length + 2)
                .isBetween(131_000, 131_072);
    }

    @Test
    void aLongListIsCutIntoItsFirstPart() {
        unit.send("1", "t.list", 50_000);
        JsonNode value = unit.broker.reply("1").path("return");
        assertThat(value.path("truncated").asBoolean()).isTrue();
        assertThat(value.path("length").asInt()).isEqualTo(2 + 50_000 * 7 + 49_999);
        assertThat(value.path("limit").asInt()).isEqualTo(131_072);
        assertThat(value.path("head").asText()).startsWith("[\"\\\"q\\\"\",");
        assertThat(value.toString().length()).isBetween(131_000 - 100, 131_072);
    }

    @Test
    void aResultAtTheLimitIsNotCut() {
        unit.send("1", "t.text", (131_072 - 2) / 2);
        assertThat(unit.broker.reply("1").path("return").asText()).hasSize(65_535);
        unit.send("2", "t.text", (131_072 - 2) / 2 + 1);
        assertThat(unit.broker.reply("2").path("return").asText()).contains("[cut: 131074 bytes");
    }

    @Test
    void callersOnTheUnitGetTheWholeValue() throws InterruptedException {
        Return reply = unit.jobs.call(
                Command.now(unit.jobs.newJid(), "t.text", List.of(200_000), Map.of()), Origin.LOCAL, each -> {});
        assertThat(reply.value().asText()).hasSize(200_000);
        assertThat(unit.broker.messages()).isEmpty();
        assertThat(unit.observed).containsExactly(reply);
    }

    @Test
    void aLocalCallerGetsAMebibyteAndObserversTheFleetsPart() throws InterruptedException {
        Return reply = unit.jobs.call(
                Command.now(unit.jobs.newJid(), "t.list", List.of(300_000), Map.of()), Origin.LOCAL, each -> {});
        assertThat(reply.value().path("limit").asInt()).isEqualTo(1_048_576);
        assertThat(reply.value().path("length").asInt()).isEqualTo(2 + 300_000 * 7 + 299_999);
        assertThat(reply.result().size(Result.LOCAL)).isBetween(1_048_376, 1_048_576);
        assertThat(reply.sent().tree().path("limit").asInt()).isEqualTo(131_072);
        assertThat(reply.sent().size(Result.SENT)).isBetween(130_872, 131_072);
    }

    @Test
    void aLoggerGetsTheWholeResultOrAnError() throws InterruptedException {
        Return whole = unit.jobs.call(
                Command.now(unit.jobs.newJid(), "t.list", List.of(7_000), Map.of()), Origin.LOGGER, each -> {});
        assertThat(whole.value()).hasSize(7_000);
        Return tooLarge = unit.jobs.call(
                Command.now(unit.jobs.newJid(), "t.list", List.of(40_000), Map.of()), Origin.LOGGER, each -> {});
        assertThat(tooLarge.failure().code()).isEqualTo("RESULT_TOO_LARGE");
        assertThat(tooLarge.value().asText())
                .isEqualTo(
                        "ERROR: t.list: the result has more than 262144 bytes of JSON, the most that a logger takes; "
                                + "have it ask for less at a time");
        Return tooMany = unit.jobs.call(
                Command.now(unit.jobs.newJid(), "t.list", List.of(9_000), Map.of()), Origin.LOGGER, each -> {});
        assertThat(tooMany.value().asText())
                .contains("the result has more than 8000 values, the most that a logger takes");
    }

    @Test
    void anInfiniteNumberIsRejected() {
        unit.deliver("{\"jid\":\"1\",\"fun\":\"t.echo\",\"arg\":[[1e99999999,2]]}");
        assertThat(unit.broker.reply("1").path("code").asText()).isEqualTo("INVALID");
    }

    @Test
    void argumentsOfALineAreShownWithTheTypesOfTheFunction() {
        unit.deliver("{\"jid\":\"1\",\"fun\":\"t.text size=3\"}", "{\"jid\":\"2\",\"fun\":\"t.text 3\"}");
        unit.deliver(
                "{\"jid\":\"3\",\"fun\":\"t.text\",\"arg\":[\"size=3\"]}", "{\"jid\":\"4\",\"fun\":\"t.echo 03\"}");
        assertThat(unit.broker.reply("1").path("fun_args").toString()).isEqualTo("[{\"size\":3}]");
        assertThat(unit.broker.reply("2").path("fun_args").toString()).isEqualTo("[3]");
        assertThat(unit.broker.reply("3").path("fun_args").toString()).isEqualTo("[{\"size\":3}]");
        assertThat(unit.broker.reply("4").path("fun_args").toString()).isEqualTo("[\"03\"]");
        assertThat(unit.broker.reply("4").path("return").asText()).isEqualTo("03");
    }

    @Test
    void progressIsReportedOnceASecondAndOnceBeforeTheEnd() {
        long start = System.nanoTime();
        unit.send("1", "t.steps", 100_000);
        unit.broker.reply("1");
        List<String> states = unit.broker.states("1");
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        assertThat(states).startsWith("received", "running", "progress").endsWith("progress");
        assertThat(states.stream().filter("progress"::equals).count()).isBetween(2L, 3 + seconds);
        JsonNode last =
                unit.broker.messages().get(unit.broker.messages().size() - 2).payload();
        assertThat(last.path("done").asInt()).isEqualTo(100_000);
        assertThat(last.path("total").asInt()).isEqualTo(100_000);
        assertThat(last.path("unit").asText()).isEqualTo("steps");
        assertThat(last.path("what").asText()).isEqualTo("step 100000");
    }

    private static void isFailure(JsonNode reply, int retcode, String text) {
        assertThat(reply.path("retcode").asInt()).isEqualTo(retcode);
        assertThat(reply.path("success").asBoolean()).isFalse();
        assertThat(reply.path("return").asText()).isEqualTo(text);
    }

    @Test
    void aReplyWithoutSubscriberIsKeptAndSentAgain() {
        unit.broker.hasNoSubscriber = true;
        unit.send("1", "t.echo", 7);
        unit.broker.reply("1");
        Await.until("told", () -> unit.jobs.health().problems().toString().contains("Nobody subscribes"));
        assertThat(unit.jobs.health().facts()).containsEntry("unsent", 1);
        assertThat(unit.metric("jobs_unheard_returns")).isEqualTo(1);
        unit.broker.hasNoSubscriber = false;
        unit.jobs.connected();
        Await.until("delivered", () -> unit.jobs.health().facts().get("unsent").equals(0));
        assertThat(unit.broker.replies("1")).hasSize(2);
        assertThat(unit.jobs.health().problems()).isEmpty();
        assertThat(unit.metric("jobs_unheard_returns")).isZero();
    }
}
