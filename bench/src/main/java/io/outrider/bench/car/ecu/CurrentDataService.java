package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Service 01: up to six PIDs in one request, answered in one message without the unsupported ones (SAE J1979, 6.1). PIDs
 * 00, 20, 40 … are masks of supported PIDs, each present if a later PID is supported.
 */
final class CurrentDataService implements EcuService {
    private static final int MOST_PIDS = 6;

    private final TreeMap<Integer, Function<DriveState, byte[]>> pids;

    CurrentDataService(Map<Integer, Function<DriveState, byte[]>> pids) {
        this.pids = new TreeMap<>(pids);
    }

    @Override
    public byte[] answer(byte[] request, DriveState state) {
        if (request.length < 2 || request.length > 1 + MOST_PIDS) {
            return NegativeResponse.of(0x01, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED);
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.write(0x41);
        for (int i = 1; i < request.length; i++) {
            int pid = request[i] & 0xFF;
            byte[] value = value(pid, state);
            if (value != null) {
                answer.write(pid);
                answer.writeBytes(value);
            }
        }
        return answer.size() == 1
                ? NegativeResponse.of(0x01, NegativeResponse.SUB_FUNCTION_NOT_SUPPORTED)
                : answer.toByteArray();
    }

    private byte[] value(int pid, DriveState state) {
        if (pid % 0x20 == 0) {
            return pid == 0 || pid < pids.lastKey() ? SupportMask.mask(pids.keySet(), pid) : null;
        }
        Function<DriveState, byte[]> value = pids.get(pid);
        return value == null ? null : value.apply(state);
    }
}
