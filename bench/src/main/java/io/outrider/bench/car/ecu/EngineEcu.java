package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.EngineState;
import io.outrider.bench.car.fault.Faults;
import io.outrider.bench.car.wire.EcuAddress;
import io.outrider.bench.car.wire.RequestFlow;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Engine ECU, 7E0 and 7E8, with most PIDs, the VIN and more trouble codes than fit a frame. */
final class EngineEcu {
    private EngineEcu() {}

    static Ecu create(String vin, Faults faults) {
        TroubleCodeServices codes = new TroubleCodeServices(
                List.of("P0104", "P0133", "U0073", "C1234", "B2AF1"), List.of("P0301"), List.of("P0420"));
        EcuServices services = new EcuServices()
                .withSessions()
                .with(0x01, new CurrentDataService(pids(codes)))
                .with(
                        0x09,
                        new VehicleInformationService(Map.of(
                                VehicleInformationService.VIN,
                                List.of(VehicleInformationService.text(vin)),
                                VehicleInformationService.CALIBRATION_ID,
                                List.of(
                                        VehicleInformationService.calibrationId("OUTRIDER-ECM-001"),
                                        VehicleInformationService.calibrationId("OUTRIDER-MAP-07")),
                                VehicleInformationService.CALIBRATION_NUMBER,
                                List.of(Encode.u32(0x1791BC82L), Encode.u32(0x16E062BEL)),
                                VehicleInformationService.ECU_NAME,
                                List.of(VehicleInformationService.ecuName("ECM", "EngineControl")))))
                .with(0x22, new ReadDataService(Map.of(0xF190, state -> VehicleInformationService.text(vin))));
        codes.addTo(services);
        EcuAddress address = EcuAddress.normal(CanId.base(0x7E0), CanId.base(0x7E8), IsoTpAddress.FUNCTIONAL_11);
        return new Ecu("engine", address, services, faults, RequestFlow.FREE, 0x00);
    }

    /** Inverses of the formulas of SAE J1979, appendix B. */
    private static Map<Integer, Function<DriveState, byte[]>> pids(TroubleCodeServices codes) {
        Map<Integer, Function<DriveState, byte[]>> pids = new HashMap<>();
        pids.put(0x01, codes::status);
        pids.put(0x03, state -> Encode.bytes(state.engine().coolantC() > 60 ? 0x02 : 0x01, 0x00));
        pids.put(0x04, state -> Encode.percent(state.engine().loadPercent()));
        pids.put(0x05, state -> Encode.celsius(state.engine().coolantC()));
        pids.put(0x06, state -> Encode.u8(128 + Math.sin(state.engine().runSeconds()) * 4));
        pids.put(0x07, state -> Encode.u8(130));
        pids.put(0x0B, state -> Encode.u8(state.engine().mapKpa()));
        pids.put(0x0C, state -> Encode.u16(state.engine().rpm() * 4));
        pids.put(0x0D, state -> Encode.u8(state.speedKmh()));
        pids.put(0x0E, state -> Encode.u8((timing(state.engine()) + 64) * 2));
        pids.put(0x0F, state -> Encode.celsius(state.engine().intakeC()));
        pids.put(0x10, state -> Encode.u16(state.engine().mafGramsPerSecond() * 100));
        pids.put(0x11, state -> Encode.percent(state.engine().throttlePercent()));
        pids.put(0x1C, state -> Encode.u8(6)); // EOBD
        pids.put(0x1F, state -> Encode.u16(state.engine().runSeconds()));
        pids.put(0x21, state -> Encode.u16(112));
        pids.put(0x2F, state -> Encode.percent(state.fuelPercent()));
        pids.put(0x30, state -> Encode.u8(37));
        pids.put(0x31, codes::kmSinceCleared);
        pids.put(0x33, state -> Encode.u8(101));
        pids.put(0x42, state -> Encode.u16(state.volts() * 1_000));
        pids.put(0x43, state -> Encode.u16(state.engine().loadPercent() * 0.9 * 255 / 100));
        pids.put(0x44, state -> Encode.u16(0x8000));
        pids.put(0x45, state -> Encode.percent(state.engine().throttlePercent() * 0.9));
        pids.put(0x46, state -> Encode.celsius(state.ambientC()));
        pids.put(0x49, state -> Encode.percent(state.engine().throttlePercent() * 0.8));
        pids.put(0x4C, state -> Encode.percent(state.engine().throttlePercent()));
        pids.put(0x51, state -> Encode.u8(0x11)); // hybrid, petrol
        pids.put(0x5B, state -> Encode.percent(state.battery().socPercent()));
        pids.put(0x5C, state -> Encode.celsius(state.engine().oilC()));
        pids.put(0x5E, state -> Encode.u16(litresAnHour(state.engine()) * 20));
        pids.put(0xA6, state -> Encode.u32(state.odometerKm() * 10));
        return pids;
    }

    /** Degrees before top dead centre. */
    private static double timing(EngineState engine) {
        return engine.running() ? 8 + engine.rpm() / 200 - engine.loadPercent() / 12 : 0;
    }

    /** From the air mass: petrol needs 14.7 g of air per gram and weighs 745 g per litre. */
    private static double litresAnHour(EngineState engine) {
        return engine.mafGramsPerSecond() / 14.7 / 745 * 3_600;
    }
}
