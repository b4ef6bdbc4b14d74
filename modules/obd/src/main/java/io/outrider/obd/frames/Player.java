package io.outrider.obd.frames;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Ticker;
import io.outrider.can.BusErrors;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.can.Candump;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.query.OrderedMap;
import io.outrider.obd.query.RawMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Implementation of {@code obd.play}: sends a recording at its original or a given pace. Queries continue meanwhile.
 */
final class Player {
    record Arguments(
            @JsonProperty(required = true) @JsonPropertyDescription("name of the recording")
            String file,

            @JsonPropertyDescription("milliseconds between frames, 0 to 60000")
            @JsonProperty(defaultValue = "as recorded")
            Integer delay,

            @JsonPropertyDescription("halves to keep: t the first, b the second; tb is the second quarter")
            String slice,

            @JsonPropertyDescription("only ids that match id[,mask], hexadecimal")
            String filter,

            @JsonPropertyDescription("count only, send nothing")
            boolean test) {
        Arguments {
            if (delay != null && (delay < 0 || delay > 60_000)) {
                throw new InvalidArgumentException("delay", delay + " is not from 0 to 60000 ms");
            }
            slice = slice == null ? "" : slice;
            if (!slice.matches("[tb]{0,30}")) {
                throw new InvalidArgumentException("slice", "'" + slice + "' is made of t (first half) and b (second)");
            }
        }
    }

    /** Longest pause of a replay; a longer gap in the recording is shortened to it. */
    private static final long LONGEST_GAP_MICROS = TimeUnit.SECONDS.toMicros(10);

    private final CanBus bus;
    private final DiagnosticClient client;
    private final Recordings recordings;
    private final Ticker ticker;

    Player(CanBus bus, DiagnosticClient client, Recordings recordings, Ticker ticker) {
        this.bus = bus;
        this.client = client;
        this.recordings = recordings;
        this.ticker = ticker;
    }

    Object play(Arguments arguments) throws Failure, InterruptedException {
        Path file = recordings.existing(arguments.file());
        List<CanFilter> filters = RawMessage.filters("filter", arguments.filter());
        AtomicInteger frames = new AtomicInteger();
        long begun = ticker.nanos();
        try (CanPort port = arguments.test() ? null : bus.open(List.of(Buses.NOTHING))) {
            read(file, frame -> frames.incrementAndGet()); // parses the whole file before the first frame is sent
            RunningReplay replay = new RunningReplay(
                    RecordingSlice.of(frames.get(), arguments.slice()), filters, port, arguments.delay());
            read(file, replay::accept);
            return OrderedMap.of("count", replay.counters(), "duration", (ticker.nanos() - begun) / 1e9);
        } catch (BusException e) {
            throw Buses.failure(e);
        }
    }

    private record RecordingSlice(int from, int to) {
        private static RecordingSlice of(int frames, String halves) {
            int from = 0;
            int to = frames;
            for (char half : halves.toCharArray()) {
                int middle = from + (to - from) / 2;
                from = half == 't' ? from : middle;
                to = half == 't' ? middle : to;
            }
            return new RecordingSlice(from, to);
        }

        private boolean contains(int frame) {
            return frame >= from && frame < to;
        }
    }

    private final class RunningReplay {
        private final RecordingSlice part;
        private final List<CanFilter> filters;
        private final CanPort port;
        private final Integer delayMillis;
        private CanFrame previous;
        private int frames;
        private int sent;
        private int failed;
        private int filtered;

        /** @param port null to send nothing */
        private RunningReplay(RecordingSlice part, List<CanFilter> filters, CanPort port, Integer delayMillis) {
            this.part = part;
            this.filters = filters;
            this.port = port;
            this.delayMillis = delayMillis;
        }

        private Map<String, Object> counters() {
            return OrderedMap.of("total", frames, "success", sent, "failed", failed, "filtered", filtered);
        }

        private void accept(CanFrame frame) throws BusException, InterruptedException {
            boolean chosen = part.contains(frames++)
                    && (filters.isEmpty() || filters.stream().anyMatch(filter -> filter.accepts(frame)));
            if (!chosen) {
                filtered++;
            } else if (port != null && send(frame)) {
                sent++;
            } else if (port != null) {
                failed++;
            }
        }

        /** @return false for a frame that this bus cannot carry */
        private boolean send(CanFrame frame) throws BusException, InterruptedException {
            ticker.sleep(TimeUnit.MICROSECONDS.toNanos(gapMicros(frame)));
            previous = frame;
            try {
                port.send(frame);
                client.invalidate();
                return true;
            } catch (BusException e) {
                if (e.code() != BusErrors.BUS_UNFIT) {
                    throw e;
                }
                return false;
            }
        }

        private long gapMicros(CanFrame frame) {
            if (previous == null) {
                return 0;
            }
            return delayMillis != null
                    ? TimeUnit.MILLISECONDS.toMicros(delayMillis)
                    : Math.max(0, Math.min(LONGEST_GAP_MICROS, frame.stampMicros() - previous.stampMicros()));
        }
    }

    private interface RecordingReader {
        void accept(CanFrame frame) throws BusException, InterruptedException;
    }

    /** Reads frame by frame: a recording of ten minutes does not fit the memory of a small unit. */
    private static void read(Path file, RecordingReader reader) throws Failure, BusException, InterruptedException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.startsWith("(")) { // all other lines are comments, as for canplayer
                    reader.accept(frame(line, file, number));
                }
            }
        } catch (BusException e) {
            throw e; // also an IOException
        } catch (IOException e) {
            throw Recordings.failure("the recording cannot be read", e);
        }
    }

    private static CanFrame frame(String line, Path file, int number) throws Failure {
        try {
            return Candump.parseLine(line).frame();
        } catch (IllegalArgumentException e) {
            throw Failure.argument("file", file.getFileName() + ", line " + number + ": " + e.getMessage());
        }
    }
}
