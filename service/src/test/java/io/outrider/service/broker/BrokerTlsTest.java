package io.outrider.service.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ManualClock;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.tls.BrokerCertificate;
import io.outrider.service.tls.CertificateAuthority;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS of the embedded broker with a certificate of the service's own authority, and mosquitto's client as a unit. */
@Tag("slow")
@ParameterizedClass
@EnumSource
class BrokerTlsTest {
    private static final String SECRET = "unit-secret";

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private final ManualClock clock = new ManualClock(Instant.now().toString());
    private ServedAccounts served;
    private CertificateAuthority authority;
    private BrokerCertificate certificate;
    private EmbeddedBroker broker;

    @BeforeEach
    void start() throws Exception {
        served = new ServedAccounts(kind, folder);
        served.enrolled("van-12", SECRET);
        authority = authority();
        certificate = TestBroker.certificate(authority, folder, served, clock);
        broker = TestBroker.start(
                Mosquitto.freePort(), port, folder.resolve("broker"), served, certificate, Clock.systemUTC());
    }

    private CertificateAuthority authority() {
        return CertificateAuthority.open(served.database, served.key, new SecureRandom(), clock);
    }

    @AfterEach
    void stop() {
        broker.close();
        served.close();
    }

    /** Exit code of a publication with this authority in the client's file, or without TLS if it is null. */
    private int publish(String host, String ca, String password) throws Exception {
        List<String> command = new ArrayList<>(List.of("mosquitto_pub", "-V", "5", "-h", host));
        command.addAll(List.of("-p", Integer.toString(port), "-u", "van-12", "-P", password, "-i", "van-12"));
        command.addAll(List.of("-q", "1", "-t", "outrider/v1/van-12/return", "-m", "x"));
        if (ca != null) {
            command.addAll(List.of(
                    "--cafile", Files.writeString(folder.resolve("ca.pem"), ca).toString()));
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                .isTrue();
        return process.exitValue();
    }

    @Test
    void aUnitThatTrustsTheAuthorityConnectsByNameAndAddress() throws Exception {
        assertThat(publish("localhost", authority.pem(), SECRET)).isZero();
        assertThat(publish("127.0.0.1", authority.pem(), SECRET)).isZero();
    }

    @Test
    void aWrongPasswordAnotherAuthorityAndAClientWithoutTlsAreRefused() throws Exception {
        assertThat(publish("localhost", authority.pem(), "wrong")).isNotZero();
        try (ServedAccounts other = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder)) {
            String stranger = CertificateAuthority.open(
                            other.database, other.key, new SecureRandom(), Clock.systemUTC())
                    .pem();
            assertThat(publish("localhost", stranger, SECRET)).isNotZero();
        }
        assertThat(publish("localhost", null, SECRET)).isNotZero();
    }

    @Test
    void aCertificateOfAWrongClockIsMadeAnewWhenTheClockIsRight() throws Exception {
        byte[] first = Files.readAllBytes(certificate.file());
        certificate.renewIfDue();
        assertThat(certificate.file()).as("while it fits the clock").hasBinaryContent(first);
        Duration years = Duration.ofDays(800);
        clock.advance(years.negated());
        certificate.renewIfDue();
        Await.until("the broker has one that has ended", () -> publish("localhost", authority.pem(), SECRET) != 0);
        clock.advance(years);
        certificate.renewIfDue();
        Await.until("the broker has one that is valid", () -> publish("localhost", authority.pem(), SECRET) == 0);
    }

    @Test
    void theCertificateIsMadeAnewAtTwoThirdsOfItsLife() throws Exception {
        byte[] first = Files.readAllBytes(certificate.file());
        clock.advance(Duration.ofDays(260));
        certificate.renewIfDue();
        assertThat(certificate.file()).hasBinaryContent(first);
        clock.advance(Duration.ofDays(10));
        certificate.renewIfDue();
        assertThat(Files.readAllBytes(certificate.file())).isNotEqualTo(first);
    }

    @Test
    void allInstancesOnADatabaseHaveTheSameAuthority() {
        assertThat(authority().pem()).isEqualTo(authority.pem());
    }
}
