package io.outrider.bench.demo;

import io.outrider.agent.operator.cli.CommandLine;
import io.outrider.api.Ticker;
import io.outrider.bench.BenchAgent;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.SocketCanBus;
import io.outrider.can.VirtualBus;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Program {@code bench/demo}: the whole system; with {@code --values} a simulated vehicle, and the agent's command line that shows its
 * values. Both are on a virtual bus inside this process, or with {@code --can} on a CAN interface.
 */
public final class Demo implements AutoCloseable {
    private static final String USAGE = """
            usage: bench/demo                                  the whole system, and lines to type for all it does, until Ctrl-C
                   bench/demo --check                          runs them all; exits with 0 or 1
                   bench/demo --values [--can IFACE] [--count SECONDS]   a vehicle's live values, without the service""";

    /** Factor with which the whole drive takes a few minutes. */
    private static final double SPEED = 10;

    private static final List<String> SHOWN = List.of(
            "RPM",
            "SPEED",
            "ENGINE_LOAD",
            "THROTTLE_POS",
            "COOLANT_TEMP",
            "INTAKE_TEMP",
            "FUEL_LEVEL",
            "CONTROL_MODULE_VOLTAGE",
            "ODOMETER");

    /** Bus of the vehicle; the agent gets another one for each command. */
    private final CanBus bus;

    private final Supplier<CanBus> agentBuses;
    private final SimulatedCar car;

    Demo(Supplier<CanBus> buses) throws BusException {
        this.bus = buses.get();
        this.agentBuses = buses;
        this.car = new SimulatedCar(
                bus, ScriptedDrive.inTown().faster(SPEED), Ticker.system(), CarSettings.DEFAULT.withBroadcast());
    }

    public static void main(String[] arguments) throws Exception {
        List<String> left = new ArrayList<>(Arrays.asList(arguments));
        if (left.contains("--help") || left.contains("-h")) {
            System.out.println(USAGE);
            return;
        }
        boolean check = left.remove("--check");
        boolean values = left.remove("--values");
        String can = option(left, "--can");
        String count = option(left, "--count");
        if (!left.isEmpty()) {
            System.err.println(USAGE);
            System.exit(2);
        }
        if (!check && !values) {
            System.exit(ServiceDemo.run(false, System.out));
        }
        try (Demo demo = new Demo(buses(can))) {
            if (!check) {
                System.exit(demo.show(count));
            }
            int commands = new DemoCheck(demo, System.out).run();
            int releases = ReleaseDemo.run(System.out);
            System.exit(Math.max(Math.max(commands, releases), ServiceDemo.run(true, System.out)));
        }
    }

    private static String option(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        if (at < 0 || at + 1 >= arguments.size()) {
            return null;
        }
        arguments.remove(at);
        return arguments.remove(at);
    }

    static Supplier<CanBus> buses(String can) {
        Ticker ticker = Ticker.system();
        if (can != null) {
            return () -> new SocketCanBus(can, ticker);
        }
        return new VirtualBus("demo0", ticker, () -> System.currentTimeMillis() * 1_000)::node;
    }

    private int show(String count) {
        boolean terminal = Boolean.getBoolean("outrider.terminal");
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.println("a simulated vehicle drives on " + bus.name() + ", ten times as fast as life; this is");
        List<String> command = new ArrayList<>(List.of("--text", "--every", "1"));
        if (count != null) {
            command.addAll(List.of("--count", count));
        }
        command.add("obd.query_many");
        command.addAll(SHOWN);
        out.println("outrider " + String.join(" ", command) + "      (Ctrl-C ends it)\n");
        return commandLine(out, terminal).run(command.toArray(String[]::new));
    }

    /** The agent's command line on the vehicle's bus. */
    private CommandLine commandLine(Writer out, boolean redraw) {
        return new CommandLine(
                (settings, config, data) ->
                        BenchAgent.on(agentBuses.get(), settings, data, Clock.systemUTC(), Ticker.system()),
                new PrintWriter(out, true),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                redraw,
                Path.of(System.getProperty("java.io.tmpdir"), "outrider-demo"));
    }

    CommandLine commandLine(Writer out) {
        return commandLine(out, false);
    }

    SimulatedCar car() {
        return car;
    }

    @Override
    public void close() {
        car.close();
        bus.close();
    }
}
