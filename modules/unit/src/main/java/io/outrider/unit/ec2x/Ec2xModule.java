package io.outrider.unit.ec2x;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import io.outrider.unit.Sysfs;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Module {@code ec2x}: counters of the cellular modem. */
final class Ec2xModule implements Module {
    private static final Signature<NoArguments> DATA_USAGE = new Signature<>(
            "ec2x.data_usage", "Bytes sent and received over the cellular network since boot", NoArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(DATA_USAGE);

    /** Bytes since the interface was created: at boot, or when the modem was plugged in. */
    record DataUsage(
            @JsonProperty("_type") String type,
            long sent,
            long recv,
            @JsonProperty("_stamp") String stamp) {}

    private static final List<String> USUAL = List.of("wwan", "ppp", "usb");

    private final Sysfs sysfs;
    private final Ec2xSettings settings;
    private final Clock clock;

    Ec2xModule(Sysfs sysfs, Ec2xSettings settings, Clock clock) {
        this.sysfs = sysfs;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(DATA_USAGE.with((NoArguments none) -> usage()));
    }

    private DataUsage usage() throws Failure {
        Path found = device().orElseThrow(this::missing);
        OptionalLong sent = Sysfs.whole(found.resolve("statistics/tx_bytes"));
        OptionalLong received = Sysfs.whole(found.resolve("statistics/rx_bytes"));
        if (sent.isEmpty() || received.isEmpty()) {
            throw missing(); // unplugged meanwhile
        }
        return new DataUsage("data_usage", sent.getAsLong(), received.getAsLong(), Reading.text(clock.instant()));
    }

    private Optional<Path> device() {
        if (settings.networkInterface() != null) {
            return sysfs.entries("class/net", settings.networkInterface()).stream()
                    .filter(each -> each.getFileName().toString().equals(settings.networkInterface()))
                    .findFirst();
        }
        return USUAL.stream()
                .flatMap(prefix -> sysfs.entries("class/net", prefix).stream())
                .findFirst();
    }

    private Failure missing() {
        return new Failure(
                CommonErrors.NO_HARDWARE,
                settings.networkInterface() == null
                        ? "there is no network interface wwan*, ppp* or usb*: connect the modem, or set [ec2x]"
                                + " network_interface to its name"
                        : "there is no network interface " + settings.networkInterface()
                                + ": connect the modem, or correct [ec2x] network_interface");
    }

    public record Ec2xSettings(
            @JsonPropertyDescription("name of the modem's network interface")
            @JsonProperty(defaultValue = "the first wwan*, ppp* or usb* there is")
            @JsonAlias("interface")
            String networkInterface) {
        public Ec2xSettings {
            // linux/if.h: at most 15 characters; no path separators, as the name becomes part of a path
            if (networkInterface != null
                    && (!networkInterface.matches("[^/\\s\\p{Cc}]{1,15}") || networkInterface.matches("\\.\\.?"))) {
                throw new InvalidArgumentException(
                        "network_interface", "what is set is not the name of a network interface, such as wwan0");
            }
        }
    }

    public static final class Ec2xFactory implements ModuleFactory {
        @Override
        public String name() {
            return "ec2x";
        }

        @Override
        public Class<? extends Record> settings() {
            return Ec2xSettings.class;
        }

        @Override
        public List<Signature<?>> signatures() {
            return Ec2xModule.SIGNATURES;
        }

        @Override
        public Module open(ModuleContext context) throws Failure {
            return new Ec2xModule(Sysfs.ofThisMachine(), context.settings(Ec2xSettings.class), context.clock());
        }
    }
}
