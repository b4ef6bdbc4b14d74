package io.outrider.obd.frames;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.can.Candump;
import io.outrider.obd.query.RawMessage;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** {@code obd.dump}: what is on the bus for some seconds, in candump's log format. Sends nothing. */
final class Recorder {
    /** What {@code obd.dump} takes. */
    record Arguments(
            @JsonPropertyDescription("seconds, 0.01 to 600") @JsonProperty(defaultValue = "2")
            Double duration,

            @JsonPropertyDescription("name of the recording; without it the lines are the result")
            String file,

            @JsonPropertyDescription("what it shows; the first line of the file, behind #")
            String description,

            @JsonPropertyDescription("only ids that match id[,mask], hexadecimal")
            String filter) {
        Arguments {
            duration = Durations.orElse(duration, 2);
            if (description != null && description.lines().count() > 1) {
                throw new IllegalArgumentException("description: give one line");
            }
        }
    }

    /** What becomes of a line. */
    private interface Sink {
        void accept(String line) throws IOException;
    }

    /** So much goes into a result; more is for files. */
    private static final int MOST_LINES = 10_000;

    private final CanBus bus;
    private final Recordings recordings;
    private final Ticker ticker;
    private final Set<Path> beingWritten = ConcurrentHashMap.newKeySet();

    Recorder(CanBus bus, Recordings recordings, Ticker ticker) {
        this.bus = bus;
        this.recordings = recordings;
        this.ticker = ticker;
    }

    Object record(Arguments arguments) throws Failure, InterruptedException {
        if (arguments.file() == null) {
            List<String> lines = new ArrayList<>();
            try {
                collect(arguments, MOST_LINES, lines::add);
            } catch (IOException e) {
                throw Recordings.failure("the bus cannot be recorded", e);
            }
            return Map.of("data", lines);
        }
        Path file = recordings.file(arguments.file());
        if (!beingWritten.add(file)) {
            throw Failure.argument("file", "'" + arguments.file() + "' is being recorded; take another name or wait");
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.createDirectories(file.getParent());
            int frames = write(arguments, unfinished);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("file", file.getFileName().toString());
            result.put("count", frames);
            return result;
        } catch (IOException e) {
            throw Recordings.failure("the recording cannot be written", e);
        } finally {
            remove(unfinished);
            beingWritten.remove(file);
        }
    }

    private int write(Arguments arguments, Path file) throws Failure, IOException, InterruptedException {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            if (arguments.description() != null) {
                writer.write("# " + arguments.description());
                writer.newLine();
            }
            return collect(arguments, Integer.MAX_VALUE, line -> {
                writer.write(line);
                writer.newLine();
            });
        }
    }

    private int collect(Arguments arguments, int most, Sink sink) throws Failure, IOException, InterruptedException {
        List<CanFilter> filters = RawMessage.filters("filter", arguments.filter());
        long deadline = ticker.nanos() + Durations.nanos(arguments.duration());
        int count = 0;
        try (CanPort port = bus.open(filters)) {
            Buses.requireUp(bus);
            long left = deadline - ticker.nanos();
            while (count < most && left > 0) { // a bus that is never silent ends too
                CanFrame frame = port.receive(left);
                if (frame == null) {
                    break;
                }
                left = deadline - ticker.nanos();
                sink.accept(Candump.line(bus.name(), frame));
                count++;
            }
        } catch (BusException e) {
            throw Buses.failure(e);
        }
        return count;
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // the next recording of that name writes over it
        }
    }
}
