package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.can.CanFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CyclicMessagesTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final DriveState state = CarOnBus.in(Phase.MOTORWAY);
    private final CyclicMessages broadcast = new CyclicMessages(0);

    private List<CanFrame> sent(long from, long until) {
        List<CanFrame> frames = new ArrayList<>();
        for (long now = from; now < until; now += MILLI) {
            for (CanFrame next = broadcast.next(state, now); next != null; next = broadcast.next(state, now)) {
                frames.add(next);
            }
        }
        return frames;
    }

    private static List<CanFrame> of(int id, List<CanFrame> frames) {
        return frames.stream().filter(frame -> frame.idValue() == id).toList();
    }

    @Test
    void eachKindHasItsPeriod() {
        List<CanFrame> second = sent(0, 1_000 * MILLI);
        assertThat(of(0x130, second)).hasSize(10);
        assertThat(of(0x316, second)).hasSize(50);
        assertThat(of(0x545, second)).hasSize(4);
        assertThat(broadcast.due()).isEqualTo(1_000 * MILLI);
    }

    @Test
    void lastByteCountsAndWraps() {
        List<CanFrame> engine = of(0x316, sent(0, 6_000 * MILLI));
        assertThat(engine).hasSize(300);
        for (int i = 0; i < engine.size(); i++) {
            assertThat(engine.get(i).at(7)).isEqualTo(i % 256);
        }
    }

    @Test
    void bytesFollowTheDrive() {
        List<CanFrame> frames = sent(0, MILLI);
        CanFrame supply = of(0x130, frames).get(0);
        assertThat(supply.at(0)).isEqualTo(1);
        assertThat(supply.at(1)).isEqualTo((int) Math.round(state.volts() * 10));
        assertThat(supply.at(2)).isEqualTo((int) Math.round(state.fuelPercent()));
        CanFrame engine = of(0x316, frames).get(0);
        assertThat(engine.at(0) << 8 | engine.at(1))
                .isEqualTo((int) Math.round(state.engine().rpm() * 4));
        assertThat(engine.at(2) << 8 | engine.at(3)).isEqualTo((int) Math.round(state.speedKmh() * 100));
        CanFrame temperatures = of(0x545, frames).get(0);
        assertThat(temperatures.at(0) - 40)
                .isEqualTo((int) Math.round(state.engine().coolantC()));
        long odometer =
                temperatures.at(2) << 24 | temperatures.at(3) << 16 | temperatures.at(4) << 8 | temperatures.at(5);
        assertThat(odometer).isEqualTo(Math.round(state.odometerKm() * 10));
    }

    @Test
    void missedPeriodsAreNotMadeUp() {
        sent(0, MILLI);
        assertThat(sent(60_000 * MILLI, 60_001 * MILLI)).hasSizeLessThanOrEqualTo(6);
        assertThat(of(0x316, sent(60_001 * MILLI, 61_001 * MILLI))).hasSizeBetween(49, 51);
    }
}
