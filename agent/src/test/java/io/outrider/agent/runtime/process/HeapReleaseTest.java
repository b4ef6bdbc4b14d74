package io.outrider.agent.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapReleaseTest {
    private static final long MIB = 1 << 20;

    private long size = 10 * MIB;
    private long needed = 10 * MIB;
    private int collections;
    private final HeapRelease release = new HeapRelease(() -> size, () -> {
        collections++;
        size = needed;
    });

    private void look(long now) {
        size = now;
        release.check();
    }

    private void looks(int times) {
        for (int i = 0; i < times; i++) {
            release.check();
        }
    }

    @Test
    void aGrownHeapIsReleasedWhenItsSizeIsStable() {
        look(10 * MIB);
        look(40 * MIB);
        look(44 * MIB);
        look(42 * MIB);
        assertThat(collections).as("something goes on").isZero();
        look(42 * MIB);
        assertThat(collections).isEqualTo(1);
        assertThat(size).isEqualTo(10 * MIB);
        looks(1_000);
        assertThat(collections).as("at rest").isEqualTo(1);
    }

    @Test
    void aCollectionDuringABurstDoesNotSetTheMinimum() {
        needed = 35 * MIB;
        look(40 * MIB);
        look(40 * MIB);
        assertThat(collections).as("amid the burst").isEqualTo(1);
        look(36 * MIB);
        needed = 10 * MIB; // it is over
        look(36 * MIB);
        assertThat(size).isEqualTo(10 * MIB);
    }

    @Test
    void aSlowBacklogIsReleasedInTheEnd() {
        needed = 30 * MIB;
        look(40 * MIB);
        looks(5);
        needed = 10 * MIB;
        looks(4);
        assertThat(size).isEqualTo(10 * MIB);
    }

    @Test
    void aHeapThatIsNeededIsCollectedSixTimesAfterItsLastChangeAndNoMore() {
        needed = 40 * MIB;
        look(40 * MIB);
        looks(60);
        assertThat(collections).isEqualTo(6);
        looks(10_000);
        assertThat(collections).as("no more").isEqualTo(6);
    }

    @Test
    void smallGrowthIsIgnored() {
        size = 10 * MIB + HeapRelease.THRESHOLD - 1;
        looks(100);
        assertThat(collections).isZero();
    }

    @Test
    void aSmallerHeapLowersTheMinimum() {
        needed = 4 * MIB;
        look(4 * MIB);
        look(9 * MIB);
        look(9 * MIB);
        assertThat(collections).isEqualTo(1);
    }
}
