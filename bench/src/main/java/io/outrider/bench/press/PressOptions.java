package io.outrider.bench.press;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Options of {@code bench/press}.
 *
 * @param time for all parts together; each has one round at least
 * @param parts names; all if there are none
 */
record PressOptions(Duration time, boolean isShort, List<String> parts, boolean help) {
    private static final String USAGE = """
            usage: bench/press [--minutes N] [--short] [PART]...
              Presses the installed daemon, with the memory that its start script gives it, with every kind of input at its
              documented maximum, one after the other and then together, while test.ping is called over the broker and on
              the unit all the time.
              --minutes N   for all parts together, 1 to 9999 (default 10); each has one round at least
              --short       smaller amounts of what has no maximum, and one round each; three to twelve minutes,
                            as the unit waits longer before it connects again each time that it is cut off
              PART          only these: %s
            Exits with 0 if the daemon lived, every ping was answered (within 60 s, and over the broker 15 ms more for each
            command that was sent before it and has no answer), every command was answered or rejected exactly once, and
            resident memory came back to within 10 MB of where it was after the warm-up, within 180 s of the last part; with
            1 if not; with 2 on bad usage. The last line has the sums. A part that fails says how the daemon ended, with the
            last lines of its log; the parts after it get another unit. What the unit wrote is in the system's temporary folder;
            it is removed if all holds, else the line before the last says where it is.
            """;
    private static final String NUMBER = "[1-9]\\d{0,3}";

    static String usage(List<String> parts) {
        return USAGE.formatted(String.join(", ", parts));
    }

    /** @throws IllegalArgumentException saying what is wrong */
    static PressOptions parse(String... words) {
        Duration time = null;
        boolean isShort = false;
        boolean help = false;
        List<String> parts = new ArrayList<>();
        Iterator<String> rest = List.of(words).iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            switch (word) {
                case "--minutes" -> time = Duration.ofMinutes(number(rest.hasNext() ? rest.next() : ""));
                case "--short" -> isShort = true;
                case "--help", "-h" -> help = true;
                default -> parts.add(part(word));
            }
        }
        if (time == null) {
            time = isShort ? Duration.ZERO : Duration.ofMinutes(10);
        }
        return new PressOptions(time, isShort, List.copyOf(parts), help);
    }

    private static int number(String text) {
        if (!text.matches(NUMBER)) {
            throw new IllegalArgumentException("--minutes: '" + text + "' is not a number from 1 to 9999");
        }
        return Integer.parseInt(text);
    }

    private static String part(String word) {
        if (word.startsWith("-")) {
            throw new IllegalArgumentException("'" + word + "' is not known");
        }
        return word;
    }
}
