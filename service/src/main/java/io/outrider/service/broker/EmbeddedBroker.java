package io.outrider.service.broker;

import io.outrider.service.link.MqttUnitLink;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.ClusterConnectionConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.WildcardConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.protocol.mqtt.MQTTConnection;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.server.RemotingService;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.cluster.Bridge;
import org.apache.activemq.artemis.core.server.cluster.ClusterConnection;
import org.apache.activemq.artemis.core.server.cluster.impl.MessageLoadBalancingType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.core.settings.impl.PageFullMessagePolicy;

/**
 * MQTT 5 broker in this process. A PUBACK means that the message is on the disk. Messages that do not fit into the memory are
 * paged to the disk, up to a limit for each topic.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final long MEMORY_BYTES = 64L << 20;
    private static final long TOPIC_MEMORY_BYTES = 8L << 20;
    private static final int PAGE_BYTES = 1 << 20;

    /** Slots of a queue at first; a unit has three queues, and the default is 32 KB for each. */
    private static final int QUEUE_SLOTS = 16;

    private static final long MOST_PAGED_BYTES = 4L << 30;

    /** Messages and sessions without an end of their own are kept so long: two weeks. */
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(14);

    /** Free bytes of the disk below which the broker takes nothing. */
    public static final long LEAST_DISK_BYTES = 128L << 20;

    private static final String CLUSTER = "fleet";
    private static final String CLUSTER_USER = "_cluster";
    private static final long RETRY_MILLIS = 500;
    private static final long SCAN_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();
    private final BrokerAccess access;

    private EmbeddedBroker(BrokerAccess access) {
        this.access = access;
    }

    /**
     * Cluster of brokers: a message to a unit is delivered at whichever of them the unit is connected to, and follows a session that
     * moves. Messages of units stay for the service's instance at their broker, and retained ones do not spread.
     *
     * @param address HOST:PORT at which the others reach this broker; without TLS, for a network of the fleet's own
     * @param peers HOST:PORT of the others; some of them suffice
     * @param password the same at all of them
     */
    public record Cluster(String address, List<String> peers, String password) {}

    /**
     * Listener with TLS, whose certificate is in a PKCS #12 file that is read again when it changes.
     *
     * @param authority PEM file of the one that certificates of clients are of
     */
    public record TlsListener(InetSocketAddress address, Path keyStore, String password, Path authority) {}

    /**
     * Starts the broker; some seconds.
     *
     * @param tls null for none
     * @param cluster null for a broker alone
     */
    public static EmbeddedBroker start(
            InetSocketAddress address, Path folder, BrokerAccess access, TlsListener tls, Cluster cluster) {
        EmbeddedBroker broker = new EmbeddedBroker(access);
        try {
            Configuration configuration = configuration(address, folder);
            addQueues(configuration, access.prefix());
            if (tls != null) {
                listen(
                        configuration,
                        "mqtts",
                        tls.address(),
                        ";sslEnabled=true;sslAutoReload=true;keyStoreType=PKCS12;keyStorePath="
                                + encoded(tls.keyStore().toString()) + ";keyStorePassword=" + tls.password()
                                + ";wantClientAuth=true;trustStoreType=PEMCA;trustStorePath="
                                + encoded(tls.authority().toString()) + ";enabledProtocols="
                                + encoded("TLSv1.2,TLSv1.3"));
            }
            if (cluster != null) {
                join(configuration, cluster, access.prefix());
            }
            PacketCheck check = new PacketCheck(broker.server, access.serviceUser(), (int) (LONGEST_MILLIS / 1_000));
            configuration.registerBrokerPlugin(check);
            broker.server.setConfiguration(configuration);
            broker.server.setSecurityManager(access);
            broker.server.start();
            if (!broker.server.getActiveMQServer().isActive()) {
                throw new IllegalStateException("an address is not of this machine, or a port is taken");
            }
            RemotingService remoting = broker.server.getActiveMQServer().getRemotingService();
            remoting.addIncomingInterceptor(check);
            for (String each : tls == null ? List.of("mqtt") : List.of("mqtt", "mqtts")) {
                // bytes of no protocol are taken for MQTT, which refuses them; else the broker gathers them without end
                var protocols = ((NettyAcceptor) remoting.getAcceptor(each))
                        .getProtocolHandler()
                        .getProtocolMap();
                protocols.put("CORE", protocols.get("MQTT"));
            }
            return broker;
        } catch (Exception e) {
            broker.close();
            throw new IllegalStateException("the broker cannot start at " + address + ": " + e.getMessage(), e);
        }
    }

    private static Configuration configuration(InetSocketAddress address, Path folder) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setName("outrider")
                .setPersistenceEnabled(true)
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setJournalSyncTransactional(true)
                .setJournalSyncNonTransactional(true)
                .setJournalMinFiles(2)
                .setJMXManagementEnabled(false)
                .setSecurityEnabled(true)
                .setAuthenticationCacheSize(0) // a withdrawn password ends at once
                .setMessageExpiryScanPeriod(SCAN_MILLIS)
                .setGlobalMaxSize(MEMORY_BYTES)
                .setMaxDiskUsage(-1)
                .setMinDiskFree(LEAST_DISK_BYTES) // below it the broker cuts off all who publish
                .setScheduledThreadPoolMaxSize(2)
                .setThreadPoolMaxSize(16);
        configuration.setMqttSessionScanInterval(SCAN_MILLIS);
        // levels of topics are levels of addresses, so that no unit's id with a dot is taken for another's topic
        configuration.setWildCardConfiguration(
                new WildcardConfiguration().setDelimiter('/').setSingleWord('+').setAnyWords('#'));
        configuration.addAddressSetting(
                "#",
                new AddressSettings()
                        .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE)
                        .setMaxSizeBytes(TOPIC_MEMORY_BYTES)
                        .setPageSizeBytes(PAGE_BYTES)
                        .setPageLimitBytes(MOST_PAGED_BYTES)
                        .setPageFullMessagePolicy(PageFullMessagePolicy.FAIL)
                        .setInitialQueueBufferSize(QUEUE_SLOTS)
                        .setMaxDeliveryAttempts(-1)
                        .setRedistributionDelay(0)
                        .setMaxExpiryDelay(LONGEST_MILLIS)
                        .setAutoCreateDeadLetterResources(false)
                        .setAutoCreateExpiryResources(false));
        listen(configuration, "mqtt", address, "");
        return configuration;
    }

    /** Queues of the service's shared subscriptions, so that nothing is acknowledged and dropped before it has subscribed. */
    private static void addQueues(Configuration configuration, String prefix) {
        for (String each : BrokerAccess.PUBLISHED) {
            String address = prefix + "/+/" + each;
            configuration.addQueueConfiguration(QueueConfiguration.of(MqttUnitLink.GROUP + "." + address)
                    .setAddress(address)
                    .setRoutingType(RoutingType.MULTICAST)
                    .setDurable(true));
        }
    }

    /** @param more parameters of the acceptor */
    private static void listen(Configuration configuration, String name, InetSocketAddress address, String more)
            throws Exception {
        configuration.addAcceptorConfiguration(
                name,
                "tcp://" + address.getHostString() + ":" + address.getPort()
                        + "?protocols=MQTT;topicAliasMaximum=16;connectionsAllowed=100000;maximumPacketSize="
                        + PacketCheck.MOST_BYTES + ";defaultMqttSessionExpiryInterval="
                        + LONGEST_MILLIS / 1_000 + more);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static void join(Configuration configuration, Cluster cluster, String prefix) throws Exception {
        configuration.setClusterUser(CLUSTER_USER).setClusterPassword(cluster.password());
        configuration.addAcceptorConfiguration("cluster", "tcp://" + cluster.address() + "?protocols=CORE");
        configuration.addConnectorConfiguration("self", "tcp://" + cluster.address());
        for (String each : cluster.peers()) {
            configuration.addConnectorConfiguration(each, "tcp://" + each);
        }
        configuration.addClusterConfiguration(new ClusterConnectionConfiguration()
                .setName(CLUSTER)
                // with the first, a subscriber gets as a retained message what waits for another broker; with the
                // second, each broker hands messages of its units to the others in turn, where they wait for one that
                // has gone
                .setAddress("!$sys.mqtt,!" + prefix + "/+/")
                .setConnectorName("self")
                .setStaticConnectors(cluster.peers())
                .setMessageLoadBalancingType(MessageLoadBalancingType.ON_DEMAND)
                // else a bridge whose peer ends while they connect waits for credits for ever, and holds its own lock
                .setProducerWindowSize(-1)
                .setRetryInterval(RETRY_MILLIS)
                .setClientFailureCheckPeriod(TimeUnit.SECONDS.toMillis(10))
                .setConnectionTTL(TimeUnit.SECONDS.toMillis(20)));
    }

    /** Other brokers of the cluster to which this one is connected. */
    public int connectedPeers() {
        ClusterConnection cluster =
                server.getActiveMQServer().getClusterManager().getClusterConnection(CLUSTER);
        return cluster == null
                ? 0
                : (int) Stream.of(cluster.getBridges())
                        .filter(Bridge::isConnected)
                        .count();
    }

    /**
     * Ends the open connections of units whose secret or certificate lets them in no more. What waits for a unit stays in its
     * session, and a connection by the unit's present secret goes on.
     *
     * @param units whose connections are looked at
     */
    public void endWithdrawn(Predicate<String> units) {
        server.getActiveMQServer().getSessions().stream()
                .filter(each -> each.getRemotingConnection() instanceof MQTTConnection
                        && units.test(each.getUsername())
                        && access.authenticate(
                                        each.getUsername(), each.getPassword(), each.getRemotingConnection(), null)
                                == null)
                .forEach(each -> each.getRemotingConnection().fail(new ActiveMQException("access was withdrawn")));
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the broker did not stop", e);
        }
    }
}
