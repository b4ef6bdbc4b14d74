package io.outrider.obd.standard;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Decoders of service 09. On CAN the third byte is the number of items, which follow with a fixed length (SAE J1979
 * appendix G). The VIN of UDS, 62 F1 90, has its first letter at the same place.
 */
final class VehicleInformation {
    private static final int START = 3;
    private static final int VIN = 17;
    private static final int CALIBRATION_ID = 16;
    private static final int VERIFICATION_NUMBER = 4;

    private VehicleInformation() {}

    /** Text from the fourth byte on; null if that is filler only. */
    static String text(ResponseBytes answer) throws Failure {
        answer.need(START);
        return text(answer, START, answer.payload().length);
    }

    /** 17 characters; fewer for a padded shorter chassis number, null if the VIN was never written. */
    static String vin(ResponseBytes answer) throws Failure {
        answer.need(START + VIN);
        String vin = text(answer);
        if (vin != null && vin.length() > VIN) {
            throw answer.unreadable("a VIN has 17 characters, this has " + vin.length());
        }
        return vin;
    }

    /** In the order of their verification numbers; empty text for an unwritten one. */
    static List<String> calibrationIds(ResponseBytes answer) throws Failure {
        List<String> ids = new ArrayList<>();
        for (int at : items(answer, CALIBRATION_ID)) {
            String id = text(answer, at, at + CALIBRATION_ID);
            ids.add(id == null ? "" : id);
        }
        return List.copyOf(ids);
    }

    /** Eight capital hexadecimal digits each. */
    static List<String> calibrationVerificationNumbers(ResponseBytes answer) throws Failure {
        List<String> numbers = new ArrayList<>();
        for (int at : items(answer, VERIFICATION_NUMBER)) {
            numbers.add(HexFormat.of().withUpperCase().formatHex(answer.payload(), at, at + VERIFICATION_NUMBER));
        }
        return List.copyOf(numbers);
    }

    private static List<Integer> items(ResponseBytes answer, int length) throws Failure {
        answer.need(START);
        int count = answer.payload()[START - 1] & 0xFF;
        answer.need(START + count * length);
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            starts.add(START + i * length);
        }
        return starts;
    }

    /** ASCII without the filler bytes 00 and FF at any place: J1979 pads both parts of an ECU name. */
    private static String text(ResponseBytes answer, int from, int to) throws Failure {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            int c = answer.payload()[i] & 0xFF;
            if (c >= 0x20 && c < 0x7F) {
                text.append((char) c);
            } else if (c != 0x00 && c != 0xFF) {
                throw answer.unreadable("byte %02X is no letter".formatted(c));
            }
        }
        String stripped = text.toString().strip();
        return stripped.isEmpty() ? null : stripped;
    }
}
