package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.fleet.enrolment.StubIssuer;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.ThrowAwayCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Daemon whose certificate is issued and renewed, at a broker that takes certificates only, or none. */
@Tag("slow")
class CertificateRenewalTest {
    @TempDir
    private Path home;

    private long connections(Mosquitto broker) {
        return broker.log()
                .lines()
                .filter(each -> each.contains("New client connected") && each.contains("u'" + RunningDaemon.UNIT))
                .count();
    }

    @Test
    @Announces("wants a certificate of this unit")
    void theLinkConnectsWithEachNewCertificate() throws Exception {
        ThrowAwayCa ca = new ThrowAwayCa(home, "ca");
        Path password = password();
        AheadClock clock = new AheadClock();
        try (StubIssuer issuer = new StubIssuer(ca);
                Mosquitto broker =
                        Mosquitto.configured(home, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca));
                RunningDaemon daemon = new RunningDaemon(home, clock, BootTimeTicker.ofThisMachine())) {
            String settings = link(broker, ca, password, issuer);
            daemon.settings(settings).start();
            Await.until(
                    "it has tried without one",
                    () -> daemon.status().toString().contains("wants a certificate of this unit"));
            issuer.permits.release();
            Await.until("the first certificate is used", () -> connections(broker) == 1);

            clock.ahead = Duration.ofHours(49);
            daemon.reload(settings, "link.keepalive = 100"); // else it would look in an hour
            Await.until("it asks for the next one", () -> issuer.requests.size() == 2);
            Await.until("the first one is used until then", () -> connections(broker) == 2);
            issuer.permits.release();
            Await.until("the next one is used", () -> connections(broker) == 3);
            assertThat(issuer.requests).hasSize(2);
        }
    }

    @Test
    @Announces("the broker refuses the certificate of http.*; connecting with the password")
    void theLinkConnectsWithThePasswordIfTheBrokerRefusesTheCertificateAndAsksForAnother() throws Exception {
        ThrowAwayCa ca = new ThrowAwayCa(home, "ca");
        Path password = password();
        try (StubIssuer issuer = new StubIssuer(ca);
                Mosquitto broker = Mosquitto.configured(home, passwordsOnly(ca));
                RunningDaemon daemon = new RunningDaemon(home)) {
            daemon.settings(link(broker, ca, password, issuer)).start();
            Await.until("it has asked for the first", () -> issuer.requests.size() == 1);
            Await.until("it uses the password", () -> connections(broker) == 1);
            issuer.permits.release();
            Await.until("the certificate is refused and it uses the password", () -> connections(broker) == 2);
            daemon.close();
            assertThat(issuer.requests).as("within the hour").hasSize(1);
            try (RunningDaemon next = new RunningDaemon(home)) {
                next.settings(link(broker, ca, password, issuer)).start();
                Await.until("it asks for another at once", () -> issuer.requests.size() == 2);
                Await.until("it uses the password meanwhile", () -> connections(broker) == 3);
                issuer.permits.release();
                Await.until("that is refused too", () -> connections(broker) == 4);
            }
            assertThat(issuer.requests).as("within the hour").hasSize(2);
        }
    }

    /** A broker that asks for no certificate, so that a unit without a password is nobody. */
    private static Mosquitto.BrokerConfig passwordsOnly(ThrowAwayCa ca) {
        return new Mosquitto.BrokerConfig().tls(ca.server()).users(Map.of(RunningDaemon.UNIT, "secret"));
    }

    private Path password() throws IOException {
        Path password = Files.writeString(home.resolve("password"), "secret");
        return Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    }

    private static String link(Mosquitto broker, ThrowAwayCa ca, Path password, StubIssuer issuer) {
        return "link.url = \"mqtts://localhost:" + broker.port() + "\"\n"
                + "link.ca = \"" + ca.certificate() + "\"\n"
                + "link.user = \"" + RunningDaemon.UNIT + "\"\n"
                + "link.password_file = \"" + password + "\"\n"
                + "link.issuer = \"" + issuer.url() + "\"";
    }

    /** Clock of the system, ahead of it. */
    private static final class AheadClock extends Clock {
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
