package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.fault.Faults;
import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.RequestFlow;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import java.util.List;
import java.util.Map;

/** Gearbox ECU, 7E1 and 7E9, with few PIDs, one trouble code and padding AA. */
final class GearboxEcu {
    private static final double[] RATIOS = {0, 4.148, 2.370, 1.556, 1.155, 0.859, 0.686};

    private GearboxEcu() {}

    static Ecu create(Faults faults) {
        TroubleCodeServices codes = new TroubleCodeServices(List.of("P0700"), List.of(), List.of());
        EcuServices services = new EcuServices()
                .withSessions()
                .with(
                        0x01,
                        new CurrentDataService(Map.of(
                                0x01,
                                codes::status,
                                0x0D,
                                state -> Encode.u8(state.speedKmh()),
                                0x1C,
                                state -> Encode.u8(6),
                                0xA4,
                                GearboxEcu::gear)))
                .with(
                        0x09,
                        new VehicleInformationService(Map.of(
                                VehicleInformationService.CALIBRATION_ID,
                                List.of(VehicleInformationService.calibrationId("OUTRIDER-TCM-003")),
                                VehicleInformationService.CALIBRATION_NUMBER,
                                List.of(Encode.u32(0x00C0FFEE)),
                                VehicleInformationService.ECU_NAME,
                                List.of(VehicleInformationService.ecuName("TCM", "TransmisCtrl")))));
        codes.addTo(services);
        EcuAddress address = EcuAddress.normal(CanId.base(0x7E1), CanId.base(0x7E9), IsoTpAddress.FUNCTIONAL_11);
        return new Ecu("gearbox", address, services, faults, new RequestFlow(8, 0, 0), 0xAA);
    }

    /** PID A4: bit 1 of A says that the ratio is supported; C and D are the ratio in thousandths. */
    private static byte[] gear(DriveState state) {
        double ratio = RATIOS[state.engine().gear()];
        return Encode.join(Encode.bytes(0x02, 0x00), Encode.u16(ratio * 1_000));
    }
}
