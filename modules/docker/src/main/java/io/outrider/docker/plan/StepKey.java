package io.outrider.docker.plan;

/**
 * Key of a step in the return of a state run, in AutoPi's form.
 *
 * @param kind of the object, as part of the id: {@code container}, {@code image}
 */
public record StepKey(String module, String kind, String name, String function) {
    /** Module of the marker by which AutoPi's service knows that a release is applied. */
    public static final String MARKER = "test";

    /** @param label project and version */
    public static StepKey marker(String label) {
        return new StepKey(MARKER, "release", "docker:" + label, "succeed_without_changes");
    }

    public static StepKey container(String name, String function) {
        return new StepKey("docker_container", "container", name, function);
    }

    /** Id in the run of a project: {@code docker-project-test@1.0.7-container-app-running}. */
    public String id(String prefix) {
        return prefix + "-" + kind + "-" + name + "-" + function;
    }
}
