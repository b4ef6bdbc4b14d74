package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import java.util.Arrays;

/**
 * An identifier that can be written with service 2E (ISO 14229-1, 10.7) and read again with 22: so that requests of
 * several frames can be seen to have arrived.
 */
final class Notebook implements EcuService {
    private final int identifier;
    private byte[] content = {0};

    Notebook(int identifier) {
        this.identifier = identifier;
    }

    byte[] read(DriveState state) {
        return content;
    }

    @Override
    public byte[] answer(byte[] request, DriveState state) {
        if (request.length < 4) {
            return Negative.of(0x2E, Negative.WRONG_LENGTH);
        }
        if (((request[1] & 0xFF) << 8 | request[2] & 0xFF) != identifier) {
            return Negative.of(0x2E, Negative.OUT_OF_RANGE);
        }
        content = Arrays.copyOfRange(request, 3, request.length);
        return Encode.join(Encode.bytes(0x6E), Encode.u16(identifier));
    }
}
