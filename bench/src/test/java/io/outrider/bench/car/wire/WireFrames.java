package io.outrider.bench.car.wire;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Frames and addresses for tests. */
final class WireFrames {
    static final EcuAddress NORMAL = EcuAddress.normal(CanId.base(0x7E0), CanId.base(0x7E8), CanId.base(0x7DF));
    static final EcuAddress EXTENDED = EcuAddress.extended(CanId.base(0x6F1), 0x07, CanId.base(0x607), 0xF1);

    private WireFrames() {}

    static CanFrame frame(int id, String data) {
        return CanFrame.of(CanId.base(id), HexFormat.of().parseHex(data));
    }

    static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i + 1);
        }
        return bytes;
    }

    static List<String> hex(List<CanFrame> frames) {
        List<String> texts = new ArrayList<>();
        frames.forEach(frame -> texts.add(frame.hex()));
        return texts;
    }
}
