package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Service 09 (SAE J1979, 6.9): one information type per request, answered with the number of items and the items. */
final class VehicleInformationService implements EcuService {
    static final int VIN = 0x02;
    static final int CALIBRATION_ID = 0x04;
    static final int CALIBRATION_NUMBER = 0x06;
    static final int ECU_NAME = 0x0A;

    private static final int CALIBRATION_ID_LENGTH = 16;
    private static final int ECU_NAME_LENGTH = 20;

    private final TreeMap<Integer, List<byte[]>> items = new TreeMap<>();

    VehicleInformationService(Map<Integer, List<byte[]>> items) {
        this.items.putAll(items);
    }

    @Override
    public byte[] answer(byte[] request, DriveState state) {
        if (request.length != 2) {
            return NegativeResponse.of(0x09, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED);
        }
        int type = request[1] & 0xFF;
        if (type == 0) {
            return Encode.join(Encode.bytes(0x49, 0), SupportMask.mask(items.keySet(), 0));
        }
        List<byte[]> found = items.get(type);
        if (found == null) {
            return NegativeResponse.of(0x09, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED);
        }
        byte[] answer = Encode.bytes(0x49, type, found.size());
        for (byte[] item : found) {
            answer = Encode.join(answer, item);
        }
        return answer;
    }

    /** 16 characters, padded with 00. */
    static byte[] calibrationId(String text) {
        return padded(text, CALIBRATION_ID_LENGTH);
    }

    /** Four characters of the acronym, a dash and fifteen of the name, padded with 00. */
    static byte[] ecuName(String acronym, String name) {
        return padded(new String(padded(acronym, 4), StandardCharsets.US_ASCII) + "-" + name, ECU_NAME_LENGTH);
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] padded(String text, int length) {
        return Arrays.copyOf(text(text), length);
    }
}
