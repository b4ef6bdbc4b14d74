package io.outrider.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoLineTest {
    @TempDir
    Path folder;

    @Test
    void eachLineHasACommentACommandAndAnExpectation() {
        assertThat(DemoLine.all()).hasSizeGreaterThan(40).allSatisfy(each -> {
            assertThat(each.comment()).isNotBlank();
            assertThat(each.command()).isNotBlank().doesNotContain("[containers]");
            assertThat(each.expected().pattern()).isNotBlank();
        });
    }

    @Test
    void theOperationIsTakenFromTheComment() {
        assertThat(DemoLine.all().get(0).operation()).isEqualTo("GET /health");
        assertThat(DemoLine.all()).anyMatch(each -> each.operation().isEmpty());
        assertThat(DemoLine.all()).anyMatch(each -> each.operation().equals("DELETE /docker/registries/{registry}/"));
    }

    @Test
    void aShellKeepsItsVariablesAndEndsWithWhatItRuns() throws Exception {
        try (BashSession shell = new BashSession(folder)) {
            assertThat(shell.type("name='a  b'; echo one; echo two >&2")).isEqualTo("one\ntwo");
            assertThat(shell.type("printf '%s' \"$name\"")).isEqualTo("a  b");
            Thread killer = new Thread(shell::kill);
            killer.start();
            shell.type("sleep 600");
            killer.join();
            assertThat(shell.isAlive()).isFalse();
        }
    }
}
