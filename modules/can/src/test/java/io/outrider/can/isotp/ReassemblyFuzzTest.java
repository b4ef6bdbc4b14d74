package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFrame;
import io.outrider.can.isotp.Reassembly.FrameEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fuzz test with more than a million random and mutated frame sequences: no exception, no hang, no wrong message. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReassemblyFuzzTest {
    private static final int SEQUENCES = 1_100_000;
    private static final int VALID = 2_000;

    private int complete;
    private int broken;

    @Test
    void aMillionHostileSequencesNeverMakeAWrongMessage() {
        Random random = Seeds.draw(this, "sequences");
        List<List<CanFrame>> valid = new ArrayList<>();
        for (int i = 0; i < VALID; i++) {
            valid.add(message(random, i % 2));
        }
        for (int i = 0; i < SEQUENCES; i++) {
            int prefix = i % 2;
            Reassembly reassembly = new Reassembly(prefix, random.nextInt(4), 100);
            List<CanFrame> frames =
                    i % 5 == 0 ? noise(random) : mutated(random, valid.get(random.nextInt(VALID / 2) * 2 + prefix));
            try {
                run(reassembly, prefix, frames);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("sequence " + i + ", prefix " + prefix + ": " + frames, e);
            }
        }
        assertThat(complete).as("messages that survived").isGreaterThan(SEQUENCES / 20);
        assertThat(broken).as("messages that broke").isGreaterThan(SEQUENCES / 20);
    }

    /** Checks each outcome against the contents of the frames. */
    private void run(Reassembly reassembly, int prefix, List<CanFrame> frames) {
        int announced = -1;
        for (CanFrame frame : frames) {
            FrameEffect outcome = reassembly.accept(frame);
            if (outcome == FrameEffect.SEND_CONTINUE && Pci.kind(frame, prefix) == Pci.FIRST) {
                announced = announced(frame, prefix);
                check(announced <= 100, "accepted more than it may");
            }
            if (outcome == FrameEffect.COMPLETE) {
                complete++;
                int expected = Pci.kind(frame, prefix) == Pci.SINGLE ? singleLength(frame, prefix) : announced;
                byte[] payload = reassembly.takePayload();
                check(payload.length == expected, payload.length + " bytes, announced " + expected);
                check(Arrays.equals(payload, glued(reassembly.frames(), prefix, expected)), "other bytes than came");
            }
            boolean lost = outcome == FrameEffect.BROKEN || outcome == FrameEffect.SEND_OVERFLOW;
            check(lost == (reassembly.fault() != null && lost), "a loss without a reason");
            check(!lost || !reassembly.isIncomplete(), "under way after a loss");
            broken += lost ? 1 : 0;
        }
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static int announced(CanFrame first, int prefix) {
        int length = (first.at(prefix) & 0xF) << 8 | first.at(prefix + 1);
        return length != 0 ? length : first.at(prefix + 4) << 8 | first.at(prefix + 5);
    }

    private static int singleLength(CanFrame frame, int prefix) {
        int nibble = frame.at(prefix) & 0xF;
        return nibble != 0 ? nibble : frame.at(prefix + 1);
    }

    private static byte[] glued(List<CanFrame> frames, int prefix, int length) {
        byte[] glued = new byte[length];
        int at = 0;
        for (CanFrame frame : frames) {
            int head = prefix + head(frame, prefix);
            int count = Math.min(frame.length() - head, length - at);
            frame.copyData(head, glued, at, count);
            at += count;
        }
        return at == length ? glued : null;
    }

    private static int head(CanFrame frame, int prefix) {
        boolean noLength = (frame.at(prefix) & 0xF) == 0;
        return switch (Pci.kind(frame, prefix)) {
            case Pci.SINGLE -> noLength ? 2 : 1;
            case Pci.FIRST -> noLength && frame.at(prefix + 1) == 0 ? 6 : 2;
            default -> 1;
        };
    }

    private static List<CanFrame> message(Random random, int prefix) {
        byte[] payload = new byte[1 + random.nextInt(random.nextBoolean() ? 12 : 60)];
        random.nextBytes(payload);
        IsoTpSettings settings = IsoTpSettings.DEFAULT
                .withPadding(random.nextInt(-1, 256))
                .withFrameLength(random.nextInt(6) == 0 ? 16 : 8);
        int target = prefix == 0 ? IsoTpAddress.NONE : random.nextInt(256);
        Segmentation segmentation = new Segmentation(IsoTpFrames.ECU, target, settings, payload);
        List<CanFrame> frames = new ArrayList<>();
        if (segmentation.fitsOneFrame()) {
            frames.add(segmentation.single());
            return frames;
        }
        frames.add(segmentation.first());
        while (!segmentation.isDone()) {
            frames.add(segmentation.next());
        }
        return frames;
    }

    static List<CanFrame> noise(Random random) {
        List<CanFrame> frames = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            frames.add(noiseFrame(random));
        }
        return frames;
    }

    private static CanFrame noiseFrame(Random random) {
        int kind = random.nextInt(10);
        if (kind == 0) {
            return CanFrame.remote(IsoTpFrames.ECU, random.nextInt(9));
        }
        byte[] data = new byte[kind < 3 ? CanFrame.fdLength(random.nextInt(65)) : random.nextInt(9)];
        random.nextBytes(data);
        for (int i = 0; i < Math.min(2, data.length); i++) {
            if (random.nextBoolean()) { // mutates a plausible frame
                data[i] = (byte) (random.nextInt(4) << 4 | random.nextInt(4));
            }
        }
        return data.length > 8 || kind == 1
                ? CanFrame.fd(IsoTpFrames.ECU, true, data)
                : CanFrame.of(IsoTpFrames.ECU, data);
    }

    static List<CanFrame> mutated(Random random, List<CanFrame> valid) {
        List<CanFrame> frames = new ArrayList<>(valid);
        for (int i = random.nextInt(3); i > 0 && !frames.isEmpty(); i--) {
            int at = random.nextInt(frames.size());
            CanFrame frame = frames.get(at);
            switch (random.nextInt(6)) {
                case 0 -> frames.remove(at);
                case 1 -> frames.add(at, frame);
                case 2 -> frames.set(at, frames.set(random.nextInt(frames.size()), frame));
                case 3 -> frames.add(at, noiseFrame(random));
                case 4 -> frames.set(at, shortened(random, frame));
                default -> frames.set(at, flipped(random, frame));
            }
        }
        return frames;
    }

    private static CanFrame shortened(Random random, CanFrame frame) {
        int length = random.nextInt(frame.length() + 1);
        return CanFrame.of(IsoTpFrames.ECU, Arrays.copyOf(frame.data(), Math.min(8, length)));
    }

    private static CanFrame flipped(Random random, CanFrame frame) {
        byte[] data = frame.data();
        if (data.length == 0) {
            return frame;
        }
        data[random.nextInt(Math.min(3, data.length))] ^= (byte) (1 << random.nextInt(8));
        return frame.isFd() ? CanFrame.fd(IsoTpFrames.ECU, true, data) : CanFrame.of(IsoTpFrames.ECU, data);
    }
}
