package io.outrider.docker.plan;

/** Descriptions of steps for people. */
public final class ReleaseSteps {
    private ReleaseSteps() {}

    public static String text(ReleaseStep step) {
        throw new UnsupportedOperationException("to be written: " + step);
    }
}
