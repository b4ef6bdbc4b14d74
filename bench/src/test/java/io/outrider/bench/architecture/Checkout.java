package io.outrider.bench.architecture;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files of the project's repository, without ignored files.
 *
 * @param files existing files, relative to the root
 */
record Checkout(Path root, List<Path> files) {
    /** Skips the test without git or outside a checkout, for example in an unpacked archive. */
    static Checkout orSkip() throws Exception {
        Optional<String> root = git(Path.of(""), "rev-parse", "--show-toplevel");
        assumeTrue(root.isPresent(), "skipped: no git checkout, or git is not installed");
        Path top = Path.of(root.get().strip());
        assumeTrue(
                Files.exists(top.resolve("bench/pom.xml")), "skipped: the surrounding checkout is of another project");
        String list = git(top, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                .orElseThrow();
        List<Path> files = list.lines()
                .flatMap(line -> List.of(line.split("\0")).stream())
                .map(Path::of)
                .filter(file -> Files.isRegularFile(top.resolve(file)))
                .toList();
        return new Checkout(top, files);
    }

    private static Optional<String> git(Path directory, String... arguments) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("git").directory(directory.toAbsolutePath().toFile());
        builder.command().addAll(List.of(arguments));
        try {
            Process process =
                    builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    List<Path> javaFiles() {
        return files.stream().filter(file -> file.toString().endsWith(".java")).toList();
    }

    List<Path> javaTestFiles() {
        return javaFiles().stream()
                .filter(file -> file.toString().contains("src/test/java/"))
                .toList();
    }

    /** Content of a file; empty if it is not UTF-8. */
    String text(Path file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (MalformedInputException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
