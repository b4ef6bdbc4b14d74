package io.outrider.docker;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.docker.apply.ReleaseStepResult;
import io.outrider.docker.apply.RunResult;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Functions {@code docker.release} and {@code docker.rollback}. */
record ReleaseFunctions(ReleaseManager manager, ReleaseWorker worker, Ticker ticker) {
    static final Signature<ReleaseArguments> RELEASE = new Signature<>(
            "docker.release", "Releases: what is on the unit and what should be", ReleaseArguments.class);
    static final Signature<RollbackArguments> ROLLBACK = new Signature<>(
            "docker.rollback",
            "Rolls a project back to its fallback containers, or to the release before",
            RollbackArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(RELEASE, ROLLBACK);

    record ReleaseArguments(
            @JsonPropertyDescription("only this project") String project,

            @JsonPropertyDescription("the steps that would be taken now") @JsonProperty(defaultValue = "false")
            boolean test,

            @JsonPropertyDescription("follow with progress what is going on, until it ends")
            @JsonProperty(defaultValue = "false")
            boolean follow) {}

    record RollbackArguments(
            @JsonPropertyDescription("name of the project") @JsonProperty(required = true)
            String project) {}

    private static final Set<String> ACTIVE = Set.of("received", "pulling", "applying", "probation");

    /** Time between two looks of who follows. */
    private static final long LOOK_NANOS = 500_000_000;

    List<Function<?>> functions() {
        return List.of(RELEASE.with(this::release), ROLLBACK.with(this::rollBack));
    }

    private Object release(ReleaseArguments given, Call call) throws Failure, InterruptedException {
        Releases releases = manager.known();
        List<Project> projects =
                given.project() == null ? manager.projects(releases) : List.of(project(given.project(), releases));
        if (given.test()) {
            return plan(projects, releases);
        }
        if (given.follow()) {
            follow(projects, call);
        }
        return rows(projects, manager.observe(releases));
    }

    private Project project(String name, Releases releases) throws Failure {
        List<Project> all = manager.projects(releases);
        String names = all.isEmpty() ? "none" : String.join(", ", names(all));
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Failure.argument("project", "there is no such project; there are: " + names));
    }

    private static List<String> names(List<Project> projects) {
        return projects.stream().map(Project::name).toList();
    }

    /** Texts of the steps by project. */
    private Map<String, List<String>> plan(List<Project> projects, Releases releases)
            throws Failure, InterruptedException {
        manager.check(releases);
        Map<String, List<String>> all = new LinkedHashMap<>();
        List<Project> known = manager.projects(releases);
        for (PlannedProject each :
                manager.plans(known, releases, manager.observe(releases), verdict -> Optional.empty())) {
            Project project = each.project();
            if (projects.contains(project)) {
                all.put(ProjectRun.label(project.name(), project.version()), each.texts());
            }
        }
        return all;
    }

    private List<Map<String, Object>> reports(List<Project> projects) {
        List<String> names = names(projects);
        return manager.reports.projects().stream()
                .filter(each -> names.contains(each.get("name")))
                .toList();
    }

    /** A row for each container, from what is reported. */
    private List<Map<String, Object>> rows(List<Project> projects, World world) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Map<String, Object> report : reports(projects)) {
            List<?> containers =
                    report.get("containers") instanceof List<?> list && !list.isEmpty() ? list : List.of(Map.of());
            for (Object each : containers) {
                Map<?, ?> container = (Map<?, ?>) each;
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("project", report.get("name"));
                row.put("version", report.get("version"));
                row.put("release", report.get("state"));
                row.put("container", container.get("name"));
                row.put("running", container.isEmpty() ? null : running(report, container.get("name"), world));
                for (String key : List.of("state", "image", "digest")) {
                    row.put(key, container.get(key));
                }
                Map<?, ?> error = report.get("error") instanceof Map<?, ?> map ? map : Map.of();
                row.put("code", error.get("code"));
                row.put("error", error.get("message"));
                rows.add(row);
            }
        }
        return rows;
    }

    /** Image of the running container, which may be that of an earlier version; null if none runs. */
    private static String running(Map<String, Object> report, Object name, World world) {
        String plain = plain((String) name, (String) report.get("version"));
        return world.containers().stream()
                .filter(each -> each.state().running())
                .filter(each -> each.name().equals(name)
                        || report.get("name").equals(each.labels().get(ReleaseLabels.PROJECT))
                                && plain.equals(plain(each.name(), each.labels().get(ReleaseLabels.RELEASE))))
                .map(EngineContainer::image)
                .findFirst()
                .orElse(null);
    }

    /** Name without the version at its end. */
    private static String plain(String name, String version) {
        return version != null && name.endsWith("-" + version)
                ? name.substring(0, name.length() - version.length() - 1)
                : name;
    }

    private void follow(List<Project> projects, Call call) throws InterruptedException {
        boolean active = true;
        while (active) {
            active = manager.lock.isBusy();
            for (Map<String, Object> each : reports(projects)) {
                if (!ACTIVE.contains(each.get("state"))) {
                    continue;
                }
                active |= worker.failure() == null; // else nothing goes on: the engine is absent
                String what = each.get("name") + "@" + each.get("version") + " " + each.get("state");
                if (each.get("progress") instanceof Map<?, ?> pull
                        && pull.get("done") instanceof Long done
                        && pull.get("total") instanceof Long total) {
                    call.progress(done, total, "bytes", what + " " + pull.get("image"));
                } else {
                    call.progress(0, 0, "steps", what);
                }
            }
            if (active) {
                ticker.sleep(LOOK_NANOS);
            }
        }
    }

    private Object rollBack(RollbackArguments given, Call call) throws Failure, InterruptedException {
        Releases releases = manager.known();
        Project project = project(given.project(), releases);
        worker.wake(); // what is pulled for the release is not needed
        RunResult result = manager.rollBack(project, releases, ProjectRun.progress(call));
        if (result.failure() != null) {
            throw result.failure();
        }
        if (result.steps().isEmpty()) {
            return List.of("there is nothing to do: the containers of " + project.name() + " are those from before");
        }
        return result.steps().stream()
                .map(ReleaseStepResult::step)
                .map(ReleaseStep::text)
                .toList();
    }
}
