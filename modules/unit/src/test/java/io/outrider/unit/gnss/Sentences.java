package io.outrider.unit.gnss;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** NMEA sentences of real receivers. */
final class Sentences {
    /** Sentences of a u-blox, in its order. */
    static final String RMC = sealed("GNRMC,060224.00,A,5701.34460,N,00953.95140,E,27.000,140.22,030920,,,A");

    static final String GGA = sealed("GNGGA,060224.00,5701.34460,N,00953.95140,E,1,09,0.91,34.2,M,43.5,M,,");
    static final String GSA = sealed("GNGSA,A,3,01,03,17,19,22,,,,,,,,1.62,0.91,1.34");
    static final String VOID = sealed("GNRMC,060225.00,V,,,,,,,030920,,,N");

    private Sentences() {}

    /** Adds the dollar sign and the checksum. */
    static String sealed(String inside) {
        int sum = inside.chars().reduce(0, (one, other) -> one ^ other);
        return "$" + inside + "*" + String.format(Locale.ROOT, "%02X", sum);
    }

    /** Sentences of one second, as bytes on the line. */
    static String second() {
        return Stream.of(GSA, RMC, GGA).map(each -> each + "\r\n").collect(Collectors.joining());
    }
}
