package io.outrider.bench.car.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Segmentation and reassembly of messages of any length; random frames are never accepted. */
class SegmentAndReceiveTest {
    private static final long SEED = 4_711;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Address of the tester, which sends to the ECU's request id. */
    private static EcuAddress turned(EcuAddress address) {
        return new EcuAddress(
                address.response(), address.request(), address.functional(), address.tester(), address.own());
    }

    private byte[] message(int length) {
        byte[] message = new byte[length];
        random.nextBytes(message);
        return message;
    }

    private static byte[] receive(RequestReceiver receiver, List<CanFrame> frames) {
        byte[] request = null;
        for (CanFrame frame : frames) {
            RequestReceiver.FrameResult outcome = receiver.accept(frame, 0);
            request = outcome.request() == null ? request : outcome.request();
        }
        return request;
    }

    @Test
    void everyLengthUpToTheLongestArrives() {
        for (EcuAddress address : List.of(WireFrames.NORMAL, WireFrames.EXTENDED)) {
            RequestReceiver receiver = new RequestReceiver(new IsoTpSegmenter(address, 0), RequestFlow.FREE);
            IsoTpSegmenter tester = new IsoTpSegmenter(turned(address), 0xCC);
            for (int length = 1; length <= 4_095; length += length < 300 ? 1 : 271) {
                byte[] message = message(length);
                assertThat(receive(receiver, tester.segment(message)))
                        .as("%d bytes to %s, seed %d", length, address.request(), SEED)
                        .isEqualTo(message);
            }
        }
    }

    @Test
    void aMessageWithAFrameLostDoubledOrSwappedDoesNotArrive() {
        IsoTpSegmenter tester = new IsoTpSegmenter(turned(WireFrames.NORMAL), 0);
        for (int round = 0; round < 2_000; round++) {
            RequestReceiver receiver = new RequestReceiver(new IsoTpSegmenter(WireFrames.NORMAL, 0), RequestFlow.FREE);
            List<CanFrame> frames = new ArrayList<>(tester.segment(message(random.nextInt(20, 120))));
            int at = random.nextInt(1, frames.size() - 1);
            switch (random.nextInt(3)) {
                case 0 -> frames.remove(at);
                case 1 -> frames.add(at, frames.get(at));
                default -> Collections.swap(frames, at, at + 1);
            }
            assertThat(receive(receiver, frames))
                    .as("round %d, seed %d", round, SEED)
                    .isNull();
        }
    }

    @Test
    void receiverSurvivesAnyFrame() {
        for (EcuAddress address : List.of(WireFrames.NORMAL, WireFrames.EXTENDED)) {
            RequestReceiver receiver = new RequestReceiver(new IsoTpSegmenter(address, 0), new RequestFlow(3, 0, 1));
            int taken = 0;
            for (int i = 0; i < 200_000; i++) {
                byte[] data = message(random.nextInt(9));
                if (data.length > 0 && address.prefix() == 1) {
                    data[0] = (byte) address.own();
                }
                CanId id = i % 5 == 0 ? address.functional().orElse(address.request()) : address.request();
                CanFrame frame = CanFrame.of(id, data);
                if (address.accepts(frame)) {
                    RequestReceiver.FrameResult outcome = receiver.accept(frame, i);
                    assertThat(outcome.replies()).allMatch(reply -> reply.hasId(address.response()));
                    taken += outcome.request() == null ? 0 : 1;
                }
            }
            assertThat(taken).as("requests by chance, seed %d", SEED).isPositive();
        }
    }
}
