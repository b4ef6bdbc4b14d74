package io.outrider.obd.frames;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import io.outrider.can.CanBus;
import io.outrider.can.Candump;
import io.outrider.obd.query.OrderedMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Implementation of {@code obd.dump}: records the bus for some seconds in candump's log format. Sends no frames. */
final class Recorder {
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
            duration = Buses.duration(duration, 2);
            if (description != null && description.lines().count() > 1) {
                throw new InvalidArgumentException("description", "give one line");
            }
        }
    }

    private static final int STOPPED = 2;

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
            this.<RuntimeException>collect(arguments, MOST_LINES, lines::add);
            return Map.of("data", lines);
        }
        Path file = recordings.file(arguments.file());
        if (!beingWritten.add(file)) {
            throw Failure.argument("file", "'" + arguments.file() + "' is being recorded; take another name or wait");
        }
        try (Recordings.RecordingInProgress unfinished = recordings.begin(file)) {
            int frames = write(arguments, unfinished);
            unfinished.finish();
            Map<String, Object> result =
                    OrderedMap.of("file", file.getFileName().toString(), "count", frames);
            if (!unfinished.isFull()) {
                return result;
            }
            result.put("stopped", recordings.fullReason());
            return new Outcome(result, STOPPED);
        } catch (IOException e) {
            throw Recordings.failure("the recording cannot be written", e);
        } finally {
            beingWritten.remove(file);
        }
    }

    private int write(Arguments arguments, Recordings.RecordingInProgress file)
            throws Failure, IOException, InterruptedException {
        if (arguments.description() != null && !file.add("# " + arguments.description())) {
            return 0;
        }
        return collect(arguments, Integer.MAX_VALUE, file::add);
    }

    private <E extends Exception> int collect(Arguments arguments, int most, Buses.Sink<String, E> sink)
            throws Failure, E, InterruptedException {
        return Buses.receive(
                bus,
                arguments.filter(),
                arguments.duration(),
                most,
                ticker,
                frame -> sink.accept(Candump.line(bus.name(), frame)));
    }
}
