package io.outrider.bench.car.ecu;

import io.outrider.bench.car.fault.EcuFault;
import io.outrider.bench.car.wire.Cutter;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.CanFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** An answer with all that is wrong with it: which messages go out, when, in which frames. */
final class EcuAnswer {
    private EcuAnswer() {}

    /** The messages one after the other; nothing of one goes out before the one before it is done. */
    static List<PacedFrames> schedule(Cutter cutter, byte[] request, byte[] answer, List<EcuFault> faults, long now) {
        List<PacedFrames> messages = new ArrayList<>();
        List<CanFrame> frames = cutter.cut(answer);
        List<CanFrame> pending = cutter.cut(Negative.of(request[0] & 0xFF, Negative.PENDING));
        int prefix = cutter.address().prefix();
        long at = now;
        boolean endless = false;
        for (EcuFault fault : faults) {
            if (fault instanceof EcuFault.Late late) {
                at += late.by().toNanos();
            } else if (fault instanceof EcuFault.Pending wait) {
                for (int i = 0; i < wait.times(); i++) {
                    messages.add(PacedFrames.free(pending.iterator(), at));
                    at += wait.every().toNanos();
                }
            } else if (fault instanceof EcuFault.Distortion distortion) {
                frames = distortion.distort(frames, prefix);
            } else if (fault instanceof EcuFault.Endless) {
                endless = true;
            }
        }
        Iterator<CanFrame> all = endless && !frames.isEmpty() ? new WithoutEnd(frames, prefix) : frames.iterator();
        messages.add(frames.size() == 1 ? PacedFrames.free(all, at) : PacedFrames.flowControlled(all, at));
        return messages;
    }

    /** The frames, and then the last of them for ever. */
    private static final class WithoutEnd implements Iterator<CanFrame> {
        private final List<CanFrame> frames;
        private final int prefix;
        private int next;

        private WithoutEnd(List<CanFrame> frames, int prefix) {
            this.frames = frames;
            this.prefix = prefix;
        }

        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public CanFrame next() {
            int number = next++;
            if (number < frames.size()) {
                return frames.get(number);
            }
            CanFrame last = frames.get(frames.size() - 1);
            return frames.size() == 1 ? last : EcuFault.renumbered(last, prefix, number);
        }
    }
}
