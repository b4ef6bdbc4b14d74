package io.outrider.bench.car.wire;

import static io.outrider.bench.car.wire.WireFrames.frame;
import static io.outrider.bench.car.wire.WireFrames.hex;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.car.wire.RequestReceiver.FrameResult;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestReceiverTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final RequestReceiver receiver = normal(RequestFlow.FREE);

    private static RequestReceiver normal(RequestFlow flow) {
        return new RequestReceiver(new IsoTpSegmenter(WireFrames.NORMAL, 0), flow);
    }

    private static String request(FrameResult outcome) {
        return outcome.request() == null ? "none" : HexFormat.of().formatHex(outcome.request());
    }

    private String take(int id, String data) {
        return request(receiver.accept(frame(id, data), 0));
    }

    @Test
    void aSingleFrameIsARequestWithOrWithoutPadding() {
        assertThat(take(0x7E0, "02010C0000000000")).isEqualTo("010c");
        assertThat(take(0x7E0, "02010C")).isEqualTo("010c");
        assertThat(take(0x7DF, "02010C0000000000")).isEqualTo("010c");
    }

    @Test
    void singleFrameWithTooLargeLengthIsIgnored() {
        assertThat(take(0x7E0, "03010C")).isEqualTo("none");
        assertThat(take(0x7E0, "00010C")).isEqualTo("none");
        assertThat(take(0x7E0, "0F010C0000000000")).isEqualTo("none");
    }

    @Test
    void multiFrameRequestIsReassembledWithFlowControl() {
        FrameResult first = receiver.accept(frame(0x7E0, "100A223344556677"), 0);
        assertThat(request(first)).isEqualTo("none");
        assertThat(hex(first.replies())).containsExactly("7e83000000000000000");
        assertThat(take(0x7E0, "218899AABB000000")).isEqualTo("2233445566778899aabb");
        assertThat(take(0x7E0, "218899AABB000000")).isEqualTo("none");
    }

    @Test
    void eachBlockGetsFlowControl() {
        RequestReceiver inBlocks = normal(new RequestFlow(1, 5, 2));
        assertThat(hex(inBlocks.accept(frame(0x7E0, "1012223344556677"), 0).replies()))
                .containsExactly("7e83100000000000000", "7e83100000000000000", "7e83001050000000000");
        FrameResult second = inBlocks.accept(frame(0x7E0, "2101020304050607"), 0);
        assertThat(hex(second.replies())).containsExactly("7e83001050000000000");
        FrameResult last = inBlocks.accept(frame(0x7E0, "2208090A0B0C"), 0);
        assertThat(request(last)).hasSize(2 * 0x12);
        assertThat(last.replies()).isEmpty();
    }

    @Test
    void lostDoubledOrLateFrameDropsTheRequest() {
        receiver.accept(frame(0x7E0, "1012223344556677"), 0);
        assertThat(take(0x7E0, "2208090A0B0C0D0E")).isEqualTo("none");
        assertThat(take(0x7E0, "2101020304050607")).isEqualTo("none");
        receiver.accept(frame(0x7E0, "100A223344556677"), 0);
        assertThat(request(receiver.accept(frame(0x7E0, "218899AABB"), SECOND + 1)))
                .isEqualTo("none");
    }

    @Test
    void newRequestReplacesAnUnfinishedOne() {
        receiver.accept(frame(0x7E0, "100A223344556677"), 0);
        assertThat(take(0x7E0, "02010C")).isEqualTo("010c");
        assertThat(take(0x7E0, "218899AABB000000")).isEqualTo("none");
    }

    @Test
    void tooLongRequestIsRefused() {
        assertThat(hex(receiver.accept(frame(0x7E0, "1000000010000102"), 0).replies()))
                .containsExactly("7e83200000000000000");
    }

    @Test
    void functionalRequestIsASingleFrame() {
        assertThat(receiver.accept(frame(0x7DF, "100A223344556677"), 0).replies())
                .isEmpty();
    }

    @Test
    void otherFramesAreIgnored() {
        assertThat(take(0x7E0, "1003223344556677")).isEqualTo("none");
        assertThat(take(0x7E0, "100A2233")).isEqualTo("none");
        assertThat(take(0x7E0, "2108")).isEqualTo("none");
        assertThat(take(0x7E0, "F108")).isEqualTo("none");
    }

    @Test
    void firstByteSelectsTheEcuWithExtendedAddressing() {
        assertThat(WireFrames.EXTENDED.accepts(frame(0x6F1, "0703226335"))).isTrue();
        assertThat(WireFrames.EXTENDED.accepts(frame(0x6F1, "1203226335"))).isFalse();
        assertThat(WireFrames.EXTENDED.accepts(frame(0x6F1, "07"))).isFalse();
        assertThat(WireFrames.EXTENDED.accepts(frame(0x607, "0703226335"))).isFalse();
        RequestReceiver extended = new RequestReceiver(new IsoTpSegmenter(WireFrames.EXTENDED, 0xFF), RequestFlow.FREE);
        assertThat(request(extended.accept(frame(0x6F1, "0703226335"), 0))).isEqualTo("226335");
        assertThat(hex(extended.accept(frame(0x6F1, "07100A2233445566"), 0).replies()))
                .containsExactly("607f1300000ffffffff");
        assertThat(request(extended.accept(frame(0x6F1, "07217788990011"), 0))).isEqualTo("22334455667788990011");
    }

    @Test
    void idOfOtherWidthIsAnotherId() {
        CanFrame wide = CanFrame.of(CanId.extended(0x7E0), new byte[] {2, 1, 0x0C});
        assertThat(WireFrames.NORMAL.accepts(wide)).isFalse();
        assertThat(WireFrames.NORMAL.accepts(CanFrame.remote(CanId.base(0x7E0), 8)))
                .isFalse();
    }
}
