package io.outrider.docker.apply;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Unit on which release 1 runs, for each test anew. */
abstract class RunningReleaseFixture {
    @TempDir
    Path folder;

    ModelUnitFixture unit;
    ModelEngine engine;
    Map<String, String> before;

    @BeforeEach
    void releaseOneRuns() throws Exception {
        unit = new ModelUnitFixture(folder).withReleaseOne();
        engine = unit.engine;
        before = unit.snapshot();
    }
}
