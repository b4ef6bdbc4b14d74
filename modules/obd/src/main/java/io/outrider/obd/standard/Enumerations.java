package io.outrider.obd.standard;

import java.util.ArrayList;
import java.util.List;

/**
 * Texts of SAE J1979's enumerated values. A value that the standard does not define becomes {@code unknown (0x2A)}.
 */
final class Enumerations {
    private static final List<String> COMPLIANCE = List.of(
            "OBD II (California ARB)",
            "OBD (US EPA)",
            "OBD and OBD II",
            "OBD I",
            "no OBD",
            "EOBD (Europe)",
            "EOBD and OBD II",
            "EOBD and OBD",
            "EOBD, OBD and OBD II",
            "JOBD (Japan)",
            "JOBD and OBD II",
            "JOBD and EOBD",
            "JOBD, EOBD and OBD II",
            "Euro IV B1 (heavy duty)",
            "Euro V B2 (heavy duty)",
            "Euro EEV C (heavy duty)",
            "EMD (engine manufacturer diagnostics)",
            "EMD+ (enhanced engine manufacturer diagnostics)",
            "HD OBD-C (heavy duty, partial)",
            "HD OBD (heavy duty)",
            "WWH OBD (world-wide harmonized)",
            "",
            "HD EOBD-I (heavy duty Europe, stage I)",
            "HD EOBD-I N (heavy duty Europe, stage I with NOx control)",
            "HD EOBD-II (heavy duty Europe, stage II)",
            "HD EOBD-II N (heavy duty Europe, stage II with NOx control)",
            "",
            "OBDBr-1 (Brazil, phase 1)",
            "OBDBr-2 (Brazil, phase 2)",
            "KOBD (Korea)",
            "IOBD I (India, stage I)",
            "IOBD II (India, stage II)",
            "HD EOBD-VI (heavy duty Europe, stage VI)");

    private static final List<String> FUEL_TYPE = List.of(
            "gasoline",
            "methanol",
            "ethanol",
            "diesel",
            "LPG",
            "CNG",
            "propane",
            "electric",
            "bi-fuel, running on gasoline",
            "bi-fuel, running on methanol",
            "bi-fuel, running on ethanol",
            "bi-fuel, running on LPG",
            "bi-fuel, running on CNG",
            "bi-fuel, running on propane",
            "bi-fuel, running on electricity",
            "bi-fuel, running on electricity and combustion engine",
            "hybrid, gasoline",
            "hybrid, ethanol",
            "hybrid, diesel",
            "hybrid, running on electricity",
            "hybrid, running on electricity and combustion engine",
            "hybrid, regenerating",
            "bi-fuel, running on diesel",
            "bi-fuel, running on natural gas",
            "bi-fuel, running on diesel",
            "natural gas",
            "dual fuel, diesel and CNG",
            "dual fuel, diesel and LNG",
            "fuel cell, hydrogen",
            "combustion engine, hydrogen",
            "kerosene",
            "heavy fuel oil");

    private static final List<String> FUEL_SYSTEM = List.of(
            "open loop: engine not warm enough",
            "closed loop: oxygen sensor feedback",
            "open loop: engine load or fuel cut while decelerating",
            "open loop: system fault",
            "closed loop: fault in one oxygen sensor");

    private static final List<String> SECONDARY_AIR = List.of(
            "upstream of the catalytic converter",
            "downstream of the catalytic converter",
            "from the atmosphere or off",
            "pump switched on for diagnosis");

    private static final List<String> EMISSION = List.of(
            "Euro IV B1 (heavy duty)", "Euro V B2 (heavy duty)", "Euro EEV C (heavy duty)", "Euro VI (heavy duty)");

    private static final List<String> BOOST = List.of("open loop", "closed loop", "fault, data unreliable");

    private Enumerations() {}

    /** PID 1C, numbers from 1. */
    static String compliance(int number) {
        return entry(COMPLIANCE, number - 1, number);
    }

    /** PID 51, numbers from 1; 0 is "not available". */
    static String fuelType(int number) {
        return number == 0 ? "not available" : entry(FUEL_TYPE, number - 1, number);
    }

    /** PID 5F, numbers from 0x0E. */
    static String emissionRequirement(int number) {
        return entry(EMISSION, number - 0x0E, number);
    }

    /** PID 70, two bits, 1 to 3. */
    static String boostControl(int number) {
        return entry(BOOST, number - 1, number);
    }

    /** PID 03: one text for each of the two fuel systems. */
    static List<String> fuelSystems(int first, int second) {
        return List.of(fuelSystem(first), fuelSystem(second));
    }

    private static String fuelSystem(int bits) {
        return bits == 0 ? "off or not fitted" : oneHot(FUEL_SYSTEM, bits);
    }

    /** PID 12: one bit of four. */
    static String secondaryAir(int bits) {
        return oneHot(SECONDARY_AIR, bits);
    }

    /** PIDs 13 and 1D: the sensors that exist, such as {@code B1S2}; the lowest bits are bank 1. */
    static List<String> oxygenSensors(int bits, int sensorsPerBank) {
        List<String> present = new ArrayList<>();
        for (int bit = 0; bit < 8; bit++) {
            if ((bits >> bit & 1) == 1) {
                present.add("B%dS%d".formatted(1 + bit / sensorsPerBank, 1 + bit % sensorsPerBank));
            }
        }
        return List.copyOf(present);
    }

    private static String oneHot(List<String> texts, int bits) {
        return entry(texts, Integer.bitCount(bits) == 1 ? Integer.numberOfTrailingZeros(bits) : -1, bits);
    }

    private static String entry(List<String> texts, int index, int number) {
        boolean known = index >= 0 && index < texts.size() && !texts.get(index).isEmpty();
        return known ? texts.get(index) : "unknown (0x%02X)".formatted(number);
    }
}
