package io.outrider.can;

import io.outrider.api.ShortProgram;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Details of a CAN interface as {@code ip -details -statistics link show} prints them. The text, as several versions of iproute2
 * print JSON with parts of the text in it.
 *
 * @param state of the controller, such as {@code ERROR-ACTIVE}; empty of a virtual interface
 * @param bitRate bit/s; absent where none is set, and of a virtual interface
 * @param samplePoint 0 to 1
 * @param restartMs time from bus-off to the controller's restart; 0 for never
 * @param queue frames that wait in the kernel to be sent, at most
 * @param busOffs how often the controller was off the bus since the interface is there
 */
public record InterfaceDetails(
        String name,
        boolean up,
        String state,
        OptionalInt bitRate,
        OptionalDouble samplePoint,
        OptionalInt restartMs,
        OptionalInt queue,
        OptionalInt busOffs) {
    private static final Pattern FLAGS = Pattern.compile("<([A-Z0-9_,-]*)> mtu");
    private static final Pattern STATE = Pattern.compile("\\bcan (?:<[^>]*> )?state ([A-Z-]+)");
    private static final Pattern BIT_RATE = Pattern.compile("(?<![a-z])bitrate (\\d+)");
    private static final Pattern SAMPLE_POINT = Pattern.compile("(?<![a-z])sample[-_]point (\\d\\.\\d+)");
    private static final Pattern RESTART = Pattern.compile("\\brestart-ms (\\d+)");
    private static final Pattern QUEUE = Pattern.compile("\\bqlen (\\d+)");
    private static final Pattern COUNTS = Pattern.compile("error-pass bus-off\\s+(?:\\d+\\s+){5}(\\d+)");

    /** @throws IOException if the program {@code ip} is missing, or the interface */
    public static InterfaceDetails read(String name) throws IOException, InterruptedException {
        return parse(name, ShortProgram.output(List.of("ip", "-details", "-statistics", "link", "show", "dev", name)));
    }

    static InterfaceDetails parse(String name, String text) {
        String point = first(SAMPLE_POINT, text);
        return new InterfaceDetails(
                name,
                List.of(first(FLAGS, text).split(",")).contains("UP"),
                first(STATE, text),
                number(BIT_RATE, text),
                point.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(point)),
                number(RESTART, text),
                number(QUEUE, text),
                number(COUNTS, text));
    }

    public boolean isVirtual() {
        return state.isEmpty();
    }

    private static OptionalInt number(Pattern pattern, String text) {
        String digits = first(pattern, text);
        return digits.isEmpty() || digits.length() > 9 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }
}
