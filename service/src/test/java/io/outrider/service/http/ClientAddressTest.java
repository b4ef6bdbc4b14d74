package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.fixture.ServedAccounts;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClientAddressTest {
    private final HttpServer server = new HttpServer(
            new InetSocketAddress("127.0.0.1", 0),
            List.of(routes -> routes.get("/address", request -> request.result(ClientAddress.of(request)))),
            Duration.ofSeconds(30),
            ServedAccounts.ADDRESS_CONNECTIONS);

    @AfterEach
    void stop() {
        server.close();
    }

    private String address(String... forwarded) throws IOException {
        HttpURLConnection request = (HttpURLConnection) URI.create("http://127.0.0.1:" + server.port() + "/address")
                .toURL()
                .openConnection();
        for (String each : forwarded) {
            request.addRequestProperty("X-Forwarded-For", each);
        }
        return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aClientWithoutAProxyHasTheAddressOfItsConnection() throws IOException {
        assertThat(address()).isEqualTo("127.0.0.1");
    }

    @Test
    void aProxyOfThisMachineSaysTheAddressOfItsClientBehindWhatTheClientSays() throws IOException {
        assertThat(address("203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(address("198.51.100.9, 203.0.113.7")).isEqualTo("203.0.113.7");
    }

    @Test
    void aClientsOwnHeaderBesideTheProxysSaysNothing() throws IOException {
        assertThat(address("198.51.100.9", "203.0.113.7")).isEqualTo("203.0.113.7");
        assertThat(address("\"198.51.100.9", "\"x, 203.0.113.7")).isEqualTo("203.0.113.7");
    }

    @Test
    void anAddressOfIpv6CountsByItsFirst64Bits() {
        assertThat(ClientAddress.network("2001:db8:1:2::1"))
                .isEqualTo(ClientAddress.network("2001:db8:1:2:ffff::9"))
                .isNotEqualTo(ClientAddress.network("2001:db8:1:3::1"));
        assertThat(ClientAddress.network("192.0.2.7")).isEqualTo("192.0.2.7");
        assertThat(ClientAddress.network("no address: at all")).isEqualTo("no address: at all");
    }
}
