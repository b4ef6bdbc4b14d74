package io.outrider.docker;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.Step;
import io.outrider.docker.apply.ReleaseStepResult;
import io.outrider.docker.apply.RunResult;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.StepKey;
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
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Run of one project within a run of the state: the steps of the preparation one by one; those of the change all at once with
 * the first of them, as there is no stop between them, and each returns its own result. For one thread.
 */
final class ProjectRun {
    private final ReleaseManager manager;
    private final Inhibitors inhibitors;
    private final PullInhibitor pulls;
    private final Duration longest;
    private final Project project;
    private final Releases releases;
    private final Function<ReleaseStep, Optional<Failure>> guard;
    private final String label;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private List<String> required = List.of(); // the step before
    private final Map<StepKey, ReleaseStepResult> results = new HashMap<>();
    private RunResult result; // null before the change

    /**
     * @param longest time that a change may take; the unit stays awake for it
     * @param guard why the run has to stop before a step, or before the whole change (null); null for a run by name
     */
    ProjectRun(
            ReleaseManager manager,
            Inhibitors inhibitors,
            PullInhibitor pulls,
            Duration longest,
            Project project,
            Releases releases,
            Function<ReleaseStep, Optional<Failure>> guard) {
        this.manager = manager;
        this.inhibitors = inhibitors;
        this.pulls = pulls;
        this.longest = longest;
        this.project = project;
        this.releases = releases;
        this.guard = guard;
        this.label = label(project.name(), project.version());
    }

    static String label(String name, String version) {
        return version.isEmpty() ? name : name + "@" + version;
    }

    private static String prefix(String label) {
        return "docker-project-" + label;
    }

    static Step failing(String label, Failure why) {
        return new PlannedStep(prefix(label) + "-released", StepKey.marker(label), List.of(), null, why, call -> null);
    }

    /** The steps of a plan, those of containers that are as they should be, and the marker. */
    List<Step> steps(ReleasePlan plan) {
        for (ReleaseStep each : plan.prepare()) {
            add(each.key(), each.text(), call -> prepare(each, call));
        }
        Set<StepKey> changed = plan.change().stream().map(ReleaseStep::key).collect(Collectors.toSet());
        for (ContainerSpec each : project.containers()) {
            StepKey running = StepKey.container(each.name(), "running");
            if (!changed.contains(running)) {
                steps.add(new PlannedStep(id(running), running, List.of(), null, call -> null));
            }
        }
        addChanges(plan.change());
        String text = plan.isEmpty() ? null : label + " is applied";
        StepKey marker = StepKey.marker(label);
        String id = prefix(label) + "-released";
        steps.add(new PlannedStep(id, marker, required, text, new Change(marker)));
        for (ReleaseStep each : plan.finish()) {
            required = List.of(id); // one that fails holds up no other
            addChanges(List.of(each));
        }
        return steps;
    }

    private void addChanges(List<ReleaseStep> changes) {
        for (ReleaseStep each : changes) {
            StepKey key = each.key();
            if (key != null) {
                add(key, each.text(), new Change(key));
            }
        }
    }

    private void add(StepKey key, String text, PlannedStep.Action action) {
        String id = id(key);
        steps.add(new PlannedStep(id, key, required, text, action));
        required = List.of(id);
    }

    private String id(StepKey key) {
        String id = key.id(prefix(label));
        for (int i = 2; !ids.add(id); i++) {
            id = key.id(prefix(label)) + "-" + i;
        }
        return id;
    }

    private String prepare(ReleaseStep step, Call call) throws Failure, InterruptedException {
        String text = step.text();
        boolean holds = guard != null && step instanceof ReleaseStep.PullImage;
        try (var awake = holds ? pulls.inhibit("pull of " + project.name() + " " + project.version()) : null) {
            Failure failure = manager.prepare(project, step, (bytes, total) -> {
                proceed(step);
                call.progress(bytes, total, "bytes", text);
            });
            return failure == null ? null : "not done, and the release goes on without: " + failure.getMessage();
        }
    }

    /** Step of the change, with its own result of the run. */
    private final class Change implements PlannedStep.Action {
        private final StepKey key;

        Change(StepKey key) {
            this.key = key;
        }

        @Override
        public String apply(Call call) throws Failure, InterruptedException {
            if (result == null) {
                change(call);
            }
            ReleaseStepResult done = results.get(key);
            if (result.failure() != null && (done == null || done.failure() != null)) {
                throw result.failure();
            }
            if (done != null && done.failure() != null) {
                throw done.failure();
            }
            return done == null && !key.module().equals(StepKey.MARKER) ? "there is nothing to do" : null;
        }

        @Override
        public Step.Timing timing() {
            ReleaseStepResult done = results.get(key);
            return done == null ? null : new Step.Timing(done.started(), done.took());
        }
    }

    private void change(Call call) throws Failure, InterruptedException {
        proceed(null);
        String reason = "release " + label;
        try (var awake = inhibitors.inhibit(Inhibitors.Activity.SLEEP, reason, longest)) {
            result = manager.change(project, releases, progress(call));
        }
        for (ReleaseStepResult each : result.steps()) {
            results.put(each.step().key(), each);
            if (each.failure() != null && result.failure() != null) {
                return; // what follows is the way back
            }
        }
    }

    static StepListener progress(Call call) {
        return new StepListener() {
            private int begun;
            private int total;

            @Override
            public void planned(int steps) {
                total = steps;
            }

            @Override
            public void started(ReleaseStep step) {
                call.progress(Math.min(begun++, total), total, "steps", step.text());
            }
        };
    }

    private void proceed(ReleaseStep step) throws Failure {
        manager.requireDesired(releases);
        if (guard == null) {
            manager.store.resume(project.name());
            return;
        }
        Optional<Failure> stop = guard.apply(step);
        if (stop.isPresent()) {
            throw stop.get();
        }
    }
}
