package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.BatteryState;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.fault.Faults;
import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.RequestFlow;
import io.outrider.can.CanId;
import java.util.Arrays;
import java.util.Map;

/**
 * ECU of the high-voltage battery, 7E4 and 7EC, with long answers to service 22 in the layout of a Hyundai Ioniq 5, for
 * which public formulas exist (OBDb, Hyundai-IONIQ-5). Positions count from the first byte of the message, as in
 * {@code message.data[i]}.
 */
final class BatteryEcu {
    static final int CELLS = 96;
    private static final int CELLS_IN_ANSWER = 32;

    /** Total lengths of answers with a byte pattern. */
    private static final int LONG = 640;

    private static final int LONGEST_SHORT_FORM = 4_095;
    private static final int BEYOND_SHORT_FORM = 5_000;

    private BatteryEcu() {}

    static Ecu create(Faults faults) {
        WritableIdentifier notebook = new WritableIdentifier(0xFD10);
        EcuServices services = new EcuServices()
                .withSessions()
                .with(0x2E, notebook)
                .with(
                        0x22,
                        new ReadDataService(Map.of(
                                0x0101, state -> withoutEcho(pack(state)),
                                0x0102, state -> withoutEcho(cells(state, 0)),
                                0x0103, state -> withoutEcho(cells(state, 1)),
                                0x0104, state -> withoutEcho(cells(state, 2)),
                                0x0105, state -> withoutEcho(charge(state)),
                                0xFD01, state -> withoutEcho(pattern(LONG)),
                                0xFD02, state -> withoutEcho(pattern(LONGEST_SHORT_FORM)),
                                0xFD03, state -> withoutEcho(pattern(BEYOND_SHORT_FORM)),
                                0xFD10, notebook::read)));
        EcuAddress address = EcuAddress.physicalOnly(CanId.base(0x7E4), CanId.base(0x7EC));
        return new Ecu("battery", address, services, faults, new RequestFlow(4, 1, 0), 0xAA);
    }

    /** The first three bytes are the service id and the identifier, set by the service. */
    private static byte[] withoutEcho(byte[] message) {
        return Arrays.copyOfRange(message, 3, message.length);
    }

    /** 0101: 62 bytes. */
    private static byte[] pack(DriveState state) {
        BatteryState battery = state.battery();
        double cell = battery.volts() / CELLS;
        Layout message = new Layout(62);
        message.put(3, Encode.bytes(0xEF, 0xFB, 0xE7, 0xEF));
        message.put(7, Encode.u8(battery.socPercent() * 2));
        message.put(8, Encode.u16(2_200)); // maximum charging power, 10 W
        message.put(10, Encode.u16(2_800)); // maximum discharging power, 10 W
        message.put(12, Encode.u8(0x01)); // main relay closed
        message.put(13, Encode.s16(battery.amps() * 10));
        message.put(15, Encode.u16(battery.volts() * 10));
        message.put(17, Encode.u8(battery.temperatureC() + 1));
        for (int at = 18; at <= 23; at++) {
            message.put(at, Encode.u8(battery.temperatureC()));
        }
        message.put(25, Encode.celsius(battery.temperatureC() - 2)); // inlet
        message.put(26, Encode.u8((cell + 0.01) * 50));
        message.put(27, Encode.u8(5));
        message.put(28, Encode.u8((cell - 0.01) * 50));
        message.put(29, Encode.u8(8));
        message.put(32, Encode.u8(state.volts() * 10));
        message.put(33, Encode.u32(battery.chargedKwh() / 0.364 * 10)); // 0.1 Ah, at the nominal 364 V
        message.put(37, Encode.u32(battery.dischargedKwh() / 0.364 * 10));
        message.put(41, Encode.u32(battery.chargedKwh() * 10)); // 0.1 kWh
        message.put(45, Encode.u32(battery.dischargedKwh() * 10));
        message.put(49, Encode.u32(state.odometerKm() * 90)); // seconds in use, at a mean of 40 km/h
        message.put(53, Encode.u8(state.engine().running() ? 0x04 : 0x00)); // ignition
        message.put(54, Encode.u16(battery.volts() - 2)); // capacitor of the inverter
        message.put(56, Encode.s16(battery.motorRpm()));
        message.put(58, Encode.s16(0)); // there is no second motor
        message.put(60, Encode.u16(3_000)); // insulation, kOhm
        return message.bytes();
    }

    /** 0102 to 0104: 39 bytes, 32 cells each from position 7, in 20 mV. */
    private static byte[] cells(DriveState state, int group) {
        Layout message = new Layout(39);
        message.put(3, Encode.bytes(0xFF, 0xFF, 0xFF, 0xFF));
        for (int i = 0; i < CELLS_IN_ANSWER; i++) {
            int number = group * CELLS_IN_ANSWER + i;
            double spread = (number % 5 - 2) * 0.01;
            message.put(7 + i, Encode.u8((state.battery().volts() / CELLS + spread) * 50));
        }
        return message.bytes();
    }

    /** 0105: 46 bytes. */
    private static byte[] charge(DriveState state) {
        Layout message = new Layout(46);
        message.put(3, Encode.bytes(0xFF, 0xFB, 0x74, 0x0F));
        message.put(28, Encode.u16(978)); // state of health, 0.1 %
        message.put(31, Encode.u16(state.battery().socPercent() * 12_000 / 100 / 2)); // energy left, 2 Wh
        message.put(34, Encode.u8(state.battery().socPercent() * 2)); // displayed state of charge
        return message.bytes();
    }

    private static byte[] pattern(int length) {
        byte[] message = new byte[length];
        for (int i = 0; i < length; i++) {
            message[i] = (byte) (i * 31 + (i >> 8));
        }
        return message;
    }

    /** Message that is filled by position. */
    private record Layout(byte[] bytes) {
        private Layout(int length) {
            this(new byte[length]);
        }

        private void put(int at, byte[] value) {
            System.arraycopy(value, 0, bytes, at, value.length);
        }
    }
}
