package io.outrider.bench.car.fault;

import io.outrider.can.CanFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One thing that is wrong with an ECU's answers. Several may be wrong at once. */
public sealed interface EcuFault {
    /** Each answer comes so much later. */
    record Late(Duration by) implements EcuFault {}

    /** Before each answer comes {@code 7F sid 78} so many times, that time before what follows (ISO 14229-1, annex A). */
    record Pending(int times, Duration every) implements EcuFault {}

    /** Nothing is answered. */
    record Silence() implements EcuFault {}

    /** Behind each answer its last frame comes on and on, with running sequence numbers, until the next request. */
    record Endless() implements EcuFault {}

    /** What happens to the frames of an answer on their way. */
    sealed interface Distortion extends EcuFault {
        /**
         * @param frames one single frame, or a first and consecutive ones
         * @param prefix bytes before the protocol control information
         */
        List<CanFrame> distort(List<CanFrame> frames, int prefix);
    }

    /**
     * @param frame which one does not arrive: n for the nth consecutive one, 0 for the first (or only) frame, and then
     *     the others do not come either, because nobody asks for them
     */
    record Lost(int frame) implements Distortion {
        @Override
        public List<CanFrame> distort(List<CanFrame> frames, int prefix) {
            List<CanFrame> left = new ArrayList<>(frames);
            if (frame == 0) {
                left.clear();
            } else if (frame < left.size()) {
                left.remove(frame);
            }
            return left;
        }
    }

    /** @param frame which consecutive frame, from 1, says a sequence number that is one too high */
    record WrongSequence(int frame) implements Distortion {
        @Override
        public List<CanFrame> distort(List<CanFrame> frames, int prefix) {
            List<CanFrame> changed = new ArrayList<>(frames);
            if (frame < changed.size()) {
                changed.set(
                        frame,
                        renumbered(
                                changed.get(frame), prefix, changed.get(frame).at(prefix) + 1));
            }
            return changed;
        }
    }

    /** @param frame which consecutive frame, from 1, comes twice */
    record Doubled(int frame) implements Distortion {
        @Override
        public List<CanFrame> distort(List<CanFrame> frames, int prefix) {
            List<CanFrame> more = new ArrayList<>(frames);
            if (frame < more.size()) {
                more.add(frame, more.get(frame));
            }
            return more;
        }
    }

    /** @param frame which consecutive frame, from 1, changes places with the one after it */
    record Swapped(int frame) implements Distortion {
        @Override
        public List<CanFrame> distort(List<CanFrame> frames, int prefix) {
            List<CanFrame> mixed = new ArrayList<>(frames);
            if (frame + 1 < mixed.size()) {
                Collections.swap(mixed, frame, frame + 1);
            }
            return mixed;
        }
    }

    /** The same consecutive frame with another sequence number, of which the lower four bits count. */
    static CanFrame renumbered(CanFrame frame, int prefix, int sequence) {
        byte[] data = frame.data();
        data[prefix] = (byte) (0x20 | sequence & 0xF);
        return CanFrame.of(frame.id(), data);
    }
}
