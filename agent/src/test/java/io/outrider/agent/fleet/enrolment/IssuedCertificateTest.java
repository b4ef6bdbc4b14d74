package io.outrider.agent.fleet.enrolment;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.ThrowAwayCa;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificate of a fleet service, whose requests openssl verifies; the real service is asked in bench/service. */
class IssuedCertificateTest {
    @TempDir
    private Path folder;

    private StubIssuer issuer;
    private LinkSettings settings;
    private Path password;

    @BeforeEach
    void serve() throws IOException {
        issuer = new StubIssuer(new ThrowAwayCa(folder, "ca"));
        issuer.permits.release(100);
        password = Files.createFile(
                folder.resolve("password"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, "secret\n");
        settings = new LinkSettings(
                "mqtts://localhost",
                null,
                "van-12",
                password.toString(),
                null,
                null,
                null,
                issuer.url(),
                null,
                null,
                null,
                null,
                null,
                null);
    }

    @AfterEach
    void stop() {
        issuer.close();
    }

    /** The certificate as it is after this time. */
    private IssuedCertificate after(Duration time) {
        return new IssuedCertificate(folder, Clock.fixed(Instant.now().plus(time), ZoneOffset.UTC));
    }

    private IssuedCertificate now() {
        return after(Duration.ZERO);
    }

    private String text() throws IOException {
        return Files.readString(folder.resolve("link/certificate.pem"));
    }

    @Test
    void aUnitGetsACertificateForAKeyThatItKeeps() throws Exception {
        assertThat(now().in(settings)).isEqualTo(settings);
        assertThat(now().renewed(settings)).isTrue();
        LinkSettings with = now().in(settings);
        assertThat(with.passwordFile()).isNull();
        assertThat(with.user()).isEqualTo("van-12");
        LinkFiles.check(with); // certificate and key fit together
        assertThat(issuer.requests).singleElement().asString().startsWith("van-12, token secret: ");
        assertThat(issuer.requests.get(0)).doesNotContain("PRIVATE");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(with.key()))))
                .isEqualTo("rw-------");
        assertThat(text()).doesNotContain("secret");
    }

    @Test
    void aCertificateIsRenewedAtTwoThirdsOfItsLifeWithANewKey() throws Exception {
        now().renewed(settings);
        String first = text();
        assertThat(after(Duration.ofHours(47)).renewed(settings)).isFalse();
        assertThat(after(Duration.ofHours(49)).renewed(settings)).isTrue();
        assertThat(text().substring(text().indexOf("PRIVATE"))).isNotEqualTo(first.substring(first.indexOf("PRIVATE")));
        assertThat(issuer.requests).hasSize(2);
        LinkFiles.check(now().in(settings));
    }

    @Test
    void aCertificateThatHasEndedGivesWayToThePassword() {
        now().renewed(settings);
        assertThat(after(Duration.ofHours(71)).in(settings).passwordFile()).isNull();
        assertThat(after(Duration.ofHours(73)).in(settings)).isEqualTo(settings);
    }

    @Test
    void aCertificateThatIsNotValidYetGivesWayToThePasswordAndIsRenewed() {
        now().renewed(settings);
        IssuedCertificate before = after(Duration.ofHours(-1));
        assertThat(before.in(settings)).isEqualTo(settings);
        assertThat(before.renewed(settings)).isTrue();
        assertThat(issuer.requests).hasSize(2);
    }

    @Test
    void aCertificateThatTheBrokerRefusesGivesWayToThePasswordUntilThereIsAnother() {
        IssuedCertificate certificate = new IssuedCertificate(folder, Clock.systemUTC());
        certificate.renewed(settings);
        certificate.refuse(settings);
        assertThat(certificate.in(settings)).isEqualTo(settings);
        assertThat(certificate.renewed(settings)).isTrue();
        assertThat(certificate.in(settings).passwordFile()).isNull();
    }

    @Test
    void aCertificateIsOfTheEnrolmentThatHasAskedForIt() throws Exception {
        issuer.permits.drainPermits();
        CompletableFuture<Boolean> renewed = CompletableFuture.supplyAsync(() -> now().renewed(settings));
        Await.until("the request", () -> !issuer.requests.isEmpty());
        Files.writeString(password, "other\n");
        issuer.permits.release(100);
        assertThat(renewed.get(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                .isTrue();
        assertThat(now().in(settings)).isEqualTo(settings);
        Files.writeString(password, "secret\n");
        assertThat(now().in(settings).passwordFile()).isNull();
    }

    @Test
    void anEnrolmentAnewNeedsACertificateAnew() throws Exception {
        now().renewed(settings);
        Files.writeString(password, "other\n");
        assertThat(now().in(settings)).isEqualTo(settings);
        assertThat(now().renewed(settings)).isTrue();
        assertThat(issuer.requests.get(1)).contains("token other");
    }

    @Test
    void aBrokenFileIsReplaced() throws Exception {
        now().renewed(settings);
        String right = text();
        for (String broken : new String[] {"", right.substring(0, right.indexOf("-----END CERT"))}) {
            Files.writeString(folder.resolve("link/certificate.pem"), broken);
            assertThat(now().in(settings)).isEqualTo(settings);
            assertThat(now().renewed(settings)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "{}",
                "{\"certificate\": \"x\"}",
                "{\"certificate\": \"-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\\n\"}",
                "a certificate of another key"
            })
    @Announces("no new certificate for this unit: http")
    void anAnswerThatIsNoCertificateOfTheKeyChangesNothing(String answer) throws Exception {
        now().renewed(settings);
        String before = text();
        issuer.answers(
                answer.contains("key")
                        ? "{\"certificate\": \""
                                + before.substring(before.indexOf("-----"), before.indexOf("-----BEGIN PRIVATE"))
                                        .replace("\n", "\\n")
                                + "\"}"
                        : answer);
        assertThat(after(Duration.ofHours(49)).renewed(settings)).isFalse();
        assertThat(text()).isEqualTo(before);
        assertThat(after(Duration.ofHours(49)).in(settings).passwordFile()).isNull();
    }

    @Test
    @Announces("no new certificate for this unit: http")
    void aServiceThatIsAwayIsAskedAgain() {
        issuer.close();
        assertThat(now().renewed(settings)).isFalse();
        assertThat(now().in(settings)).isEqualTo(settings);
    }

    @Test
    @Announces("no new certificate for this unit: http.* HTTP does not take the address")
    void aPasswordThatNoHeadTakesIsNotLogged() throws Exception {
        Files.writeString(password, "two\nlines\n");
        assertThat(now().renewed(settings)).isFalse();
        assertThat(issuer.requests).isEmpty();
    }

    @Test
    void withoutAnIssuerNothingIsAsked() {
        LinkSettings plain =
                new LinkSettings(null, null, null, null, null, null, null, null, null, null, null, null, null, null);
        assertThat(now().renewed(plain)).isFalse();
        assertThat(now().in(plain)).isEqualTo(plain);
    }
}
