package io.outrider.agent.runtime.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Real file system in memory that fills up or becomes read-only. Needs the right to mount. */
public final class SmallFileSystem implements AutoCloseable {
    private final Path mount;

    /**
     * Skips the test if this user may not mount.
     *
     * @param mount point, a folder
     * @param kilobytes of capacity
     */
    public SmallFileSystem(Path mount, int kilobytes) throws Exception {
        this.mount = mount;
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "tmpfs") == 0);
    }

    public void setWritable(boolean writable) throws Exception {
        assertThat(run("mount", "-o", "remount," + (writable ? "rw" : "ro"))).isZero();
    }

    @Override
    public void close() throws Exception {
        run("umount", "-l");
    }

    private int run(String... command) throws Exception {
        List<String> all =
                Stream.concat(Stream.of(command), Stream.of(mount.toString())).toList();
        return new ProcessBuilder(all).redirectErrorStream(true).start().waitFor();
    }
}
