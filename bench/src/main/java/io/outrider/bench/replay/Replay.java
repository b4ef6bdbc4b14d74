package io.outrider.bench.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.NetworkInterfaces;
import io.outrider.can.SocketCanBus;
import io.outrider.can.VirtualBus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Program {@code bench/replay FILE.jsonl [--can IFACE]}: runs each line of a file of captures through {@code obd.query}
 * against a vehicle that answers with the recorded frames, and each formula case through the formula engine. Prints each
 * difference, then {@code N passed, M failed}, with the number of refused formulas between if there are any.
 */
public final class Replay {
    private static final String USAGE = "usage: bench/replay FILE.jsonl [--can IFACE]";

    private final ObjectMapper json = new ObjectMapper();
    private final PrintStream out;
    private final RecordedQueries queries;
    private int passed;
    private int refused;
    private int failed;

    private Replay(PrintStream out, Supplier<CanBus> buses) {
        this.out = out;
        this.queries = new RecordedQueries(buses, Clock.systemUTC(), Ticker.system());
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(System.out, arguments));
    }

    /** Returns the exit code: 0 if all passed, 1 if any failed, 2 without anything to run. */
    static int run(PrintStream out, String... arguments) throws IOException, InterruptedException {
        if (List.of(arguments).contains("--help") || List.of(arguments).contains("-h")) {
            out.println(USAGE);
            return 0;
        }
        Path file = null;
        String can = null;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--can") && i + 1 < arguments.length) {
                can = arguments[++i];
            } else if (file == null && !arguments[i].startsWith("-")) {
                file = Path.of(arguments[i]);
            } else {
                out.println(USAGE);
                return 2;
            }
        }
        if (file == null || !Files.isReadable(file) || Files.isDirectory(file)) {
            out.println(file == null ? USAGE : "cannot read " + file);
            return 2;
        }
        if (can != null && !NetworkInterfaces.can().contains(can)) {
            out.println("there is no CAN interface '" + can + "'; there are: " + NetworkInterfaces.can());
            return 2;
        }
        return new Replay(out, buses(can)).all(file);
    }

    /** Buses of the interface, or nodes of a virtual bus inside this process. */
    private static Supplier<CanBus> buses(String can) {
        Ticker ticker = Ticker.system();
        if (can != null) {
            return () -> new SocketCanBus(can, ticker);
        }
        VirtualBus wire = new VirtualBus("virtual", ticker, () -> System.currentTimeMillis() * 1_000);
        return wire::node;
    }

    private int all(Path file) throws IOException, InterruptedException {
        // not Files.newBufferedReader, which fails at invalid UTF-8
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    run(number, line);
                }
            }
        } finally {
            queries.close();
        }
        out.println(passed + " passed, " + (refused > 0 ? refused + " refused, " : "") + failed + " failed");
        return failed > 0 ? 1 : passed + refused > 0 ? 0 : 2;
    }

    private void run(int number, String line) throws InterruptedException {
        Optional<String> difference = Optional.empty();
        boolean isRefusal = false;
        try {
            JsonNode row = json.readTree(line);
            isRefusal = FormulaCase.mustBeRefused(row);
            difference = row.has("request") ? queries.difference(row) : FormulaCase.difference(row);
        } catch (JsonProcessingException | IllegalArgumentException | BusException | Failure e) {
            difference = Optional.of(e.getMessage());
        }
        if (difference.isPresent()) {
            failed++;
            out.println("line " + number + ": " + difference.get());
        } else if (isRefusal) {
            refused++;
        } else {
            passed++;
        }
    }
}
