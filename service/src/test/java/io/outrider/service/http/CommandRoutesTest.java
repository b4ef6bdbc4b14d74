package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.commands.SubmittedCommand;
import io.outrider.service.devices.Device;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.testkit.Await;
import io.outrider.wire.Micros;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands and their jobs over HTTP, on both databases. */
@ParameterizedClass
@EnumSource
class CommandRoutesTest extends CommandsUnderTest {
    @Test
    void aCommandIsPublishedWithItsArguments() throws Exception {
        String jid = execute(
                "{\"command\": \"obd.query\", \"arg\": [\"SOC\"], \"kwarg\": {\"header\": \"7E4\", \"force\": true}}");
        assertThat(jid).startsWith("20261122100000").hasSize(20);
        var message = link.published.get(0);
        assertThat(message.unitId() + " " + message.name() + " " + message.retained())
                .isEqualTo("van-12 command false");
        assertThat(message.expiry()).isEqualTo(Duration.ofHours(1));
        JsonNode command = MAPPER.readTree(message.payload());
        assertThat(command.toString())
                .isEqualTo(
                        "{\"jid\":\"" + jid
                                + "\",\"fun\":\"obd.query\",\"arg\":[\"SOC\"],\"kwarg\":{\"header\":\"7E4\","
                                + "\"force\":true},\"issued\":\"2026-11-22T10:00:00.000000Z\",\"expires\":\"2026-11-22T11:00:00.000000Z\"}");
        assertThat(execute("{\"command\": \"state.sls pending\"}")).isNotEqualTo(jid);
        served.client()
                .post(path + "execute_raw/", "{\"command\": \"obd.query test mode=01\"}")
                .is(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1e400]|arg[0]|64 bits",
                "[{\"a\": [-1e999]}]|arg[0].a[0]|64 bits",
                "[\"\\ud83d\"]|arg[0]|surrogate"
            })
    void argumentsThatNoUnitCanBeSentAreRefused(String text) {
        String[] parts = text.split("\\|");
        String body = "{\"command\": \"test.echo\", \"arg\": " + parts[0] + "}";
        assertThat(served.client()
                        .post(path + "execute/", body)
                        .isProblem(400, "INVALID_BODY")
                        .text())
                .contains("'" + parts[1] + "'", parts[2]);
        assertThat(link.published).isEmpty();
    }

    @Test
    void whatAUnitReturnsIsKeptWithItsNumbersAndWithoutWhatIsNoCharacter() {
        String far = execute("{\"command\": \"test.echo\"}");
        reply(far, "[1e400, -1E-400, 830.50]");
        assertThat(served.client().get(path + "job/" + far + "/").is(200).text())
                .contains("\"return\":[1E+400,-1E-400,830.50]");
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        reply(jid, "\"\\ud83d\\u0000\\ud83d\\ude97\"");
        receiver.awaitRequests(1);
        JsonNode request = receiver.received().get(0);
        assertThat(request.get("genuine").booleanValue()).isTrue();
        for (JsonNode each : List.of(request.at("/body/response/data/return"), job(jid).at("/reply/return"))) {
            assertThat(each.textValue()).isEqualTo("\ufffd\0\ud83d\ude97");
        }
    }

    @Test
    void aUnitThatComesOnlineGetsCommandsAgainThatItHasNotAcknowledged() {
        String waiting = execute("{\"command\": \"test.ping\"}");
        String known = execute("{\"command\": \"test.ping\"}");
        event("{\"jid\": \"" + known + "\", \"state\": \"received\"}");
        served.database.write().useHandle(handle -> replies.cameOnline(handle, "van-12"));
        served.clock.advance(Duration.ofSeconds(6));
        Await.until("it is published again", () -> link.published.size() == 3);
        assertThat(new String(link.published.get(2).payload(), StandardCharsets.UTF_8))
                .contains(waiting);
    }

    @Test
    void aCommandThatTheBrokerAcknowledgesAfterTheUnitHasConnectedIsPublishedAgain() {
        CompletableFuture<Void> acknowledgement = new CompletableFuture<>();
        link.acknowledgement = acknowledgement;
        execute("{\"command\": \"test.ping\"}");
        served.database.write().useHandle(handle -> replies.cameOnline(handle, "van-12"));
        acknowledgement.complete(null);
        served.clock.advance(Duration.ofSeconds(6));
        Await.until("it is published again", () -> link.published.size() == 2);
    }

    @Test
    void deletionsOfADeviceAtOnceAreOne() {
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            answers.add(CompletableFuture.supplyAsync(
                    () -> served.client().delete(path).status(), task -> new Thread(task).start()));
        }
        assertThat(answers.stream().map(CompletableFuture::join).sorted())
                .containsExactly(204, 404, 404, 404, 404, 404, 404, 404);
    }

    @Test
    void aDeletionWaitsForACommandThatIsBeingStored() {
        long issued = Micros.of(served.clock.instant());
        long expires = Micros.of(served.clock.instant().plus(Duration.ofHours(1)));
        CompletableFuture<Integer> answer = served.database.write().inTransaction(handle -> {
            handle.execute("INSERT INTO job (jid, device, command, arg, kwarg, issued, expires, state, state_at)"
                    + " VALUES ('1', " + device.number() + ", 'test.ping', '[]', '{}', " + issued + ", " + expires
                    + ", 'issued', 0)");
            CompletableFuture<Integer> deleted = CompletableFuture.supplyAsync(
                    () -> served.client().delete(path).status(), task -> new Thread(task).start());
            Await.until("it waits", served::hasWaitingWriter);
            return deleted;
        });
        assertThat(answer.join()).isEqualTo(204);
        assertThat(served.database
                        .read()
                        .<Long, RuntimeException>withHandle(
                                handle -> handle.createQuery("SELECT expires FROM former_unit")
                                        .mapTo(Long.class)
                                        .one())
                        .longValue())
                .isEqualTo(expires);
    }

    private ProblemCode refusal() {
        try {
            commands.submit(
                    device, new SubmittedCommand("test.ping", "[]", "{}", Duration.ofHours(1), null, 0, served.token));
            return null;
        } catch (Problem e) {
            return e.code();
        }
    }

    @Test
    void aCommandToADeviceThatIsBeingDeletedIsToNone() {
        CompletableFuture<ProblemCode> answer = served.database.write().inTransaction(handle -> {
            handle.execute("DELETE FROM device WHERE number = ?", device.number());
            CompletableFuture<ProblemCode> refusal = CompletableFuture.supplyAsync(this::refusal);
            Await.until("the command waits for the deletion", served::hasWaitingWriter);
            return refusal;
        });
        assertThat(answer.join()).isEqualTo(ProblemCode.NOT_FOUND);
        assertThat(refusal()).isEqualTo(ProblemCode.NOT_FOUND);
        assertThat(link.published).isEmpty();
    }

    @Test
    void aRejectionIsAReplyWithAnError() {
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        event("{\"jid\": \"" + jid
                + "\", \"state\": \"rejected\", \"code\": \"BUSY\", \"message\": \"1024 jobs wait\"}");
        receiver.awaitRequests(1);
        JsonNode data = receiver.received().get(0).at("/body/response/data");
        assertThat(data.get("return").textValue()).isEqualTo("ERROR: BUSY: 1024 jobs wait");
        assertThat(data.get("retcode").intValue()).isEqualTo(1);
        assertThat(data.get("fun_args").toString()).isEqualTo("[\"RPM\"]");
        assertThat(receiver.received().get(0).at("/body/success").booleanValue())
                .isFalse();
        assertThat(job(jid).get("state").textValue()).isEqualTo("rejected");
    }

    @Test
    void aJobShowsItsStateAndTheFirstReplyCounts() {
        String jid = execute("{\"command\": \"test.ping\", \"expires_in\": 60}");
        assertThat(job(jid).get("state").textValue()).isEqualTo("issued");
        event("{\"jid\": \"" + jid
                + "\", \"state\": \"progress\", \"done\": 3, \"total\": 7, \"unit\": \"steps\", \"what\": \"x\"}");
        event("{\"jid\": \"" + jid + "\", \"state\": \"running\"}");
        assertThat(job(jid).get("state").textValue()).isEqualTo("progress");
        assertThat(job(jid).at("/progress/total").intValue()).isEqualTo(7);
        reply(jid, "\"first\"");
        reply(jid, "\"second\"");
        assertThat(job(jid).at("/reply/return").textValue()).isEqualTo("first");
        String late = execute("{\"command\": \"test.ping\", \"expires_in\": 60}");
        served.clock.advance(Duration.ofSeconds(60));
        assertThat(job(late).get("state").textValue()).isEqualTo("expired");
        served.client().get(path + "callback/" + jid + "/").isProblem(404, "NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 999, 100_000})
    void aReplyThatIsNestedTooDeepEndsItsJobWithAnError(int levels) {
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        reply(jid, "[".repeat(levels) + "]".repeat(levels));
        assertThat(job(jid).at("/reply/return").textValue()).startsWith("ERROR: RESULT_TOO_LARGE: ");
        assertThat(job(jid).at("/reply/success").booleanValue()).isFalse();
        receiver.awaitRequests(1);
        assertThat(receiver.received().get(0).at("/body/state").textValue()).isEqualTo("COMMAND_EXECUTED");
        assertThat(replies.givenUp()).isZero();
    }

    @Test
    void aReplyThatIsTooLongEndsItsJobWithAnErrorWhereverItsJidStands() {
        String jid = execute("{\"command\": \"test.ping\"}");
        receive("{\"return\": [" + "{},".repeat(200_000) + "{}], \"retcode\": 0, \"jid\": \"" + jid + "\"}");
        assertThat(job(jid).at("/reply/return").textValue()).startsWith("ERROR: RESULT_TOO_LARGE: ");
    }

    @Test
    void aReplyWhoseJidStandsBehindMoreLevelsThanAreReadIsGivenUp() {
        String jid = execute("{\"command\": \"test.ping\"}");
        String deep = "[".repeat(300_000) + "]".repeat(300_000);
        receive("{\"return\": " + deep + ", \"retcode\": 0, \"jid\": \"" + jid + "\"}");
        assertThat(replies.givenUp()).isEqualTo(1);
        assertThat(job(jid).get("state").textValue()).isEqualTo("issued");
    }

    @Test
    void anEventThatIsTooLargeIsGivenUpAndTheReplyCounts() {
        String jid = execute("{\"command\": \"test.ping\"}");
        String what = "x".repeat(600_000);
        event("{\"jid\": \"" + jid + "\", \"state\": \"progress\", \"what\": \"" + what + "\"}");
        assertThat(replies.givenUp()).isEqualTo(1);
        reply(jid, "800");
        assertThat(job(jid).at("/reply/return").intValue()).isEqualTo(800);
    }

    @Test
    void aReplyWithALongNumberEndsItsJobWithAnErrorWhereverItsJidStands() {
        String jid = execute("{\"command\": \"test.ping\"}");
        receive("{\"return\": " + "7".repeat(1_500) + ", \"retcode\": 0, \"jid\": \"" + jid + "\"}");
        assertThat(job(jid).at("/reply/return").textValue()).startsWith("ERROR: RESULT_TOO_LARGE: ");
    }

    @Test
    void aLargeReplyThatIsNotTooDeepIsShownAsItIs() {
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        String value = "[" + "{},".repeat(40_000) + "[".repeat(500) + "]".repeat(500) + "]";
        reply(jid, value);
        assertThat(job(jid).at("/reply/return").toString()).isEqualTo(value);
    }

    @Test
    void whatAUnitNestsToTheLimitIsShownAsItCame() throws IOException {
        String deep = "[".repeat(598) + "]".repeat(598);
        String jid = execute("{\"command\": \"test.ping\"}");
        reply(jid, deep);
        assertThat(text(path + "job/" + jid + "/")).contains(deep);
        served.database
                .write()
                .useHandle(handle -> served.devices.reported(
                        handle, "van-12", "{\"deep\":" + deep + "}", "2026-11-22T10:00:00Z", 1));
        assertThat(text(path)).contains("\"reported\":{\"deep\":" + deep);
    }

    /** Answer that is nested too deeply for the client of the other tests. */
    private String text(String path) throws IOException {
        HttpURLConnection request = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + served.port() + path).toURL().openConnection();
        request.setRequestProperty("Authorization", "APIToken " + served.token);
        try (InputStream body = request.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void messagesThatAreNoRepliesAreGivenUp() {
        String jid = execute("{\"command\": \"test.ping\"}");
        for (String each : List.of("", "x", "[]", "{}", "{\"jid\": \"1\"}", "{\"jid\": \"" + jid + "\"}")) {
            receive(each);
            event(each);
        }
        replies.returns()
                .received("van-13", ("{\"jid\": \"" + jid + "\", \"return\": 1, \"retcode\": 0}").getBytes(), false)
                .toCompletableFuture()
                .join();
        assertThat(replies.givenUp()).isEqualTo(13);
        assertThat(job(jid).get("state").textValue()).isEqualTo("issued");
    }

    @Test
    void aCommandIsPublishedAgainUntilTheBrokerHasIt() {
        link.connected = false;
        execute("{\"command\": \"test.ping\"}");
        assertThat(link.published).isEmpty();
        link.connected = true;
        served.clock.advance(Duration.ofSeconds(16));
        Await.until("it is published", () -> !link.published.isEmpty());
        link.connected = false;
        execute("{\"command\": \"test.ping\", \"expires_in\": 10}");
        served.clock.advance(Duration.ofSeconds(16));
        Await.until(
                "it is given up",
                () -> served.database
                        .read()
                        .withHandle(
                                handle -> handle.createQuery("SELECT COUNT(*) FROM job WHERE publish_at IS NOT NULL")
                                                .mapTo(Integer.class)
                                                .one()
                                        == 0));
        assertThat(link.published).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"command\": \"\"}",
                "{\"command\": \"  \"}",
                "{\"command\": \" \\u2028\\u001f\\u0085\\ufeff\"}",
                "{\"command\": 1}",
                "{\"command\": \"x\", \"arg\": \"RPM\"}",
                "{\"command\": \"x\", \"arg\": {}}",
                "{\"command\": \"x\", \"kwarg\": []}",
                "{\"command\": \"x\", \"callback_url\": \"\"}",
                "{\"command\": \"x\", \"callback_url\": 5}",
                "{\"command\": \"x\", \"callback_timeout\": 0}",
                "{\"command\": \"x\", \"callback_timeout\": 601}",
                "{\"command\": \"x\", \"callback_timeout\": 1.5}",
                "{\"command\": \"x\", \"callback_timeout\": \"60\"}",
                "{\"command\": \"x\", \"expires_in\": 0}"
            })
    void aWrongCommandIsRefusedAndNotSent(String body) {
        served.client().post(path + "execute/", body).isProblem(400, "INVALID_BODY");
        assertThat(link.published).isEmpty();
    }

    @Test
    void aCommandThatUnitsWouldNotTakeIsRefused() {
        served.client()
                .post(path + "execute/", "{\"command\": \"x\", \"arg\": [\"" + "y".repeat(300_000) + "\"]}")
                .isProblem(413, "BODY_TOO_LARGE");
        served.client()
                .post(path + "execute_raw/", "{\"command\": \"x\", \"arg\": [1]}")
                .isProblem(400, "INVALID_BODY");
    }

    @Test
    void anotherAccountCannotCommandOrSeeADevice() {
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        served.otherClient()
                .post(path + "execute/", "{\"command\": \"test.ping\"}")
                .isProblem(404, "NOT_FOUND");
        served.otherClient()
                .post(path + "execute_raw/", "{\"command\": \"test.ping\"}")
                .isProblem(404, "NOT_FOUND");
        served.otherClient().get(path + "job/" + jid + "/").isProblem(404, "NOT_FOUND");
        served.otherClient().get(path + "callback/" + jid + "/").isProblem(404, "NOT_FOUND");
        served.client(null).post(path + "execute/", "{}").isProblem(401, "NOT_AUTHENTICATED");
        Device other = served.devices.create(served.account, "van-13", null, false);
        served.client()
                .get("/dongle/devices/" + other.id() + "/job/" + jid + "/")
                .isProblem(404, "NOT_FOUND");
    }

    /** Also of commands that have waited for long. */
    @Test
    void aThousandCommandsWaitForADevice() {
        String jid = execute("{\"command\": \"test.ping\", \"expires_in\": 1209600}");
        served.database
                .write()
                .useHandle(
                        handle -> handle.execute("INSERT INTO job (jid, device, command, arg, kwarg, issued, expires,"
                                + " state, state_at) WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number"
                                + " WHERE i < 999) SELECT 'old ' || i, device, command, arg, kwarg, issued, expires, state,"
                                + " state_at FROM number CROSS JOIN job"));
        served.clock.advance(Duration.ofDays(5));
        String ping = "{\"command\": \"test.ping\"}";
        served.client().post(path + "execute/", ping).isProblem(429, "TOO_MANY_REQUESTS");
        reply(jid, "1");
        execute(ping);
    }
}
