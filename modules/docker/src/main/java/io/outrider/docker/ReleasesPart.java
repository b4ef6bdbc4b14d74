package io.outrider.docker;

import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.LocalApiAccess;
import io.outrider.api.ModuleContext;
import io.outrider.docker.release.ContainerApi;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseReader;
import io.outrider.docker.release.Releases;
import io.outrider.docker.release.Releases.RefusedProject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registries, projects and whitelist of the desired document. A document without projects says nothing of containers. */
final class ReleasesPart implements DesiredPart {
    private static final Logger LOG = LoggerFactory.getLogger(ReleasesPart.class);

    /** Time after the start of the module in which the local API opens. */
    private static final Duration API_OPENS = Duration.ofMinutes(1);

    private final OwnerPolicy policy;
    private final ModuleContext context;
    private final Path keys;
    private final ReleaseManager manager;
    private final ReleaseWorker worker;
    private final long opened;
    private Map<String, ?> applied; // guarded by this, as are the next
    private String address;
    private boolean waits; // for the local API

    ReleasesPart(OwnerPolicy policy, ModuleContext context, Path keys, ReleaseManager manager, ReleaseWorker worker) {
        this.policy = policy;
        this.context = context;
        this.keys = keys;
        this.manager = manager;
        this.worker = worker;
        this.opened = context.ticker().nanos();
    }

    @Override
    public Set<String> members() {
        return Set.of("registries", "projects", "whitelist");
    }

    @Override
    public void validate(Map<String, ?> members) throws Failure {
        read(members, api());
    }

    @Override
    public synchronized void apply(Map<String, ?> members) {
        if (members.containsKey("projects") && !members.equals(applied)) {
            applied = members;
            take();
        }
    }

    /** Reads the document again once the local API has another address, which containers have in their environment. */
    synchronized void refresh() {
        if (applied != null
                && (waits || !Objects.equals(address, context.localApi().address()))) {
            take();
        }
    }

    /** Takes the document over, unless a container needs the local API, which is opened after the modules. */
    private void take() {
        address = context.localApi().address();
        try {
            boolean early = context.ticker().nanos() - opened < API_OPENS.toNanos();
            boolean[] needed = {false};
            Releases newer = read(
                    applied,
                    address != null || !early
                            ? api()
                            : new ContainerApi("", Path.of("/"), name -> {
                                needed[0] = true;
                                return "";
                            }));
            waits = needed[0];
            if (!waits && !newer.equals(manager.releases())) {
                manager.desire(newer);
                worker.wake();
            }
        } catch (Failure e) {
            LOG.warn("the releases of the desired document are not applied: {}", e.getMessage());
        }
    }

    private ContainerApi api() {
        LocalApiAccess local = context.localApi();
        String now = local.address();
        return now == null ? null : new ContainerApi(now, local.socketFolder(), this::token);
    }

    private Releases read(Map<String, ?> members, ContainerApi api) throws Failure {
        try {
            return withoutTwins(new ReleaseReader(policy, context.unit(), api, keys).read(members));
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** Refusal of both of two projects of one name: nobody can tell which one is meant, and what runs goes on. */
    private static Releases withoutTwins(Releases read) {
        Set<String> refused = read.refused().stream().map(RefusedProject::name).collect(Collectors.toSet());
        List<Project> projects = read.projects().stream()
                .filter(each -> !refused.contains(each.name()))
                .toList();
        return new Releases(read.registries(), projects, read.refused(), read.whitelist(), read.keepsOthers());
    }

    private String token(String container) {
        try {
            return context.localApi().token(container);
        } catch (Failure e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("projects", manager.reports.projects());
        report.put("registries", worker.registries());
        return report;
    }
}
