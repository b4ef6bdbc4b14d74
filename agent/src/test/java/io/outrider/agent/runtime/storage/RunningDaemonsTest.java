package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunningDaemonsTest {
    private Process process;

    /** A shell that waits for its input, with these words behind those of its own. */
    private String process(String... words) throws IOException {
        String[] line = new String[3 + words.length];
        System.arraycopy(new String[] {"sh", "-c", "read line"}, 0, line, 0, 3);
        System.arraycopy(words, 0, line, 3, words.length);
        process = new ProcessBuilder(line).start();
        Path arguments = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        Await.until("it is executed", () -> Files.readString(arguments).endsWith(String.join("\0", words) + "\0"));
        return "process " + process.pid();
    }

    @AfterEach
    void end() throws Exception {
        process.destroyForcibly().waitFor();
    }

    @Test
    void aDaemonIsNamedWithItsUser() throws Exception {
        String name = process("io.outrider.agent.Main", "--config", "x", "daemon");
        String user = System.getProperty("user.name");
        assertThat(RunningDaemons.others())
                .startsWith("; outrider runs as process ")
                .contains(name + " of " + user);
        end();
        assertThat(RunningDaemons.others()).doesNotContain(name);
    }

    @Test
    void aCommandAndOtherProgramsAreNoDaemons() throws Exception {
        String command = process("io.outrider.agent.Main", "status");
        assertThat(RunningDaemons.others()).doesNotContain(command);
        end();
        String other = process("daemon");
        assertThat(RunningDaemons.others()).doesNotContain(other);
    }
}
