package io.outrider.agent.vitals;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapReleaseTest {
    private static final long MIB = 1 << 20;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private long size = 10 * MIB;
    private int collections;
    private final HeapRelease release = new HeapRelease(() -> size, () -> {
        collections++;
        size = 10 * MIB;
    });

    @Test
    void aHeapThatABurstHasMadeLargeIsGivenBackWhenItGrowsNoMore() {
        assertThat(release.check()).isEqualTo(MINUTE);
        size = 40 * MIB;
        release.check();
        assertThat(collections).as("it grows").isZero();
        size = 44 * MIB;
        release.check();
        assertThat(collections).as("it grows still").isZero();
        release.check();
        assertThat(collections).isEqualTo(1);
        for (int i = 0; i < 10; i++) {
            assertThat(release.check()).isEqualTo(MINUTE);
        }
        assertThat(collections).as("at rest").isEqualTo(1);
    }

    @Test
    void aHeapThatIsNeededIsLookedAtLessAndLessOften() {
        Duration pause = MINUTE;
        for (int i = 0; i < 40; i++) {
            pause = release.check();
            size = 40 * MIB;
        }
        assertThat(pause).isEqualTo(Duration.ofHours(1));
        size = 10 * MIB;
        assertThat(release.check()).isEqualTo(MINUTE);
    }

    @Test
    void aLittleGrowthIsWorthNothing() {
        size = 10 * MIB + HeapRelease.WORTH - 1;
        release.check();
        release.check();
        assertThat(collections).isZero();
    }

    @Test
    void theHeapOfThisProcessIsCollectedWithoutHarm() {
        assertThat(new HeapRelease().check()).isEqualTo(MINUTE);
    }
}
