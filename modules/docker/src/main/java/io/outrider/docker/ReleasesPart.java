package io.outrider.docker;

import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.ModuleContext;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseReader;
import io.outrider.docker.release.Releases;
import io.outrider.docker.release.Releases.RefusedProject;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registries, projects and whitelist of the desired document. A document without projects says nothing of containers. */
final class ReleasesPart implements DesiredPart {
    private static final Logger LOG = LoggerFactory.getLogger(ReleasesPart.class);

    private final OwnerPolicy policy;
    private final ModuleContext context;
    private final Path keys;
    private final ReleaseManager manager;
    private final ReleaseWorker worker;
    private Map<String, ?> applied; // guarded by this

    ReleasesPart(OwnerPolicy policy, ModuleContext context, Path keys, ReleaseManager manager, ReleaseWorker worker) {
        this.policy = policy;
        this.context = context;
        this.keys = keys;
        this.manager = manager;
        this.worker = worker;
    }

    @Override
    public Set<String> members() {
        return Set.of("registries", "projects", "whitelist");
    }

    @Override
    public void validate(Map<String, ?> members) throws Failure {
        read(members);
    }

    @Override
    public synchronized void apply(Map<String, ?> members) {
        if (!members.containsKey("projects") || members.equals(applied)) {
            return;
        }
        applied = members;
        try {
            Releases newer = read(members);
            if (!newer.equals(manager.releases())) {
                manager.desire(newer);
                worker.wake();
            }
        } catch (Failure e) {
            LOG.warn("the releases of the desired document are not applied: {}", e.getMessage());
        }
    }

    private Releases read(Map<String, ?> members) throws Failure {
        return withoutTwins(new ReleaseReader(policy, context.unit(), context.localApi(), keys).read(members));
    }

    /** Refusal of both of two projects of one name: nobody can tell which one is meant, and what runs goes on. */
    private static Releases withoutTwins(Releases read) {
        Set<String> refused = read.refused().stream().map(RefusedProject::name).collect(Collectors.toSet());
        List<Project> projects = read.projects().stream()
                .filter(each -> !refused.contains(each.name()))
                .toList();
        return new Releases(read.registries(), projects, read.refused(), read.whitelist(), read.keepsOthers());
    }

    @Override
    public Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("projects", manager.reports.projects());
        report.put("registries", worker.registries());
        return report;
    }
}
