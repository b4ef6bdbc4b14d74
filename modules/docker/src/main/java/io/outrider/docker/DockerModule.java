package io.outrider.docker;

import io.outrider.api.Check;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.State;
import io.outrider.docker.apply.ApplySettings;
import io.outrider.docker.apply.ProjectReports;
import io.outrider.docker.apply.ReleaseApplier;
import io.outrider.docker.apply.ReleaseEvents;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.engine.DockerEngine;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.events.EngineEvents;
import io.outrider.docker.functions.DockerFunctions;
import io.outrider.docker.registry.ReleaseCheck;
import io.outrider.docker.release.OwnerPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Module {@code docker}, switched on: its parts, put together. */
final class DockerModule implements Module {
    private static final Logger LOG = LoggerFactory.getLogger(DockerModule.class);
    private static final Path KEYS = Path.of("/etc/outrider/release-keys.d");
    private static final Path CERTIFICATES = Path.of("/etc/docker/certs.d");
    private static final Path NET = Path.of("/proc/net");

    /** Time that the way back waits for an engine that does not answer, and that a reload waits for the way back. */
    private static final Duration ENGINE_WAIT = Duration.ofMinutes(1);

    /** Time of a change, or of its way back, without the probation. */
    private static final Duration STARTS_AND_STOPS = Duration.ofMinutes(30);

    private final Engine engine;
    private final PullBudget budget;
    private final ReleaseManager manager;
    private final ReleaseWorker worker;
    private final EngineEvents events;
    private final ReleaseState state;
    private final List<Function<?>> functions = new ArrayList<>();

    DockerModule(ModuleContext context, DockerSettings docker, ReleaseSettings settings) {
        AtomicReference<Runnable> request = new AtomicReference<>(() -> {});
        Runnable report = () -> request.get().run();
        Path data = context.data();
        engine = new DockerEngine(docker.socket(), context.ticker(), Duration.ofSeconds(docker.timeout()));
        ProjectReports reports = new ProjectReports(context.clock(), report);
        ReleaseStore store = new ReleaseStore(data.resolve("releases"));
        OwnerPolicy policy = policy(settings);
        ApplySettings apply = new ApplySettings(
                Duration.ofSeconds(settings.probation()),
                Duration.ofSeconds(settings.healthTimeout()),
                docker.stopTimeout() == null ? null : Duration.ofSeconds(docker.stopTimeout()),
                ENGINE_WAIT,
                policy);
        ReleaseApplier applier = new ReleaseApplier(
                engine, data.resolve("releases"), store, reports, apply, context.clock(), context.ticker());
        ReleaseCheck check = new ReleaseCheck(
                CERTIFICATES, Duration.ofSeconds(docker.registryTimeout()), DockerModule::freeBytes, context.ticker());
        budget = new PullBudget(
                data.resolve("pulled"), settings.pullBytesPerDay(), engine::pulledBytes, context.clock());
        PullWindow window = new PullWindow(settings.pull(), settings.meteredInterfaces(), NET, budget);
        manager = new ReleaseManager(applier, store, reports, engine, check);
        worker = new ReleaseWorker(manager, engine, store, window, context.clock(), report);
        Duration longest = STARTS_AND_STOPS.plusSeconds(settings.probation()).plusSeconds(settings.healthTimeout());
        PullInhibitor pulls =
                new PullInhibitor(context.inhibitors(), context.ticker(), Duration.ofSeconds(settings.pullAwake()));
        state = new ReleaseState(manager, engine, window, context, pulls, longest, settings.removeUnknown());
        functions.addAll(new ReleaseFunctions(manager, worker, context.ticker()).functions());
        functions.addAll(new DockerFunctions(
                        engine,
                        () -> manager.known().registries(),
                        manager::isNeeded,
                        manager::isChanging,
                        manager.byHand())
                .functions());
        events =
                new EngineEvents(engine, context.events(), data, context.ticker(), context.clock(), worker::engineLost);
        worker.start();
        events.start();
        context.every(Duration.ofMinutes(1), events::save);
        context.every(Duration.ofMinutes(1), budget::save);
        context.every(Duration.ofSeconds(1), worker::cancelPulls);
        ReleaseEvents published = new ReleaseEvents(context.events(), store);
        Runnable newReport = context.desired(new ReleasesPart(policy, context, KEYS, manager, worker));
        request.set(() -> {
            newReport.run();
            published.update(reports.projects());
        });
    }

    private static OwnerPolicy policy(ReleaseSettings settings) {
        return new OwnerPolicy(
                settings.allowPrivileged(),
                settings.allowHostNetwork(),
                paths(settings.bindBelow()),
                Set.copyOf(settings.registriesOnly()),
                settings.requireDigest(),
                settings.requireSignature(),
                paths(settings.purgeBelow()));
    }

    /** Free bytes of the file system that has the folder; -1 if unknown. */
    private static long freeBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException | SecurityException e) {
            return -1;
        }
    }

    private static List<Path> paths(List<String> texts) {
        return texts.stream().map(Path::of).toList();
    }

    @Override
    public List<Function<?>> functions() {
        return functions;
    }

    @Override
    public List<State> states() {
        return List.of(new State("docker.release", "All containers are those of the desired releases", state));
    }

    @Override
    public List<Check> checks() {
        return new EngineChecks(engine, () -> manager.known().registries()).checks();
    }

    @Override
    public Health health() {
        Map<String, Object> facts = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        EngineInfo info = worker.engine();
        facts.put("engine", info == null ? "absent" : info.name() + " " + info.version());
        Failure failure = worker.failure();
        if (failure != null) {
            problems.add(failure.getMessage());
        }
        Map<String, Integer> phases = new TreeMap<>();
        for (Map<String, Object> each : manager.reports.projects()) {
            String phase = (String) each.get("state");
            phases.merge(phase, 1, Integer::sum);
            if (each.get("error") instanceof Map<?, ?> error
                    && !DockerErrors.ROLLED_BACK.name().equals(error.get("code"))) { // somebody wanted that
                problems.add("release " + each.get("name") + "@" + each.get("version") + ": " + error.get("message"));
            }
        }
        facts.put("projects", phases);
        double failed = phases.getOrDefault(ReleasePhase.FAILED.text(), 0);
        List<Metric> metrics = new ArrayList<>(manager.metrics());
        metrics.add(Metric.gauge("docker_engine_up", "1 if the container engine answers", info == null ? 0 : 1));
        metrics.add(Metric.gauge("docker_projects_failed", "Projects whose release failed", failed));
        return new Health(facts, metrics, problems.stream().distinct().toList());
    }

    @Override
    public void close() {
        worker.close();
        events.close();
        if (!manager.lock.close(ENGINE_WAIT)) { // its way back needs the engine, and the journal for itself
            LOG.warn("a change of containers has not ended in time; it is taken back by the next round of releases");
        }
        engine.close();
        budget.save();
    }
}
