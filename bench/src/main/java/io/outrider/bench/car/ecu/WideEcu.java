package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.fault.Faults;
import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.RequestFlow;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** ECU with 29-bit identifiers, 18DA10F1 and 18DAF110, like the engine of a Honda (OBDb, Honda-Accord). */
final class WideEcu {
    /** Layout of 222660: positions of odometer (km) and run time (s) from the service byte, and the length. */
    private static final int ODOMETER_AT = 46;

    private static final int LENGTH = 57;

    private WideEcu() {}

    static Ecu create(String vin, Faults faults) {
        TroubleCodeServices codes = new TroubleCodeServices(List.of("P0171"), List.of(), List.of());
        EcuServices services = new EcuServices()
                .withSessions()
                .with(
                        0x01,
                        new CurrentDataService(Map.of(
                                0x01, codes::status,
                                0x05, state -> Encode.celsius(state.engine().coolantC()),
                                0x0C, state -> Encode.u16(state.engine().rpm() * 4),
                                0x0D, state -> Encode.u8(state.speedKmh()),
                                0x1F, state -> Encode.u16(state.engine().runSeconds()),
                                0x2F, state -> Encode.percent(state.fuelPercent()),
                                0x42, state -> Encode.u16(state.volts() * 1_000))))
                .with(
                        0x09,
                        new VehicleInformationService(
                                Map.of(VehicleInformationService.VIN, List.of(VehicleInformationService.text(vin)))))
                .with(
                        0x22,
                        new ReadDataService(Map.of(
                                0xF190, state -> VehicleInformationService.text(vin), 0x2660, WideEcu::counters)));
        codes.addTo(services);
        EcuAddress address =
                EcuAddress.normal(CanId.extended(0x18DA10F1), CanId.extended(0x18DAF110), IsoTpAddress.FUNCTIONAL_29);
        return new Ecu("wide", address, services, faults, RequestFlow.FREE, 0x55);
    }

    private static byte[] counters(DriveState state) {
        byte[] odometer = Arrays.copyOfRange(Encode.u32(state.odometerKm()), 1, 4);
        byte[] counters = new byte[LENGTH - 3];
        byte[] filled = Encode.join(
                new byte[ODOMETER_AT - 3], odometer, Encode.u16(state.engine().runSeconds()));
        System.arraycopy(filled, 0, counters, 0, filled.length);
        return counters;
    }
}
