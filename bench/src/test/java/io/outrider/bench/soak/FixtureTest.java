package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real broker, and a unit that is never started. */
class FixtureTest {
    private static final String PROGRAM = "outrider.program";

    @TempDir
    private Path folder;

    private final String before = System.getProperty(PROGRAM);

    @BeforeEach
    void theUnitNeedNotBeBuilt() {
        System.setProperty(PROGRAM, "never-started");
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(PROGRAM);
        } else {
            System.setProperty(PROGRAM, before);
        }
    }

    private static long brokers() {
        return ProcessHandle.current()
                .children()
                .filter(each -> each.info().command().orElse("").endsWith("mosquitto"))
                .count();
    }

    private Fixture fixture() {
        return new Fixture("u", folder, payload -> null, Count.AS_TIME_ALLOWS);
    }

    @Test
    void allIsClosedAlsoIfSomeOfItCannotBe() {
        long others = brokers();
        List<String> closed = new ArrayList<>();
        Fixture fixture = fixture();
        assertThat(brokers()).isEqualTo(others + 1);
        fixture.keep(() -> closed.add("first"));
        fixture.keep(() -> {
            throw new IOException("busy");
        });
        fixture.keep(() -> {
            throw new AssertionError("too late");
        });
        fixture.keep(() -> closed.add("last"));
        assertThatThrownBy(fixture::close)
                .hasMessage("too late")
                .satisfies(wrong -> assertThat(wrong.getSuppressed())
                        .singleElement()
                        .extracting(Throwable::getMessage)
                        .isEqualTo("busy"));
        assertThat(closed).containsExactly("last", "first");
        assertThat(brokers()).isEqualTo(others);
    }

    @Test
    void aSceneThatCannotBeSetLeavesNoBrokerBehind() throws Exception {
        long others = brokers();
        Files.createFile(folder.resolve("u")); // where the folder of the unit belongs
        assertThatThrownBy(this::fixture).hasRootCauseInstanceOf(IOException.class);
        assertThat(brokers()).isEqualTo(others);
    }
}
