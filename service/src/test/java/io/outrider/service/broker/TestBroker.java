package io.outrider.service.broker;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.broker.EmbeddedBroker.Cluster;
import io.outrider.service.broker.EmbeddedBroker.TlsListener;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.tls.BrokerCertificate;
import io.outrider.service.tls.CertificateAuthority;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** Starts of the broker for the units of a test's accounts, and for the service that {@code BrokerLinks} is. */
final class TestBroker {
    private TestBroker() {}

    /** Certificate of this machine for a broker, with its key in the folder. */
    static BrokerCertificate certificate(
            CertificateAuthority authority, Path folder, ServedAccounts served, Clock clock) throws IOException {
        return new BrokerCertificate(
                authority, List.of("localhost", "127.0.0.1"), folder.resolve("tls.p12"), served.key.newToken(), clock);
    }

    static EmbeddedBroker start(int port, Path folder, ServedAccounts served) {
        return start(port, folder, served, null, null, Clock.systemUTC());
    }

    /** Starts one of a cluster. */
    static EmbeddedBroker start(int port, Path folder, ServedAccounts served, Cluster cluster) {
        return start(port, folder, served, null, cluster, Clock.systemUTC());
    }

    /** Starts one with a second port, for TLS. */
    static EmbeddedBroker start(
            int port, int tlsPort, Path folder, ServedAccounts served, BrokerCertificate certificate, Clock clock) {
        TlsListener listener = new TlsListener(
                new InetSocketAddress("127.0.0.1", tlsPort),
                certificate.file(),
                certificate.password(),
                certificate.authorityFile());
        return start(port, folder, served, listener, null, clock);
    }

    private static EmbeddedBroker start(
            int port, Path folder, ServedAccounts served, TlsListener listener, Cluster cluster, Clock clock) {
        return EmbeddedBroker.start(
                new InetSocketAddress("127.0.0.1", port),
                folder,
                new BrokerAccess(
                        served.devices::secretHash, "_service", MasterKey.hash("service-secret"), "outrider/v1", clock),
                listener,
                cluster);
    }
}
