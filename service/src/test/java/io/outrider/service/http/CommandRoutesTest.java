package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.commands.CallbackAddresses;
import io.outrider.service.commands.CallbackReceiver;
import io.outrider.service.commands.CallbackSender;
import io.outrider.service.commands.CallbackWorker;
import io.outrider.service.commands.Commands;
import io.outrider.service.commands.JobReplies;
import io.outrider.service.commands.JobViews;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.RecordedLink;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.testkit.Await;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands, replies and callbacks, with a receiver that verifies signatures by itself; the link to units is a fake. */
@ParameterizedClass
@EnumSource
class CommandRoutesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private ServedAccounts served;
    private final RecordedLink link = new RecordedLink();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private volatile String resolvedTo = "127.0.0.1";
    private final CallbackAddresses addresses = new CallbackAddresses(
            List.of("127.0.0.0/8"), host -> new InetAddress[] {InetAddress.getByName(resolvedTo)});
    private CallbackReceiver receiver;
    private Commands commands;
    private JobReplies replies;
    private CallbackWorker worker;
    private Device device;
    private String path;

    @BeforeEach
    void serve() {
        served = new ServedAccounts(kind, folder);
        commands = new Commands(served.database, link, addresses, served.key, served.clock);
        replies = new JobReplies(served.database, served.clock);
        served.serve(new CommandRoutes(
                served.devices,
                commands,
                new JobViews(served.database, served.clock),
                served.authenticator,
                served.document));
        device = served.devices.create(served.account, "van-12", null, false);
        path = "/dongle/devices/" + device.id() + "/";
        receiver = new CallbackReceiver(folder, served.token);
        worker = worker(served.database);
    }

    private CallbackWorker worker(Database database) {
        CallbackWorker started = new CallbackWorker(
                database,
                served.key,
                new Commands(database, link, addresses, served.key, served.clock),
                new JobReplies(database, served.clock),
                new CallbackSender(addresses, Duration.ofSeconds(2)),
                Duration.ofMillis(20),
                List.of(Duration.ZERO),
                served.clock);
        opened.add(started);
        return started;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        receiver.close();
        served.close();
    }

    private String execute(String body) {
        JsonNode answer = served.client().post(path + "execute/", body).is(200).json();
        assertThat(answer.at("/minions/0").textValue()).isEqualTo("van-12");
        return answer.get("jid").textValue();
    }

    private String executeWithCallback(String url, int timeout) {
        return execute("{\"command\": \"obd.query\", \"arg\": [\"RPM\"], \"callback_url\": \"" + url
                + "\", \"callback_timeout\": " + timeout + "}");
    }

    private void reply(String jid, String value) {
        String message = "{\"fun_args\": [\"RPM\"], \"jid\": \"" + jid + "\", \"return\": " + value
                + ", \"retcode\": 0, \"success\": true, \"cmd\": \"_return\", \"_stamp\": \"2026-11-22T10:00:01.000000\","
                + " \"fun\": \"obd.query\", \"id\": \"van-12\"}";
        receive(message);
    }

    private void receive(String message) {
        replies.returns()
                .received("van-12", message.getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
    }

    private void event(String message) {
        replies.events()
                .received("van-12", message.getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
    }

    private JsonNode callback(String jid) {
        return served.client().get(path + "callback/" + jid + "/").is(200).json();
    }

    private JsonNode job(String jid) {
        return served.client().get(path + "job/" + jid + "/").is(200).json();
    }

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

    @Test
    void aReplyIsSentToTheClientSignedAndRecorded() {
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        reply(jid, "{\"value\": 830.50}");
        receiver.awaitRequests(1);
        JsonNode request = receiver.received().get(0);
        assertThat(request.get("genuine").booleanValue()).isTrue();
        assertThat(request.get("type").textValue()).isEqualTo("application/json");
        JsonNode body = request.get("body");
        assertThat(body.at("/response/tag").textValue()).isEqualTo("salt/job/" + jid + "/ret/van-12");
        assertThat(body.at("/response/data/return/value").doubleValue()).isEqualTo(830.5);
        assertThat(body.at("/response/data/cmd").textValue()).isEqualTo("_return");
        assertThat(body.get("jid").textValue()).isEqualTo(jid);
        assertThat(body.get("device_id").textValue()).isEqualTo(device.id());
        assertThat(body.get("state").textValue() + body.get("success")).isEqualTo("COMMAND_EXECUTEDtrue");
        Await.until(
                "the attempt is recorded",
                () -> callback(jid).get("sent_requests").size() == 1);
        JsonNode record = callback(jid);
        assertThat(record.at("/sent_requests/0/response_statuscode").intValue()).isEqualTo(200);
        assertThat(record.at("/command/returner").isNull()).isTrue();
        assertThat(record.get("timeout").intValue()).isEqualTo(60);
        assertThat(job(jid).at("/reply/return/value").doubleValue()).isEqualTo(830.5);
        Await.until("the token is forgotten", () -> !hasToken(jid));
    }

    private boolean hasToken(String jid) {
        return served.database
                .read()
                .withHandle(handle ->
                        handle.createQuery("SELECT COUNT(*) FROM callback WHERE jid = :jid AND token IS NOT NULL")
                                        .bind("jid", jid)
                                        .mapTo(Integer.class)
                                        .one()
                                == 1);
    }

    @Test
    void aLateReplyFollowsTheTimeout() {
        String jid = executeWithCallback(receiver.url("/ok"), 5);
        served.clock.advance(Duration.ofSeconds(6));
        receiver.awaitRequests(1);
        assertThat(receiver.states()).containsExactly("TIMEOUT");
        assertThat(receiver.received().get(0).at("/body/success").booleanValue())
                .isFalse();
        assertThat(hasToken(jid)).isTrue();
        reply(jid, "1");
        receiver.awaitRequests(2);
        assertThat(receiver.states()).containsExactly("TIMEOUT", "COMMAND_EXECUTED");
        assertThat(receiver.received())
                .allSatisfy(
                        each -> assertThat(each.get("genuine").booleanValue()).isTrue());
    }

    @Test
    void aRefusedRequestIsSentFiveTimesAtMostEachRecorded() {
        String jid = executeWithCallback(receiver.url("/fail-9"), 60);
        reply(jid, "1");
        Await.until("five attempts", () -> callback(jid).get("sent_requests").size() == 5);
        Await.until("the token is forgotten", () -> !hasToken(jid));
        assertThat(callback(jid).get("sent_requests"))
                .allSatisfy(each ->
                        assertThat(each.get("response_statuscode").intValue()).isEqualTo(500));
        String second = executeWithCallback(receiver.url("/fail-2"), 60);
        reply(second, "2");
        Await.until(
                "three attempts", () -> callback(second).get("sent_requests").size() == 3);
        assertThat(callback(second).at("/sent_requests/2/success").booleanValue())
                .isTrue();
        assertThat(receiver.received()).hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/redirect", "/never", "/drip", "/huge"})
    void aStrangeReceiverDoesNotHoldUpOthers(String strange) {
        String slow = executeWithCallback(receiver.url(strange), 60);
        reply(slow, "1");
        receiver.awaitRequests(1);
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        reply(jid, "2");
        Await.until(
                "the other one's callback",
                () -> callback(jid).get("sent_requests").size() == 1);
        Await.until(
                "an attempt is recorded",
                () -> !callback(slow).get("sent_requests").isEmpty());
        JsonNode first = callback(slow).at("/sent_requests/0");
        String status = first.get("response_statuscode").toString();
        assertThat(status).isIn(strange.equals("/redirect") ? List.of("302") : List.of("null", "200"));
        assertThat(receiver.received())
                .noneMatch(each -> each.get("path").textValue().equals("/redirected"));
    }

    @Test
    void anAddressThatBecomesPrivateIsNotCalled() {
        String jid = executeWithCallback("http://callbacks.example:81/x", 60);
        resolvedTo = "10.0.0.1";
        reply(jid, "1");
        Await.until("five attempts", () -> callback(jid).get("sent_requests").size() == 5);
        assertThat(callback(jid).at("/sent_requests/0/response_statuscode").isNull())
                .isTrue();
        served.client()
                .post(
                        path + "execute/",
                        "{\"command\": \"test.ping\", \"callback_url\": \"http://callbacks.example/\"}")
                .isProblem(422, "CALLBACK_REFUSED");
    }

    @Test
    void aRestartLosesNoCallback() {
        worker.close();
        String replied = executeWithCallback(receiver.url("/ok"), 60);
        reply(replied, "1");
        executeWithCallback(receiver.url("/late"), 5);
        served.clock.advance(Duration.ofSeconds(10));
        worker(served.database);
        receiver.awaitRequests(2);
        assertThat(receiver.states()).containsExactlyInAnyOrder("COMMAND_EXECUTED", "TIMEOUT");
    }

    @Test
    void aRequestWhoseSenderDiedIsSentByAnother() {
        worker.close();
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        reply(jid, "1");
        served.database
                .write()
                .useHandle(handle -> handle.execute(
                        "UPDATE callback_request SET attempts = 1, next_attempt = next_attempt + 60000000"));
        worker(served.database);
        served.clock.advance(Duration.ofSeconds(61));
        receiver.awaitRequests(1);
        Await.until(
                "the attempt is recorded",
                () -> callback(jid).get("sent_requests").size() == 1);
    }

    @Test
    void twoServicesSendEachRequestOnce() {
        try (Database second = kind == DatabaseUrl.Kind.SQLITE ? null : Database.open(served.url, 4)) {
            worker(second == null ? served.database : second);
            List<String> jids = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                jids.add(executeWithCallback(receiver.url("/" + i), 5));
            }
            jids.subList(0, 15).forEach(each -> reply(each, "1"));
            served.clock.advance(Duration.ofSeconds(6));
            receiver.awaitRequests(30);
            for (String each : jids) {
                Await.until(
                        "it is recorded",
                        () -> callback(each).get("sent_requests").size() == 1);
            }
            assertThat(receiver.received()).hasSize(30);
            opened.get(1).close();
            opened.remove(1);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
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

    @Test
    void callbackRecordsAreKeptTwoDays() {
        String jid = executeWithCallback(receiver.url("/ok"), 600);
        served.clock.advance(Duration.ofHours(47));
        worker.close();
        opened.clear();
        CallbackWorker another = worker(served.database);
        receiver.awaitRequests(1);
        callback(jid);
        served.clock.advance(Duration.ofHours(2));
        another.close();
        opened.clear();
        worker(served.database);
        Await.until(
                "the record is gone",
                () -> served.client().get(path + "callback/" + jid + "/").status() == 404);
        assertThat(job(jid).get("jid").textValue()).isEqualTo(jid);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"command\": \"\"}",
                "{\"command\": \"  \"}",
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
}
