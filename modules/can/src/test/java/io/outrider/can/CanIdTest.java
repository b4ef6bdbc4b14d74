package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanIdTest {
    @Test
    void upToThreeDigitsAreElevenBitsAndMoreAreTwentyNine() {
        assertThat(CanId.parse("7DF")).isEqualTo(CanId.base(0x7DF));
        assertThat(CanId.parse("7")).isEqualTo(CanId.base(7));
        assertThat(CanId.parse("07DF")).isEqualTo(CanId.extended(0x7DF));
        assertThat(CanId.parse("18db33f1")).isEqualTo(CanId.extended(0x18DB33F1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "800", "FFF", "20000000", "FFFFFFFF", "123456789", "0x7DF", "7 DF", "-1", "xyz"})
    void anInvalidIdIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> CanId.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CAN id");
    }

    @Test
    void numbersBeyondTheWidthAreRefused() {
        assertThatThrownBy(() -> CanId.base(0x800))
                .hasMessageContaining("11 bits")
                .hasMessageContaining("800");
        assertThatThrownBy(() -> CanId.extended(0x20000000)).hasMessageContaining("29 bits");
        assertThatThrownBy(() -> CanId.base(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theTextFormIsReadBackAsTheSameId() {
        for (CanId id : List.of(CanId.base(0), CanId.base(0x7FF), CanId.extended(0), CanId.extended(0x1FFFFFFF))) {
            assertThat(CanId.parse(id.toString())).isEqualTo(id);
        }
    }

    @Test
    void elevenBitIdsSortBeforeTwentyNine() {
        assertThat(new TreeSet<>(List.of(CanId.extended(1), CanId.base(0x7FF), CanId.base(2))))
                .containsExactly(CanId.base(2), CanId.base(0x7FF), CanId.extended(1));
    }

    @Test
    void aFilterComparesTheBitsOfItsMaskAndTheWidth() {
        CanFilter range = new CanFilter(CanId.base(0x7E8), 0x7F8);
        assertThat(range.accepts(CanFrame.of(CanId.base(0x7EF)))).isTrue();
        assertThat(range.accepts(CanFrame.of(CanId.base(0x7F0)))).isFalse();
        assertThat(range.accepts(CanFrame.of(CanId.extended(0x7E8)))).isFalse();
        assertThat(range.accepts(CanFrame.fd(CanId.base(0x7E8), false))).isTrue();
        assertThat(range.accepts(CanFrame.remote(CanId.base(0x7E8), 0))).isFalse();
        assertThat(range.accepts(CanFrame.error(0x7E8))).isFalse();
        assertThat(range.isExact()).isFalse();
    }

    @Test
    void bitsBeyondTheWidthDoNotCountInAMask() {
        CanFilter filter = new CanFilter(CanId.base(0x123), -1);
        assertThat(filter.isExact()).isTrue();
        assertThat(filter).isEqualTo(CanFilter.exact(CanId.base(0x123))).hasToString("123,7ff");
        assertThat(new CanFilter(CanId.extended(1), 0x1FFFFFFF)).hasToString("00000001,1fffffff");
    }
}
