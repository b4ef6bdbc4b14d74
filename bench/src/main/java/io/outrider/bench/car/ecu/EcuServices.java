package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Services of an ECU, by service id. */
final class EcuServices {
    /**
     * Negative responses that are not sent to a functional request (ISO 14229-1, 7.5.4: serviceNotSupported,
     * subFunctionNotSupported, requestOutOfRange and the two that hold for the active session).
     */
    private static final Set<Integer> SILENT_WHEN_FUNCTIONAL = Set.of(
            NegativeResponse.SERVICE_NOT_SUPPORTED,
            NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED,
            NegativeResponse.OUT_OF_RANGE,
            0x7E,
            0x7F);

    private final Map<Integer, EcuService> services = new HashMap<>();

    EcuServices with(int id, EcuService service) {
        services.put(id, service);
        return this;
    }

    /** Adds tester present and diagnostic session control, which workshop tools send to all ECUs. */
    EcuServices withSessions() {
        return with(0x3E, SessionServices::testerPresent).with(0x10, SessionServices::control);
    }

    /** The response; null for none. */
    byte[] answer(byte[] request, boolean functional, DriveState state) {
        int id = request[0] & 0xFF;
        EcuService service = services.get(id);
        byte[] answer = service == null
                ? NegativeResponse.of(id, NegativeResponse.SERVICE_NOT_SUPPORTED)
                : service.answer(request, state);
        if (answer != null && functional && answer[0] == NegativeResponse.MARK && isSilent(answer)) {
            return null;
        }
        return answer;
    }

    private static boolean isSilent(byte[] negative) {
        return SILENT_WHEN_FUNCTIONAL.contains(negative[2] & 0xFF);
    }
}
