package io.outrider.service.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.LostUnit;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.fixture.UnitKey;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.service.tls.BrokerCertificate;
import io.outrider.service.tls.CertificateAuthority;
import io.outrider.service.tls.UnitCertificates;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.ThrowAwayCa;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Client certificates at the embedded broker, and mosquitto's clients as units. */
@Tag("slow")
@ParameterizedClass
@EnumSource
class UnitCertificatesTest {
    private static final String SECRET = "unit-secret";
    private static final Duration LIFE = Duration.ofDays(365);

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private ServedAccounts served;
    private CertificateAuthority authority;
    private BrokerCertificate certificate;
    private EmbeddedBroker broker;
    private BrokerLinks link;
    private UnitKey key;

    @BeforeEach
    void start() throws Exception {
        served = new ServedAccounts(kind, folder);
        enrol("van-12", SECRET);
        enrol("van-13", "other-secret");
        authority = authority(served, Clock.systemUTC());
        key = UnitKey.make(folder, "unit");
        Files.writeString(folder.resolve("ca.pem"), authority.pem());
        certificate = TestBroker.certificate(authority, folder, served, Clock.systemUTC());
        int plain = Mosquitto.freePort();
        broker = TestBroker.start(plain, port, folder.resolve("broker"), served, certificate, served.clock);
        UnitMessageHandler handler = (unit, payload, retained) -> {
            received.add(unit + " " + new String(payload, StandardCharsets.UTF_8));
            return CompletableFuture.completedStage(null);
        };
        link = new BrokerLinks(plain, Map.of("return", handler, "presence", handler));
    }

    @AfterEach
    void stop() {
        link.close();
        broker.close();
        served.close();
    }

    private static CertificateAuthority authority(ServedAccounts of, Clock clock) {
        return CertificateAuthority.open(of.database, of.key, new SecureRandom(), clock);
    }

    private void enrol(String unit, String secret) {
        served.devices
                .ofUnit(unit)
                .ifPresentOrElse(device -> served.setSecret(device, secret), () -> served.enrolled(unit, secret));
    }

    private Path issued(CertificateAuthority by, String unit, String secret) throws IOException {
        String pem = new UnitCertificates(by, LIFE).issue(unit, MasterKey.hash(secret), key.request());
        return Files.writeString(Files.createTempFile(folder, unit, ".pem"), pem);
    }

    private List<String> files(Path unitCertificate, Path unitKey) {
        return List.of(
                "--cafile",
                folder.resolve("ca.pem").toString(),
                "--cert",
                unitCertificate.toString(),
                "--key",
                unitKey.toString());
    }

    private Process publisher(String unit, Path unitCertificate, Path unitKey, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("mosquitto_pub", "-V", "5", "-h", "localhost", "-q", "1"));
        command.addAll(List.of("-p", Integer.toString(port), "-u", unit, "-i", unit));
        command.addAll(List.of("-t", "outrider/v1/" + unit + "/return"));
        command.addAll(files(unitCertificate, unitKey));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Acknowledgement of the unit's message, or none. */
    private boolean publishes(String unit, Path unitCertificate, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("-m", "x"));
        words.addAll(List.of(more));
        return isGood(publisher(unit, unitCertificate, key.file(), words.toArray(String[]::new)));
    }

    private static boolean isGood(Process process) throws InterruptedException {
        assertThat(process.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                .isTrue();
        return process.exitValue() == 0;
    }

    @Test
    void aUnitIsLetInByItsCertificateWithoutAPassword() throws Exception {
        assertThat(publishes("van-12", issued(authority, "van-12", SECRET))).isTrue();
        Await.until("the message", () -> received.contains("van-12 x"));
    }

    @Test
    void aCertificateOfAnotherUnitIsRefusedEvenWithTheRightPassword() throws Exception {
        Path other = issued(authority, "van-13", "other-secret");
        assertThat(publishes("van-12", other)).isFalse();
        assertThat(publishes("van-12", other, "-P", SECRET)).isFalse();
        assertThat(publishes("van-12", issued(authority, "van-12", "other-secret")))
                .isFalse();
        assertThat(publishes("_service", issued(authority, "_service", SECRET))).isFalse();
        assertThat(publishes("van-13", other)).isTrue();
    }

    @Test
    void aCertificateThatTheAuthorityHasNotIssuedToAClientIsRefused() throws Exception {
        ThrowAwayCa.Pair stranger = new ThrowAwayCa(folder, "stranger").client("van-12");
        assertThat(isGood(publisher("van-12", stranger.certificate(), stranger.key(), "-m", "x", "-P", SECRET)))
                .isFalse();
        Files.createDirectory(folder.resolve("other"));
        try (ServedAccounts other = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder.resolve("other"))) {
            CertificateAuthority namesake = authority(other, Clock.systemUTC());
            assertThat(publishes("van-12", issued(namesake, "van-12", SECRET))).isFalse();
        }
    }

    @Test
    void aCertificateThatHasEndedIsRefused() throws Exception {
        Clock earlier = Clock.fixed(Instant.now().minus(LIFE).minusSeconds(60), ZoneOffset.UTC);
        assertThat(publishes("van-12", issued(authority(served, earlier), "van-12", SECRET)))
                .isFalse();
    }

    @Test
    void anEnrolmentAnewEndsOlderCertificates() throws Exception {
        Path old = issued(authority, "van-12", SECRET);
        enrol("van-12", "new-secret");
        assertThat(publishes("van-12", old)).isFalse();
        assertThat(publishes("van-12", issued(authority, "van-12", "new-secret")))
                .isTrue();
    }

    @Test
    void anOpenConnectionEndsWithTheDevice() throws Exception {
        String device = served.devices.ofUnit("van-12").orElseThrow().id();
        assertConnectionEnds(() -> served.devices.delete(served.account, device));
    }

    @Test
    void anOpenConnectionEndsWithItsCertificate() throws Exception {
        assertConnectionEnds(() -> served.clock.advance(LIFE.plusDays(30)));
    }

    @Test
    void aConnectionOnWhichNothingIsPublishedEndsWithItsCertificate() throws Exception {
        List<String> command = new ArrayList<>(List.of("stdbuf", "-oL", "mosquitto_sub", "-d", "-V", "5", "-h"));
        command.addAll(List.of("localhost", "-p", Integer.toString(port), "-u", "van-12", "-i", "van-12"));
        command.addAll(List.of("-t", "outrider/v1/van-12/command"));
        command.addAll(files(issued(authority, "van-12", SECRET), key.file()));
        Process unit = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var lines = unit.inputReader()) {
            assertThat(lines.lines().anyMatch(each -> each.contains("SUBACK"))).isTrue();
            broker.endWithdrawn(each -> true);
            served.clock.advance(LIFE.plusDays(30));
            assertThat(unit.isAlive()).isTrue();
            broker.endWithdrawn(each -> true);
            assertThat(unit.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                    .as("it connects again and is refused")
                    .isTrue();
            assertThat(link.problem()).isNull();
        } finally {
            unit.destroyForcibly().waitFor();
        }
    }

    private void assertConnectionEnds(Runnable event) throws Exception {
        Process unit = publisher("van-12", issued(authority, "van-12", SECRET), key.file(), "-l");
        try (Writer lines = unit.outputWriter()) {
            lines.write("before\n");
            lines.flush();
            Await.until("the message", () -> received.contains("van-12 before"));
            event.run();
            lines.write("after\n");
        }
        unit.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS);
        unit.destroyForcibly();
        LostUnit.lose(
                port,
                "van-13",
                "other-secret",
                "outrider/v1/van-13/presence",
                "lost",
                "--cafile",
                folder.resolve("ca.pem").toString());
        Await.until("a message behind it", () -> received.contains("van-13 lost"));
        assertThat(received).doesNotContain("van-12 after");
    }

    @Test
    void theWillOfALostUnitIsPublished() throws Exception {
        List<String> files = files(issued(authority, "van-12", SECRET), key.file());
        LostUnit.lose(port, "van-12", SECRET, "outrider/v1/van-12/presence", "lost", files.toArray(String[]::new));
        Await.until("the will", () -> received.contains("van-12 lost"));
    }

    @Test
    void onlyARequestOfAP256KeyThatHasSignedItIsGranted() throws Exception {
        UnitCertificates certificates = new UnitCertificates(authority, LIFE);
        String right = key.request();
        int middle = right.indexOf('\n', right.length() / 2);
        String changed = right.substring(0, middle - 4)
                + (right.startsWith("AAAA", middle - 4) ? "BBBB" : "AAAA")
                + right.substring(middle);
        String cut = right.substring(0, middle) + "\n-----END CERTIFICATE REQUEST-----\n";
        for (String each : List.of(
                changed,
                cut,
                "x",
                "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n",
                authority.pem(),
                UnitKey.make(folder, "rsa", "rsa:2048").request(),
                UnitKey.make(folder, "p384", "ec", "-pkeyopt", "ec_paramgen_curve:P-384")
                        .request(),
                UnitKey.make(folder, "ed", "ed25519").request())) {
            assertThatThrownBy(() -> certificates.issue("van-12", "hash", each))
                    .as(each)
                    .hasMessageContaining("PKCS #10");
        }
    }
}
