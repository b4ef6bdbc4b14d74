package io.outrider.bench.measure;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Starts and ends of containers while one set of them takes the place of another, by the engine's own times. */
record ContainerEvents(List<Change> changes) {
    /** {@code --format} of {@code docker events}, of whose lines this is made. */
    static final String FORMAT = "{{.TimeNano}} {{.Action}}";

    /** @param action as the engine names it, such as {@code start} or {@code die} */
    record Change(long nanos, String action) {}

    static ContainerEvents parse(String lines) {
        return new ContainerEvents(lines.lines()
                .map(line -> line.split(" ", 2))
                .map(words -> new Change(Long.parseLong(words[0]), words[1]))
                .toList());
    }

    /** Time as {@code --since} and {@code --until} of {@code docker events} take it. */
    static String time(Instant instant) {
        return String.format(Locale.ROOT, "%d.%09d", instant.getEpochSecond(), instant.getNano());
    }

    private LongStream times(String action) {
        return changes.stream().filter(each -> each.action().equals(action)).mapToLong(Change::nanos);
    }

    /** Fails unless so many containers have ended and as many have started. */
    ContainerEvents of(int containers) {
        long ends = times("die").count();
        long starts = times("start").count();
        if (ends != containers || starts != containers) {
            throw new IllegalStateException(
                    ends + " containers ended and " + starts + " started; expected " + containers + " of each");
        }
        return this;
    }

    /** Milliseconds in which none of them ran: from the last end to the first start; 0 if they overlap. */
    double noneMillis() {
        return Math.max(
                        0,
                        times("start").min().orElseThrow() - times("die").max().orElseThrow())
                / 1e6;
    }

    /** Milliseconds in which not all of them ran: from the first end to the last start. */
    double someMillis() {
        return (times("start").max().orElseThrow() - times("die").min().orElseThrow()) / 1e6;
    }
}
