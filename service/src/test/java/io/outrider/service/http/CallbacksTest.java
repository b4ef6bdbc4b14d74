package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.commands.CallbackWorker;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.Times;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callbacks: each is sent, signed and recorded, on both databases. */
@ParameterizedClass
@EnumSource
class CallbacksTest extends CommandsUnderTest {
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
    void aTimeoutThatWasRefusedIsNotSentAgainAfterTheReply() throws Exception {
        worker.close();
        worker(served.database, Duration.ofMinutes(1));
        String jid = executeWithCallback(receiver.url("/fail-1"), 5);
        served.clock.advance(Duration.ofSeconds(6));
        Await.until("an attempt", () -> callback(jid).get("sent_requests").size() == 1);
        reply(jid, "1");
        Await.until("the token is forgotten", () -> !hasToken(jid));
        assertThat(receiver.states()).containsExactly("TIMEOUT", "COMMAND_EXECUTED");
        assertThat(served.number("SELECT COUNT(*) FROM callback_request WHERE next_attempt IS NOT NULL"))
                .isZero();
    }

    @Test
    void aReplyWaitsForTheTimeoutThatIsBeingSent() {
        String jid = executeWithCallback(receiver.url("/never"), 5);
        served.clock.advance(Duration.ofSeconds(6));
        receiver.awaitRequests(1);
        reply(jid, "1");
        receiver.awaitRequests(2);
        assertThat(callback(jid).at("/sent_requests/0/state").textValue()).isEqualTo("TIMEOUT");
        Await.until("the token is forgotten", () -> !hasToken(jid));
        assertThat(receiver.states().subList(1, 6)).containsOnly("COMMAND_EXECUTED");
        assertThat(receiver.states()).hasSize(6);
    }

    @Test
    void anAttemptThatEndsAfterAnotherInstanceHasTakenItsRequestSettlesNothing() throws Exception {
        String jid = executeWithCallback(receiver.url("/never"), 60);
        reply(jid, "1");
        receiver.awaitRequests(1);
        String taken = "UPDATE callback_request SET attempts = attempts + 1, next_attempt = 99999999999999999";
        served.database.write().useHandle(handle -> handle.execute(taken));
        Await.until("it ends", () -> callback(jid).get("sent_requests").size() == 1);
        worker.close();
        opened.clear();
        assertThat(served.number("SELECT COUNT(*) FROM callback_request WHERE next_attempt = 99999999999999999"))
                .isEqualTo(1);
        assertThat(hasToken(jid)).isTrue();
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
        assertThat(served.client()
                        .post(
                                path + "execute/",
                                "{\"command\": \"test.ping\", \"callback_url\": \"http://callbacks.example/\"}")
                        .isProblem(422, "CALLBACK_REFUSED")
                        .json()
                        .path("member")
                        .asText())
                .isEqualTo("callback_url");
    }

    /** Service before this one took such addresses. */
    @Test
    void anAddressThatIsNoneIsAnAttemptThatFails() {
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        served.database
                .write()
                .useHandle(handle -> handle.execute("UPDATE callback SET url = 'http://127.0.0.1:99999/'"));
        reply(jid, "1");
        Await.until("five attempts", () -> callback(jid).get("sent_requests").size() == 5);
        assertThat(callback(jid).at("/sent_requests/0/error").textValue()).contains("99999");
        Await.until("the token is forgotten", () -> !hasToken(jid));
    }

    @Test
    void timeoutsOfManyCommandsAreMadeTwoHundredInATransaction() throws Exception {
        worker.close();
        opened.clear();
        String first = executeWithCallback(receiver.url("/ok"), 5);
        for (int i = 1; i < 410; i++) {
            copyJob(first, i + first);
        }
        served.clock.advance(Duration.ofSeconds(6));
        for (int expected : new int[] {200, 400, 410, 410}) {
            replies.timeOut();
            assertThat(served.number("SELECT COUNT(*) FROM callback_request")).isEqualTo(expected);
        }
    }

    /** In place of another command, which takes many times as long. */
    private void copyJob(String jid, String copy) {
        served.database.write().useTransaction(handle -> {
            handle.execute(
                    "INSERT INTO job (jid, device, command, arg, kwarg, issued, expires, state, state_at)"
                            + " SELECT ?, device, command, arg, kwarg, issued, expires, state, state_at FROM job WHERE jid = ?",
                    copy,
                    jid);
            handle.execute(
                    "INSERT INTO callback (jid, url, timeout, timeout_task_id, created, due, token)"
                            + " SELECT ?, url, timeout, timeout_task_id, created, due, token FROM callback WHERE jid = ?",
                    copy,
                    jid);
        });
    }

    @Test
    void aCallbackThatEndsMakesRoomForTheNextWithoutATurn() throws Exception {
        worker.close();
        int more = 20; // than one host gets at once
        for (int i = 0; i < more; i++) {
            reply(executeWithCallback(receiver.url("/ok"), 60), "1");
        }
        try (CallbackWorker senders = senders(served.database, Duration.ZERO)) {
            senders.sendDue();
            receiver.awaitRequests(more);
        }
        assertThat(receiver.received()).hasSize(more);
    }

    @Test
    void aRestartLosesNoCallback() throws Exception {
        worker.close();
        String replied = executeWithCallback(receiver.url("/ok"), 60);
        reply(replied, "1");
        executeWithCallback(receiver.url("/late"), 5);
        served.clock.advance(Duration.ofSeconds(10));
        worker(served.database);
        receiver.awaitRequests(2);
        assertThat(receiver.states()).containsExactlyInAnyOrder("COMMAND_EXECUTED", "TIMEOUT");
    }

    /** Ends the sender, as a kill does within the n-th attempt of each request, and starts another. */
    private void senderDies(int attempts) {
        String taken = "UPDATE callback_request SET attempts = ?, sending = 1, next_attempt = next_attempt + 60000000";
        served.database.write().useHandle(handle -> handle.execute(taken, attempts));
        worker(served.database);
    }

    @Test
    void aRequestWhoseSenderDiedIsSentByAnother() throws Exception {
        worker.close();
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        reply(jid, "1");
        String died = Times.text(served.clock.instant());
        senderDies(1);
        served.clock.advance(Duration.ofSeconds(61));
        Await.until("both are listed", () -> callback(jid).get("sent_requests").size() == 2);
        JsonNode lost = callback(jid).at("/sent_requests/0");
        assertThat(lost.get("timestamp").textValue()).isEqualTo(died);
        assertThat(lost.get("state").textValue()).isEqualTo("COMMAND_EXECUTED");
        assertThat(lost.get("success").booleanValue()).isFalse();
        assertThat(lost.get("response_statuscode").isNull()).isTrue();
        assertThat(lost.get("error").textValue()).contains("the service ended");
        assertThat(callback(jid).at("/sent_requests/1/response_statuscode").intValue())
                .isEqualTo(200);
        assertThat(receiver.received()).hasSize(1);
    }

    /** A sixth is counted when the request is taken to be settled, and an instance may die before it is. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void aFifthAttemptWhoseSenderDiedIsListedAndNoSixthIsSent(int attempts) throws Exception {
        worker.close();
        String jid = executeWithCallback(receiver.url("/ok"), 60);
        reply(jid, "1");
        senderDies(attempts);
        served.clock.advance(Duration.ofSeconds(61));
        Await.until("the token is forgotten", () -> !hasToken(jid));
        assertThat(callback(jid).get("sent_requests").findValuesAsText("state")).hasSize(6 - attempts);
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void anAttemptThatEndsAfterItWasListedAsLostIsListedOnceWithItsEnd() throws Exception {
        worker.close();
        worker(served.database, Duration.ofMinutes(1));
        String jid = executeWithCallback(receiver.url("/never"), 60);
        reply(jid, "1");
        receiver.awaitRequests(1);
        served.clock.advance(Duration.ofSeconds(61));
        receiver.awaitRequests(2);
        List<String> ends = List.of("there was no answer in time", "there was no answer in time");
        Await.until("both end", () -> callback(jid).findValuesAsText("error").equals(ends));
        assertThat(receiver.received()).hasSize(2);
    }

    @Test
    void twoServicesListALostAttemptOnce() throws Exception {
        worker.close();
        try (Database second = kind == DatabaseUrl.Kind.SQLITE ? null : Database.open(served.url, 4)) {
            List<String> jids = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                jids.add(executeWithCallback(receiver.url("/" + i), 60));
                reply(jids.get(i), "1");
            }
            senderDies(1);
            AutoCloseable other = worker(second == null ? served.database : second);
            served.clock.advance(Duration.ofSeconds(61));
            for (String each : jids) {
                Await.until("it is sent", () -> !hasToken(each));
                assertThat(callback(each).findValuesAsText("success")).containsExactly("false", "true");
            }
            assertThat(receiver.received()).hasSize(30);
            other.close();
            opened.remove(other);
        }
    }

    @Test
    void aLateReplyWaitsForATimeoutWhoseFirstSenderDied() throws Exception {
        String jid = executeWithCallback(receiver.url("/never"), 5);
        served.clock.advance(Duration.ofSeconds(6));
        receiver.awaitRequests(1);
        worker.close();
        reply(jid, "1");
        served.database.write().useHandle(handle -> {
            handle.execute("DELETE FROM callback_attempt");
            handle.execute("UPDATE callback_request SET attempts = 1, next_attempt = 0 WHERE state = 'TIMEOUT'");
        });
        worker(served.database);
        Await.until("the reply is sent", () -> receiver.states().contains("COMMAND_EXECUTED"));
        assertThat(callback(jid).get("sent_requests")).isNotEmpty();
    }

    @Test
    void twoServicesSendEachRequestOnce() {
        try (Database second = kind == DatabaseUrl.Kind.SQLITE ? null : Database.open(served.url, 4)) {
            worker.close();
            opened.clear();
            longestAttempt =
                    Duration.ofSeconds(TimeoutFactor.scaledSeconds(30)); // one that fails is followed by another
            worker(served.database);
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
    void aUnitThatWasAwayForDaysIsStillHeard() throws Exception {
        String jid = execute("{\"command\": \"test.ping\", \"callback_url\": \"" + receiver.url("/ok")
                + "\", \"callback_timeout\": 5, \"expires_in\": 604800}");
        served.clock.advance(Duration.ofDays(3));
        worker.close();
        opened.clear();
        worker(served.database); // deletes what is old
        receiver.awaitRequests(1);
        reply(jid, "1");
        receiver.awaitRequests(2);
        assertThat(receiver.states()).containsExactly("TIMEOUT", "COMMAND_EXECUTED");
    }

    @Test
    void callbackRecordsAreKeptTwoDays() throws Exception {
        String jid = executeWithCallback(receiver.url("/ok"), 600);
        served.clock.advance(Duration.ofHours(47));
        worker.close();
        opened.clear();
        AutoCloseable another = worker(served.database);
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
}
