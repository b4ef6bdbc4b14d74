package io.outrider.bench.measure;

import io.outrider.api.Ticker;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.can.CanBus;
import io.outrider.can.SocketCanBus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Program behind {@code bench/measure}. Without a bus: {@code formula COLLECTED}, {@code query}, {@code commands} or its parts
 * {@code answers} and {@code acknowledgements}, {@code telemetry [PART]...} ({@code buffer} and {@code units} are several of
 * its parts), {@code releases [PART]...}, {@code package DEB [PART]...}. With a CAN interface: {@code can BUS START-SCRIPT} or its parts {@code exchanges}, {@code frames} and
 * {@code programs}. Prints a line for each figure and exits with 1 if any misses its target.
 */
public final class Measure {
    private Measure() {}

    public static void main(String[] arguments) throws Exception {
        List<Figure> figures = new ArrayList<>();
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "formula" -> print(figures, new FormulaTimes(Path.of(arguments[1])).measure());
            case "query" -> print(figures, List.of(new QueryCpuTime().measure()));
            case "exchanges" -> exchanges(figures, arguments[1]);
            case "frames" -> print(figures, List.of(new FrameThroughput(arguments[1]).measure()));
            case "programs" -> programs(figures, arguments[1], Path.of(arguments[2]));
            case "can" -> can(figures, arguments[1], Path.of(arguments[2]));
            case "commands" -> new CommandMeasurements(some -> print(figures, some)).measure();
            case "answers" -> new CommandMeasurements(some -> print(figures, some)).measureAnswers();
            case "acknowledgements" -> new CommandMeasurements(some -> print(figures, some)).measureAcknowledgements();
            case "telemetry" -> telemetry(figures, List.of(arguments).subList(1, arguments.length));
            case "releases" -> releases(figures, List.of(arguments).subList(1, arguments.length));
            case "package" ->
                packaged(figures, Path.of(arguments[1]), List.of(arguments).subList(2, arguments.length));
            case "buffer", "units" -> telemetry(figures, List.of(arguments[0]));
            default -> misuse();
        }
        System.exit(figures.stream().allMatch(Figure::ok) ? 0 : 1);
    }

    private static void telemetry(List<Figure> figures, List<String> parts) throws Exception {
        if (!new TelemetryMeasurements(some -> print(figures, some)).measure(parts)) {
            misuse();
        }
    }

    private static void releases(List<Figure> figures, List<String> parts) throws Exception {
        if (!new ReleaseMeasurements(some -> print(figures, some)).measure(parts)) {
            misuse();
        }
    }

    private static void packaged(List<Figure> figures, Path deb, List<String> parts) throws Exception {
        if (!new PackageMeasurements(deb, some -> print(figures, some)).measure(parts)) {
            misuse();
        }
    }

    private static void misuse() {
        System.err.println(
                "usage: bench/measure [bus|commands|telemetry [PART]...|releases [PART]...|package [PART]...]; parts of"
                        + " telemetry: appends, exposure, thirty-days, driving, resting, installed; of releases: "
                        + String.join(", ", ReleaseMeasurements.PARTS) + "; of package: machine, "
                        + String.join(", ", PackageMeasurements.PARTS));
        System.exit(2);
    }

    private static void exchanges(List<Figure> figures, String bus) throws Exception {
        QueryThroughput exchanges = new QueryThroughput(bus);
        print(figures, List.of(exchanges.measure("obd.query with a formula, single frame", 4, 0.8)));
        print(figures, List.of(exchanges.measure("obd.query with a formula, 60-byte answer", 60, 0.5)));
    }

    private static void can(List<Figure> figures, String bus, Path outrider) throws Exception {
        exchanges(figures, bus);
        print(figures, List.of(new FrameThroughput(bus).measure()));
        programs(figures, bus, outrider);
    }

    private static void programs(List<Figure> figures, String bus, Path outrider) throws Exception {
        try (CanBus can = new SocketCanBus(bus, Ticker.system());
                SimulatedCar car = new SimulatedCar(can, ScriptedDrive.inTown(), Ticker.system())) {
            print(figures, new CommandLineFigures(outrider, bus).measure());
        }
    }

    private static void print(List<Figure> all, List<Figure> some) {
        all.addAll(some);
        some.forEach(figure -> System.out.println(figure.line()));
    }
}
