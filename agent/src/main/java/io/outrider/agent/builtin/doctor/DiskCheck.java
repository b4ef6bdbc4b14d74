package io.outrider.agent.builtin.doctor;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Check of the space on the disk of the data folder. */
final class DiskCheck {
    private static final String NAME = "disk";
    private static final long MEGABYTE = 1_000_000;
    private static final long TOO_LITTLE = 50 * MEGABYTE;

    private DiskCheck() {}

    static Check of(Path data) {
        return Check.of(NAME, () -> List.of(report(data)));
    }

    private static CheckReport report(Path data) {
        Path present = data.toAbsolutePath();
        while (Files.notExists(present) && present.getParent() != null) { // before the first start
            present = present.getParent();
        }
        try {
            FileStore store = Files.getFileStore(present);
            // Of a folder that alone is writable on its file system, as with ProtectSystem=strict, Java sees the root's
            // mount.
            boolean isReadOnly = store.isReadOnly() && !Files.isWritable(present);
            return judge(data.toString(), store.getTotalSpace(), store.getUsableSpace(), isReadOnly);
        } catch (IOException e) {
            return CheckReport.bad(
                    NAME, data + " cannot be looked at: " + IoReason.of(e), "Look whether the disk is mounted.");
        }
    }

    static CheckReport judge(String folder, long total, long usable, boolean isReadOnly) {
        long percent = total == 0 ? 0 : 100 * usable / total;
        String text = usable / MEGABYTE + " MB free, " + percent + " %, in " + folder;
        if (isReadOnly) {
            return CheckReport.bad(
                    NAME, folder + " is read-only", "dmesg shows why; mount it writable, and check the file system.");
        }
        String remedy = "du -xh / | sort -h | tail shows what fills it; outrider docker.prune removes unused images.";
        if (usable < TOO_LITTLE) {
            return CheckReport.bad(NAME, text, remedy);
        }
        return percent < 10 ? CheckReport.look(NAME, text, remedy) : CheckReport.ok(NAME, text);
    }
}
