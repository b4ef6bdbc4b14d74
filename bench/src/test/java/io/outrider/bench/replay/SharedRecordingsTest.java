package io.outrider.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replay of all shared recordings, which lie beside the project. Skipped without them. */
class SharedRecordingsTest {
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
    void everyLinePasses(String name, int least, String rest) throws Exception {
        Path file = find(name);
        assumeTrue(file != null, "skipped: shared/data/" + name + " is not beside or above the project");
        ReplayRun run = ReplayRun.run(file.toString());
        assertThat(run.differences()).isEmpty();
        assertThat(run.last()).endsWith(rest);
        assertThat(Integer.parseInt(run.last().split(" ")[0])).isGreaterThanOrEqualTo(least);
        assertThat(run.code()).isZero();
    }
}
