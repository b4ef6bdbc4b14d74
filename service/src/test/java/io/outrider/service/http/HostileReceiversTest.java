package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.commands.CallbackSender;
import io.outrider.service.commands.CallbackWorker;
import io.outrider.service.commands.HostileReceiver;
import io.outrider.service.commands.HostileReceiver.Behaviour;
import io.outrider.service.fixture.ApiClient;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Callback servers that are broken or hostile: each attempt is recorded with its reason, and other callbacks go on. With one of the
 * databases, as nothing of them comes to it but the reason.
 */
@ParameterizedClass
@EnumSource(names = "SQLITE")
@Tag("slow")
class HostileReceiversTest extends CommandsUnderTest {
    private void attemptsFailAndOthersGoOn(ServerSocket server, String scheme, Behaviour behaviour, String reason)
            throws Exception {
        try (HostileReceiver hostile = new HostileReceiver(server, behaviour)) {
            String jid = executeWithCallback(scheme + "://localhost:" + hostile.port() + "/", 60);
            reply(jid, "1");
            Await.until("it is called", () -> hostile.connections() > 0);
            String other = executeWithCallback(receiver.url("/ok"), 60);
            reply(other, "2");
            Await.until(
                    "the other one's is sent",
                    () -> !callback(other).get("sent_requests").isEmpty());
            Await.until(
                    "five attempts", () -> callback(jid).get("sent_requests").size() == 5);
            assertThat(callback(jid).get("sent_requests")).allSatisfy(each -> {
                assertThat(each.get("success").booleanValue()).isFalse();
                assertThat(each.get("error").textValue()).contains(reason);
            });
            assertThat(callback(other).at("/sent_requests/0/error").isNull()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "''||true|ended without an answer",
                "''||false|in time",
                "220 smtp.example ESMTP~|220 x~|false|no HTTP",
                "~~~~|~|false|no HTTP",
                "SSH-2.0-x~|x|false|no HTTP",
                "HTTP/1.1 200 OK~X: |a|false|no HTTP",
                "HTTP/1.1 200 OK~|X: a~|false|no HTTP",
                "HTTP/1.1 200 OK~Content-Length: x~~||true|no HTTP",
                "HTTP/1.1 999999 OK~~||true|ended without an answer",
                "|HTTP/1.1 100 Continue~~|false|in time",
                "HTTP/1.1 500 x~Content-Length: 1000~~x||true|the answer is 500",
                "HTTP/1.1 500 x~Content-Length: 1000~~x||false|the answer is 500",
            })
    void noAnswerOfAServerHoldsUpOthers(String beginning, String repeated, boolean closes, String reason)
            throws Exception {
        attemptsFailAndOthersGoOn(
                HostileReceiver.plain(), "http", new Behaviour(line(beginning), line(repeated), closes), reason);
    }

    @Test
    void anAnswerIsOneAlsoIfItsBodyIsCutOffOrNeverEnds() throws Exception {
        for (boolean closes : List.of(true, false)) {
            Behaviour cut = new Behaviour("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx", "", closes);
            try (HostileReceiver hostile = new HostileReceiver(HostileReceiver.plain(), cut)) {
                String jid = executeWithCallback("http://localhost:" + hostile.port() + "/", 60);
                reply(jid, "1");
                Await.until(
                        "it is sent", () -> !callback(jid).get("sent_requests").isEmpty());
                assertThat(callback(jid)
                                .at("/sent_requests/0/response_statuscode")
                                .intValue())
                        .isEqualTo(200);
                assertThat(callback(jid).at("/sent_requests/0/success").booleanValue())
                        .isTrue();
            }
        }
    }

    private static String line(String text) {
        return text == null ? "" : text.replace("~", "\r\n");
    }

    @Test
    void aCertificateThatNobodyKnowsOrThatHasExpiredIsRefused() throws Exception {
        Behaviour good = new Behaviour("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", true);
        attemptsFailAndOthersGoOn(HostileReceiver.tls(folder, "-1d"), "https", good, "TLS failed");
        attemptsFailAndOthersGoOn(HostileReceiver.tls(folder, "-9d"), "https", good, "TLS failed");
        attemptsFailAndOthersGoOn(HostileReceiver.plain(), "https", good, "TLS failed");
        attemptsFailAndOthersGoOn(HostileReceiver.tls(folder, "-2d"), "http", good, "");
    }

    @Test
    void aNameThatBecomesPrivateBetweenTwoAttemptsIsNotCalledAgain() throws Exception {
        try (HostileReceiver first = new HostileReceiver(HostileReceiver.plain(), new Behaviour("", "", false))) {
            String jid = executeWithCallback("http://callbacks.example:" + first.port() + "/", 60);
            reply(jid, "1");
            Await.until("it is called", () -> first.connections() == 1);
            resolvedTo = "10.0.0.1";
            Await.until(
                    "five attempts", () -> callback(jid).get("sent_requests").size() == 5);
            assertThat(callback(jid).at("/sent_requests/0/error").textValue()).isEqualTo("there was no answer in time");
            for (int i = 1; i < 5; i++) {
                assertThat(callback(jid).at("/sent_requests/" + i + "/error").textValue())
                        .contains("10.0.0.1", "not public");
            }
            assertThat(first.connections()).isEqualTo(1);
        }
    }

    @Test
    void receiversOfAnAccountThatNeverAnswerHoldUpNoOtherAccount() throws Exception {
        try (HostileReceiver quiet = new HostileReceiver(HostileReceiver.plain(), new Behaviour("", "", false))) {
            for (int i = 0; i < 60; i++) {
                String host = i % 2 == 0 ? "quiet-" + i + ".example" : "127.0.0.1"; // as that of the other's receiver
                reply(executeWithCallback("http://" + host + ":" + quiet.port() + "/", 60), "1");
            }
            served.clock.advance(Duration.ofSeconds(1));
            served.devices.create(served.otherAccount, "van-13", null, false);
            ApiClient other = served.otherClient();
            String others = "/dongle/devices/"
                    + other.get("/dongle/devices/").is(200).json().at("/0/id").textValue();
            String jid = other.post(
                            others + "/execute/",
                            "{\"command\": \"test.ping\", \"callback_url\": \"" + receiver.url("/ok")
                                    + "\", \"callback_timeout\": 5}")
                    .is(200)
                    .json()
                    .get("jid")
                    .textValue();
            served.clock.advance(Duration.ofSeconds(6));
            Await.until(
                    "the other account's callback is sent",
                    () -> !other.get(others + "/callback/" + jid + "/")
                            .is(200)
                            .json()
                            .get("sent_requests")
                            .isEmpty());
            assertThat(quiet.connections()).isBetween(1, 59);
        }
    }

    @Test
    void receiversThatNeverAnswerLeaveThreadsToTheOthersOfTheirAccount() throws Exception {
        try (HostileReceiver quiet = new HostileReceiver(HostileReceiver.plain(), new Behaviour("", "", false))) {
            for (int i = 0; i < 100; i++) {
                String host = "quiet-" + i % 3 + ".example";
                reply(executeWithCallback("http://" + host + ":" + quiet.port() + "/", 60), "1");
            }
            Await.until("some had no answer", () -> served.number("SELECT COUNT(*) FROM callback_attempt") >= 8);
            served.clock.advance(Duration.ofSeconds(1));
            reply(executeWithCallback(receiver.url("/ok"), 60), "1");
            receiver.awaitRequests(1);
            assertThat(quiet.connections()).isLessThan(60);
        }
    }

    @Test
    void whatIsDueOfAnAccountWhoseShareIsFullTakesNoTimeOfOthers() throws Exception {
        worker.close();
        opened.clear();
        reply(executeWithCallback(receiver.url("/ok"), 60), "1");
        try (HostileReceiver quiet = new HostileReceiver(HostileReceiver.plain(), new Behaviour("", "", false));
                CallbackWorker full = new CallbackWorker(
                        served.database,
                        served.key,
                        new CallbackSender(addresses, Duration.ofMinutes(1)),
                        List.of(Duration.ZERO),
                        served.clock)) {
            addDue(100_000, quiet.port());
            full.sendDue();
            receiver.awaitRequests(1);
            Await.until("the share is full", () -> quiet.connections() == 8);
            long start = System.nanoTime();
            for (int i = 0; i < 40; i++) {
                full.sendDue();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(Duration.ofMillis(TimeoutFactor.scaledSeconds(1) * 1_000));
            assertThat(quiet.connections()).isEqualTo(8);
        }
    }

    /** Adds requests of another account to two hosts, which are due before the one that is there. */
    private void addDue(int count, int port) {
        long device = served.devices
                .create(served.otherAccount, "van-13", null, false)
                .number();
        String from = " FROM number CROSS JOIN ";
        String host = "CASE WHEN n % 2 = 0 THEN '127.0.0.1' ELSE 'quiet.example' END";
        String select = " WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < " + count
                + ") SELECT 'a' || n, ";
        served.database.write().useTransaction(handle -> {
            handle.execute("INSERT INTO job (jid, device, command, arg, kwarg, issued, expires, state, state_at)"
                    + select + device + ", command, arg, kwarg, issued, expires, state, state_at" + from + "job");
            handle.execute("INSERT INTO callback (jid, url, timeout, timeout_task_id, created, token)" + select
                    + "'http://' || " + host + " || ':" + port + "/', timeout, timeout_task_id, created, token" + from
                    + "callback");
            handle.execute("INSERT INTO callback_request (jid, account, state, share, body, attempts, next_attempt)"
                    + select + served.otherAccount + ", state, " + host + ", body, 0, next_attempt - 1" + from
                    + "callback_request");
        });
    }

    @Test
    void aServerThatIsNotThereAndARedirectAreRecorded() throws Exception {
        int port;
        try (ServerSocket closed = HostileReceiver.plain()) {
            port = closed.getLocalPort();
        }
        String jid = executeWithCallback("http://localhost:" + port + "/", 60);
        reply(jid, "1");
        Await.until("an attempt", () -> !callback(jid).get("sent_requests").isEmpty());
        assertThat(callback(jid).at("/sent_requests/0/error").textValue()).contains("refused");
        Behaviour redirect = new Behaviour(
                "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n", "", false);
        attemptsFailAndOthersGoOn(HostileReceiver.plain(), "http", redirect, "302");
    }
}
