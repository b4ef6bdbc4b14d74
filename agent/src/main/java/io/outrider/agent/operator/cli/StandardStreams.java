package io.outrider.agent.operator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard output and error of the process, from /proc. */
interface StandardStreams {
    /** Streams to two different files. */
    StandardStreams FILES = descriptor -> "file " + descriptor;

    StandardStreams OF_PROCESS = descriptor -> {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor)))
                    .toString();
        } catch (IOException e) {
            return "unknown " + descriptor;
        }
    };

    /** Target of a descriptor, such as {@code pipe:[4711]}. */
    String target(int descriptor);

    default boolean outIsPipe() {
        return target(1).startsWith("pipe:") || target(1).startsWith("socket:");
    }

    /** True if both have the same reader, as after {@code 2>&1}. */
    default boolean areSame() {
        return target(1).equals(target(2));
    }
}
