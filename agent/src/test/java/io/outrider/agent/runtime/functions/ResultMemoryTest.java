package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Memory for large results, shared by calls. */
class ResultMemoryTest {
    private static final int FREE = ResultMemory.FREE_OF_CHARGE;

    private final ResultMemory memory = new ResultMemory(1000);

    @Test
    void smallResultsAreNotCounted() {
        try (ResultMemory.Share one = memory.share();
                ResultMemory.Share other = memory.share()) {
            assertThat(one.reserve(FREE)).isTrue();
            assertThat(other.reserve(FREE + 1000)).isTrue();
            assertThat(one.reserve(0)).isTrue();
            assertThat(one.reserve(1)).isFalse();
        }
    }

    @Test
    void reservedMemoryIsUnavailableUntilReleased() {
        try (ResultMemory.Share other = memory.share()) {
            try (ResultMemory.Share one = memory.share()) {
                assertThat(one.reserve(FREE)).isTrue();
                assertThat(one.reserve(600)).isTrue();
                assertThat(other.reserve(FREE + 500)).isFalse();
                assertThat(other.reserve(FREE + 400)).isTrue();
                one.close();
                assertThat(one.reserve(1)).isFalse();
            }
            assertThat(other.reserve(600)).isTrue();
            assertThat(other.reserve(1)).isFalse();
        }
        try (ResultMemory.Share all = memory.share()) {
            assertThat(all.reserve(FREE + 1000)).isTrue();
        }
    }
}
