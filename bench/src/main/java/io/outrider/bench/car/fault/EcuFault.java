package io.outrider.bench.car.fault;

import io.outrider.can.CanFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Fault of an ECU's answers. Several may be in force at once. */
public sealed interface EcuFault {
    /** Delay of each answer. */
    record Late(Duration by) implements EcuFault {}

    /** Response pending ({@code 7F sid 78}) a number of times before each answer (ISO 14229-1, annex A). */
    record ResponsePending(int times, Duration every) implements EcuFault {}

    /** No answers. */
    record Silence() implements EcuFault {}

    /** Repetition of each answer's last frame with running sequence numbers until the next request. */
    record Endless() implements EcuFault {}

    /** Distortion of an answer's frames. */
    sealed interface Distortion extends EcuFault {
        /**
         * @param frames a single frame, or a first frame and consecutive ones
         * @param prefix bytes before the protocol control information
         */
        List<CanFrame> distort(List<CanFrame> frames, int prefix);
    }

    /**
     * @param frame lost frame: n for the nth consecutive one, 0 for the first (or only) one; without the first frame there
     *     is no flow control, and the others are not sent
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

    /** @param frame number, from 1, of the consecutive frame whose sequence number is one too high */
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

    /** @param frame number, from 1, of the consecutive frame that is sent twice */
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

    /** @param frame number, from 1, of the consecutive frame that is swapped with the next */
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

    /** The consecutive frame with another sequence number, modulo 16. */
    static CanFrame renumbered(CanFrame frame, int prefix, int sequence) {
        byte[] data = frame.data();
        data[prefix] = (byte) (0x20 | sequence & 0xF);
        return CanFrame.of(frame.id(), data);
    }
}
