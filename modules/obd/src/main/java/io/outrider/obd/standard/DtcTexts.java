package io.outrider.obd.standard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts of trouble codes, read from {@code dtc.tsv} on first use. Immutable, any thread. */
public final class DtcTexts {
    private final Map<Integer, String> texts;

    private DtcTexts(Map<Integer, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    private static final class Standard {
        static final DtcTexts TEXTS = load();

        private static DtcTexts load() {
            try (InputStream table = DtcTexts.class.getResourceAsStream("dtc.tsv")) {
                return read(new String(table.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("the table of trouble codes cannot be read", e);
            }
        }
    }

    public static DtcTexts standard() {
        return Standard.TEXTS;
    }

    /** Parses lines of code, tab and text; empty lines and those with {@code #} are skipped. */
    static DtcTexts read(String table) {
        Map<Integer, String> texts = new HashMap<>();
        for (String line : table.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] column = line.split("\t", -1);
            if (column.length != 2 || column[1].isBlank()) {
                throw new IllegalArgumentException("neither comment nor code, tab and text: " + line);
            }
            if (texts.put(TroubleCodes.bits(column[0]), column[1].strip()) != null) {
                throw new IllegalArgumentException("this code has a text already: " + line);
            }
        }
        return new DtcTexts(texts);
    }

    public int size() {
        return texts.size();
    }

    /** The standard's text, or else the meaning of the code's digits. */
    public String text(String code) {
        int bits = TroubleCodes.bits(code);
        String text = texts.get(bits);
        return text != null ? text : DtcAreas.describe(bits);
    }

    /** Meaning of the digits of a trouble code: its definer and its area (SAE J2012). */
    private static final class DtcAreas {
        private static final List<String> SYSTEMS = List.of("powertrain", "chassis", "body", "network");

        /** By the third character of P0 and P2 codes. */
        private static final List<String> POWERTRAIN = List.of(
                "fuel and air metering, auxiliary emission controls",
                "fuel and air metering",
                "fuel and air metering, injectors",
                "ignition system or misfire",
                "auxiliary emission controls",
                "vehicle speed, idle control and auxiliary inputs",
                "computer and output circuits",
                "transmission",
                "transmission",
                "transmission",
                "hybrid propulsion",
                "hybrid propulsion",
                "hybrid propulsion");

        /** By the third character of U0 codes. */
        private static final List<String> NETWORK = List.of(
                "network wiring",
                "lost communication",
                "lost communication",
                "software incompatible",
                "invalid data received",
                "invalid data received");

        private DtcAreas() {}

        static String describe(int bits) {
            int system = bits >> 14 & 3;
            int type = bits >> 12 & 3;
            int third = bits >> 8 & 0xF;
            String name = SYSTEMS.get(system);
            if (manufacturers(system, type, third)) {
                return "manufacturer-specific " + name + " code";
            }
            if (type == 3 && (system == 1 || system == 2)) {
                return "reserved " + name + " code";
            }
            String area = area(system, type, third);
            return "standard " + name + " code" + (area.isEmpty() ? "" : ": " + area);
        }

        /** P1 and P30 to P33; of the other systems types 1 and 2. */
        private static boolean manufacturers(int system, int type, int third) {
            return type == 1 || (system == 0 ? type == 3 && third < 4 : type == 2);
        }

        private static String area(int system, int type, int third) {
            if (system == 0 && (type == 0 || type == 2 && third < 0xA)) {
                return third < POWERTRAIN.size() ? POWERTRAIN.get(third) : "";
            }
            if (system == 3 && type == 0) {
                return third < NETWORK.size() ? NETWORK.get(third) : "";
            }
            return "";
        }
    }
}
