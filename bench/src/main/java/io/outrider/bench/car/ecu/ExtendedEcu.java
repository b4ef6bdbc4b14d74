package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.BatteryState;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.fault.Faults;
import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.RequestFlow;
import io.outrider.can.CanId;
import java.util.Map;

/**
 * ECU with extended addressing, like the battery of a BMW i3 (OBDb, BMW-i3): requests at 6F1 begin with 07, responses at
 * 607 with F1. It sends one WAIT before it accepts a long request.
 */
final class ExtendedEcu {
    private ExtendedEcu() {}

    static Ecu create(Faults faults) {
        WritableIdentifier notebook = new WritableIdentifier(0xFD10);
        EcuServices services = new EcuServices()
                .withSessions()
                .with(0x2E, notebook)
                .with(
                        0x22,
                        new ReadDataService(Map.of(
                                0xDD68, state -> Encode.u16(state.battery().volts() * 100),
                                0xDD69, state -> Encode.s32(-state.battery().amps() * 100), // charging is above 0
                                0xDDBC, ExtendedEcu::charge,
                                0xDDC0, ExtendedEcu::temperatures,
                                0x6335, state -> Encode.bytes(0, 0, 0, 97), // state of health, %
                                0xDFA0, ExtendedEcu::cells,
                                0xFD10, notebook::read)));
        EcuAddress address = EcuAddress.extended(CanId.base(0x6F1), 0x07, CanId.base(0x607), 0xF1);
        return new Ecu("extended", address, services, faults, new RequestFlow(0, 0xF5, 1), 0xFF);
    }

    /** State of charge, its upper and its lower limit, in 0.1 %. */
    private static byte[] charge(DriveState state) {
        return Encode.join(Encode.u16(state.battery().socPercent() * 10), Encode.u16(945), Encode.u16(65));
    }

    /** Coldest, hottest and mean, in 0.01 °C. */
    private static byte[] temperatures(DriveState state) {
        double celsius = state.battery().temperatureC();
        return Encode.join(Encode.s16(celsius * 100 - 40), Encode.s16(celsius * 100 + 60), Encode.s16(celsius * 100));
    }

    /** Minimum, maximum and mean of capacity, voltage, temperature, resistance, charge, open circuit; then one value. */
    private static byte[] cells(DriveState state) {
        BatteryState battery = state.battery();
        double volts = battery.volts() / BatteryEcu.CELLS;
        return Encode.join(
                three(4_620, 60),
                three(volts * 10_000, 50),
                three(battery.temperatureC() * 100, 50),
                three(9_129, 100),
                three(battery.socPercent() * 100, 150),
                three(volts * 10_000, 20),
                Encode.u16(9_129));
    }

    private static byte[] three(double mean, double spread) {
        return Encode.join(Encode.u16(mean - spread), Encode.u16(mean + spread), Encode.u16(mean));
    }
}
