package io.outrider.can.isotp;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.HexFormat;

/** Frame and payload helpers. */
final class IsoTpFrames {
    static final CanId TESTER = CanId.base(0x7E0);
    static final CanId ECU = CanId.base(0x7E8);

    /** Time limit that is never reached, on any ticker. */
    static final long AMPLE = Long.MAX_VALUE / 2;

    private IsoTpFrames() {}

    /** Frame of the ECU, from hexadecimal digits with optional blanks. */
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

    /** 1, 2, 3 and so on, so that neighbours differ. */
    static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i + 1 + i / 255);
        }
        return bytes;
    }
}
