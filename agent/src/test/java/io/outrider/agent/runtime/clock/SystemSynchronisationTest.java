package io.outrider.agent.runtime.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.clock.Synchronisation.SyncState;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemSynchronisationTest {
    @TempDir
    Path run;

    private SyncState with(SystemSynchronisation.Kernel kernel) {
        return new SystemSynchronisation(kernel, run.resolve("timesync/synchronized")).state();
    }

    private static boolean refuse() throws IOException {
        throw new IOException("adjtimex: [1] Operation not permitted");
    }

    private void mark() throws IOException {
        Files.createDirectories(run.resolve("timesync"));
        Files.createFile(run.resolve("timesync/synchronized"));
    }

    @Test
    void theKernelsStateIsUsed() throws Exception {
        assertThat(with(() -> true)).isEqualTo(SyncState.YES);
        mark();
        assertThat(with(() -> false)).as("somebody has set the clock since").isEqualTo(SyncState.NO);
    }

    @Test
    void withoutTheKernelTheFileOfTimesyncdIsUsed() throws Exception {
        assertThat(with(SystemSynchronisationTest::refuse)).isEqualTo(SyncState.UNKNOWN);
        Files.createDirectories(run.resolve("timesync"));
        assertThat(with(SystemSynchronisationTest::refuse)).isEqualTo(SyncState.NO);
        Files.createFile(run.resolve("timesync/synchronized"));
        assertThat(with(SystemSynchronisationTest::refuse)).isEqualTo(SyncState.YES);
    }

    /** Against what another program reads in the same struct. */
    @Test
    void theStateOfThisMachinesKernelIsRead() throws Exception {
        Process python = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import ctypes, struct; b = ctypes.create_string_buffer(512);"
                                + " r = ctypes.CDLL(None).adjtimex(b); l = ctypes.sizeof(ctypes.c_long);"
                                + " s = struct.unpack_from('i', b, 5 * l)[0];"
                                + " print(r != 5 and not s & 64 if r >= 0 else 'refused')")
                .start();
        assertThat(python.waitFor(TimeoutFactor.scaledSeconds(20), TimeUnit.SECONDS))
                .isTrue();
        String output = new String(python.getInputStream().readAllBytes()).strip();
        Assumptions.assumeTrue(output.equals("True") || output.equals("False"), "the kernel may be asked");
        assertThat(KernelClock.isSynchronised()).isEqualTo(output.equals("True"));
    }
}
