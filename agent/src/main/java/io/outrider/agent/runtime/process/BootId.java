package io.outrider.agent.runtime.process;

import io.outrider.agent.runtime.storage.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Id of the machine's boot. */
public final class BootId {
    private static final Logger LOG = LoggerFactory.getLogger(BootId.class);

    /** proc(5): random per boot. */
    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** File with the boot id of the last process, in the data folder. */
    private static final String LAST = "last-boot";

    private BootId() {}

    /**
     * Cause of this start: {@code boot} for the first process of a boot, else {@code restart}. Stores the boot id once a boot;
     * if that fails, every start counts as the first.
     */
    public static String trigger(Path data, String boot) {
        Path file = data.resolve(LAST);
        byte[] id = boot.getBytes(StandardCharsets.UTF_8);
        try {
            if (AtomicFile.holds(file, id)) {
                return "restart";
            }
            AtomicFile.write(file, id);
        } catch (IOException e) {
            LOG.debug("{} not written: {}", file, e.toString());
        }
        return "boot";
    }

    /** Without a boot id of the kernel, a random one, so that no other process counts as the same boot. */
    public static String id() {
        try {
            return Files.readString(ID).strip();
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
