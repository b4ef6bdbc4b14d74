package io.outrider.unit.acc;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import io.outrider.unit.Sysfs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.OptionalDouble;

/** Module {@code acc}: the accelerometer. */
final class AccModule implements Module {
    private static final Signature<Arguments> QUERY =
            new Signature<>("acc.query", "Acceleration in g", Arguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(QUERY);

    record Arguments(
            @JsonPropertyDescription("what to read: xyz") @JsonProperty(defaultValue = "xyz")
            String cmd) {
        Arguments {
            cmd = cmd == null ? "xyz" : cmd;
            if (!cmd.equals("xyz")) {
                throw new InvalidArgumentException("cmd", "'" + cmd + "' is not known; xyz is");
            }
        }
    }

    /** In g, to a hundredth, along the axes of the chip. */
    record Xyz(
            @JsonProperty("_type") String type,
            double x,
            double y,
            double z,
            @JsonProperty("_stamp") String stamp) {}

    /** Standard gravity in m/s² (3rd CGPM, 1901), the unit of industrial I/O. */
    private static final double G = 9.80665;

    private final Sysfs sysfs;
    private final AccSettings settings;
    private final Clock clock;

    AccModule(Sysfs sysfs, AccSettings settings, Clock clock) {
        this.sysfs = sysfs;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(QUERY.with((Arguments all) -> query()));
    }

    private Xyz query() throws Failure {
        Path device = device();
        return new Xyz("xyz", axis(device, "x"), axis(device, "y"), axis(device, "z"), Reading.text(clock.instant()));
    }

    private Path device() throws Failure {
        return sysfs.entries("bus/iio/devices", "iio:device").stream()
                .filter(each -> settings.device() == null
                        ? Files.exists(each.resolve("in_accel_x_raw"))
                        : each.getFileName().toString().equals(settings.device())
                                || Sysfs.text(each.resolve("name")).orElse("").equals(settings.device()))
                .findFirst()
                .orElseThrow(() -> new Failure(
                        CommonErrors.NO_HARDWARE,
                        settings.device() == null
                                ? "there is no accelerometer in /sys/bus/iio/devices: connect one and load its driver"
                                : "there is no " + settings.device()
                                        + " in /sys/bus/iio/devices: load its driver, or correct [acc] device"));
    }

    /** Offset and scale exist per axis or for all axes; a missing offset is 0. */
    private static double axis(Path device, String axis) throws Failure {
        OptionalDouble raw = Sysfs.decimal(device.resolve("in_accel_" + axis + "_raw"));
        OptionalDouble scale = either(device, axis, "scale");
        if (raw.isEmpty() || scale.isEmpty()) {
            throw new Failure(
                    CommonErrors.NO_HARDWARE,
                    "the accelerometer " + device.getFileName() + " does not tell its " + axis
                            + " axis: another program may have it (its buffer is on), it was unplugged, or it is no accelerometer");
        }
        double metres = (raw.getAsDouble() + either(device, axis, "offset").orElse(0)) * scale.getAsDouble();
        return Math.round(metres / G * 100) / 100.0;
    }

    private static OptionalDouble either(Path device, String axis, String what) {
        OptionalDouble own = Sysfs.decimal(device.resolve("in_accel_" + axis + "_" + what));
        return own.isPresent() ? own : Sysfs.decimal(device.resolve("in_accel_" + what));
    }

    public record AccSettings(
            @JsonPropertyDescription("the accelerometer: its folder in /sys/bus/iio/devices, or its name in there")
            @JsonProperty(defaultValue = "the first there is")
            String device) {
        public AccSettings {
            if (device != null && device.isBlank()) {
                throw new InvalidArgumentException("device", "'' names nothing; iio:device0 or lis2dw12 would");
            }
        }
    }

    public static final class AccFactory implements ModuleFactory {
        @Override
        public String name() {
            return "acc";
        }

        @Override
        public Class<? extends Record> settings() {
            return AccSettings.class;
        }

        @Override
        public List<Signature<?>> signatures() {
            return AccModule.SIGNATURES;
        }

        @Override
        public Module open(ModuleContext context) throws Failure {
            return new AccModule(Sysfs.ofThisMachine(), context.settings(AccSettings.class), context.clock());
        }
    }
}
