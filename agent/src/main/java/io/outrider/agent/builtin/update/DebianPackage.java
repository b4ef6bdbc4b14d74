package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.ShortProgram;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Identity of a Debian package, as dpkg reads it from a file or from its database. Nothing of the package is executed. */
record DebianPackage(String name, String architecture, String version) {
    private static final Duration LIMIT = Duration.ofSeconds(60); // a package of 64 MB on a slow card
    private static final int MOST = 1000; // characters of the three fields

    /** @throws Failure if the file is no Debian package */
    static DebianPackage read(Path file) throws Failure, InterruptedException {
        String fields =
                run("dpkg-deb", "--show", "--showformat=${Package} ${Architecture} ${Version}", file.toString());
        if (fields == null) {
            throw new Failure(AgentErrors.UPDATE_PACKAGE, "the file at url is no Debian package: build it anew");
        }
        return parse(fields);
    }

    /** @param database folder of dpkg's database */
    static DebianPackage installed(Path database) throws Failure, InterruptedException {
        String fields = run(
                "dpkg-query",
                "--admindir=" + database,
                "--show",
                "--showformat=${Package} ${Architecture} ${Version}",
                "outrider");
        if (fields == null) {
            throw new Failure(
                    AgentErrors.NOT_PACKAGED,
                    "this outrider is not installed by its Debian package: update it as it was installed");
        }
        return parse(fields);
    }

    boolean isNewerThan(DebianPackage other) throws Failure, InterruptedException {
        return run("dpkg", "--compare-versions", version, "gt", other.version) != null;
    }

    private static DebianPackage parse(String fields) throws Failure {
        String[] words = fields.strip().split(" ", -1);
        if (words.length != 3 || fields.length() > MOST || !fields.matches("[\\x21-\\x7e ]+\\s?")) {
            throw new Failure(AgentErrors.UPDATE_PACKAGE, "the package has no name, architecture and version");
        }
        return new DebianPackage(words[0], words[1], words[2]);
    }

    /** Output of a program of dpkg; null if it fails. */
    private static String run(String... command) throws Failure, InterruptedException {
        try {
            return ShortProgram.output(List.of(command), LIMIT);
        } catch (NoSuchFileException e) {
            throw new Failure(AgentErrors.NOT_PACKAGED, command[0] + " is missing: install dpkg", e);
        } catch (IOException e) {
            return null;
        }
    }
}
