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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code obd.play}: sends a recording again, as it came or at a pace of one's own. */
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
    private final Recordings recordings;
    private final Ticker ticker;

    Player(CanBus bus, Recordings recordings, Ticker ticker) {
        this.bus = bus;
        this.recordings = recordings;
        this.ticker = ticker;
    }

    Object play(Arguments arguments) throws Failure, InterruptedException {
        List<CanFrame> all = read(recordings.existing(arguments.file()));
        List<CanFilter> filters = RawMessage.filters("filter", arguments.filter());
        List<CanFrame> chosen = slice(all, arguments.slice()).stream()
                .filter(frame -> filters.isEmpty() || filters.stream().anyMatch(filter -> filter.accepts(frame)))
                .toList();
        long begun = ticker.nanos();
        int failed = arguments.test() ? 0 : send(chosen, arguments);
        Map<String, Object> count = new LinkedHashMap<>();
        count.put("total", all.size());
        count.put("success", arguments.test() ? 0 : chosen.size() - failed);
        count.put("failed", failed);
        count.put("filtered", all.size() - chosen.size());
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("count", count);
        result.put("duration", (ticker.nanos() - begun) / 1e9);
        return result;
    }

    private int send(List<CanFrame> frames, Arguments arguments) throws Failure, InterruptedException {
        int failed = 0;
        try (CanPort port = bus.open(List.of(Buses.NOTHING))) {
            long previous = 0;
            for (CanFrame frame : frames) {
                ticker.sleep(TimeUnit.MICROSECONDS.toNanos(gapMicros(frame, previous, arguments.delay())));
                previous = frame.stampMicros();
                try {
                    port.send(frame);
                } catch (BusException e) {
                    if (e.reason() != BusException.Reason.UNFIT) {
                        throw e;
                    }
                    failed++;
                }
            }
        } catch (BusException e) {
            throw Buses.failure(e);
        }
        return failed;
    }

    private static long gapMicros(CanFrame frame, long previous, Integer delay) {
        if (previous == 0) {
            return 0;
        }
        return delay != null
                ? TimeUnit.MILLISECONDS.toMicros(delay)
                : Math.max(0, Math.min(LONGEST_GAP_MICROS, frame.stampMicros() - previous));
    }

    private static List<CanFrame> slice(List<CanFrame> frames, String halves) {
        List<CanFrame> slice = frames;
        for (char half : halves.toCharArray()) {
            int middle = slice.size() / 2;
            slice = half == 't' ? slice.subList(0, middle) : slice.subList(middle, slice.size());
        }
        return slice;
    }

    private static List<CanFrame> read(Path file) throws Failure {
        List<CanFrame> frames = new ArrayList<>();
        try {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (line.startsWith("(")) { // as canplayer does, everything else is a comment
                    frames.add(frame(line, file, number));
                }
            }
        } catch (IOException e) {
            throw Recordings.failure("the recording cannot be read", e);
        }
        return frames;
    }

    private static CanFrame frame(String line, Path file, int number) throws Failure {
        try {
            return Candump.parseLine(line).frame();
        } catch (IllegalArgumentException e) {
            throw Failure.argument("file", file.getFileName() + ", line " + number + ": " + e.getMessage());
        }
    }
}
