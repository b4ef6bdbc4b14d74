package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers with more connections than the server takes, who send no request for minutes: others are served at once. */
@Tag("slow")
class ConnectionLimitTest {
    private static final String HEAD = "POST /dongle/devices/ HTTP/1.1\r\nHost: x\r\n";

    /** Connections of all together, and some more. */
    private static final int MANY = HttpServer.MOST_CONNECTIONS + 51;

    @TempDir
    Path folder;

    private final List<RawRequest> clients = new ArrayList<>();
    private ServedApi api;

    @BeforeEach
    void serve() throws Exception {
        api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder, Duration.ofMinutes(5));
    }

    @AfterEach
    void close() throws Exception {
        for (RawRequest each : clients) {
            each.close();
        }
        api.close();
    }

    private void connect(int count, String from, String text) throws Exception {
        for (int i = 0; i < count; i++) {
            RawRequest client = new RawRequest(api.served.port(), from);
            clients.add(client);
            client.send(text);
        }
    }

    private long open() throws Exception {
        long open = 0;
        for (RawRequest each : clients) {
            open += each.answer(Duration.ofMillis(1)).endsWith("<open>") ? 1 : 0;
        }
        return open;
    }

    private void othersAreServed() throws Exception {
        for (String from : List.of("127.0.0.1", "127.0.0.99")) {
            try (RawRequest other = new RawRequest(api.served.port(), from)) {
                other.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
                assertThat(other.answer(Duration.ofSeconds(20))).startsWith("HTTP/1.1 200 ");
            }
        }
        api.served.client().get("/dongle/devices/").is(200);
    }

    @Test
    void anAddressHasAnEighthOfAllConnections() throws Exception {
        connect(MANY, "127.0.0.2", HEAD);
        othersAreServed();
        Await.until("the others are closed", () -> open() == ServedAccounts.ADDRESS_CONNECTIONS);
        clients.get(0).close(); // one of those that are open, as they were the first
        Await.until("there is room again", () -> {
            try (RawRequest next = new RawRequest(api.served.port(), "127.0.0.2")) {
                next.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
                return next.answer(Duration.ofSeconds(20)).startsWith("HTTP/1.1 200 ");
            }
        });
    }

    @Test
    void aProxyOfThisMachineHasMore() throws Exception {
        connect(ServedAccounts.ADDRESS_CONNECTIONS + 50, "127.0.0.1", HEAD);
        othersAreServed();
        assertThat(open()).isEqualTo(clients.size());
    }

    @Test
    void whereManyAddressesWaitThoseThatHaveWaitedLongestAreClosed() throws Exception {
        String body = "Content-Length: 1000\r\n\r\n";
        for (int i = 0; i * 200 < MANY; i++) {
            connect(200, "127.0.0." + (10 + i), i < 3 ? HEAD + body : HEAD);
        }
        othersAreServed();
        Await.until("enough are closed", () -> open() <= 1_500);
        assertThat(open()).as("no more are closed than have to be").isGreaterThanOrEqualTo(1_400);
        assertThat(clients.get(0).answer(Duration.ofMillis(1)))
                .as("the earliest")
                .endsWith("<end>");
        assertThat(clients.get(clients.size() - 1).answer(Duration.ofMillis(1))).endsWith("<open>");
    }

    @Test
    void requestsThatAreBeingAnsweredAreNoneThatWait() throws Exception {
        String stream = "GET /dongle/devices/" + api.device.id() + "/events/ HTTP/1.1\r\nHost: x\r\n"
                + "Authorization: APIToken " + api.served.token + "\r\n\r\n";
        connect(1, "127.0.0.1", stream);
        Await.until(
                "the stream is open",
                () -> clients.get(0).answer(Duration.ofMillis(10)).contains("event: device"));
        for (int i = 0; i * 200 < MANY; i++) {
            connect(200, "127.0.0." + (10 + i), "");
        }
        othersAreServed();
        assertThat(clients.get(0).answer(Duration.ofMillis(10))).endsWith("<open>");
    }
}
