package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.bytes;
import static io.outrider.obd.standard.Payloads.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SupportedPidsTest {
    @Test
    void theEmptySetSupportsNothing() {
        assertThat(SupportedPids.none().contains(0x01, 0x0C)).isFalse();
        assertThat(SupportedPids.none().pids(0x01)).isEmpty();
    }

    @Test
    void theTopBitIsTheFirstPid() throws Exception {
        SupportedPids supported = SupportedPids.none().with(bytes("4100 80100001"));
        assertThat(supported.pids(0x01)).containsExactly(0x00, 0x01, 0x0C, 0x20);
        assertThat(supported.contains(0x01, 0x0C)).isTrue();
        assertThat(supported.contains(0x01, 0x0D)).isFalse();
        assertThat(supported.contains(0x09, 0x0C)).isFalse();
    }

    @Test
    void bitmapsOfServicesAndEcusAreUnited() throws Exception {
        SupportedPids supported = SupportedPids.none()
                .with(bytes("4100 00100001"))
                .with(bytes("4100 00080000"))
                .with(bytes("4120 80000001"))
                .with(bytes("41C0 00006000"))
                .with(bytes("4900 55400000"));
        assertThat(supported.pids(0x01)).containsExactly(0x00, 0x0C, 0x0D, 0x20, 0x21, 0x40, 0xC0, 0xD2, 0xD3);
        assertThat(supported.pids(0x09)).containsExactly(0x00, 0x02, 0x04, 0x06, 0x08, 0x0A);
    }

    @Test
    void setsAreImmutable() throws Exception {
        SupportedPids before = SupportedPids.none();
        before.with(bytes("4100 FFFFFFFF"));
        assertThat(before.pids(0x01)).isEmpty();
    }

    @Test
    void theLowestBitAnnouncesAnotherBitmap() throws Exception {
        assertThat(SupportedPids.next(bytes("4100 00000001"))).isEqualTo(OptionalInt.of(0x20));
        assertThat(SupportedPids.next(bytes("41A0 FFFFFFFF"))).isEqualTo(OptionalInt.of(0xC0));
        assertThat(SupportedPids.next(bytes("4100 FFFFFFFE"))).isEmpty();
        assertThat(SupportedPids.next(bytes("41E0 FFFFFFFF"))).isEmpty();
    }

    @Test
    void theLastBitmapEndsWithTheLastPid() throws Exception {
        assertThat(SupportedPids.none().with(bytes("41E0 FFFFFFFF")).pids(0x01))
                .hasSize(32)
                .endsWith(0xFE, 0xFF);
    }

    @Test
    void hundredsOfFullBitmapsUseLittleMemory() throws Exception {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] last = bytes("49E0 FFFFFFFF");
        SupportedPids everything = everything();
        everything.with(last); // triggers class loading before the measurement
        long before = thread.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int i = 0; i < 100; i++) {
            everything.with(last);
        }
        assertThat(thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                .isLessThan(100 * 6_000);
    }

    private static SupportedPids everything() throws Exception {
        SupportedPids everything = SupportedPids.none();
        for (int service : new int[] {0x41, 0x46, 0x49}) {
            for (int first = 0; first <= 0xE0; first += 0x20) {
                everything = everything.with(bytes("%02X%02X FFFFFFFF".formatted(service, first)));
            }
        }
        assertThat(everything.pids(0x09)).hasSize(0x100);
        return everything;
    }

    @Test
    void anAnswerWithoutABitmapIsRefused() {
        assertThat(failureOf(() -> SupportedPids.none().with(bytes("410C 0FA00000"))))
                .isEqualTo("UNREADABLE_ANSWER");
        assertThat(failureOf(() -> SupportedPids.none().with(bytes("6200 00000000"))))
                .isEqualTo("UNREADABLE_ANSWER");
        assertThat(failureOf(() -> SupportedPids.none().with(bytes("4100 000000"))))
                .isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> SupportedPids.next(bytes("41")))).isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> SupportedPids.next(bytes("7F0111")))).isEqualTo("NEGATIVE_RESPONSE");
    }
}
