package io.outrider.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Which boot of the machine this is. */
final class Boot {
    /** proc(5): another one after each boot. */
    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    private Boot() {}

    /** Where the kernel tells none, one that no other process has: then nothing is taken for the same boot. */
    static String id() {
        try {
            return Files.readString(ID).strip();
        } catch (IOException e) {
            return UUID.randomUUID().toString();
        }
    }
}
