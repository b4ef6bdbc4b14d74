package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates and keys of all algorithms, valid and invalid. */
class CertificateTest {
    @TempDir
    Path folder;

    private ThrowAwayCa ca;

    @BeforeEach
    void authority() {
        ca = new ThrowAwayCa(folder, "ca");
    }

    private LinkUnit unit(Mosquitto broker, ThrowAwayCa.Pair own) {
        return new LinkUnit(LinkUnit.settings(
                "mqtts://localhost:" + broker.port(),
                null,
                null,
                ca.certificate().toString(),
                own == null ? null : own.certificate().toString(),
                own == null ? null : own.key().toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa:2048", "ed25519"})
    void keysOfAllAlgorithmsAreRead(String kind) {
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca));
                LinkUnit unit = unit(broker, ca.client("u1", kind))) {
            unit.awaitConnected();
            assertThat(broker.log()).contains("u'u1'");
        }
    }

    @Test
    @Announces("refuses this unit's certificate")
    void aCertificateRefusedAfterTheHandshakeIsReported() {
        ThrowAwayCa.Pair foreign = new ThrowAwayCa(folder, "other").client("u1");
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca));
                LinkUnit unit = unit(broker, foreign)) {
            Await.until("a failure", () -> unit.metric("link_failures_total") > 0);
            unit.awaitError("refuses this unit's certificate: check [link] certificate and key");
            assertThat(unit.metric("link_failures_total"))
                    .as("attempts until it was known")
                    .isLessThan(3);
            Await.until("the refusal is passed on", () -> unit.refusals.get() > 0);
        }
    }

    @Test
    @Announces("wants a certificate of this unit")
    void aMissingClientCertificateIsReported() {
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca));
                LinkUnit unit = unit(broker, null)) {
            unit.awaitError("wants a certificate of this unit: set [link] certificate and key");
        }
    }

    @Test
    @Announces("certificate is not valid now: check the unit's clock")
    void anExpiredBrokerCertificateIsNotAccepted() {
        try (Mosquitto broker = Mosquitto.configured(folder, new Mosquitto.BrokerConfig().tls(ca.expiredServer()));
                LinkUnit unit = unit(broker, null)) {
            unit.awaitError("not valid now: check the unit's clock, then the broker's certificate");
            assertThat(unit.connects).hasValue(0);
            assertThat(unit.refusals).as("refusals by the broker").hasValue(0);
        }
    }
}
