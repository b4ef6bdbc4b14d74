package io.outrider.obd.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpMessage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentResponsesTest {
    private final RecentResponses recent = new RecentResponses(1_000);

    private static DiagnosticRequest question(int pid) {
        return DiagnosticRequest.of(IsoTpAddress.functional(false), (byte) 0x22, (byte) 0xF1, (byte) pid);
    }

    private static Responses answer(int bytes) {
        IsoTpMessage message = new IsoTpMessage(CanId.base(0x7E8), new byte[bytes], List.of());
        return new Responses(List.of(message), List.of(), List.of(), List.of(), false, Instant.EPOCH);
    }

    @Test
    void shortAnswersToTheLastSixteenRequestsAreCached() {
        for (int i = 0; i < 20; i++) {
            recent.put(question(i), answer(8), 0, 10);
        }
        assertThat(recent.find(question(3), 11)).isNull();
        assertThat(recent.find(question(4), 11)).isNotNull();
        assertThat(recent.find(question(19), 11)).isNotNull();
    }

    @Test
    void cachedLongAnswersAreBoundedInBytes() {
        for (int i = 0; i < 200; i++) {
            recent.put(question(i), answer(4_095 * (1 + i % 30)), 0, 10);
            assertThat(recent.bytes()).isLessThanOrEqualTo(RecentResponses.MOST_BYTES);
        }
        recent.put(question(1), answer(4_095), 0, 10);
        recent.put(question(2), answer(4_095), 0, 10);
        assertThat(recent.find(question(1), 11)).isNotNull();
        assertThat(recent.find(question(2), 11)).isNotNull();
        recent.invalidate(20);
        assertThat(recent.bytes()).isZero();
    }

    @Test
    void anAnswerPastTheLimitReplacesTheCachedOneAndIsNotCached() {
        recent.put(question(1), answer(8), 0, 10);
        recent.put(question(1), answer(256 * 1024), 20, 30);
        assertThat(recent.find(question(1), 31)).isNull();
        assertThat(recent.bytes()).isZero();
    }

    @Test
    void aNewAnswerReplacesTheCachedOne() {
        for (int i = 0; i < 100; i++) {
            recent.put(question(1), answer(4_095), i, i);
        }
        assertThat(recent.bytes()).isEqualTo(answer(4_095).weight());
    }
}
