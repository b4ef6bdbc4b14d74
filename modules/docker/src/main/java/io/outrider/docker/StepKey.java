package io.outrider.docker;

import io.outrider.docker.plan.ReleaseStep;

/**
 * Key of a step in the return of a state run, in AutoPi's form.
 *
 * @param kind of the object, as part of the id: {@code container}, {@code image}
 */
record StepKey(String module, String kind, String name, String function) {
    /** Module of the marker by which AutoPi's service knows that a release is applied. */
    static final String MARKER = "test";

    /** @param label project and version */
    static StepKey marker(String label) {
        return new StepKey(MARKER, "release", "docker:" + label, "succeed_without_changes");
    }

    /** Id in the run of a project: {@code docker-project-test@1.0.7-container-app-running}. */
    String id(String prefix) {
        return prefix + "-" + kind + "-" + name + "-" + function;
    }

    /** Null for the commit, which is the marker of the whole release, and for steps of the way back. */
    static StepKey of(ReleaseStep step) {
        if (step instanceof ReleaseStep.LogIn login) {
            return new StepKey("docker", "registry", login.registry().host(), "login");
        }
        if (step instanceof ReleaseStep.RemoveImage image) {
            return new StepKey("docker_image", "image", image.reference(), "absent");
        }
        if (step instanceof ReleaseStep.PullImage image) {
            return new StepKey("docker_image", "image", image.image().reference(), "present");
        }
        if (step instanceof ReleaseStep.RenameContainer renamed) {
            return container(renamed.from(), "renamed");
        }
        if (step instanceof ReleaseStep.CreateContainer created) {
            return container(created.container().name(), "created");
        }
        if (step instanceof ReleaseStep.StopContainer stopped) {
            return container(stopped.name(), "stopped");
        }
        if (step instanceof ReleaseStep.SetFolderAside aside) {
            return new StepKey("file", "folder", aside.folder().toString(), "renamed");
        }
        if (step instanceof ReleaseStep.StartContainer started) {
            return container(started.name(), "running");
        }
        if (step instanceof ReleaseStep.Prove proved) {
            return container(String.join("+", proved.names()), "proven");
        }
        if (step instanceof ReleaseStep.RemoveContainer removed) {
            return container(removed.name(), "absent");
        }
        if (step instanceof ReleaseStep.DeleteFolder deleted) {
            return new StepKey("file", "folder", deleted.aside().toString(), "absent");
        }
        return null;
    }

    static StepKey container(String name, String function) {
        return new StepKey("docker_container", "container", name, function);
    }
}
