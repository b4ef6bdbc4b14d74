package io.outrider.can;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Network interfaces of the kernel, read from {@code /sys/class/net}. */
public final class NetworkInterfaces {
    private static final Path ALL = Path.of("/sys/class/net");

    /** ARPHRD_CAN, linux/if_arp.h. */
    private static final String TYPE_CAN = "280";

    /** IFF_UP, linux/if.h. */
    private static final int FLAG_UP = 0x1;

    private NetworkInterfaces() {}

    /** Sorted names of the CAN interfaces. */
    public static List<String> can() {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> interfaces = Files.newDirectoryStream(ALL)) {
            for (Path each : interfaces) {
                if (isCan(each)) {
                    names.add(each.getFileName().toString());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        names.sort(null);
        return List.copyOf(names);
    }

    static boolean isPresent(String name) {
        return isName(name) && isCan(ALL.resolve(name));
    }

    /** Folder of the interface in sysfs; of an invalid name a path that does not exist. */
    static Path device(String name) {
        return ALL.resolve(isName(name) ? name : "none");
    }

    /** True if there is a CAN interface of this name, and it is up. */
    static boolean isUp(String name) {
        if (!isPresent(name)) {
            return false;
        }
        String flags = read(ALL.resolve(name).resolve("flags"));
        return flags.startsWith("0x") && (Integer.parseUnsignedInt(flags.substring(2), 16) & FLAG_UP) != 0;
    }

    /** An invalid name must not become part of a path. */
    private static boolean isName(String name) {
        return !name.isEmpty() && name.indexOf('/') < 0 && name.indexOf('\0') < 0;
    }

    private static boolean isCan(Path device) {
        return read(device.resolve("type")).equals(TYPE_CAN);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
