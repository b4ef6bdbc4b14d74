package io.outrider.bench.house;

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
 * The files that are in the project's repository, whatever else lies about.
 *
 * @param files relative to the root, and still there
 */
record Checkout(Path root, List<Path> files) {
    /** Skips the test where there is no git, or no checkout: in an unpacked archive, say. */
    static Checkout orSkip() throws Exception {
        Optional<String> root = git(Path.of(""), "rev-parse", "--show-toplevel");
        assumeTrue(root.isPresent(), "skipped: this is no git checkout, or git is not installed");
        Path top = Path.of(root.get().strip());
        assumeTrue(
                Files.exists(top.resolve("bench/pom.xml")), "skipped: the checkout around this is another project's");
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

    List<Path> java() {
        return files.stream().filter(file -> file.toString().endsWith(".java")).toList();
    }

    List<Path> javaOfTests() {
        return java().stream()
                .filter(file -> file.toString().contains("src/test/java/"))
                .toList();
    }

    /** Nothing for what is no text. */
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
