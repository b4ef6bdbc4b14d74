package io.outrider.docker;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.Step;
import io.outrider.docker.apply.ReleaseStepResult;
import io.outrider.docker.apply.RunResult;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.ReleaseSteps;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Run of one project within a run of the state: the steps of the preparation one by one; those of the change all at once with
 * the first of them, as there is no stop between them, and each returns its own result. For one thread.
 */
final class ProjectRun {
    /** Conditions of a run that nobody has asked for by name. */
    @FunctionalInterface
    interface Guard {
        /** @param step about to be taken; null for the whole change */
        Optional<Failure> stop(ReleaseStep step);
    }

    /** Time in which the unit stays awake for one step, or for the change. */
    private static final Duration AWAKE = Duration.ofMinutes(30);

    private final ReleaseManager manager;
    private final Inhibitors inhibitors;
    private final Project project;
    private final Releases releases;
    private final Guard guard; // null for a run by name
    private final String label;
    private final Set<StepKey> done = new HashSet<>();
    private final Map<StepKey, Failure> failed = new HashMap<>();
    private RunResult result; // null before the change

    ProjectRun(ReleaseManager manager, Inhibitors inhibitors, Project project, Releases releases, Guard guard) {
        this.manager = manager;
        this.inhibitors = inhibitors;
        this.project = project;
        this.releases = releases;
        this.guard = guard;
        this.label = label(project.name(), project.version());
    }

    static String label(String name, String version) {
        return version.isEmpty() ? name : name + "@" + version;
    }

    static String prefix(String label) {
        return "docker-project-" + label;
    }

    static Step failing(String label, Failure why) {
        return PlannedStep.failing(prefix(label) + "-released", StepKey.marker(label), why);
    }

    /** The steps of a plan, those of containers that are as they should be, and the marker. */
    List<Step> steps(ReleasePlan plan) {
        Steps steps = new Steps();
        for (ReleaseStep each : plan.prepare()) {
            StepKey.of(each).ifPresent(key -> steps.add(key, ReleaseSteps.text(each), call -> prepare(each, call)));
        }
        Set<StepKey> changed = new HashSet<>();
        plan.change().forEach(each -> StepKey.of(each).ifPresent(changed::add));
        for (ContainerSpec each : project.containers()) {
            StepKey running = StepKey.container(each.name(), "running");
            if (!changed.contains(running)) {
                steps.all.add(PlannedStep.unchanged(steps.id(running), running));
            }
        }
        plan.change().forEach(each -> addChange(each, steps));
        String text = plan.isEmpty() ? null : label + " is applied";
        StepKey marker = StepKey.marker(label);
        steps.all.add(new PlannedStep(
                prefix(label) + "-released", marker, steps.required, text, null, call -> changed(marker, call)));
        plan.finish().forEach(each -> addChange(each, steps));
        return steps.all;
    }

    private void addChange(ReleaseStep step, Steps steps) {
        StepKey.of(step).ifPresent(key -> steps.add(key, ReleaseSteps.text(step), call -> changed(key, call)));
    }

    /** Steps under construction: each requires the one before. */
    private final class Steps {
        private final List<Step> all = new ArrayList<>();
        private final Set<String> ids = new HashSet<>();
        private List<String> required = List.of();

        private void add(StepKey key, String text, PlannedStep.Action action) {
            String id = id(key);
            all.add(new PlannedStep(id, key, required, text, null, action));
            required = List.of(id);
        }

        private String id(StepKey key) {
            String id = key.id(prefix(label));
            for (int i = 2; !ids.add(id); i++) {
                id = key.id(prefix(label)) + "-" + i;
            }
            return id;
        }
    }

    private void prepare(ReleaseStep step, Call call) throws Failure, InterruptedException {
        proceed(step);
        String text = ReleaseSteps.text(step);
        try (var awake = awake()) {
            manager.lock().run(() -> {
                manager.prepare(project, step, (bytes, total) -> call.progress(bytes, total, "bytes", text));
                return null;
            });
        }
    }

    private void changed(StepKey key, Call call) throws Failure, InterruptedException {
        if (result == null) {
            change(call);
        }
        if (failed.containsKey(key)) {
            throw failed.get(key);
        }
        if (result.failure() != null && !done.contains(key)) {
            throw result.failure();
        }
    }

    private void change(Call call) throws Failure, InterruptedException {
        proceed(null);
        try (var awake = awake()) {
            result = manager.change(project, releases, progress(call));
        }
        for (ReleaseStepResult each : result.steps()) {
            StepKey key = StepKey.of(each.step()).orElse(null);
            if (each.failure() != null) {
                failed.put(key, result.failure() == null ? each.failure() : result.failure());
                return; // what follows is the way back
            }
            done.add(key);
        }
    }

    static StepListener progress(Call call) {
        return new StepListener() {
            private int begun;

            @Override
            public void started(ReleaseStep step) {
                call.progress(begun++, 0, "steps", ReleaseSteps.text(step));
            }
        };
    }

    private void proceed(ReleaseStep step) throws Failure {
        if (manager.releases() != releases) {
            throw new Failure(
                    DockerErrors.RELEASE_CHANGED,
                    "a newer desired document has come, and its releases are applied instead");
        }
        if (guard == null) {
            manager.resume(project);
            return;
        }
        Optional<Failure> stop = guard.stop(step);
        if (stop.isPresent()) {
            throw stop.get();
        }
    }

    private Inhibitors.Handle awake() {
        return inhibitors.inhibit(Inhibitors.Activity.SLEEP, "release " + label + " is applied", AWAKE);
    }
}
