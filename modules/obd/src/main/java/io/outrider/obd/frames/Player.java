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
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.query.RawMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * {@code obd.play}: sends a recording again, as it came or at a pace of one's own. Queries go on meanwhile.
 */
final class Player {
    /** What {@code obd.play} takes. */
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
                throw new IllegalArgumentException("delay: " + delay + " is not from 0 to 60000 ms");
            }
            slice = slice == null ? "" : slice;
            if (!slice.matches("[tb]{0,30}")) {
                throw new IllegalArgumentException("slice: '" + slice + "' is made of t (first half) and b (second)");
            }
        }
    }

    /** A gap in a recording, such as over night, is not sat out. */
    private static final long LONGEST_GAP_MICROS = TimeUnit.SECONDS.toMicros(10);

    private final CanBus bus;
    private final DiagnosticClient asker;
    private final Recordings recordings;
    private final Ticker ticker;

    Player(CanBus bus, DiagnosticClient asker, Recordings recordings, Ticker ticker) {
        this.bus = bus;
        this.asker = asker;
        this.recordings = recordings;
        this.ticker = ticker;
    }

    Object play(Arguments arguments) throws Failure, InterruptedException {
        Path file = recordings.existing(arguments.file());
        List<CanFilter> filters = RawMessage.filters("filter", arguments.filter());
        Count all = new Count();
        Count count = new Count();
        long begun = ticker.nanos();
        try (Sending sending = arguments.test() ? null : new Sending(bus.open(List.of(Buses.NOTHING)), arguments)) {
            read(file, frame -> all.frames++); // a line that cannot be read is told of before anything is sent
            Range range = Range.of(all.frames, arguments.slice());
            read(file, frame -> {
                boolean chosen = range.contains(count.frames++)
                        && (filters.isEmpty() || filters.stream().anyMatch(filter -> filter.accepts(frame)));
                if (!chosen) {
                    count.filtered++;
                } else if (sending != null && !sending.send(frame)) {
                    count.failed++;
                } else if (sending != null) {
                    count.sent++;
                }
            });
        } catch (BusException e) {
            throw Buses.failure(e);
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("count", count.toMap());
        result.put("duration", (ticker.nanos() - begun) / 1e9);
        return result;
    }

    /** How many frames went which way. */
    private static final class Count {
        private int frames;
        private int sent;
        private int failed;
        private int filtered;

        private Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("total", frames);
            map.put("success", sent);
            map.put("failed", failed);
            map.put("filtered", filtered);
            return map;
        }
    }

    /** The part of a recording that is kept: from the first frame, counted from 0, up to but not with the last. */
    private record Range(int from, int to) {
        private static Range of(int frames, String halves) {
            int from = 0;
            int to = frames;
            for (char half : halves.toCharArray()) {
                int middle = from + (to - from) / 2;
                from = half == 't' ? from : middle;
                to = half == 't' ? middle : to;
            }
            return new Range(from, to);
        }

        private boolean contains(int frame) {
            return frame >= from && frame < to;
        }
    }

    /** Puts frames on the bus at their pace. */
    private final class Sending implements AutoCloseable {
        private final CanPort port;
        private final Integer delayMillis;
        private CanFrame previous;

        private Sending(CanPort port, Arguments arguments) {
            this.port = port;
            this.delayMillis = arguments.delay();
        }

        /** @return false for a frame that this bus cannot carry */
        private boolean send(CanFrame frame) throws BusException, InterruptedException {
            ticker.sleep(TimeUnit.MICROSECONDS.toNanos(gapMicros(frame)));
            previous = frame;
            try {
                port.send(frame);
                asker.forget();
                return true;
            } catch (BusException e) {
                if (e.reason() != BusException.Reason.UNFIT) {
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

        @Override
        public void close() {
            port.close();
        }
    }

    /** What is done with a frame of a recording. */
    private interface Reader {
        void accept(CanFrame frame) throws BusException, InterruptedException;
    }

    /** Reads frame by frame: a recording of ten minutes does not fit the memory of a small unit. */
    private static void read(Path file, Reader reader) throws Failure, BusException, InterruptedException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.startsWith("(")) { // as canplayer does, everything else is a comment
                    reader.accept(frame(line, file, number));
                }
            }
        } catch (BusException e) {
            throw e; // which is an IOException too
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
