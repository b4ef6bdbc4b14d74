package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.testkit.Programs;
import io.outrider.testkit.ThrowAwayCa;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Authentication at the broker, and its error messages. */
class AdmissionTest {
    @TempDir
    Path folder;

    private LinkSettings tls(Mosquitto broker, String host, ThrowAwayCa trusted, ThrowAwayCa.Pair own) {
        return LinkUnit.settings(
                "mqtts://" + host + ":" + broker.port(),
                null,
                null,
                trusted.certificate().toString(),
                own == null ? null : own.certificate().toString(),
                own == null ? null : own.key().toString());
    }

    @Test
    @Announces("not authorized \\(0x87\\); check \\[link] user and password_file")
    void aWrongPasswordIsReportedAndTheFileIsReadAgainAtTheNextAttempt() throws IOException {
        try (Mosquitto broker =
                Mosquitto.configured(folder, new Mosquitto.BrokerConfig().users(Map.of("u1", "right")))) {
            String file = CertificateFiles.secret(folder, "wrong");
            try (LinkUnit unit = new LinkUnit(LinkUnit.password(broker.port(), "u1", file))) {
                unit.awaitError("check [link] user and password_file");
                assertThat(unit.link.health().problems()).isNotEmpty();
                java.nio.file.Files.writeString(Path.of(file), "right\n");
                unit.awaitConnected();
                assertThat(unit.link.health().problems()).isEmpty();
                assertThat(unit.metric("link_failures_total")).isPositive();
                assertThat(unit.metric("link_connected")).isEqualTo(1);
            }
        }
    }

    @Test
    @Announces("password_file: .* open to everybody .*; run: chmod 0640")
    void aPasswordThatOthersCanReadIsNotUsed() {
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().users(Map.of("u1", "right")));
                LinkUnit unit = new LinkUnit(LinkUnit.password(
                        broker.port(), "u1", CertificateFiles.withMode(folder, "right", "rw-r--r--")))) {
            unit.awaitError("run: chmod 0640");
        }
    }

    @Test
    void aUnitWithACertificateOfTheBrokersAuthorityIsAcceptedByCommonName() {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        Mosquitto.BrokerConfig config =
                new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca).ownTopicsOnly();
        try (Mosquitto broker = Mosquitto.configured(folder, config);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit = new LinkUnit(tls(broker, "localhost", ca, ca.client("u1"))).awaitConnected()) {
            fleet.publish("outrider/v1/u1/command", "{}");
            Await.until("a command over TLS", () -> unit.texts().equals(List.of("{}")));
            Await.until("a return over TLS", unit.publish("return", new byte[20_000])::isAcknowledged);
            assertThat(broker.log()).contains("u'u1'");
        }
    }

    @Test
    @Announces("refuses this unit's certificate: check \\[link] certificate and key")
    void aCertificateOfAnotherAuthorityIsRefusedUntilItsFilesAreReplaced() throws IOException {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        ThrowAwayCa.Pair wrong = new ThrowAwayCa(folder, "other").client("u1");
        ThrowAwayCa.Pair right = ca.client("u1");
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca));
                LinkUnit unit = new LinkUnit(tls(broker, "localhost", ca, wrong))) {
            unit.awaitError("refuses this unit's certificate");
            assertThat(unit.connects).hasValue(0);
            java.nio.file.Files.copy(right.key(), wrong.key(), StandardCopyOption.REPLACE_EXISTING);
            java.nio.file.Files.copy(right.certificate(), wrong.certificate(), StandardCopyOption.REPLACE_EXISTING);
            unit.awaitConnected();
        }
    }

    @Test
    @Announces("certificate is not signed by whom the unit trusts: check \\[link] ca")
    void aBrokerOfAnUnknownAuthorityIsNotTrusted() {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        ThrowAwayCa other = new ThrowAwayCa(folder, "other");
        try (Mosquitto broker = Mosquitto.configured(folder, new Mosquitto.BrokerConfig().tls(other.server()));
                LinkUnit unit = new LinkUnit(tls(broker, "localhost", ca, null))) {
            unit.awaitError("check [link] ca");
            assertThat(unit.connects).hasValue(0);
        }
    }

    @Test
    @Announces("certificate is not for localhost: check \\[link] url")
    void aBrokersCertificateForAnotherHostIsNotAccepted() {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        try (Mosquitto broker = Mosquitto.configured(
                        folder, new Mosquitto.BrokerConfig().tls(ca.server("DNS:broker.example")));
                LinkUnit unit = new LinkUnit(tls(broker, "localhost", ca, null))) {
            unit.awaitError("not for localhost");
            assertThat(unit.connects).hasValue(0);
        }
    }

    @Test
    @Announces("no TLS with|closed the connection")
    void aBrokerWithoutTlsGetsNoPlainConnection() {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkUnit unit = new LinkUnit(tls(broker, "localhost", ca, null))) {
            Await.until("a failure", () -> unit.metric("link_failures_total") > 0);
            assertThat(unit.connects).hasValue(0);
        }
    }

    @Test
    @Announces("is EC PRIVATE KEY, which Java cannot read: openssl pkcs8 -topk8 -nocrypt")
    void aKeyInAnOldFormatIsReportedWithTheConversionCommand() {
        ThrowAwayCa ca = new ThrowAwayCa(folder, "ca");
        ThrowAwayCa.Pair own = ca.client("u1");
        Path sec1 = folder.resolve("sec1.key");
        Programs.run(List.of(
                Programs.find("openssl", "openssl"), "ec", "-in", own.key().toString(), "-out", sec1.toString()));
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca));
                LinkUnit unit =
                        new LinkUnit(tls(broker, "localhost", ca, new ThrowAwayCa.Pair(own.certificate(), sec1)))) {
            unit.awaitError("openssl pkcs8");
        }
    }
}
