package io.outrider.agent.operator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * CAN interface of this machine, as sysfs shows it; reading it sends nothing.
 *
 * @param folder its folder in {@code /sys/class/net}
 */
record CanInterface(Path folder) {
    /** ARPHRD_CAN of the kernel. */
    private static final String TYPE = "280";

    /** Interfaces by name. */
    static List<CanInterface> in(Path net) {
        try (Stream<Path> all = Files.list(net)) {
            return all.map(CanInterface::new)
                    .filter(each -> each.read("type").equals(TYPE))
                    .sorted((a, b) -> a.name().compareTo(b.name()))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    String name() {
        return folder.getFileName().toString();
    }

    /** True if it is up; the state of a virtual bus is unknown while it is up. */
    boolean isUp() {
        return !read("operstate").matches("down|");
    }

    /** Frames received since it came up. */
    long received() {
        return count("rx_packets");
    }

    /** Errors of receiving since the interface is there. */
    long errors() {
        return count("rx_errors");
    }

    private long count(String statistic) {
        String count = read("statistics/" + statistic);
        return count.matches("\\d{1,18}") ? Long.parseLong(count) : 0;
    }

    /** Empty if there is no such file. */
    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file)).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
