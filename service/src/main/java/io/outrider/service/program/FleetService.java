package io.outrider.service.program;

import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.outrider.service.accounts.LoginLimit;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.broker.BrokerAccess;
import io.outrider.service.broker.EmbeddedBroker;
import io.outrider.service.commands.CallbackAddresses;
import io.outrider.service.commands.CallbackSender;
import io.outrider.service.commands.CallbackWorker;
import io.outrider.service.commands.Commands;
import io.outrider.service.commands.JobReplies;
import io.outrider.service.commands.JobViews;
import io.outrider.service.database.AccountShares;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.devices.Enrolment;
import io.outrider.service.http.AccountRoutes;
import io.outrider.service.http.Authenticator;
import io.outrider.service.http.BodyMemory;
import io.outrider.service.http.CommandRoutes;
import io.outrider.service.http.DeviceRoutes;
import io.outrider.service.http.DocumentRoutes;
import io.outrider.service.http.EnrolmentRoutes;
import io.outrider.service.http.EventRoutes;
import io.outrider.service.http.EventStreams;
import io.outrider.service.http.HttpServer;
import io.outrider.service.http.OpenApiDocument;
import io.outrider.service.http.OperationRoutes;
import io.outrider.service.http.ReleaseRoutes;
import io.outrider.service.http.Routes;
import io.outrider.service.http.TelemetryRoutes;
import io.outrider.service.http.UnitAuthenticator;
import io.outrider.service.http.UploadRoutes;
import io.outrider.service.link.MqttUnitLink;
import io.outrider.service.link.MqttUnitLink.BrokerLogin;
import io.outrider.service.link.PresenceHandler;
import io.outrider.service.link.ReportedHandler;
import io.outrider.service.link.UnitLink;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.service.releases.DesiredDocuments;
import io.outrider.service.releases.DesiredPublisher;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.Registries;
import io.outrider.service.releases.ReleaseDevices;
import io.outrider.service.releases.ReleaseSigner;
import io.outrider.service.releases.ReportedReleases;
import io.outrider.service.releases.Rollouts;
import io.outrider.service.telemetry.TelemetryIngest;
import io.outrider.service.telemetry.TelemetryReader;
import io.outrider.service.telemetry.TelemetryRetention;
import io.outrider.service.telemetry.TelemetryWriter;
import io.outrider.service.telemetry.TripReader;
import io.outrider.service.telemetry.UploadReader;
import io.outrider.service.tls.BrokerCertificate;
import io.outrider.service.tls.CertificateAuthority;
import io.outrider.service.tls.UnitCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running service: the composition root of all parts. */
final class FleetService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetService.class);

    /** Name of the service at the embedded broker; no unit's id has an underscore in front. */
    private static final String SERVICE_USER = "_service";

    private static final Duration UNIT_CERTIFICATE_LIFE = Duration.ofDays(365);
    private static final Duration CALLBACK_LIMIT = Duration.ofSeconds(15);
    private static final Duration SUBSCRIPTION_LIMIT = Duration.ofSeconds(60);

    /** Pause between two looks for documents that are due, and for events of a stream. */
    private static final Duration TICK = Duration.ofMillis(500);

    /** Memory of all large answers together, of the 1 GB of the service. */
    private static final long ANSWER_BYTES = 192 << 20;

    private static final Duration CALLBACK_TICK = Duration.ofMillis(250);

    private final ServiceSettings settings;

    /** Parts that are open, the last one first; closed in this order. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<Routes> routes = new ArrayList<>();
    private ServiceCore core;
    private TelemetryWriter writer;

    /** Null where units connect without TLS, or to a broker that is not the service's own. */
    private CertificateAuthority authority;

    /** Ends connections of a unit that has enrolled again; nothing at a broker that is not the service's own. */
    private Consumer<String> formerConnections = unit -> {};

    private final Map<String, MqttUnitLink> links = new TreeMap<>();
    private Commands commands;
    private ReleaseDevices releaseDevices;
    private Registries registries;
    private ReleaseSigner signer;
    private HttpServer http;

    private FleetService(ServiceSettings settings) {
        this.settings = settings;
    }

    /** Starts all parts; what had been started is closed again if one fails. */
    static FleetService start(ServiceSettings settings, Clock clock) throws IOException {
        FleetService service = new FleetService(settings);
        try {
            service.open(clock);
            return service;
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    /** @return null without a key */
    private static ReleaseSigner signer(ServiceSettings.ReleaseSection releases) {
        try {
            return releases.keyFile() == null ? null : ReleaseSigner.of(releases.keyFile(), releases.keyName());
        } catch (IOException | IllegalArgumentException e) {
            throw new InvalidServiceSettingsException(
                    "releases.key_file", "cannot be used: " + ServiceCommand.failure(e));
        }
    }

    private void open(Clock clock) throws IOException {
        part(metrics::close);
        part(DataFolder.locked(settings.data()));
        checkPorts();
        signer = signer(settings.releases());
        core = part(ServiceCore.open(settings, clock));
        openUnits(clock);
        openHttp(clock);
    }

    private void checkPorts() {
        ListeningPorts.check("http", settings.http().address(), settings.http().port());
        if (settings.broker().url() == null) {
            ListeningPorts.check(
                    "broker", settings.broker().address(), settings.broker().port());
            ListeningPorts.check("tls", settings.tls().address(), settings.tls().port()); // 0 takes a free one
        }
    }

    /** Telemetry and commands, and the link to the units behind them. */
    private void openUnits(Clock clock) throws IOException {
        String instance = "service-" + InstanceId.of(settings.data());
        BrokerLogin login = broker(instance, clock);
        writer = part(new TelemetryWriter(core.database(), clock));
        WriteQueue writes = new WriteQueue(core.database());
        JobReplies replies = new JobReplies(core.database(), writes, clock);
        link(login, instance, "return", replies.returns());
        link(login, instance, "job", replies.events());
        ReportedReleases releases = new ReportedReleases(clock);
        link(login, instance, "reported", new ReportedHandler(writes, core.devices(), releases::reported));
        link(login, instance, "presence", new PresenceHandler(writes, core.devices(), instance, replies::cameOnline));
        TelemetryIngest ingest = new TelemetryIngest(core.devices(), writer);
        ServiceMetrics.gauge(metrics, "outrider_ingest_batches_given_up", ingest::givenUp);
        link(login, instance, "telemetry", ingest);
        UnitLink link = links.get("return");
        CallbackAddresses addresses = new CallbackAddresses(settings.callbacks().allow(), InetAddress::getAllByName);
        commands = new Commands(core.database(), link, addresses, core.key(), clock);
        CallbackWorker worker = part(new CallbackWorker(
                core.database(),
                core.key(),
                new CallbackSender(addresses, CALLBACK_LIMIT),
                settings.callbacks().pauses(),
                clock));
        part(new PeriodicTask("callbacks", CALLBACK_TICK, commands::publishAgain, replies::timeOut, worker::sendDue));
        part(new PeriodicTask("old-jobs", Duration.ofMinutes(10), worker::purge));
        releaseDevices = new ReleaseDevices(core.devices());
        registries = new Registries(core.database(), core.key(), releaseDevices);
        DesiredPublisher publisher = new DesiredPublisher(
                core.database(),
                settings.broker().url() == null ? instance : login.host() + ":" + login.port(),
                link,
                new DesiredDocuments(registries, signer),
                clock);
        Rollouts rollouts = new Rollouts(core.database(), releaseDevices, clock);
        part(new PeriodicTask("documents", TICK, rollouts::advance, publisher::publishDue, publisher::clearFormer));
        TelemetryRetention retention =
                new TelemetryRetention(core.database(), settings.telemetry().keep(), clock);
        part(new PeriodicTask("retention", Duration.ofHours(1), retention::run));
    }

    private void link(BrokerLogin login, String instance, String name, UnitMessageHandler handler) {
        links.put(name, part(new MqttUnitLink(login, instance, settings.broker().prefix(), name, handler)));
    }

    private BrokerLogin broker(String instance, Clock clock) throws IOException {
        ServiceSettings.Broker broker = settings.broker();
        if (broker.url() != null) {
            boolean tls = broker.url().getScheme().equals("mqtts");
            int usual = tls ? ServiceSettings.MQTTS_PORT : ServiceSettings.MQTT_PORT;
            int port = broker.url().getPort() >= 0 ? broker.url().getPort() : usual;
            String password = broker.passwordFile() == null
                    ? ""
                    : Files.readString(broker.passwordFile()).strip();
            return new BrokerLogin(broker.url().getHost(), port, tls, broker.user(), password, SUBSCRIPTION_LIMIT);
        }
        String password = core.key().newToken(); // of this run; nobody else needs it
        ServiceSettings.Tls tls = settings.tls();
        if (tls.port() > 0) {
            authority = CertificateAuthority.open(core.database(), core.key(), new SecureRandom(), clock);
        }
        DataFolder.create(settings.data().resolve("broker"));
        String secret = MasterKey.hash(password);
        BrokerAccess access = new BrokerAccess(
                unit -> core.devices().secretHash(unit, instance), SERVICE_USER, secret, broker.prefix(), clock);
        EmbeddedBroker embedded = part(EmbeddedBroker.start(
                new InetSocketAddress(broker.address(), broker.port()),
                settings.data().resolve("broker"),
                access,
                tls.port() > 0 ? listener(tls, clock) : null,
                broker.cluster() == null
                        ? null
                        : new EmbeddedBroker.Cluster(
                                broker.cluster(),
                                broker.peers(),
                                HexFormat.of().formatHex(core.key().derived("brokers")))));
        formerConnections = unit -> embedded.endWithdrawn(unit::equals);
        // of certificates that have ended, and enrolments at other instances; each connection is a query
        part(new PeriodicTask("withdrawn-secrets", Duration.ofMinutes(5), () -> embedded.endWithdrawn(unit -> true)));
        // connections have ended, and with them their wills
        core.devices().allAbsent(broker.cluster() == null ? null : instance);
        if (broker.cluster() != null) {
            ServiceMetrics.gauge(metrics, "outrider_broker_peers_connected", embedded::connectedPeers);
        }
        String host = ServiceSettings.WILDCARDS.contains(broker.address()) ? "127.0.0.1" : broker.address();
        return new BrokerLogin(host, broker.port(), false, SERVICE_USER, password, SUBSCRIPTION_LIMIT);
    }

    private EmbeddedBroker.TlsListener listener(ServiceSettings.Tls tls, Clock clock) throws IOException {
        BrokerCertificate certificate = new BrokerCertificate(
                authority,
                Stream.of(tls.host(), "localhost", "127.0.0.1").distinct().toList(),
                settings.data().resolve("broker").resolve("tls.p12"),
                core.key().newToken(),
                clock);
        part(new PeriodicTask("broker-certificate", Duration.ofHours(1), certificate::renewIfDue));
        return new EmbeddedBroker.TlsListener(
                new InetSocketAddress(tls.address(), tls.port()),
                certificate.file(),
                certificate.password(),
                certificate.authorityFile());
    }

    /** Address of the broker that enrolled units get. */
    private String brokerUrl() {
        ServiceSettings.Broker broker = settings.broker();
        if (broker.unitsUrl() != null) {
            return broker.unitsUrl();
        }
        if (broker.url() != null) {
            return broker.url().toString();
        }
        if (authority != null) {
            return "mqtts://" + settings.tls().host() + ":" + settings.tls().port();
        }
        String host = ServiceSettings.WILDCARDS.contains(broker.address()) ? "localhost" : broker.address();
        return "mqtt://" + host + ":" + broker.port();
    }

    private void openHttp(Clock clock) {
        OpenApiDocument document = OpenApiDocument.load();
        Authenticator authenticator = new Authenticator(core.accounts());
        BodyMemory answers = new BodyMemory(ANSWER_BYTES);
        JobViews views = new JobViews(core.database(), clock);
        ProjectReleases releases = new ProjectReleases(core.database(), releaseDevices, clock);
        new JvmMemoryMetrics().bindTo(metrics);
        ServiceMetrics counts = new ServiceMetrics(
                metrics, core.database(), writer, () -> links.get("return").problem() == null);
        part(new PeriodicTask("metrics", Duration.ofSeconds(10), counts::read));
        routes.add(new AccountRoutes(core.accounts(), authenticator, new LoginLimit(clock), document));
        routes.add(new DeviceRoutes(core.devices(), authenticator, document, answers));
        TelemetryReader telemetry = new TelemetryReader(core.database());
        int reads = settings.database().connections() / 2; // the others are left for everything else
        routes.add(new TelemetryRoutes(
                core.devices(),
                telemetry,
                new TripReader(core.database(), telemetry),
                authenticator,
                answers,
                new AccountShares(reads, Math.max(1, reads - 1))));
        UnitAuthenticator units = new UnitAuthenticator(core.devices());
        routes.add(new UploadRoutes(units, writer));
        routes.add(new CommandRoutes(core.devices(), commands, views, authenticator, document, answers));
        routes.add(new ReleaseRoutes(
                registries, new Projects(core.database(), releaseDevices), releases, authenticator, document, answers));
        boolean isDirect = authority != null && settings.broker().unitsUrl() == null; // else TLS may end before us
        routes.add(new EnrolmentRoutes(
                new Enrolment(core.database(), core.devices(), core.key(), clock),
                formerConnections,
                units,
                authenticator,
                new LoginLimit(clock),
                document,
                this::url,
                brokerUrl(),
                isDirect ? authority.pem() : null,
                isDirect ? new UnitCertificates(authority, UNIT_CERTIFICATE_LIFE) : null,
                settings.broker().prefix()));
        EventStreams streams = new EventStreams(authenticator, TICK);
        routes.add(new EventRoutes(
                core.devices(), new UploadReader(core.database()), views, releases, authenticator, streams, clock));
        routes.add(new DocumentRoutes(document));
        routes.add(new OperationRoutes(
                this::problems,
                metrics,
                OperationRoutes.Readers.valueOf(settings.http().metrics().toUpperCase(Locale.ROOT))));
        ServiceSettings.Http at = settings.http();
        InetSocketAddress address = new InetSocketAddress(at.address(), at.port());
        http = part(new HttpServer(address, routes, HttpServer.PATIENCE, at.addressConnections()));
        part(streams); // ends before the server, which waits for answers under way
    }

    /** Sentences about parts that do not work, by name. */
    Map<String, String> problems() {
        Map<String, String> problems = new TreeMap<>();
        try {
            core.database().read().useHandle(handle -> handle.execute("SELECT 1"));
        } catch (RuntimeException e) {
            problems.put("database", "does not answer");
        }
        if (settings.data().toFile().getUsableSpace() < 2 * EmbeddedBroker.LEAST_DISK_BYTES) {
            problems.put(
                    "disk", "less than 256 MB are free at " + settings.data() + "; below 128 MB units are cut off");
        }
        links.values().stream()
                .map(MqttUnitLink::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(broken -> problems.put("broker", broken));
        return problems;
    }

    private <T extends AutoCloseable> T part(T opened) {
        parts.push(opened);
        return opened;
    }

    ServiceCore core() {
        return core;
    }

    String url() {
        return settings.http().publicUrl(http.port());
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.error("{} could not be closed", part.getClass().getSimpleName(), e);
            }
        }
    }
}
