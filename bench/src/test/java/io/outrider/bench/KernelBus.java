package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.bench.car.fault.FaultOrder;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanPort;
import io.outrider.can.SocketCanBus;
import io.outrider.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Kernel bus vcan0 with a vehicle in a constant state and agents; restores the interfaces on close. */
final class KernelBus implements AutoCloseable {
    static final String NAME = "vcan0";

    /** Constant state of the drive in town. */
    static final DriveState TOWN = in(Phase.TOWN);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<CanBus> buses = new ArrayList<>();
    private final List<ModuleRegistry> agents = new ArrayList<>();
    private final SimulatedCar car;

    KernelBus() throws Exception {
        this(TOWN, CarSettings.DEFAULT);
    }

    KernelBus(DriveState state, CarSettings settings) throws Exception {
        car = new SimulatedCar(bus(), VehicleMotion.always(state), Ticker.system(), settings);
    }

    static DriveState in(Phase phase) {
        ScriptedDrive drive = new ScriptedDrive(1);
        return drive.at(drive.startOf(phase) + 30);
    }

    SimulatedCar car() {
        return car;
    }

    void order(String... faults) {
        car.faults().set(Stream.of(faults).map(FaultOrder::parse).toList());
    }

    /** New bus object, as in another process. */
    CanBus bus() {
        CanBus bus = new SocketCanBus(NAME, Ticker.system());
        buses.add(bus);
        return bus;
    }

    CanPort listener(CanFilter... filters) throws Exception {
        return bus().open(List.of(filters));
    }

    /** Agent with timeouts for an emulated machine, unless the settings override them. */
    ModuleRegistry agent(String... settings) throws Exception {
        return agent(bus(), settings);
    }

    ModuleRegistry agent(CanBus bus, String... settings) throws Exception {
        List<String> all = new ArrayList<>(List.of("obd.response_timeout_ms=4000", "obd.share_ms=0"));
        all.addAll(Arrays.asList(settings));
        ModuleRegistry agent = BenchAgent.on(bus, Settings.of(all), Clock.systemUTC(), Ticker.system());
        agents.add(agent);
        return agent;
    }

    /** Runs a function with the words of a command line, some of them {@code key=value}. */
    static JsonNode run(ModuleRegistry agent, String function, String... words) throws Failure, InterruptedException {
        List<String> positional = new ArrayList<>();
        Map<String, String> keywords = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                positional.add(word);
            } else {
                keywords.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return JSON.valueToTree(
                agent.functions().prepare(function, positional, keywords).run());
    }

    static JsonNode query(ModuleRegistry agent, String... words) throws Failure, InterruptedException {
        return run(agent, "obd.query", words).path("value");
    }

    /** Code of the expected failure. */
    static String refusal(ModuleRegistry agent, String... words) throws InterruptedException {
        try {
            return "no failure but " + query(agent, words);
        } catch (Failure e) {
            assertThat(e.getMessage()).as("says what is wrong").hasSizeGreaterThan(20);
            return e.code();
        }
    }

    static void link(String change) throws Exception {
        Programs.sh("ip link " + change);
    }

    /** Creates the interface, up and with CAN FD. */
    static void create(String name) throws Exception {
        link("add " + name + " mtu 72 type vcan");
        link("set " + name + " up");
    }

    @Override
    public void close() throws Exception {
        agents.forEach(ModuleRegistry::close);
        car.close();
        buses.forEach(CanBus::close);
        restore("vcan0");
        restore("vcan1");
    }

    private static void restore(String name) throws Exception {
        Path device = Path.of("/sys/class/net", name);
        if (isAsItWas(device)) {
            return;
        }
        if (Files.exists(device)) {
            link("del " + name);
        }
        create(name);
    }

    private static boolean isAsItWas(Path device) throws IOException {
        return Files.exists(device)
                && Files.readString(device.resolve("mtu")).strip().equals("72")
                && (Integer.decode(Files.readString(device.resolve("flags")).strip()) & 1) == 1;
    }
}
