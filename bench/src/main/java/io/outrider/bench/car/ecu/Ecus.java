package io.outrider.bench.car.ecu;

import io.outrider.bench.car.fault.Faults;
import java.util.List;

/** ECUs of the simulated vehicle. */
public final class Ecus {
    private Ecus() {}

    /**
     * Engine (7E0/7E8), gearbox (7E1/7E9), battery (7E4/7EC), another with extended addressing (6F1 07/607 F1), one with 29
     * bits (18DA10F1/18DAF110).
     */
    public static List<Ecu> all(String vin, Faults faults) {
        return List.of(
                EngineEcu.create(vin, faults),
                GearboxEcu.create(faults),
                BatteryEcu.create(faults),
                ExtendedEcu.create(faults),
                WideEcu.create(vin, faults));
    }
}
