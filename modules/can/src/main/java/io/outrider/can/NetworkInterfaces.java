package io.outrider.can;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Network interfaces of the kernel, read from {@code /sys/class/net}. */
public final class NetworkInterfaces {
    private static final Path ALL = Path.of("/sys/class/net");

    /** ARPHRD_CAN, linux/if_arp.h. */
    private static final String TYPE_CAN = "280";

    /** IFF_UP, linux/if.h. */
    private static final int FLAG_UP = 0x1;

    private NetworkInterfaces() {}

    public static List<String> can() {
        String[] names = ALL.toFile().list((all, name) -> isCan(ALL.resolve(name)));
        return names == null ? List.of() : Stream.of(names).sorted().toList();
    }

    static boolean isPresent(String name) {
        return isName(name) && isCan(ALL.resolve(name));
    }

    /** Folder of the interface in sysfs; of an invalid name a path that does not exist. */
    static Path device(String name) {
        return ALL.resolve(isName(name) ? name : "none");
    }

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
