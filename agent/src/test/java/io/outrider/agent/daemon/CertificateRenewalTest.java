package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.fleet.enrolment.StubIssuer;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Daemon whose certificate is issued and renewed, at a broker that takes certificates only. */
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
        Path password = Files.writeString(home.resolve("password"), "secret");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        AheadClock clock = new AheadClock();
        try (StubIssuer issuer = new StubIssuer(ca);
                Mosquitto broker =
                        Mosquitto.configured(home, new Mosquitto.BrokerConfig().clientCertificates(ca.server(), ca));
                RunningDaemon daemon = new RunningDaemon(home, clock, BootTimeTicker.ofThisMachine())) {
            String settings = "link.url = \"mqtts://localhost:" + broker.port() + "\"\n"
                    + "link.ca = \"" + ca.certificate() + "\"\n"
                    + "link.user = \"" + RunningDaemon.UNIT + "\"\n"
                    + "link.password_file = \"" + password + "\"\n"
                    + "link.issuer = \"" + issuer.url() + "\"";
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
