package io.outrider.obd.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.testkit.ManualTicker;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of one request to many ECUs, in simulated time. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExchangeTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int FD = 64;
    private static final int LONGEST = 256 * 1024;

    private final ManualTicker ticker = new ManualTicker();
    private final Deque<CanFrame> coming = new ArrayDeque<>();
    private CanFrame again;
    private long againNanos;
    private boolean ready;

    /** Port with immediate frames, followed by silence or one repeated frame at an interval or on each call. */
    private final class RespondingPort implements CanPort {
        @Override
        public CanFrame receive(long timeoutNanos) {
            CanFrame next = coming.poll();
            if (next != null) {
                return next;
            }
            boolean comes = again != null && (ready || againNanos <= timeoutNanos);
            ticker.advance(comes ? againNanos : timeoutNanos);
            return comes ? again : null;
        }

        @Override
        public void send(CanFrame frame) {}

        @Override
        public void discardReceived() {}

        @Override
        public void close() {}
    }

    private void comes(int id, String data) {
        byte[] bytes = HexFormat.of().parseHex(data);
        CanId from = CanId.extended(id);
        coming.add(bytes.length > 8 ? CanFrame.fd(from, false, bytes) : CanFrame.of(from, bytes));
    }

    private void comesLong(int id, String begin, int length) {
        comes(id, "1000%08X".formatted(length) + begin + "00".repeat(FD - 6 - begin.length() / 2));
        for (int sent = FD - 6, i = 1; sent < length; sent += FD - 1, i++) {
            comes(id, "2%X".formatted(i % 16) + "00".repeat(FD - 1));
        }
    }

    private Responses send(int mask, int... request) throws Exception {
        return send(ResponseTimeouts.DEFAULT, mask, request);
    }

    private Responses send(ResponseTimeouts timing, int mask, int... request) throws Exception {
        return send(timing, mask, Set.of(), request);
    }

    private Responses send(ResponseTimeouts timing, int mask, Set<CanId> responders, int... request) throws Exception {
        byte[] bytes = new byte[request.length];
        for (int i = 0; i < request.length; i++) {
            bytes[i] = (byte) request[i];
        }
        IsoTpAddress address = new IsoTpAddress(
                IsoTpAddress.FUNCTIONAL_29,
                IsoTpAddress.NONE,
                List.of(new CanFilter(CanId.extended(0x18DAF100), mask)),
                IsoTpAddress.NONE,
                Map.of());
        IsoTpLink link = new IsoTpLink(new RespondingPort(), address, IsoTpSettings.DEFAULT, ticker);
        return new Exchange(DiagnosticRequest.of(address, bytes).untilAnswered(responders), timing, link, ticker)
                .run(Clock.systemUTC());
    }

    @Test
    void foreignMessagesDoNotCountAsAnswers() throws Exception {
        for (int i = 0; i < 4; i++) {
            comesLong(0x18DAF120, "62F190", LONGEST);
        }
        comesLong(0x18DAF110, "62F102", LONGEST);
        Responses answers = send(0x1FFFFF00, 0x22, 0xF1, 0x02);
        assertThat(answers.broken()).isEmpty();
        assertThat(answers.positive())
                .singleElement()
                .satisfies(answer -> assertThat(answer.payload()).hasSize(LONGEST));
        assertThat(answers.foreign()).hasSize(4).containsOnly(CanId.extended(0x18DAF120));
    }

    @Test
    void pendingEcusDoNotCutTheAnswers() throws Exception {
        for (int ecu = 0; ecu < 0x100; ecu++) {
            comes(0x18DAF100 | ecu, ecu == 0x10 ? "0462F10231" : "037F2278");
        }
        Responses answers = send(0x1FFFFF00, 0x22, 0xF1, 0x02);
        assertThat(answers.positive()).hasSize(1);
        assertThat(answers.refusals()).hasSize(255);
        assertThat(answers.cut()).isFalse();
    }

    @Test
    void lostAnswersAtTheEndDoNotCutTheAnswers() throws Exception {
        for (int ecu = 0; ecu < 0x100; ecu++) {
            comes(0x18DAF100 | ecu, ecu == 0x10 ? "037F2278" : "101462F102000000");
        }
        ResponseTimeouts timing = new ResponseTimeouts(
                SECOND / 2, SECOND / 10, 5 * SECOND, SECOND * 9 / 10, 0); // no frame is late by then
        Responses answers = send(timing, 0x1FFFFF00, 0x22, 0xF1, 0x02);
        assertThat(answers.broken()).hasSize(255);
        assertThat(answers.cut()).isFalse();
    }

    @Test
    void tooManyAnswersAreReportedAsCut() throws Exception {
        for (int ecu = 0; ecu < 0x100; ecu++) {
            comes(0x18DAF100 | ecu, "0462F10231");
        }
        Responses answers = send(0x1FFFFF00, 0x22, 0xF1, 0x02);
        assertThat(answers.positive()).hasSize(Responses.MOST);
        assertThat(answers.cut()).isTrue();
    }

    @Test
    void tooManyPendingEcusAreReportedAsCut() throws Exception {
        for (int ecu = 0; ecu < 1_000; ecu++) {
            comes(0x18DAF100 + ecu, "037F2278");
        }
        Responses answers = send(0, 0x22, 0xF1, 0x02);
        assertThat(answers.refusals()).hasSize(Responses.MOST);
        assertThat(answers.cut()).isTrue();
    }

    @Test
    void anEndlesslyPendingEcuIsAwaitedUntilTheTimeLimit() throws Exception {
        comes(0x18DAF110, "037F2278");
        again = coming.peek();
        againNanos = 4 * SECOND;
        Responses answers = send(0x1FFFFF00, 0x22, 0xF1, 0x02);
        assertThat(answers.refusals())
                .containsExactly(
                        new Responses.Refusal(CanId.extended(0x18DAF110), 0x22, ResponseMatcher.RESPONSE_PENDING));
        assertThat(ticker.nanos()).isEqualTo(ResponseTimeouts.DEFAULT.whole());
    }

    @Test
    void endlessFramesDoNotExtendTheTimeLimit() throws Exception {
        again = CanFrame.of(CanId.extended(0x18DAF110), HexFormat.of().parseHex("037F2278"));
        againNanos = TimeUnit.MICROSECONDS.toNanos(100);
        ready = true;
        send(0x1FFFFF00, 0x22, 0xF1, 0x02);
        assertThat(ticker.nanos()).isEqualTo(ResponseTimeouts.DEFAULT.whole());
    }

    @Test
    void aMessageInProgressOfAnUnknownEcuIsAwaited() throws Exception {
        comes(0x18DAF118, "1008430301040105");
        comes(0x18DAF110, "024300");
        comes(0x18DAF118, "21010600");
        Responses answers = send(ResponseTimeouts.DEFAULT, 0x1FFFFF00, Set.of(CanId.extended(0x18DAF110)), 0x03);
        assertThat(answers.positive()).hasSize(2);
        assertThat(ticker.nanos()).isZero();
    }

    @Test
    void anIncompleteAnswerOfAnUnknownEcuIsReported() throws Exception {
        comes(0x18DAF118, "1008430301040105");
        comes(0x18DAF110, "024300");
        Responses answers = send(ResponseTimeouts.DEFAULT, 0x1FFFFF00, Set.of(CanId.extended(0x18DAF110)), 0x03);
        assertThat(answers.positive()).hasSize(1);
        assertThat(answers.broken())
                .singleElement()
                .satisfies(broken -> assertThat(broken.fault()).hasMessageStartingWith("the answer broke off: 6 of 8"));
    }
}
