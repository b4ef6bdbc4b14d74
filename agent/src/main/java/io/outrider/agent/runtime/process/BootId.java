package io.outrider.agent.runtime.process;

import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which boot of the machine this is. */
public final class BootId {
    private static final Logger LOG = LoggerFactory.getLogger(BootId.class);

    /** proc(5): another one after each boot. */
    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** Of the last process, in the data folder. */
    private static final String LAST = "last-boot";

    private BootId() {}

    /**
     * What has started this process: {@code boot} for the first of a boot of the machine, else {@code restart}. Written
     * down once a boot; where that fails each is taken for the first.
     */
    public static String trigger(Path data, String boot) {
        Path file = data.resolve(LAST);
        try {
            if (Files.exists(file) && isIn(file, boot)) {
                return "restart";
            }
            AtomicFile.write(file, boot.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("{} cannot be kept: {}", file, e.toString());
        }
        return "boot";
    }

    private static boolean isIn(Path file, String boot) {
        try {
            return Arrays.equals(SmallFile.read(file), boot.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("{} cannot be read, and is written anew: {}", file, e.toString());
            return false;
        }
    }

    /** Where the kernel tells none, one that no other process has: then nothing is taken for the same boot. */
    public static String id() {
        try {
            return Files.readString(ID).strip();
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
