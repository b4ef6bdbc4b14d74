package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.function.Function;

/**
 * Service 22, read data by identifier (ISO 14229-1, 10.2), with one or several identifiers. Unsupported ones are omitted;
 * if all are, the response is requestOutOfRange.
 */
final class ReadDataService implements EcuService {
    private static final int LONGEST_OF_SEVERAL = 4_095;

    private final Map<Integer, Function<DriveState, byte[]>> identifiers;

    /** @param identifiers data of each, without the echoed identifier */
    ReadDataService(Map<Integer, Function<DriveState, byte[]>> identifiers) {
        this.identifiers = Map.copyOf(identifiers);
    }

    @Override
    public byte[] answer(byte[] request, DriveState state) {
        if (request.length < 3 || request.length % 2 == 0) {
            return NegativeResponse.of(0x22, NegativeResponse.WRONG_LENGTH);
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.write(0x62);
        for (int i = 1; i < request.length; i += 2) {
            int identifier = (request[i] & 0xFF) << 8 | request[i + 1] & 0xFF;
            Function<DriveState, byte[]> data = identifiers.get(identifier);
            if (data != null) {
                answer.writeBytes(Encode.u16(identifier));
                answer.writeBytes(data.apply(state));
            }
        }
        if (answer.size() == 1) {
            return NegativeResponse.of(0x22, NegativeResponse.OUT_OF_RANGE);
        }
        if (request.length > 3 && answer.size() > LONGEST_OF_SEVERAL) {
            return NegativeResponse.of(0x22, NegativeResponse.ANSWER_TOO_LONG);
        }
        return answer.toByteArray();
    }
}
