package io.outrider.bench.car.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Frame by frame, with the time set by the test. */
class PlaybackTest {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(10);

    private Playback playback;
    private long now;

    private void load(String record) {
        playback = new Playback(CaptureRecords.record(record));
    }

    /** Frames sent within the next hundredths of a second after this frame. */
    private List<String> after(String id, String data) {
        playback.accept(CanFrame.of(CanId.parse(id), HexFormat.of().parseHex(data)), now);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            for (CanFrame next = playback.next(now); next != null; next = playback.next(now)) {
                sent.add(next.hex());
            }
            now += STEP;
        }
        return sent;
    }

    @Test
    void singleFrameIsAnsweredAtOnceAsRecorded() {
        load(CaptureRecords.RPM);
        assertThat(after("7DF", "02010C0000000000")).containsExactly("7e804410c1af8000000");
        assertThat(playback.statistics()).isEqualTo(new PlaybackStatistics(1, 0, 0, 1, 0));
    }

    @Test
    void otherRequestIsCountedButNotAnswered() {
        load(CaptureRecords.RPM);
        assertThat(after("7DF", "02010D0000000000")).isEmpty();
        assertThat(after("7E0", "02010C0000000000")).isEmpty();
        assertThat(playback.statistics()).isEqualTo(new PlaybackStatistics(0, 1, 0, 0, 0));
    }

    @Test
    void consecutiveFramesWaitForFlowControl() {
        load(CaptureRecords.VIN);
        assertThat(after("7E0", "0209020000000000")).containsExactly("7e81014490201314434");
        assertThat(playback.statistics()).isEqualTo(new PlaybackStatistics(1, 0, 0, 1, 2));
        assertThat(after("7E0", "300000")).containsExactly("7e82147503030523535", "7e82242313233343536");
        assertThat(playback.statistics()).isEqualTo(new PlaybackStatistics(1, 0, 1, 3, 0));
    }

    @Test
    void blocksAndWaitsAreRespected() {
        load(CaptureRecords.VIN);
        after("7E0", "020902");
        assertThat(after("7E0", "310000")).isEmpty();
        assertThat(after("7E0", "300100")).containsExactly("7e82147503030523535");
        assertThat(after("7E0", "300100")).containsExactly("7e82242313233343536");
    }

    @Test
    void flowControlForAnotherEcuIsIgnored() {
        load(CaptureRecords.VIN);
        after("7E0", "020902");
        assertThat(after("7E1", "300000")).isEmpty();
        assertThat(after("7DF", "300000")).isEmpty();
        assertThat(playback.statistics().flowControls()).isZero();
    }

    @Test
    void eachResponderHasItsOwnFlowControl() {
        load(CaptureRecords.CALIBRATIONS);
        assertThat(after("7DF", "0209040000000000"))
                .containsExactly("7e8101349040147534d", "7e91013490401544d42", "7ea037f091100000000");
        assertThat(after("7E1", "3000000000000000")).containsExactly("7e92142363335343637", "7e92232203131330000");
        assertThat(after("7E0", "3000000000000000")).containsExactly("7e82142363335343637", "7e82231203131320000");
    }

    @Test
    void framesKeepTheirLength() {
        load(CaptureRecords.CODES);
        assertThat(after("7DF", "0103")).containsExactly("7e81008430301430196", "7e90443010700");
        assertThat(after("7E0", "300000")).containsExactly("7e82196023400000000");
    }

    @Test
    void messagesOfOneResponderKeepTheirOrder() {
        load(CaptureRecords.PENDING);
        assertThat(after("7E4", "03220101")).containsExactly("7ec037f2278aaaaaaaa", "7ec1009620101112233");
        assertThat(after("7E4", "300000")).containsExactly("7ec21445566");
    }

    @Test
    void firstByteSelectsTheEcuWithExtendedAddressing() {
        load(CaptureRecords.EXTENDED);
        assertThat(after("6F1", "1203" + "22DD69")).isEmpty();
        assertThat(after("6F1", "0703" + "22DD69")).containsExactly("607f1100762dd69ffff");
        assertThat(after("6F1", "300000")).isEmpty();
        assertThat(after("6F1", "07300000")).containsExactly("607f121fd07ffffffff");
    }

    @Test
    void idPairGivesTheFlowControlId() {
        load(CaptureRecords.ODD_IDS);
        assertThat(after("123", "020001")).containsExactly("2aa100a400143444546");
        assertThat(after("2AA", "300000")).isEmpty();
        assertThat(after("1AA", "300000")).containsExactly("2aa2147484900");
        assertThat(after("123", "020001")).containsExactly("2aa100a400143444546");
        assertThat(after("123", "300000")).containsExactly("2aa2147484900");
        assertThat(playback.statistics()).isEqualTo(new PlaybackStatistics(2, 0, 2, 4, 0));
    }

    @Test
    void idsOf29BitsHaveFlowControlPartners() {
        load(CaptureRecords.WIDE);
        assertThat(after("18DA10F1", "03222660")).containsExactly("18daf1101009622660010203");
        assertThat(after("18DA10F1", "300000")).containsExactly("18daf11021040506");
    }

    @Test
    void multiFrameRequestIsReassembled() {
        load(CaptureRecords.LONG_REQUEST);
        assertThat(after("7E4", "1009220101010201")).containsExactly("7ec3000000000000000");
        assertThat(after("7E4", "21030104")).containsExactly("7ec03620101");
    }

    @Test
    void framesWithoutFlowControlAreHeldBack() {
        load(CaptureRecords.VIN);
        after("7E0", "020902");
        now += TimeUnit.SECONDS.toNanos(2);
        assertThat(after("7E0", "300000")).isEmpty();
        assertThat(playback.statistics().heldBack()).isEqualTo(2);
    }
}
