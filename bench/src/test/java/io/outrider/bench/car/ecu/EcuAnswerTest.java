package io.outrider.bench.car.ecu;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.car.fault.EcuFault;
import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.FlowControl;
import io.outrider.bench.car.wire.IsoTpSegmenter;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Effects of faults on the frames of an answer, with the time set by the test. */
class EcuAnswerTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long START = 5_000 * MILLI;
    private static final byte[] REQUEST = HexFormat.of().parseHex("220101");
    private static final byte[] SHORT = HexFormat.of().parseHex("620101FF");
    private static final byte[] LONG = new byte[6 + 3 * 7];

    private final IsoTpSegmenter segmenter =
            new IsoTpSegmenter(EcuAddress.physicalOnly(CanId.base(0x7E4), CanId.base(0x7EC)), 0x00);

    /** "time:frame" of frames sent within a time, with immediate flow control. */
    private List<String> sentFrames(byte[] answer, int millis, EcuFault... faults) {
        List<PacedFrames> messages = EcuAnswer.schedule(segmenter, REQUEST, answer, List.of(faults), START);
        List<String> sent = new ArrayList<>();
        for (long now = START; now < START + millis * MILLI; now += MILLI) {
            while (!messages.isEmpty()) {
                PacedFrames message = messages.get(0);
                CanFrame frame = message.next(now);
                if (frame != null) {
                    sent.add((now - START) / MILLI + ":" + frame.hex().substring(3, 11));
                    message.accept(new FlowControl(FlowControl.CONTINUE, 0, MILLI), now);
                } else if (message.isDone()) {
                    messages.remove(0);
                } else {
                    break;
                }
            }
        }
        return sent;
    }

    @Test
    void withoutFaultsTheAnswerGoesOutAtOnce() {
        assertThat(sentFrames(SHORT, 50)).containsExactly("0:04620101");
        assertThat(sentFrames(LONG, 50)).containsExactly("0:101b0000", "0:21000000", "1:22000000", "2:23000000");
    }

    @Test
    void lateFaultDelaysByItsTimeOnly() {
        assertThat(sentFrames(SHORT, 50, new EcuFault.Late(Duration.ofMillis(20))))
                .containsExactly("20:04620101");
        assertThat(sentFrames(LONG, 50, new EcuFault.Late(Duration.ofMillis(20))))
                .containsExactly("20:101b0000", "20:21000000", "21:22000000", "22:23000000");
    }

    @Test
    void pendingIsRepeatedAtItsInterval() {
        assertThat(sentFrames(SHORT, 50, new EcuFault.ResponsePending(2, Duration.ofMillis(15))))
                .containsExactly("0:037f2278", "15:037f2278", "30:04620101");
    }

    @Test
    void delaysAddUp() {
        assertThat(sentFrames(
                        SHORT,
                        90,
                        new EcuFault.Late(Duration.ofMillis(10)),
                        new EcuFault.ResponsePending(1, Duration.ofMillis(15)),
                        new EcuFault.Late(Duration.ofMillis(30))))
                .containsExactly("10:037f2278", "55:04620101");
    }

    @Test
    void lostFirstFrameSuppressesTheOthers() {
        assertThat(sentFrames(LONG, 50, new EcuFault.Lost(0))).isEmpty();
        assertThat(sentFrames(SHORT, 50, new EcuFault.Lost(0))).isEmpty();
    }

    @Test
    void distortionsChangeTheirFrameOnly() {
        assertThat(sentFrames(LONG, 50, new EcuFault.Lost(2)))
                .containsExactly("0:101b0000", "0:21000000", "1:23000000");
        assertThat(sentFrames(LONG, 50, new EcuFault.WrongSequence(3))).last().isEqualTo("2:24000000");
        assertThat(sentFrames(LONG, 50, new EcuFault.Doubled(3))).endsWith("2:23000000", "3:23000000");
        assertThat(sentFrames(LONG, 50, new EcuFault.Swapped(2)))
                .containsExactly("0:101b0000", "0:21000000", "1:23000000", "2:22000000");
    }

    @Test
    void endlessAnswerContinuesTheSequenceNumbers() {
        List<String> sent = sentFrames(LONG, 100, new EcuFault.Endless());
        assertThat(sent).hasSize(101).contains("2:23000000", "3:24000000", "14:2f000000", "15:20000000");
        assertThat(sentFrames(SHORT, 100, new EcuFault.Endless()))
                .hasSizeGreaterThan(100)
                .allMatch(s -> s.endsWith("04620101"));
    }
}
