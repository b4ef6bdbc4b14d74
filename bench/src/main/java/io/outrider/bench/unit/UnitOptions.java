package io.outrider.bench.unit;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * Options of {@code bench/unit}.
 *
 * @param can CAN interface; null for vcan0 if it exists, else a virtual bus
 * @param home folder for settings and data, which is kept; null for one that is deleted at the end
 */
record UnitOptions(boolean check, String can, Path home, boolean help) {
    static final String USAGE = """
            usage: bench/unit [--can IFACE] [--home FOLDER] [--check]
              Starts a broker, the installed daemon as the unit u1 and a simulated vehicle, prints what the unit publishes,
              and two lines to type in another terminal. Ctrl-C ends all of it.
              --can IFACE     the CAN interface that the vehicle and the daemon use (default: vcan0 if there is one, else a
                              bus without a kernel)
              --home FOLDER   keeps settings and data there, and goes on with them the next time (default: a folder that is
                              deleted at the end)
              --check         types the two lines itself, ends, and exits with 0 if all came as it should, else with 1
            """;

    /** @throws IllegalArgumentException with the error for the user */
    static UnitOptions parse(String... words) {
        boolean check = false;
        String can = null;
        Path home = null;
        boolean help = false;
        Iterator<String> rest = List.of(words).iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--check" -> check = true;
                case "--can" -> can = value(option, rest);
                case "--home" -> home = Path.of(value(option, rest)).toAbsolutePath();
                case "--help", "-h" -> help = true;
                default -> throw new IllegalArgumentException("'" + option + "' is not known");
            }
        }
        return new UnitOptions(check, can, home, help);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }
}
