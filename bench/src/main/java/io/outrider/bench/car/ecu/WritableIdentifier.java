package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import java.util.Arrays;

/**
 * Data identifier that is written with service 2E (ISO 14229-1, 10.7) and read with 22, which shows that multi-frame
 * requests arrive.
 */
final class WritableIdentifier implements EcuService {
    private final int identifier;
    private byte[] content = {0};

    WritableIdentifier(int identifier) {
        this.identifier = identifier;
    }

    byte[] read(DriveState state) {
        return content;
    }

    @Override
    public byte[] answer(byte[] request, DriveState state) {
        if (request.length < 4) {
            return NegativeResponse.of(0x2E, NegativeResponse.WRONG_LENGTH);
        }
        if (((request[1] & 0xFF) << 8 | request[2] & 0xFF) != identifier) {
            return NegativeResponse.of(0x2E, NegativeResponse.OUT_OF_RANGE);
        }
        content = Arrays.copyOfRange(request, 3, request.length);
        return Encode.join(Encode.bytes(0x6E), Encode.u16(identifier));
    }
}
