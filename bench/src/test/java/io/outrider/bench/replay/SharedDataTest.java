package io.outrider.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that was recorded, where the recordings are: beside the project, and not in it. */
class SharedDataTest {
    private static Path find(String name) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared/data").resolve(name);
            if (Files.isReadable(file)) {
                return file;
            }
        }
        return null;
    }

    @ParameterizedTest
    @CsvSource({
        "obd-captures.jsonl, 1890, ' passed, 0 failed'",
        "formula-cases.jsonl, 684, ' passed, 9 refused, 0 failed'"
    })
    void allOfItPasses(String name, int least, String rest) throws Exception {
        Path file = find(name);
        assumeTrue(file != null, "skipped: shared/data/" + name + " is nowhere beside or above the project");
        Played played = Played.run(file.toString());
        assertThat(played.differences()).isEmpty();
        assertThat(played.last()).endsWith(rest);
        assertThat(Integer.parseInt(played.last().split(" ")[0])).isGreaterThanOrEqualTo(least);
        assertThat(played.code()).isZero();
    }
}
