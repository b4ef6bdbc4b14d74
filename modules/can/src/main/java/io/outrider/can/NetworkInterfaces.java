package io.outrider.can;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the kernel says of its network interfaces under {@code /sys/class/net}. */
public final class NetworkInterfaces {
    private static final Path ALL = Path.of("/sys/class/net");

    /** ARPHRD_CAN, linux/if_arp.h. */
    private static final String TYPE_CAN = "280";

    /** IFF_UP, linux/if.h. */
    private static final int FLAG_UP = 0x1;

    private NetworkInterfaces() {}

    /** The names of the CAN interfaces there are, sorted. */
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

    /** Where the kernel tells of the interface; a name that is none leads to nothing. */
    static Path device(String name) {
        return ALL.resolve(isName(name) ? name : "none");
    }

    /** Whether there is a CAN interface of that name, and it is up. */
    static boolean isUp(String name) {
        if (!isPresent(name)) {
            return false;
        }
        String flags = read(ALL.resolve(name).resolve("flags"));
        return flags.startsWith("0x") && (Integer.parseUnsignedInt(flags.substring(2), 16) & FLAG_UP) != 0;
    }

    /** What is none is not to be made part of a path either. */
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
