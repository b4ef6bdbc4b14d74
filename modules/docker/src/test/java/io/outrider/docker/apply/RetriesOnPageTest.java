package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codes in docs/releases.md of failures after which a release is given up. */
class RetriesOnPageTest {
    private static final Pattern CODE = Pattern.compile("`([A-Z_]+)`");

    @TempDir
    private Path folder;

    private static String page() throws IOException {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/releases.md"))) {
            at = at.getParent();
        }
        return Files.readString(at.resolve("docs/releases.md"));
    }

    private static Set<String> codes(String text) {
        return CODE.matcher(text).results().map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Codes after whose third failure the store suspends the release, and not before. */
    private Set<String> counted() throws Failure {
        Set<String> counted = new TreeSet<>();
        for (ErrorCode code : DockerErrors.ALL) {
            ReleaseStore store = new ReleaseStore(folder.resolve(code.name()));
            Project project = new Project("p", "1", "hash", List.of(), List.of(), List.of());
            for (int i = 0; i < 3; i++) {
                assertThat(store.suspension(project)).as(code + " " + i).isEmpty();
                store.failed(project, new Failure(code, "no"));
            }
            store.suspension(project).ifPresent(each -> counted.add(code.name()));
        }
        return counted;
    }

    @Test
    void theCodesThatAreTriedThreeTimesAreThoseOfTheStore() throws Exception {
        String rows = page().lines()
                .filter(line -> line.contains("` | three times |"))
                .map(line -> line.substring(0, line.indexOf("` | three times |") + 1))
                .collect(Collectors.joining());
        String sentence = page().split("After three failures by", 2)[1].split("of the same release", 2)[0];
        assertThat(counted()).isNotEmpty().isEqualTo(codes(rows)).isEqualTo(codes(sentence));
    }
}
