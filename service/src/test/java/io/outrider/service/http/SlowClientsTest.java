package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send or read slowly, or never: others are served all the while, and they are not waited for without end. */
@Tag("slow")
class SlowClientsTest {
    /** More than the server has threads. */
    private static final int MANY = 400;

    @TempDir
    Path folder;

    private final List<RawRequest> clients = new ArrayList<>();
    private final ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
    private ServedApi api;

    @BeforeEach
    void open() throws IOException {
        api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder, Duration.ofSeconds(4));
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        drip.shutdownNow();
        drip.awaitTermination(10, TimeUnit.SECONDS);
        for (RawRequest each : clients) {
            each.close();
        }
        api.close();
    }

    private void connect(int count, String text) throws IOException {
        for (int i = 0; i < count; i++) {
            RawRequest client = new RawRequest(api.served.port());
            clients.add(client);
            client.send(text.replace("NUMBER", Integer.toString(i)));
        }
    }

    private void drip(int pauseMillis) {
        drip.scheduleWithFixedDelay(
                () -> clients.forEach(each -> each.send(" ")), pauseMillis, pauseMillis, TimeUnit.MILLISECONDS);
    }

    private String head(String request, String more) {
        return request + " HTTP/1.1\r\nHost: x\r\nAuthorization: APIToken " + api.served.token + "\r\n" + more;
    }

    private void othersAreServed() {
        for (int i = 0; i < 20; i++) {
            api.served.otherClient().get("/dongle/devices/").is(200);
            api.served.client(null).get("/health").is(200);
            api.served
                    .otherClient()
                    .post("/auth/tokens/", "{\"name\": \"other-" + i + "\"}")
                    .is(201);
        }
    }

    private static boolean ends(RawRequest client, String with) throws IOException {
        String answer = client.answer(Duration.ofMillis(10));
        assertThat(answer)
                .satisfiesAnyOf(
                        text -> assertThat(text).endsWith("<open>"),
                        text -> assertThat(text).contains(with).endsWith("<end>"));
        return answer.endsWith("<end>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 1000\r\n\r\n",
                "Content-Length: 1000000\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n3\r\n"
            })
    void bodiesThatDoNotComeHoldUpNobodyAndGet408(String rest) throws IOException {
        connect(MANY, head("POST /dongle/devices/", rest));
        othersAreServed();
        for (RawRequest each : clients) {
            Await.until("the request has ended", () -> ends(each, " 408 "));
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 300", "1000000, 2"})
    void bodiesThatDripHoldUpNobodyAndGet408(int length, int pauseMillis) throws IOException {
        connect(MANY, head("POST /dongle/devices/", "Content-Length: " + length + "\r\n\r\n"));
        drip(pauseMillis);
        othersAreServed();
        for (RawRequest each : clients) {
            Await.until("the request has ended", () -> ends(each, " 408 "));
        }
    }

    @Test
    void largeBodiesWhoseRestDoesNotComeHoldUpNobody() throws IOException {
        // sixteen at a time, each for twice the patience: all have had their turn long before ten times the patience
        connect(30, head("POST /dongle/devices/", "Content-Length: 1000000\r\n\r\n" + " ".repeat(100_000)));
        othersAreServed();
        for (RawRequest each : clients) {
            Await.until("the request has ended", () -> ends(each, "\"code\":"));
        }
    }

    /** Others were served all the while, and not behind these. */
    private void allAreWaitedFor() throws IOException {
        for (RawRequest each : clients) {
            assertThat(each.answer(Duration.ofMillis(10))).isEqualTo("<open>");
        }
    }

    private void sendSlowly(String authorization) throws IOException {
        connect(
                20,
                "POST /dongle/devices/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113." + clients.size()
                        + "\r\nAuthorization: " + authorization + "\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 1000000\r\n\r\n" + " ".repeat(100_000));
    }

    @Test
    void anAccountHasOneShareOfThreadsWithAllItsTokensHoweverTheyAreWritten() throws IOException {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            tokens.add(api.served.accounts.createToken(api.served.account, "number " + i, null));
            api.served
                    .client("APIToken " + tokens.get(i))
                    .get("/dongle/devices/")
                    .is(200);
        }
        for (String token : tokens) {
            sendSlowly("APIToken " + token);
            sendSlowly("apitoken   " + token);
        }
        othersAreServed();
        allAreWaitedFor();
    }

    @Test
    void slowUploadsOfAllUnitsOfAnAccountHaveOneShareOfThreads() throws IOException {
        for (int unit = 0; unit < 12; unit++) {
            api.served.enrolled("unit-" + unit, "secret-" + unit);
            String request = "POST /logbook/storage/ HTTP/1.1\r\nHost: x\r\nunit-id: unit-" + unit
                    + "\r\nAuthorization: token secret-" + unit
                    + "\r\nContent-Type: application/json\r\nContent-Length: ";
            connect(1, request + "2\r\nConnection: close\r\n\r\n[]"); // after which the unit is known by its secret
            RawRequest known = clients.remove(clients.size() - 1);
            assertThat(known.answer(Duration.ofSeconds(20))).contains(" 200 ");
            known.close();
            connect(25, request + "1000000\r\n\r\n[" + " ".repeat(100_000));
        }
        othersAreServed();
        allAreWaitedFor();
    }

    @Test
    void slowStrangersFromManyAddressesHoldUpNoClient() throws IOException {
        for (int i = 0; i < MANY; i++) {
            connect(
                    1,
                    "POST /auth/login/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0." + i / 20
                            + ".113\r\nContent-Length: 1000000\r\n\r\n" + " ".repeat(100_000));
        }
        othersAreServed();
        allAreWaitedFor();
    }

    @Test
    void tokensThatAreNoneHaveTheThreadsOfTheirAddress() throws IOException {
        for (int i = 0; i < 100; i++) {
            connect(
                    1,
                    "GET /dongle/devices/ HTTP/1.1\r\nHost: x\r\nAuthorization: APIToken invented-" + i
                            + "\r\nConnection: close\r\n\r\n");
        }
        othersAreServed();
        for (RawRequest each : clients) {
            assertThat(each.answer(Duration.ofSeconds(20))).contains(" 401 ");
        }
    }

    @Test
    void strangersBehindAProxyHoldUpEachHisOwnLogins() throws Exception {
        api.served.withUser();
        connect(
                100,
                "POST /auth/login/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n"
                        + "Content-Length: 1000000\r\n\r\n" + " ".repeat(100_000));
        for (String each : List.of("203.0.113.8", "203.0.113.9")) {
            String body =
                    "{\"email\": \"" + ServedAccounts.EMAIL + "\", \"password\": \"" + ServedAccounts.PASSWORD + "\"}";
            RawRequest login = new RawRequest(api.served.port());
            login.send("POST /auth/login/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.9, " + each
                    + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body);
            assertThat(login.answer(Duration.ofSeconds(30))).contains(" 200 ", "token");
            login.close();
        }
        allAreWaitedFor();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET / HTTP/1.1\r\nHost: x\r\nX:"})
    void headsThatDripAreEnded(String beginning) throws IOException {
        connect(MANY, beginning);
        if (!beginning.isEmpty()) {
            drip(300);
        }
        othersAreServed();
        for (RawRequest each : clients) {
            Await.until("the connection has ended", () -> ends(each, ""));
        }
    }

    /** @return path of a read whose answer has so many megabytes */
    private String longRead(int megabytes) throws Exception {
        StringBuilder records = new StringBuilder();
        for (int batch = 0; batch < megabytes; batch++) {
            records.setLength(0);
            for (int i = 0; i < 1000; i++) {
                records.append(i == 0 ? "[" : ",")
                        .append("{\"@t\": \"test.long\", \"@ts\": \"2026-11-22T10:")
                        .append(String.format("%02d:%02d.%03d000", batch, i / 100, i % 100))
                        .append("Z\", \"x\": \"")
                        .append("y".repeat(1000))
                        .append("\"}");
            }
            api.store(records.append("]").toString());
        }
        return "/logbook/storage/raw/?start_utc=2026-11-22T00:00:00Z&end_utc=2026-11-23T00:00:00Z&device_id="
                + api.device.id();
    }

    /** Also those that wait for others when their time ends. */
    @Test
    void answersThatAreNotReadHoldUpNobodyAndAreCut() throws Exception {
        connect(MANY / 2, head("GET " + longRead(4), "\r\n"));
        String body = "that the route does not read";
        connect(
                MANY / 2,
                head("GET /docs/swagger-ui-bundle.js", "Content-Length: " + body.length() + "\r\n\r\n" + body));
        othersAreServed();
        for (RawRequest each : clients) {
            Await.until("the answer is cut", () -> !each.send("x"));
        }
    }

    @Test
    void answersThatAreReadALittleAllTheTimeAreCut() throws Exception {
        api.close();
        api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder, Duration.ofSeconds(1));
        connect(1, head("GET " + longRead(24), "\r\n"));
        RawRequest client = clients.get(0);
        // a third of the server's buffer of 2.6 MB within the idle time, and not all within the time of an answer
        drip.scheduleWithFixedDelay(() -> client.receive(50_000), 0, 50, TimeUnit.MILLISECONDS);
        Await.until("the answer has ended", client::hasEnded);
        String answer = client.answer(Duration.ofMillis(10));
        assertThat(answer).startsWith("HTTP/1.1 200 ");
        assertThat(answer.endsWith("]<end>")).as("the answer is whole").isFalse();
    }

    @Test
    void aStreamOfEventsOutlastsOtherAnswers() throws IOException {
        connect(1, head("GET /dongle/devices/" + api.device.id() + "/events/", "\r\n"));
        connect(1, head("GET /docs/swagger-ui-bundle.js", "\r\n"));
        Await.until("the other answer is cut", () -> !clients.get(1).send("x"));
        assertThat(clients.get(0).answer(Duration.ofMillis(10)))
                .contains(" 200 ")
                .endsWith("<open>");
    }
}
