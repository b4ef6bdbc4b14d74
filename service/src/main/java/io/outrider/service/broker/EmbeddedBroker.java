package io.outrider.service.broker;

import io.outrider.service.devices.Devices;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.WildcardConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
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
    private static final long MOST_PAGED_BYTES = 4L << 30;

    /** Messages and sessions without an end of their own are kept so long: two weeks. */
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(14);

    private static final long SCAN_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

    private EmbeddedBroker() {}

    /**
     * Starts the broker; some seconds.
     *
     * @param serviceUser name of the service at the broker; no unit can have it
     */
    public static EmbeddedBroker start(
            InetSocketAddress address,
            Path folder,
            Devices devices,
            String serviceUser,
            String servicePassword,
            String prefix) {
        EmbeddedBroker broker = new EmbeddedBroker();
        broker.server.setConfiguration(configuration(address, folder));
        broker.server.setSecurityManager(new BrokerAccess(devices, serviceUser, servicePassword, prefix));
        try {
            broker.server.start();
            broker.server
                    .getActiveMQServer()
                    .getRemotingService()
                    .addIncomingInterceptor(new ClientIdCheck(serviceUser));
            if (!broker.server.getActiveMQServer().getRemotingService().isStarted()) {
                throw new IllegalStateException("the broker has not started; its log says why");
            }
            return broker;
        } catch (Exception e) {
            broker.close();
            throw new IllegalStateException("the broker cannot start at " + address + ": " + e.getMessage(), e);
        }
    }

    private static Configuration configuration(InetSocketAddress address, Path folder) {
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
                .setMessageExpiryScanPeriod(SCAN_MILLIS)
                .setGlobalMaxSize(MEMORY_BYTES)
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
                        .setMaxDeliveryAttempts(-1)
                        .setMaxExpiryDelay(LONGEST_MILLIS)
                        .setAutoCreateDeadLetterResources(false)
                        .setAutoCreateExpiryResources(false));
        try {
            configuration.addAcceptorConfiguration(
                    "mqtt",
                    "tcp://" + address.getHostString() + ":" + address.getPort()
                            + "?protocols=MQTT;maximumPacketSize=2097152;defaultMqttSessionExpiryInterval="
                            + LONGEST_MILLIS / 1_000);
        } catch (Exception e) { // the address of the settings
            throw new IllegalArgumentException(e);
        }
        return configuration;
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
