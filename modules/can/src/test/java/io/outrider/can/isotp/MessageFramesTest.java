package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the stored frames of a message and of their memory. */
class MessageFramesTest {
    private static final CanId ECU = CanId.extended(0x18DAF110);

    private static MessageFrames of(int frameLength, CanFrame... frames) {
        MessageFrames kept = new MessageFrames(frames[0], frameLength);
        for (int i = 1; i < frames.length; i++) {
            kept.append(frames[i]);
        }
        return kept.complete();
    }

    private static CanFrame[] message(int first, int others, int last, CanFrame.Kind kind) {
        CanFrame[] frames = new CanFrame[5];
        for (int i = 0; i < frames.length; i++) {
            byte[] data = new byte[i == 0 ? first : i == 4 ? last : others];
            data[0] = (byte) (0xA0 + i);
            data[data.length - 1] = (byte) i;
            frames[i] = kind == CanFrame.Kind.CLASSIC
                    ? CanFrame.of(ECU, data)
                    : CanFrame.fd(ECU, kind == CanFrame.Kind.FD_BRS, data);
        }
        return frames;
    }

    @Test
    void theFramesAreStoredUnchanged() {
        for (CanFrame[] frames : List.of(
                message(8, 8, 8, CanFrame.Kind.CLASSIC),
                message(7, 8, 2, CanFrame.Kind.CLASSIC),
                message(64, 64, 12, CanFrame.Kind.FD),
                message(12, 12, 7, CanFrame.Kind.FD_BRS))) {
            MessageFrames kept = of(Math.max(8, frames[0].length()), frames);
            assertThat(kept).containsExactly(frames);
            assertThat(kept.get(3)).isEqualTo(frames[3]);
            assertThatThrownBy(() -> kept.get(5)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aSingleFrameWithFillersIsKeptWhole() {
        CanFrame single = CanFrame.of(ECU, IsoTpFrames.bytes("0341 0D33 55555555".replace(" ", "")));
        assertThat(of(8, single)).containsExactly(single);
    }

    @Test
    void theLongestAnswersOfManyEcusFitASmallHeap() {
        int frames = 37_450; // of 256 KiB
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        long before = runtime.totalMemory() - runtime.freeMemory();
        MessageFrames[] kept = new MessageFrames[20];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new MessageFrames(CanFrame.of(ECU, new byte[8]), 8);
            for (int k = 1; k < frames; k++) {
                kept[i].append(CanFrame.of(ECU, new byte[8]));
            }
            kept[i].complete();
        }
        System.gc();
        long taken = runtime.totalMemory() - runtime.freeMemory() - before;
        assertThat(kept[19]).hasSize(frames);
        assertThat(taken / kept.length).as("bytes of a message").isLessThan(600_000);
    }
}
