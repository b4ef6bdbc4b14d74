package io.outrider.bench.car.ecu;

import java.nio.ByteBuffer;
import java.util.Set;

/** Masks of supported PIDs (SAE J1979, appendix A), whose most significant bit stands for base + 1. */
final class SupportMask {
    private static final int RANGE = 0x20;

    private SupportMask() {}

    /** Four bytes for base + 1 to base + 20; the last bit announces the next mask. */
    static byte[] mask(Set<Integer> supported, int base) {
        int mask = 0;
        for (int each : supported) {
            int bit = Math.min(each, base + RANGE) - base;
            if (bit > 0) {
                mask |= 1 << RANGE - bit;
            }
        }
        return ByteBuffer.allocate(4).putInt(mask).array();
    }
}
