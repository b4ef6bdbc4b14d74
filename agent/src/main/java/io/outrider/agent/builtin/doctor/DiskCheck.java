package io.outrider.agent.builtin.doctor;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Check of the space on the disk of the data folder, and on the others that the unit needs. */
record DiskCheck(Path data) {
    private static final String NAME = "disk";
    private static final long MEGABYTE = 1_000_000;
    private static final long TOO_LITTLE = 50 * MEGABYTE;
    private static final int LITTLE_PERCENT = 10;
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int POINT = 4; // word of a line of mountinfo, as is OPTIONS
    private static final int OPTIONS = 5;
    private static final String[] UNKNOWN = {"", "", "", "", "", ""};
    private static final Path IMAGES = Path.of("/var/lib/docker");

    /** Folders whose disks are checked if they are other ones. */
    private static final List<Path> OTHERS = List.of(Path.of("/"), IMAGES, Path.of("/tmp"));

    static Check of(Path data) {
        return Check.of(NAME, () -> new DiskCheck(data).reports(OTHERS));
    }

    List<CheckReport> reports(List<Path> others) {
        List<CheckReport> reports = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        Path present = data.toAbsolutePath();
        while (Files.notExists(present) && present.getParent() != null) { // before the first start
            present = present.getParent();
        }
        String mounts = "";
        try {
            mounts = Files.readString(MOUNTS);
            seen.add(device(present));
            FileStore store = Files.getFileStore(present);
            reports.add(judge(
                    data.toString(),
                    store.getTotalSpace(),
                    store.getUsableSpace(),
                    isReadOnly(present.toRealPath(), mounts),
                    remedy(present)));
        } catch (IOException e) {
            reports.add(CheckReport.bad(
                    NAME, data + " cannot be looked at: " + IoReason.of(e), "Look whether the disk is mounted."));
        }
        for (Path each : others) {
            try {
                if (Files.exists(each) && seen.add(device(each))) {
                    FileStore store = Files.getFileStore(each);
                    reports.add(
                            isReadOnlyDisk(each.toRealPath(), mounts)
                                    ? CheckReport.ok(NAME + " " + each, "read-only; the daemon writes nothing there")
                                    : judgeOther(
                                            each.toString(),
                                            store.getTotalSpace(),
                                            store.getUsableSpace(),
                                            remedy(each)));
                }
            } catch (IOException e) {
                // not to be seen by this user, such as a mount of somebody else
            }
        }
        return reports;
    }

    /** Bind mounts, as in the service's own view of the files, are the same device. */
    private static Object device(Path file) throws IOException {
        return Files.getAttribute(file, "unix:dev");
    }

    /**
     * Whether the file cannot be written, as its mount or the disk is read-only; after an error the kernel makes only the disk
     * read-only. Java tells it of another mount of the same disk: in the service's view of the files the root is read-only, and
     * the data folder is not.
     *
     * @param mounts lines of {@code /proc/self/mountinfo}
     */
    static boolean isReadOnly(Path file, String mounts) {
        String[] mount = mount(file, mounts);
        return isReadOnly(mount[OPTIONS]) || isReadOnly(mount[mount.length - 1]);
    }

    /** Whether no mount of the disk that has the file can be written, such as that of a squashfs, which is always full. */
    static boolean isReadOnlyDisk(Path file, String mounts) {
        String[] mount = mount(file, mounts);
        return isReadOnly(mount[mount.length - 1]);
    }

    private static boolean isReadOnly(String options) {
        return List.of(options.split(",")).contains("ro");
    }

    /** Words of a line of mountinfo, the last of which are the options of the disk. */
    private static String[] mount(Path file, String mounts) {
        return mounts.lines()
                .map(line -> line.split(" "))
                .filter(words -> words.length > OPTIONS && file.startsWith(words[POINT]))
                .reduce((one, next) ->
                        Path.of(next[POINT]).startsWith(one[POINT]) ? next : one) // later ones hide earlier
                .orElse(UNKNOWN);
    }

    private static String remedy(Path folder) throws IOException {
        Path top = folder;
        while (top.getParent() != null && device(top.getParent()).equals(device(folder))) {
            top = top.getParent();
        }
        boolean hasImages = Files.exists(IMAGES) && device(IMAGES).equals(device(folder));
        return "sudo du -xh " + top + " | sort -h | tail shows what fills it"
                + (hasImages ? "; outrider docker.prune removes unused images." : ".");
    }

    static CheckReport judge(String folder, long total, long usable, boolean isReadOnly, String remedy) {
        if (isReadOnly) {
            return CheckReport.bad(
                    NAME, folder + " is read-only", "dmesg shows why; mount it writable, and check the file system.");
        }
        String text = text(folder, total, usable);
        if (usable < TOO_LITTLE) {
            return CheckReport.bad(NAME, text, remedy);
        }
        return percent(total, usable) < LITTLE_PERCENT
                ? CheckReport.look(NAME, text, remedy)
                : CheckReport.ok(NAME, text);
    }

    /** Judges a disk that may be small, such as one in memory. */
    static CheckReport judgeOther(String folder, long total, long usable, String remedy) {
        String name = NAME + " " + folder;
        String text = text(folder, total, usable);
        if (percent(total, usable) >= LITTLE_PERCENT) {
            return CheckReport.ok(name, text);
        }
        return usable < TOO_LITTLE ? CheckReport.bad(name, text, remedy) : CheckReport.look(name, text, remedy);
    }

    private static String text(String folder, long total, long usable) {
        return usable / MEGABYTE + " MB free, " + percent(total, usable) + " %, in " + folder;
    }

    private static long percent(long total, long usable) {
        return total == 0 ? 0 : 100 * usable / total;
    }
}
