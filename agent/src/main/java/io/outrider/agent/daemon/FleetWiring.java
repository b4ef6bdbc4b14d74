package io.outrider.agent.daemon;

import io.outrider.agent.commands.Jobs;
import io.outrider.agent.fleet.MessageRouter;
import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.fleet.desired.DesiredInbox;
import io.outrider.agent.fleet.desired.DesiredState;
import io.outrider.agent.fleet.enrolment.IssuedCertificate;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.fleet.mqtt.LinkTimeouts;
import io.outrider.agent.fleet.mqtt.MqttLink;
import io.outrider.agent.operator.stream.JobStreamObserver;
import io.outrider.agent.runtime.MergedTask;
import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.parts.HealthPosition;
import io.outrider.agent.runtime.parts.Part;
import io.outrider.agent.runtime.parts.StartPosition;
import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.telemetry.loggers.Loggers;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart;
import io.outrider.agent.telemetry.record.ResultRecords;
import io.outrider.api.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wiring of the jobs and of the link to the fleet: commands, the desired state, and what a connection sets off. */
final class FleetWiring {
    private static final Logger LOG = LoggerFactory.getLogger(FleetWiring.class);

    /** Heartbeat limit of the jobs' timer, which waits for the disk now and then. */
    private static final Duration JOBS_HEARTBEAT_LIMIT = Duration.ofMinutes(2);

    /** Heartbeat limit of the requests of certificates: a service that sends byte after byte is no fault of the daemon. */
    private static final Duration CERTIFICATE_HEARTBEAT_LIMIT = Duration.ofDays(1);

    private static final Duration RENEWAL_INTERVAL = Duration.ofHours(1);

    /** Shortest time between two reports that modules request. */
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);

    private final Consumer<String> status;
    private final UnitEvents events;
    private final TelemetryWiring telemetry;
    private final Jobs jobs;
    private final DesiredState desired;
    private final DaemonBase base;
    private final MessageRouter router;
    private final IssuedCertificate certificate;
    private final PeriodicTasks certificateTasks; // they wait for the service
    private Long asked; // ticker nanoseconds of the last request, of certificateTasks; null for new settings
    private Registration renewals; // null before the first settings with an issuer; guarded by this
    private volatile LinkSettings current;
    private volatile LinkSettings effective; // the current ones, with the certificate if there is one

    /** @param status receives a text about the link for the service manager */
    FleetWiring(
            DaemonBase base,
            TelemetryWiring telemetry,
            ModuleRegistry registry,
            DesiredParts modules,
            Loggers loggers,
            Jobs jobs,
            Consumer<String> status) {
        this.base = base;
        this.status = status;
        this.telemetry = telemetry;
        this.jobs = jobs;
        DaemonEnvironment environment = base.environment();
        events = new UnitEvents(base.events());
        base.clock().listen(events::time);
        desired = new DesiredState(
                environment.data().resolve("desired"),
                Version.text(),
                base.clock().instant(),
                List.of(new LoggersDesiredPart(loggers, registry::functions)),
                modules,
                payload -> base.link().publish("reported", payload, true, PublishCallback.UNREAD));
        modules.onReportRequest(new MergedTask(
                telemetry.periodicTasks(),
                environment.ticker(),
                "requested-report",
                REPORT_INTERVAL,
                desired::publishIfChanged)::request);
        modules.observe(part -> telemetry.periodicTasks().once("desired-part", () -> desired.added(part)));
        base.parts()
                .add(Part.named("desired")
                        .started(StartPosition.DESIRED, desired::start)
                        .health(HealthPosition.DESIRED, desired::health));
        DesiredInbox inbox = new DesiredInbox(desired, telemetry.periodicTasks());
        router = new MessageRouter(jobs::accept, inbox::add, this::connected);
        certificate = new IssuedCertificate(environment.data(), environment.clock());
        certificateTasks = new PeriodicTasks(
                "certificate", base.heartbeats().register("certificate", CERTIFICATE_HEARTBEAT_LIMIT));
        LinkSettings settings = base.settings().section(Sections.LINK);
        base.parts()
                .add(Part.of(Sections.LINK, this::open)
                        .started(StartPosition.LINK, () -> start(settings))
                        .health(HealthPosition.LINK, base.link())
                        .closed(certificateTasks));
    }

    /** Reads the journal of the jobs and adds their part, which also ends the link. */
    static Jobs jobs(DaemonBase base, ModuleRegistry registry) throws Failure {
        DaemonEnvironment environment = base.environment();
        UnitClock clock = base.clock();
        Jobs jobs = new Jobs(
                new Jobs.Dependencies(
                        environment.data().resolve("jobs"),
                        base.unit(),
                        BootId.id(),
                        registry::functions,
                        base.link(),
                        new JobStreamObserver(base.broadcast(), new ResultRecords(), base.unit()),
                        clock,
                        () -> clock.now().trusted(),
                        environment.ticker(),
                        environment.fault(),
                        base.inhibitions()),
                base.settings().section(Sections.JOBS));
        base.parts()
                .add(Part.of(Sections.JOBS, jobs::configure)
                        .started(StartPosition.JOBS, () -> {
                            jobs.start();
                            jobs.registerHeartbeat(base.heartbeats().register("jobs", JOBS_HEARTBEAT_LIMIT));
                        })
                        .health(HealthPosition.JOBS, jobs)
                        .closed(() -> close(base.link(), jobs)));
        return jobs;
    }

    /** Closes both in parallel, as each may take almost 2 s; before the modules, so that running functions can finish. */
    private static void close(ReplaceableLink link, Jobs jobs) {
        CompletableFuture<Void> linkClose =
                CompletableFuture.runAsync(link::close, task -> new Thread(task, "link ends").start());
        jobs.close();
        linkClose.join();
    }

    private void start(LinkSettings settings) {
        status.accept(settings.url() == null ? "no link to the fleet is set" : "not connected to the fleet yet");
        if (settings.url() == null) {
            LOG.info("no link to the fleet: set url in [link], such as \"mqtts://broker.example.org\"");
        }
        open(settings);
    }

    /** Replaces the current link. */
    private synchronized void open(LinkSettings settings) {
        current = settings;
        reopen();
        if (settings.issuer() != null) {
            certificateTasks.once("certificate", () -> {
                asked = null;
                renew();
            });
        }
        if (settings.issuer() != null && renewals == null) {
            renewals = certificateTasks.every("certificate", RENEWAL_INTERVAL, this::renew);
        }
    }

    /** Connects with the password, and gets another certificate. */
    private void replaceRefused(LinkSettings used) {
        if (used == effective) { // else another link has begun since
            LOG.warn("the broker refuses the certificate of {}; connecting with the password", current.issuer());
            certificate.refuse(current);
            reopen();
            renew();
        }
    }

    /** Asks at most once in the interval for the same settings, as the broker may refuse each certificate. */
    private void renew() {
        LinkSettings settings = current;
        long now = base.environment().ticker().nanos();
        boolean asks = certificate.isDue(settings) && (asked == null || now - asked >= RENEWAL_INTERVAL.toNanos());
        if (asks) {
            asked = now;
        }
        if (asks && certificate.renewed(settings)
                || !certificate.in(settings).equals(effective)) { // an ended one gives way to the password
            reopen();
        }
    }

    private synchronized void reopen() {
        LinkSettings settings = current;
        LinkSettings with = certificate.in(settings);
        effective = with;
        DaemonEnvironment environment = base.environment();
        base.link()
                .open(
                        settings,
                        () -> new MqttLink(
                                with,
                                base.unit(),
                                Version.text(),
                                MessageRouter.TOPICS,
                                router,
                                environment.clock(),
                                environment.ticker(),
                                environment.random(),
                                LinkTimeouts.standard(),
                                base.heartbeats().register("link", MqttLink.heartbeatLimit(settings)),
                                with == settings
                                        ? () -> {}
                                        : () -> certificateTasks.once("certificate", () -> replaceRefused(with))));
    }

    List<String> changedFiles(BoundSettings now) {
        return base.link().changedFiles(now.section(Sections.LINK));
    }

    private void connected(boolean connected) {
        status.accept(connected ? "connected to the fleet" : "not connected to the fleet");
        if (connected) {
            events.online();
            telemetry.periodicTasks().once("desired-report", desired::publish);
            jobs.connected();
            telemetry.upload().connected();
        } else {
            events.offline();
        }
    }

    void ready(String trigger) {
        events.ready(Version.text(), trigger);
    }
}
