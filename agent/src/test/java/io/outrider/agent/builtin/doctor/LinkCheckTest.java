package io.outrider.agent.builtin.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Health;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.Mosquitto.BrokerConfig;
import io.outrider.testkit.ThrowAwayCa;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks of the link with real brokers and certificates. */
class LinkCheckTest {
    @TempDir
    private Path folder;

    private ThrowAwayCa ca;
    private Clock clock = Clock.systemUTC();
    private Health link = Health.NOTHING;

    @BeforeEach
    void authority() {
        ca = new ThrowAwayCa(folder, "ca");
    }

    private static LinkSettings settings(String url, Path ca, ThrowAwayCa.Pair own) {
        return new LinkSettings(
                url,
                null,
                null,
                null,
                ca == null ? null : ca.toString(),
                own == null ? null : own.certificate().toString(),
                own == null ? null : own.key().toString(),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private List<CheckReport> reports(LinkSettings settings) throws Exception {
        List<CheckReport> reports = new ArrayList<>();
        for (Check each : LinkCheck.of(() -> settings, () -> link, clock)) {
            reports.addAll(each.work().run());
        }
        return reports;
    }

    @Test
    void theDatesOfAllCertificatesAreReported() throws Exception {
        BrokerConfig mutual = new BrokerConfig().clientCertificates(ca.server(), ca);
        try (Mosquitto broker = Mosquitto.configured(folder, mutual)) {
            LinkSettings settings = settings("mqtts://localhost:" + broker.port(), ca.certificate(), ca.client("u1"));
            assertThat(reports(settings))
                    .extracting(CheckReport::name)
                    .containsExactly("link", "broker certificate", "authorities", "unit certificate");
            assertThat(reports(settings).get(0).text()).isEqualTo("the broker can be reached");
            clock = Clock.offset(Clock.systemUTC(), Duration.ofDays(20_000));
            List<CheckReport> late = reports(settings);
            assertThat(late.subList(1, 4)).allSatisfy(each -> {
                assertThat(each.verdict()).isEqualTo(Verdict.BAD);
                assertThat(each.text()).startsWith("ended on 20");
                assertThat(each.remedy()).isNotEmpty();
            });
        }
    }

    private static Health connected() {
        return new Health(
                Map.of("state", "connected", "broker", "mqtts://b:1", "connected_seconds", 7), List.of(), List.of());
    }

    @Test
    void anExpiredCertificateOfTheBrokerIsTheReasonAndItsDateIsThere() throws Exception {
        String reason =
                "the broker's certificate is not valid now: check the unit's clock, then the broker's certificate";
        try (Mosquitto broker = Mosquitto.configured(folder, new BrokerConfig().tls(ca.expiredServer()))) {
            LinkSettings settings = settings("mqtts://localhost:" + broker.port(), ca.certificate(), null);
            List<CheckReport> reports = reports(settings);
            assertThat(reports.get(0)).isEqualTo(CheckReport.bad("link", reason, ""));
            assertThat(reports.get(1).name()).isEqualTo("broker certificate");
            assertThat(reports.get(1).verdict()).isEqualTo(Verdict.BAD);
            assertThat(reports.get(1).text()).startsWith("ended on 20");
            link = connected();
            assertThat(reports(settings).get(0))
                    .as("the connection of before goes on, and is the last one")
                    .isEqualTo(CheckReport.bad(
                            "link",
                            "mqtts://b:1, connected for 7 s; a new connection fails: " + reason,
                            "Do that before this connection ends."));
        }
    }

    @Test
    void aBrokerThatDoesNotAnswerASecondConnectionIsToBeLookedAt() throws Exception {
        link = connected();
        CheckReport report = reports(settings("mqtts://127.0.0.1:" + Mosquitto.freePort(), null, null))
                .get(0);
        assertThat(report.verdict()).isEqualTo(Verdict.LOOK);
        assertThat(report.text()).contains("connected for 7 s; a new connection fails: nothing accepts connections at");
    }

    @Test
    void aBrokerThatRefusesTheUnitsCertificateIsBad() throws Exception {
        BrokerConfig mutual = new BrokerConfig().clientCertificates(ca.server(), ca);
        try (Mosquitto broker = Mosquitto.configured(folder, mutual)) {
            String url = "mqtts://localhost:" + broker.port();
            link = connected();
            CheckReport without = reports(settings(url, ca.certificate(), null)).get(0);
            assertThat(without.verdict()).isEqualTo(Verdict.BAD);
            assertThat(without.text()).contains("the broker wants a certificate of this unit");
            ThrowAwayCa.Pair other = new ThrowAwayCa(folder, "other").client("u1");
            CheckReport refused =
                    reports(settings(url, ca.certificate(), other)).get(0);
            assertThat(refused.verdict()).isEqualTo(Verdict.BAD);
            assertThat(refused.text()).contains("the broker refuses this unit's certificate");
        }
    }

    /** Of a broker that is connected: an alert, the close or a text instead of the handshake. */
    @ParameterizedTest
    @CsvSource({
        "15 03 03 00 02 02 46, BAD, alert protocol_version",
        "15 03 03 00 02 02 28, BAD, alert handshake_failure",
        "15 03 03 00 02 02 50, LOOK, alert internal_error",
        "'', LOOK, no TLS with",
        "48 54 54 50 2f 31 2e 31 20 34 30 30, LOOK, no TLS with"
    })
    void onlyARefusalInTheHandshakeIsBadForAConnectedLink(String answer, Verdict verdict, String reason)
            throws Exception {
        link = connected();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FutureTask<Void> once = new FutureTask<>(() -> {
                try (Socket unit = server.accept()) {
                    unit.getInputStream().read(new byte[10_000]);
                    unit.getOutputStream().write(HexFormat.of().parseHex(answer.replace(" ", "")));
                }
                return null;
            });
            Thread thread = new Thread(once, "test-broker");
            thread.start();
            CheckReport report = reports(settings("mqtts://127.0.0.1:" + server.getLocalPort(), ca.certificate(), null))
                    .get(0);
            once.get();
            thread.join();
            assertThat(report.verdict()).isEqualTo(verdict);
            assertThat(report.text()).contains("a new connection fails", reason);
        }
    }

    @Test
    void onlyTheAuthorityInUseMakesALineBad() throws Exception {
        Path both = Files.writeString(
                folder.resolve("both.crt"),
                Files.readString(ca.expiredServer().certificate()) + Files.readString(ca.certificate()));
        LinkSettings unreachable = settings("mqtts://localhost:" + Mosquitto.freePort(), both, null);
        try (Mosquitto broker = Mosquitto.configured(folder, new BrokerConfig().tls(ca.server()))) {
            LinkSettings settings = settings("mqtts://localhost:" + broker.port(), both, null);
            assertThat(authorities(settings).verdict())
                    .as("its end is near: the authority lives for two days")
                    .isEqualTo(Verdict.LOOK);
            assertThat(authorities(settings).text()).startsWith("valid until ");
            clock = Clock.offset(Clock.systemUTC(), Duration.ofDays(20_000));
            assertThat(authorities(settings).verdict()).isEqualTo(Verdict.BAD);
            clock = Clock.systemUTC();
        }
        assertThat(authorities(unreachable))
                .extracting(CheckReport::verdict, CheckReport::text)
                .containsExactly(
                        Verdict.LOOK, "1 of 2 in " + both + " have ended, and which one the broker needs is not known");
        clock = Clock.offset(Clock.systemUTC(), Duration.ofDays(20_000));
        assertThat(authorities(unreachable).verdict()).as("all have ended").isEqualTo(Verdict.BAD);
    }

    private CheckReport authorities(LinkSettings settings) throws Exception {
        return reports(settings).stream()
                .filter(each -> each.name().equals("authorities"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aBrokerOfAnotherAuthorityIsNotTrusted() throws Exception {
        Path other = new ThrowAwayCa(folder, "other").certificate();
        try (Mosquitto broker = Mosquitto.configured(folder, new BrokerConfig().tls(ca.server()))) {
            CheckReport report = reports(settings("mqtts://localhost:" + broker.port(), other, null))
                    .get(0);
            assertThat(report.verdict()).isEqualTo(Verdict.BAD);
            assertThat(report.text()).contains("not signed by whom the unit trusts");
        }
    }

    @Test
    void aBrokerThatIsNotThereIsBad() throws Exception {
        int port = Mosquitto.freePort();
        assertThat(reports(settings("mqtt://127.0.0.1:" + port, null, null)))
                .containsExactly(CheckReport.bad(
                        "link",
                        "nothing accepts connections at mqtt://127.0.0.1:" + port
                                + ": check [link] url, or wait for the broker",
                        ""));
    }

    @Test
    void theLinksOwnHealthComesFirst() throws Exception {
        try (Mosquitto broker = Mosquitto.configured(folder, new BrokerConfig())) {
            LinkSettings settings = settings("mqtt://127.0.0.1:" + broker.port(), null, null);
            Map<String, Object> facts = Map.of("state", "connected", "broker", "mqtt://b:1", "connected_seconds", 7);
            link = new Health(facts, List.of(), List.of());
            assertThat(reports(settings)).containsExactly(CheckReport.ok("link", "mqtt://b:1, connected for 7 s"));
            link = new Health(Map.of("state", "waiting"), List.of(), List.of("it is not authorized: check the user"));
            assertThat(reports(settings))
                    .containsExactly(CheckReport.bad("link", "it is not authorized: check the user", ""));
            link = new Health(Map.of("state", "connecting"), List.of(), List.of());
            assertThat(reports(settings)).extracting(CheckReport::verdict).containsExactly(Verdict.LOOK);
        }
    }

    @Test
    void aFileThatHoldsNoCertificateIsBad() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.crt"), "nothing\n");
        String url = "mqtts://127.0.0.1:" + Mosquitto.freePort();
        assertThat(reports(settings(url, empty, null))).singleElement().satisfies(each -> {
            assertThat(each.verdict()).isEqualTo(Verdict.BAD);
            assertThat(each.text()).startsWith("[link] ca: ").endsWith("empty.crt holds no PEM certificate");
        });
        LinkSettings own = settings(url, ca.certificate(), new ThrowAwayCa.Pair(empty, empty));
        Check files = LinkCheck.of(() -> own, () -> link, clock).get(1);
        assertThat(catchThrowable(() -> files.work().run())).hasMessageContaining("empty.crt holds no PEM certificate");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-01T00:00:00Z, BAD, not valid before 2026-11-10",
        "2026-11-10T00:00:00Z, OK, 'valid until 2027-01-10, 61 days'",
        "2026-12-19T23:59:59Z, OK, 'valid until 2027-01-10, 21 days'",
        "2026-12-20T00:00:01Z, LOOK, 'valid until 2027-01-10, 20 days'",
        "2027-01-09T00:00:00Z, LOOK, 'valid until 2027-01-10, 1 day'",
        "2027-01-10T00:00:00Z, BAD, ended on 2027-01-10"
    })
    void theValidityOfACertificateIsJudged(Instant now, Verdict verdict, String text) {
        CheckReport report = LinkCheck.judge(
                "unit certificate",
                Instant.parse("2026-11-10T00:00:00Z"),
                Instant.parse("2027-01-10T00:00:00Z"),
                now,
                "Renew it.");
        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.text()).isEqualTo(text);
    }
}
