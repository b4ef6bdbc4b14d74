package io.outrider.unit.rpi;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.outrider.api.Check;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.unit.Sysfs;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Module {@code rpi}: temperatures, serial number and wear of the storage. */
final class RpiModule implements Module {
    private static final Signature<NoArguments> TEMP =
            new Signature<>("rpi.temp", "Temperatures of the processor and its graphics", NoArguments.class);
    private static final Signature<NoArguments> TEMP_CPU =
            new Signature<>("rpi.temp_cpu", "Temperature of the processor", NoArguments.class);
    private static final Signature<NoArguments> TEMP_GPU =
            new Signature<>("rpi.temp_gpu", "Temperature of the graphics", NoArguments.class);
    private static final Signature<NoArguments> HW_SERIAL =
            new Signature<>("rpi.hw_serial", "Serial number of the computer", NoArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(TEMP, TEMP_CPU, TEMP_GPU, HW_SERIAL);

    /** Degrees Celsius, to a tenth. */
    record Temperature(double value, String unit) {}

    /** The GPU is absent on chips without a sensor for it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Temperatures(Temperature cpu, Temperature gpu) {}

    /** Types of the CPU's thermal zones: Raspberry Pi and most ARM, other ARM, Intel. */
    private static final List<String> CPU = List.of("cpu", "soc", "x86_pkg_temp");

    private static final List<String> GPU = List.of("gpu");

    private final Sysfs sysfs;

    RpiModule(Sysfs sysfs) {
        this.sysfs = sysfs;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                TEMP.with((NoArguments none) -> temperatures()),
                TEMP_CPU.with((NoArguments none) -> present(zone(CPU), "processor")),
                TEMP_GPU.with((NoArguments none) -> present(zone(GPU), "graphics")),
                HW_SERIAL.with((NoArguments none) -> serial()));
    }

    @Override
    public List<Check> checks() {
        return List.of(new StorageWear(sysfs).check());
    }

    private Temperatures temperatures() throws Failure {
        return new Temperatures(present(zone(CPU), "processor"), zone(GPU));
    }

    private static Temperature present(Temperature found, String of) throws Failure {
        if (found == null) {
            throw new Failure(
                    CommonErrors.NO_HARDWARE,
                    "the kernel knows no temperature of the " + of
                            + ": /sys/class/thermal has no zone for it that can be read");
        }
        return found;
    }

    /** Temperature of the first readable zone, in the order of the types; null if there is none. */
    private Temperature zone(List<String> types) {
        List<Path> zones = sysfs.entries("class/thermal", "thermal_zone");
        for (String type : types) {
            for (Path zone : zones) {
                OptionalLong milli = Sysfs.text(zone.resolve("type")).orElse("").startsWith(type)
                        ? Sysfs.whole(zone.resolve("temp"))
                        : OptionalLong.empty();
                if (milli.isPresent()) {
                    return new Temperature(Math.round(milli.getAsLong() / 100.0) / 10.0, "C");
                }
            }
        }
        return null;
    }

    private String serial() throws Failure {
        return sysfs.text("firmware/devicetree/base/serial-number")
                .filter(serial -> !serial.isEmpty())
                .orElseThrow(() -> new Failure(
                        CommonErrors.NO_HARDWARE,
                        "this computer tells no serial number: a Raspberry Pi has it in its device tree"));
    }

    public static final class RpiFactory implements ModuleFactory {
        @Override
        public String name() {
            return "rpi";
        }

        @Override
        public List<Signature<?>> signatures() {
            return RpiModule.SIGNATURES;
        }

        @Override
        public List<Check> standaloneChecks() {
            return List.of(new StorageWear(Sysfs.ofThisMachine()).check());
        }

        @Override
        public Module open(ModuleContext context) {
            return new RpiModule(Sysfs.ofThisMachine());
        }
    }
}
