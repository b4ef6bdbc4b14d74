package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.HexFormat;

/** Frames and payloads, short to write. */
final class IsoTpFrames {
    static final CanId TESTER = CanId.base(0x7E0);
    static final CanId ECU = CanId.base(0x7E8);

    /** Limit of a transfer that nobody bounds, in any ticker's time. */
    static final long AMPLE = Long.MAX_VALUE / 2;

    private IsoTpFrames() {}

    /** From the ECU; bytes as hexadecimal digits, blanks between them as one likes. */
    static CanFrame ecu(String hex) {
        return CanFrame.of(ECU, bytes(hex));
    }

    static CanFrame of(int id, String hex) {
        return CanFrame.of(id <= CanId.MAX_BASE ? CanId.base(id) : CanId.extended(id), bytes(hex));
    }

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    static String hex(CanFrame frame) {
        return HexFormat.of().formatHex(frame.data());
    }

    /** 1, 2, 3 and so on, so that no two neighbours are alike. */
    static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i + 1 + i / 255);
        }
        return bytes;
    }
}
