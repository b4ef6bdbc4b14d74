package io.outrider.service.broker;

import io.outrider.service.accounts.MasterKey;
import io.outrider.service.devices.Devices;
import io.outrider.service.tls.UnitCertificates;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.security.auth.Subject;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager5;
import org.apache.activemq.artemis.spi.core.security.jaas.UserPrincipal;
import org.apache.activemq.artemis.utils.CertificateUtil;

/**
 * Access to the broker: the service to everything, a unit by its id and secret, or a certificate of both, to its own topics
 * only. It publishes what units publish, and subscribes to what they are sent (docs/wire.md, "Topics").
 *
 * @param secrets hash of a unit's secret; empty for one that is not let in
 * @param serviceUser name of the service at the broker; no unit can have it
 * @param serviceSecretHash of its password there
 */
public record BrokerAccess(
        Function<String, Optional<String>> secrets,
        String serviceUser,
        String serviceSecretHash,
        String prefix,
        Clock clock)
        implements ActiveMQSecurityManager5 {
    /** Topics that a unit publishes, below its id. */
    static final Set<String> PUBLISHED = Set.of("job", "return", "telemetry", "reported", "presence");

    /** Topics that a unit subscribes to, below its id. */
    private static final Set<String> SUBSCRIBED = Set.of("command", "desired");

    /** Client id of one that is not known yet; no unit's id begins with an underscore. */
    private static final String STRANGER = "_stranger";

    /** Subject of a client; a type of its own, so that no other principal is taken for one. */
    private record Client(String name, boolean service) {
        static Client of(Subject subject) {
            return subject.getPrivateCredentials(Client.class).stream()
                    .findFirst()
                    .orElse(new Client("", false));
        }
    }

    /** @param subject null for a client that is not known yet */
    static boolean isService(Subject subject) {
        return subject != null && Client.of(subject).service();
    }

    /**
     * Until its client is known a connection has no unit's client id: the broker removes the session of that id when it refuses the client
     * (Artemis 2.55, {@code MQTTSession.stop}).
     *
     * @return null refuses the client
     */
    @Override
    public Subject authenticate(String user, String password, RemotingConnection connection, String domain) {
        if (connection == null || connection.getSubject() != null) {
            return known(user, password, connection);
        }
        String clientId = connection.getClientID();
        connection.setClientID(STRANGER);
        Subject subject = known(user, password, connection);
        if (subject != null) {
            connection.setClientID(clientId);
        }
        return subject;
    }

    private Subject known(String user, String password, RemotingConnection connection) {
        boolean ofPeer =
                connection != null && "CORE".equals(connection.getProtocolName()); // the broker knows its peers itself
        if (user == null || ofPeer) {
            return null;
        }
        if (user.equals(serviceUser)) {
            return password != null && MasterKey.equal(MasterKey.hash(password), serviceSecretHash)
                    ? subject(new Client(user, true))
                    : null;
        }
        X509Certificate[] chain = CertificateUtil.getCertsFromConnection(connection); // which TLS has verified
        boolean known = user.matches(Devices.UNIT_ID)
                && secrets.apply(user)
                        .map(hash -> chain != null && chain.length > 0
                                ? isValid(chain[0], user, hash)
                                : password != null && MasterKey.equal(hash, MasterKey.hash(password)))
                        .orElse(false);
        return known ? subject(new Client(user, false)) : null;
    }

    /** The end is looked at again, as connections and sessions of TLS outlive it. */
    private boolean isValid(X509Certificate certificate, String unit, String secretHash) {
        return UnitCertificates.isOf(certificate, unit, secretHash)
                && clock.instant().isBefore(certificate.getNotAfter().toInstant());
    }

    private static Subject subject(Client client) {
        Subject subject = new Subject();
        subject.getPrincipals().add(new UserPrincipal(client.name()));
        subject.getPrivateCredentials().add(client);
        subject.setReadOnly();
        return subject;
    }

    /** @param address topic, or {@code topic::queue} */
    @Override
    public boolean authorize(Subject subject, Set<Role> roles, CheckType type, String address) {
        Client client = Client.of(subject);
        if (client.service()) {
            return true;
        }
        String topic = address.replaceFirst("::.*", "");
        String own = prefix + "/" + client.name() + "/";
        if (client.name().isEmpty() || !topic.startsWith(own)) {
            return false;
        }
        String name = topic.substring(own.length());
        return switch (type) {
            case SEND -> PUBLISHED.contains(name);
            case CONSUME,
                    CREATE_DURABLE_QUEUE,
                    CREATE_NON_DURABLE_QUEUE,
                    DELETE_DURABLE_QUEUE,
                    DELETE_NON_DURABLE_QUEUE -> SUBSCRIBED.contains(name);
            case CREATE_ADDRESS -> PUBLISHED.contains(name) || SUBSCRIBED.contains(name);
            default -> false;
        };
    }

    @Override
    public boolean validateUser(String user, String password) {
        return authenticate(user, password, null, null) != null;
    }

    @Override
    public boolean validateUserAndRole(String user, String password, Set<Role> roles, CheckType type) {
        return false; // of older clients of the broker's own protocol, which has no acceptor
    }
}
