package io.outrider.docker.release;

/** Labels of containers of releases. */
public final class ReleaseLabels {
    // as AutoPi's
    public static final String PROJECT = "project";
    public static final String RELEASE = "release";
    public static final String RELEASE_HASH = "release_hash";

    /** Project again, by a name that no other program uses: what has it belongs to the project. */
    public static final String OWNER = "io.outrider.project";

    /** Id of the run that created the container; on the way back, what has it is removed. */
    public static final String RUN = "io.outrider.run";

    /** {@link ContainerSpec#configHash} that the container was created with. */
    public static final String CONFIG = "io.outrider.config";

    private ReleaseLabels() {}
}
