package io.outrider.agent.runtime.process;

/** Version of this program, from its jar. */
public final class Version {
    private Version() {}

    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
