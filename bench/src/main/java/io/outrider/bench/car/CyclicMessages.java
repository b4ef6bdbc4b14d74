package io.outrider.bench.car;

import io.outrider.bench.car.bus.FrameSource;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Cyclic messages between the ECUs of an awake vehicle. All numbers are unsigned and most significant byte first; the last
 * byte counts the frames of its kind.
 *
 * <ul>
 *   <li>130, every 100 ms: bit 0 engine running, 12 V supply in 0.1 V, fuel in %
 *   <li>316, every 20 ms: rpm in 0.25, speed in 0.01 km/h, throttle in %
 *   <li>545, every 250 ms: coolant in °C + 40, ambient in °C + 40, odometer in 0.1 km on four bytes
 * </ul>
 */
final class CyclicMessages implements FrameSource {
    /** Encoder of a frame's bytes before the counter. */
    private interface MessageContent {
        byte[] of(DriveState state);
    }

    private static final class Periodic {
        private final CanId id;
        private final long periodNanos;
        private final MessageContent content;
        private long due;
        private int count;

        private Periodic(int id, int periodMillis, long start, MessageContent content) {
            this.id = CanId.base(id);
            this.periodNanos = TimeUnit.MILLISECONDS.toNanos(periodMillis);
            this.due = start;
            this.content = content;
        }

        private CanFrame next(DriveState state, long now) {
            due = Math.max(due + periodNanos, now); // missed periods are not made up
            byte[] encoded = content.of(state);
            byte[] data = Arrays.copyOf(encoded, 8);
            data[7] = (byte) count++;
            return CanFrame.of(id, data);
        }
    }

    private final List<Periodic> periodic;

    /** @param start in the ticker's time */
    CyclicMessages(long start) {
        periodic = List.of(
                new Periodic(0x130, 100, start, CyclicMessages::supply),
                new Periodic(0x316, 20, start, CyclicMessages::engine),
                new Periodic(0x545, 250, start, CyclicMessages::temperatures));
    }

    private static byte[] supply(DriveState state) {
        return new byte[] {
            (byte) (state.engine().running() ? 1 : 0),
            (byte) Math.round(state.volts() * 10),
            (byte) Math.round(state.fuelPercent())
        };
    }

    private static byte[] engine(DriveState state) {
        int rpm = (int) Math.round(state.engine().rpm() * 4);
        int speed = (int) Math.round(state.speedKmh() * 100);
        return new byte[] {
            (byte) (rpm >> 8),
            (byte) rpm,
            (byte) (speed >> 8),
            (byte) speed,
            (byte) Math.round(state.engine().throttlePercent())
        };
    }

    private static byte[] temperatures(DriveState state) {
        int odometer = (int) Math.round(state.odometerKm() * 10);
        return new byte[] {
            (byte) Math.round(state.engine().coolantC() + 40),
            (byte) Math.round(state.ambientC() + 40),
            (byte) (odometer >> 24),
            (byte) (odometer >> 16),
            (byte) (odometer >> 8),
            (byte) odometer
        };
    }

    @Override
    public CanFrame next(DriveState state, long now) {
        for (Periodic each : periodic) {
            if (now - each.due >= 0) {
                return each.next(state, now);
            }
        }
        return null;
    }

    @Override
    public long due() {
        return periodic.stream().mapToLong(each -> each.due).min().orElse(NEVER);
    }

    @Override
    public void fallAsleep() {}
}
