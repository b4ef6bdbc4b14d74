package io.outrider.agent.vitals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapReleaseTest {
    private static final long MIB = 1 << 20;

    private long size = 10 * MIB;
    private int collections;
    private final HeapRelease release = new HeapRelease(() -> size, () -> {
        collections++;
        size = 10 * MIB;
    });

    private void look(long now) {
        size = now;
        release.look();
    }

    @Test
    void aHeapThatABurstHasMadeLargeIsGivenBackWhenItGrowsNoMore() {
        look(10 * MIB);
        look(40 * MIB);
        look(44 * MIB);
        assertThat(collections).as("it grows").isZero();
        look(44 * MIB);
        assertThat(collections).isEqualTo(1);
        for (int i = 0; i < 10; i++) {
            look(10 * MIB);
        }
        assertThat(collections).as("at rest").isEqualTo(1);
    }

    @Test
    void aHeapThatIsNeededIsCollectedEveryOtherTimeAtMost() {
        for (int i = 0; i < 40; i++) {
            look(40 * MIB);
        }
        assertThat(collections).isEqualTo(20);
    }

    @Test
    void aLittleGrowthIsWorthNothing() {
        for (int i = 0; i < 10; i++) {
            look(10 * MIB + HeapRelease.WORTH - 1);
        }
        assertThat(collections).isZero();
    }

    @Test
    void whatTheHeapGivesBackByItselfIsNotGrowthLater() {
        look(4 * MIB);
        look(9 * MIB);
        look(9 * MIB);
        assertThat(collections).isEqualTo(1);
    }
}
