package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.plan.LocalImages;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports of the projects' states to the fleet, as wire.md has them. Any thread. */
public final class ProjectReports {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectReports.class);
    private static final List<String> LASTING = List.of("check", "containers");

    private final Clock clock;
    private final Runnable changed;
    private Map<String, String> desired = Map.of(); // guarded by this
    private final Map<String, Map<String, Object>> reports = new TreeMap<>(); // guarded by this; values never change

    /** @param changed called after each change, on the thread that changes; must not block */
    public ProjectReports(Clock clock, Runnable changed) {
        this.clock = clock;
        this.changed = changed;
    }

    /** @param reason sentence on what is waited for, or on why it is so; null for none */
    public void phase(Project project, ReleasePhase phase, String reason) {
        change(project, phase, reason == null ? Map.of() : Map.of("reason", reason));
    }

    /** @param verdict of the pre-flight check, of JSON's types or a record */
    public void checked(Project project, Object verdict) {
        change(project, ReleasePhase.CHECKED, Map.of("check", verdict));
    }

    /**
     * @param done bytes that are on the unit, of the image that is pulled now; total 0 while it is not known
     * @param cut what became of the pulls before; null if there is nothing to say
     */
    public void pulling(Project project, String image, long done, long total, Failure cut) {
        Map<String, Object> members = new HashMap<>();
        members.put("progress", Map.of("image", image, "done", done, "total", total));
        if (cut != null) {
            members.put("error", error(cut, List.of(), true));
        }
        change(project, ReleasePhase.PULLING, members);
    }

    private static Map<String, Object> error(Failure why, List<String> logs, boolean restored) {
        return Map.of("code", why.code(), "message", why.getMessage(), "logs", List.copyOf(logs), "restored", restored);
    }

    /**
     * @param logs last lines of the container that failed; empty if there is none
     * @param restored whether the containers from before run
     */
    public void failed(Project project, Failure why, List<String> logs, boolean restored) {
        if (change(project, ReleasePhase.FAILED, Map.of("error", error(why, logs, restored)))) {
            LOG.warn("release of {} failed: {} ({})", project.name(), why.getMessage(), why.code());
        }
    }

    /** True if the project is reported in this phase. */
    public synchronized boolean isIn(Project project, ReleasePhase phase) {
        return phase.text()
                .equals(reports.getOrDefault(project.name(), Map.of()).get("state"));
    }

    /** Notes what the project's containers are in this world. */
    public void containers(Project project, World world) {
        LocalImages images = new LocalImages(world);
        List<Map<String, Object>> all = project.containers().stream()
                .map(spec -> container(spec, world, images))
                .toList();
        change(project, null, Map.of("containers", all));
    }

    /**
     * Forgets other projects, and ignores reports on other releases of these from now on.
     *
     * @param hashes of the releases to be reported, by project
     */
    public void limit(Map<String, String> hashes) {
        synchronized (this) {
            desired = Map.copyOf(hashes);
            if (!reports.keySet().retainAll(hashes.keySet())) {
                return;
            }
        }
        changed.run();
    }

    /** Member {@code projects} of the report, by name. */
    public synchronized List<Map<String, Object>> projects() {
        return new ArrayList<>(reports.values());
    }

    /**
     * @param phase null for the one that it is in
     * @return false if it is reported already
     */
    private boolean change(Project project, ReleasePhase phase, Map<String, Object> members) {
        synchronized (this) {
            Map<String, Object> before = reports.getOrDefault(project.name(), Map.of());
            String hash = project.versionHash();
            boolean known = hash.equals(before.get("version_hash"));
            Map<String, Object> next = new LinkedHashMap<>(known ? before : Map.of());
            if (!known || phase != null) {
                String state = (phase == null ? ReleasePhase.RECEIVED : phase).text();
                Object since = state.equals(next.get("state"))
                        ? next.get("since")
                        : clock.instant().toString();
                next.keySet().retainAll(LASTING);
                next.put("name", project.name());
                next.put("version", project.version());
                next.put("version_hash", hash);
                next.put("state", state);
                next.put("since", since);
            }
            next.putAll(members);
            if (next.equals(before)
                    || !desired.getOrDefault(project.name(), hash).equals(hash)) {
                return !next.equals(before);
            }
            reports.put(project.name(), next);
        }
        changed.run();
        return true;
    }

    private static Map<String, Object> container(ContainerSpec spec, World world, LocalImages images) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", spec.name());
        members.put("state", "absent");
        members.put("image", spec.image().reference());
        for (EngineContainer container : world.containers()) {
            if (container.name().equals(spec.name())) {
                members.put("state", container.state().status());
                images.digest(container, spec.image()).ifPresent(digest -> members.put("digest", digest));
            }
        }
        return members;
    }
}
