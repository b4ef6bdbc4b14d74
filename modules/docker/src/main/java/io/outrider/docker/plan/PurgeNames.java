package io.outrider.docker.plan;

import java.nio.file.Path;

/** Names of folders that a release sets aside. */
public final class PurgeNames {
    /** Suffix as AutoPi's. */
    public static final String SUFFIX = ".bak";

    private PurgeNames() {}

    public static Path aside(Path folder) {
        return folder.resolveSibling(folder.getFileName() + SUFFIX);
    }
}
