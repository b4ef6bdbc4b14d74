package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import java.util.List;

/**
 * Services of an ECU's trouble codes: 03 (stored), 07 (pending), 0A (permanent) and 04, which clears all but the permanent
 * ones (SAE J1979, 6.3, 6.4, 6.7, 6.10).
 */
final class TroubleCodeServices {
    private List<String> stored;
    private List<String> pending;
    private final List<String> permanent;
    private double clearedAtKm;
    private boolean everCleared;

    /** @param stored codes such as {@code P0133} */
    TroubleCodeServices(List<String> stored, List<String> pending, List<String> permanent) {
        this.stored = stored;
        this.pending = pending;
        this.permanent = permanent;
    }

    void addTo(EcuServices services) {
        services.with(0x03, (request, state) -> list(0x43, request, stored))
                .with(0x07, (request, state) -> list(0x47, request, pending))
                .with(0x0A, (request, state) -> list(0x4A, request, permanent))
                .with(0x04, this::clear);
    }

    private byte[] clear(byte[] request, DriveState state) {
        if (request.length != 1) {
            return NegativeResponse.of(0x04, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED);
        }
        stored = List.of();
        pending = List.of();
        clearedAtKm = state.odometerKm();
        everCleared = true;
        return Encode.bytes(0x44);
    }

    private static byte[] list(int answer, byte[] request, List<String> codes) {
        if (request.length != 1) {
            return NegativeResponse.of(request[0] & 0xFF, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED);
        }
        byte[] bytes = Encode.bytes(answer, codes.size());
        for (String code : codes) {
            bytes = Encode.join(bytes, Encode.u16(number(code)));
        }
        return bytes;
    }

    /** SAE J2012: two bits for the letter, 14 for the digits. */
    static int number(String code) {
        return "PCBU".indexOf(code.charAt(0)) << 14 | Integer.parseInt(code.substring(1), 16);
    }

    /** PID 01: lamp and count, and the monitors of a petrol engine, all complete. */
    byte[] status(DriveState state) {
        return Encode.bytes((stored.isEmpty() ? 0 : 0x80) | stored.size(), 0x07, 0x65, 0x00);
    }

    /** PID 31. */
    byte[] kmSinceCleared(DriveState state) {
        return Encode.u16(everCleared ? state.odometerKm() - clearedAtKm : 1_204);
    }
}
