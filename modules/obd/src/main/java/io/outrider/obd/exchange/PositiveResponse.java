package io.outrider.obd.exchange;

/**
 * Bytes of a request that its positive response repeats after the service. Source: positive response messages of SAE
 * J1979 (2012, chapter 6; services 01 to 0A), ISO 14229-1 (2020, chapters 10 to 16) and, for services in neither, ISO
 * 14230-3 (1999, KWP 2000). Where ISO 14230-3 has a shorter response of the same service, that one is accepted too.
 *
 * @param least number of bytes that must be repeated
 * @param most number of bytes compared, if both messages have them
 * @param item length of a PID or identifier where a request may have several, and an ECU without the first one answers
 *     with the next; else 0
 * @param subFunction the first byte is a sub-function, whose top bit (suppressPosRspMsgIndicationBit) is ignored
 */
record PositiveResponse(int least, int most, int item, boolean subFunction) {
    private static final int ANY = 4_095;
    private static final int SUB_FUNCTION = 0x7F;

    private static final PositiveResponse NOTHING = new PositiveResponse(0, 0, 0, false);

    static PositiveResponse to(byte[] request) {
        return switch (request[0] & 0xFF) {
            // SAE J1979; 03, 04, 07 and 0A repeat no byte
            case 0x01, 0x06 -> items(1); // PID; monitor id
            case 0x02 -> items(2); // PID, number of the frame
            case 0x05 -> bytes(1, 2); // test id, sensor; not on CAN
            case 0x08, 0x09 -> bytes(1, 1); // test id; info type
            // ISO 14229-1
            case 0x10 -> subFunction(1); // DiagnosticSessionControl: session
            case 0x11 -> subFunction(0); // ECUReset: kind of reset; ISO 14230-3: nothing
            case 0x14 -> bytes(0, 2); // ClearDiagnosticInformation: nothing; ISO 14230-3: group
            case 0x19 -> dtcInformation(request);
            case 0x22 -> items(2); // ReadDataByIdentifier: identifier
            case 0x24 -> bytes(2, 2); // ReadScalingDataByIdentifier: identifier
            case 0x27 -> subFunction(1); // SecurityAccess: level
            case 0x28, 0x29 -> subFunction(0); // CommunicationControl, Authentication; ISO 14230-3: nothing
            case 0x2C -> new PositiveResponse(1, 3, 0, true); // DynamicallyDefineDataIdentifier: kind, identifier
            case 0x2E -> bytes(2, 2); // WriteDataByIdentifier: identifier
            case 0x2F -> bytes(2, 3); // InputOutputControlByIdentifier: identifier, control
            case 0x31 -> routine(request);
            case 0x36 -> bytes(0, 1); // TransferData: counter of the block; ISO 14230-3: nothing
            case 0x38 -> bytes(0, 1); // RequestFileTransfer: mode of operation
            case 0x3D -> bytes(1, ANY); // WriteMemoryByAddress: format, address, size; ISO 14230-3: address
            case 0x3E -> subFunction(0); // TesterPresent: zero; ISO 14230-3: nothing
            case 0x83, 0x85, 0x86, 0x87 -> subFunction(1); // timing, DTC setting, event, link
            // ISO 14230-3
            case 0x12, 0x1A, 0x21, 0x32, 0x33, 0x3B -> bytes(1, 1); // frame, identification, local identifiers
            case 0x30 -> bytes(1, 2); // local identifier, control
            // no byte: 23, 2A, 34, 35, 37, 84 of ISO 14229-1; 13, 17, 18, 20, 81, 82 of ISO 14230-3
            default -> NOTHING;
        };
    }

    /** ReadDTCInformation: report type, and for some the trouble code, record number or group (12.3). */
    private static PositiveResponse dtcInformation(byte[] request) {
        int report = request.length > 1 ? request[1] & SUB_FUNCTION : 0;
        return switch (report) {
            case 0x04, 0x06 -> new PositiveResponse(1, isAnyTroubleCode(request) ? 1 : 4, 0, true);
            case 0x05, 0x16, 0x42, 0x55, 0x56 -> new PositiveResponse(1, 2, 0, true);
            default -> subFunction(1);
        };
    }

    /** FFFFFF selects all trouble codes; the response has the actual ones. */
    private static boolean isAnyTroubleCode(byte[] request) {
        return request.length > 4 && request[2] == -1 && request[3] == -1 && request[4] == -1;
    }

    /** RoutineControl: start, stop or results, identifier. Other values are local identifiers of ISO 14230-3. */
    private static PositiveResponse routine(byte[] request) {
        int control = request.length > 1 ? request[1] & SUB_FUNCTION : 0;
        return control >= 0x01 && control <= 0x03 ? new PositiveResponse(1, 3, 0, true) : bytes(1, 1);
    }

    private static PositiveResponse bytes(int least, int most) {
        return new PositiveResponse(least, most, 0, false);
    }

    private static PositiveResponse items(int bytes) {
        return new PositiveResponse(bytes, bytes, bytes, false);
    }

    private static PositiveResponse subFunction(int least) {
        return new PositiveResponse(least, 1, 0, true);
    }

    /** True if the payload, whose service matches, repeats the required bytes. */
    boolean isRepeated(byte[] request, byte[] payload) {
        int has = Math.min(request.length, payload.length) - 1;
        if (has < Math.min(least, request.length - 1)) {
            return false;
        }
        int compared = Math.min(most, has);
        if (isSame(request, 1, payload, compared)) {
            return true;
        }
        for (int at = 1 + item; item > 0 && at + item <= request.length; at += item) {
            if (isSame(request, at, payload, item)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSame(byte[] request, int from, byte[] payload, int bytes) {
        for (int i = 0; i < bytes; i++) {
            int mask = subFunction && i == 0 ? SUB_FUNCTION : 0xFF;
            if (((request[from + i] ^ payload[1 + i]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
