package io.outrider.bench.car.ecu;

import io.outrider.bench.car.fault.EcuFault;
import io.outrider.bench.car.wire.IsoTpSegmenter;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.CanFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Schedule of an answer with the faults in force: its messages, their times and their frames. */
final class EcuAnswer {
    private EcuAnswer() {}

    /** The messages in order; each begins after the end of the one before. */
    static List<PacedFrames> schedule(
            IsoTpSegmenter segmenter, byte[] request, byte[] answer, List<EcuFault> faults, long now) {
        List<PacedFrames> messages = new ArrayList<>();
        List<CanFrame> frames = segmenter.segment(answer);
        List<CanFrame> pending = segmenter.segment(NegativeResponse.of(request[0] & 0xFF, NegativeResponse.PENDING));
        int prefix = segmenter.address().prefix();
        long at = now;
        boolean endless = false;
        for (EcuFault fault : faults) {
            if (fault instanceof EcuFault.Late late) {
                at += late.by().toNanos();
            } else if (fault instanceof EcuFault.ResponsePending wait) {
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
        Iterator<CanFrame> all = endless && !frames.isEmpty() ? new EndlessFrames(frames, prefix) : frames.iterator();
        messages.add(frames.size() == 1 ? PacedFrames.free(all, at) : PacedFrames.flowControlled(all, at));
        return messages;
    }

    /** Iterator over the frames that repeats the last one without end. */
    private static final class EndlessFrames implements Iterator<CanFrame> {
        private final List<CanFrame> frames;
        private final int prefix;
        private int next;

        private EndlessFrames(List<CanFrame> frames, int prefix) {
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
