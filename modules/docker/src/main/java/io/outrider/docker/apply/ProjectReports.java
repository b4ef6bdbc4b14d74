package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Reports of the projects' states to the fleet. Any thread. */
public final class ProjectReports {
    private final Clock clock;
    private final Runnable changed;
    private final Map<String, Report> reports = new TreeMap<>(); // guarded by this

    private record Report(
            String version,
            String versionHash,
            ReleasePhase phase,
            String since,
            String reason,
            Map<String, Object> pull,
            Map<String, Object> error,
            Object check,
            List<Map<String, Object>> containers) {
        Report in(ReleasePhase next, String now, String why) {
            boolean same = next == phase;
            return new Report(version, versionHash, next, same ? since : now, why, null, null, check, containers);
        }
    }

    /** @param changed called after each change, on the thread that changes; must not block */
    public ProjectReports(Clock clock, Runnable changed) {
        this.clock = clock;
        this.changed = changed;
    }

    /** Notes the phase of a release; another version or hash of the project begins a new report. */
    public void phase(String project, String version, String versionHash, ReleasePhase phase, String reason) {
        change(project, version, versionHash, report -> report.in(phase, now(), reason));
    }

    /** @param reason sentence on what is waited for; null for none */
    public void phase(Project project, ReleasePhase phase, String reason) {
        phase(project.name(), project.version(), project.versionHash(), phase, reason);
    }

    /** @param verdict of the pre-flight check, of JSON's types or a record */
    public void checked(Project project, Object verdict) {
        change(project.name(), project.version(), project.versionHash(), report -> {
            Report next = report.in(ReleasePhase.CHECKED, now(), null);
            return with(next, null, null, verdict, next.containers());
        });
    }

    /** @param done bytes that are on the unit, of the image that is pulled now; total 0 while it is not known */
    public void pulling(Project project, String image, long done, long total) {
        change(project.name(), project.version(), project.versionHash(), report -> {
            Report next = report.in(ReleasePhase.PULLING, now(), null);
            Map<String, Object> pull = Map.of("image", image, "done", done, "total", total);
            return with(next, pull, null, next.check(), next.containers());
        });
    }

    /**
     * @param logs last lines of the container that failed; empty if there is none
     * @param restored whether the containers from before run
     */
    public void failed(
            String project, String version, String versionHash, Failure why, List<String> logs, boolean restored) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", why.code());
        error.put("message", why.getMessage());
        error.put("logs", List.copyOf(logs));
        error.put("restored", restored);
        change(project, version, versionHash, report -> {
            Report next = report.in(ReleasePhase.FAILED, now(), null);
            return with(next, null, error, next.check(), next.containers());
        });
    }

    /** Notes what the project's containers are in this world. */
    public void containers(Project project, World world) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (ContainerSpec spec : project.containers()) {
            Map<String, Object> one = new LinkedHashMap<>();
            EngineContainer container = world.containers().stream()
                    .filter(candidate -> candidate.name().equals(spec.name()))
                    .findFirst()
                    .orElse(null);
            one.put("name", spec.name());
            one.put("state", container == null ? "absent" : container.state().status());
            one.put("image", spec.image().reference());
            if (container != null) {
                world.images().stream()
                        .filter(image -> image.id().equals(container.imageId()))
                        .findFirst()
                        .map(image -> digest(image, spec.image().familiar()))
                        .ifPresent(digest -> one.put("digest", digest));
            }
            all.add(one);
        }
        change(
                project.name(),
                project.version(),
                project.versionHash(),
                report -> with(report, report.pull(), report.error(), report.check(), all));
    }

    /** Forgets the projects that are not among these. */
    public synchronized void retain(Set<String> projects) {
        reports.keySet().retainAll(projects);
    }

    /** Forgets a project that is gone. */
    public void remove(String project) {
        synchronized (this) {
            reports.remove(project);
        }
        changed.run();
    }

    /** Phase of the project; empty text if it is not known. */
    public synchronized String phase(String project) {
        Report report = reports.get(project);
        return report == null ? "" : report.phase().text();
    }

    /** Member {@code projects} of the report, by name. */
    public synchronized List<Map<String, Object>> projects() {
        List<Map<String, Object>> all = new ArrayList<>();
        reports.forEach((name, report) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", name);
            one.put("version", report.version());
            one.put("version_hash", report.versionHash());
            one.put("state", report.phase().text());
            one.put("since", report.since());
            putPresent(one, "reason", report.reason());
            putPresent(one, "progress", report.pull());
            putPresent(one, "error", report.error());
            putPresent(one, "check", report.check());
            one.put("containers", report.containers());
            all.add(one);
        });
        return all;
    }

    private void change(String project, String version, String versionHash, UnaryOperator<Report> change) {
        synchronized (this) {
            Report before = reports.get(project);
            Report start = before != null && Objects.equals(before.versionHash(), versionHash)
                    ? before
                    : new Report(version, versionHash, ReleasePhase.RECEIVED, now(), null, null, null, null, List.of());
            Report after = change.apply(start);
            if (after.equals(before)) {
                return;
            }
            reports.put(project, after);
        }
        changed.run();
    }

    private static Report with(
            Report report,
            Map<String, Object> pull,
            Map<String, Object> error,
            Object check,
            List<Map<String, Object>> containers) {
        return new Report(
                report.version(),
                report.versionHash(),
                report.phase(),
                report.since(),
                report.reason(),
                pull,
                error,
                check,
                containers);
    }

    private static String digest(EngineImage image, String repository) {
        return image.digests().stream()
                .filter(digest -> digest.startsWith(repository + "@"))
                .map(digest -> digest.substring(repository.length() + 1))
                .findFirst()
                .orElse(null);
    }

    private static void putPresent(Map<String, Object> map, String key, Object value) {
        if (value != null) {
            map.put(key, value);
        }
    }

    private String now() {
        return clock.instant().toString();
    }
}
