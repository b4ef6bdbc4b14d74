package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.operator.plot.Chart;
import io.outrider.agent.operator.plot.FigureText;
import io.outrider.agent.operator.plot.Glyphs;
import io.outrider.agent.operator.plot.PlotSeries;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Command {@code outrider plot}: curves on a terminal, else a line for each value. Runs until interrupted. */
final class PlotCommand {
    private static final long FRAME = TimeUnit.MILLISECONDS.toNanos(250);

    /** Seconds without a value before a hint is shown. */
    private static final double HINT_SECONDS = 5;

    /** Fits into 80 columns after a long name. */
    static final String NOTHING_YET = "nothing yet; try outrider stream, or --poll 1";

    private static final int MAX_NAMES = 3;

    private final PlotOptions options;
    private final Invocation invocation;
    private final LocalClient client;
    private final Ticker ticker;
    private List<String> loggers; // null until fetched

    PlotCommand(List<String> words, Invocation invocation, Ticker ticker) throws Failure {
        this.options = PlotOptions.of(words);
        this.invocation = invocation;
        this.client = invocation.client();
        this.ticker = ticker;
    }

    void run() throws Failure, InterruptedException {
        if (invocation.terminal().out() && !invocation.json()) {
            draw(invocation.terminal());
        } else {
            print();
        }
    }

    private void draw(Terminal terminal) throws Failure, InterruptedException {
        Glyphs glyphs = terminal.unicode() && !options.ascii() ? Glyphs.BRAILLE : Glyphs.ASCII;
        Chart chart = new Chart(glyphs, options.window());
        SeriesFeed feed = feed((series, record, value, unit) -> {});
        client.get("/status"); // reports a failure before the alternate screen opens
        AtomicReference<Terminal.TerminalSize> size = new AtomicReference<>();
        terminal.resized().accept(() -> size.set(null));
        try (AlternateScreen screen = new AlternateScreen(invocation.out())) {
            terminal.ending().accept(screen::close);
            follow(feed, feed::note, PlotSeries::note, () -> {
                hint(feed);
                Terminal.TerminalSize now = size.updateAndGet(
                        known -> known != null ? known : terminal.size().get());
                screen.show(chart.lines(feed.series(), feed.now(), now.columns(), now.rows()));
            });
        }
    }

    private void hint(SeriesFeed feed) {
        if (feed.now() > HINT_SECONDS) {
            feed.series().stream()
                    .filter(each -> each.isEmpty() && !each.hasNote())
                    .forEach(each -> each.note(whyNothing(each.name())));
        }
    }

    private void print() throws Failure, InterruptedException {
        SeriesFeed feed = feed(this::print);
        boolean[] reminded = new boolean[1];
        follow(feed, invocation::warn, this::warn, () -> {
            if (!reminded[0] && feed.now() > HINT_SECONDS) {
                reminded[0] = true;
                feed.series().stream().filter(PlotSeries::isEmpty).forEach(each -> warn(each, whyNothing(each.name())));
            }
        });
    }

    private void print(String series, JsonNode record, double value, String unit) throws Failure {
        Printer printer = invocation.printer();
        if (invocation.json()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("series", series);
            line.put("@ts", record.path("@ts"));
            line.put("value", value);
            printer.print(line);
        } else {
            printer.print(record.path("@ts").asText() + "  " + series + "  " + FigureText.of(value) + " " + unit);
        }
    }

    private void warn(PlotSeries series, String text) {
        invocation.warn(series.name() + ": " + text);
    }

    private SeriesFeed feed(SeriesFeed.Values values) {
        return new SeriesFeed(options.series(), options.window(), ticker, values);
    }

    private void follow(
            SeriesFeed feed, Consumer<String> says, BiConsumer<PlotSeries, String> notes, Runnable everyFrame)
            throws Failure, InterruptedException {
        Double seconds = options.pollSeconds();
        Runnable asks = seconds == null ? () -> {} : () -> poll(feed, notes);
        long pause = seconds == null ? TimeUnit.HOURS.toNanos(1) : (long) (seconds * 1e9);
        try (PeriodicThread frames = new PeriodicThread("plot-frames", FRAME, ticker, everyFrame);
                PeriodicThread questions = new PeriodicThread("plot-poll", pause, ticker, asks)) {
            client.follow(feed.query(), ticker, says, feed);
        }
    }

    /** Polls the vehicle; the values arrive as records on the stream. */
    private void poll(SeriesFeed feed, BiConsumer<PlotSeries, String> notes) {
        for (PlotSeries each : feed.series()) {
            try {
                client.call(StandardNames.QUERY, each.name().split("\\.")[1].toUpperCase(Locale.ROOT));
            } catch (Failure e) {
                notes.accept(each, e.getMessage());
            }
        }
    }

    private String whyNothing(String series) {
        if (loggers == null) {
            loggers = loggers();
        }
        return whyNothing(series, loggers);
    }

    static String whyNothing(String series, List<String> names) {
        if (names.isEmpty() || names.stream().anyMatch(name -> series.equals(name) || series.startsWith(name + "."))) {
            return NOTHING_YET;
        }
        String hint = DidYouMean.hint(series, names);
        if (!hint.isEmpty()) {
            return "no logger makes this" + hint;
        }
        String module = series.substring(0, series.indexOf('.') + 1);
        List<String> near =
                names.stream().filter(name -> name.startsWith(module)).toList();
        List<String> some =
                (near.isEmpty() ? names : near).stream().limit(MAX_NAMES).toList();
        return "no logger makes this; there is " + String.join(", ", some) + ": outrider logger.list";
    }

    private List<String> loggers() {
        try {
            List<String> found = new ArrayList<>();
            client.call("logger.list")
                    .forEach(row -> found.add(Printable.text(row.path("name").asText())));
            return found;
        } catch (Failure e) {
            return List.of(); // a daemon without loggers
        }
    }

    /** Options of {@code outrider plot}; {@code pollSeconds} is null without polling. */
    private record PlotOptions(List<String> series, double window, Double pollSeconds, boolean ascii) {
        private static final int MAX_SERIES = 8;
        private static final String SERIES = "[a-z][a-z0-9_]*(\\.[A-Za-z0-9_]+)+";

        static PlotOptions of(List<String> words) throws Failure {
            CommandOptions options =
                    CommandOptions.of(Set.of("--ascii"), Set.of("--seconds", "--poll"), Set.of(), words);
            List<String> series = options.words();
            require(
                    !series.isEmpty() && series.size() <= MAX_SERIES,
                    "names 1 to " + MAX_SERIES + " series, such as obd.rpm or track.pos.sog");
            for (String each : series) {
                require(!each.startsWith("-"), "there is no option " + each + "; outrider plot --help lists them");
                require(each.matches(SERIES), "'" + each + "' is no series such as obd.rpm or track.pos.sog");
            }
            Double seconds = options.seconds("--seconds");
            double window = seconds == null ? 60 : seconds;
            require(window >= 1 && window <= 86_400, "--seconds is from 1 to 86400");
            Double poll = options.seconds("--poll");
            if (poll != null) {
                require(poll >= 0.1 && poll <= 3_600, "--poll is from 0.1 to 3600 seconds");
                require(
                        series.stream().allMatch(each -> each.matches(StandardNames.BUS + "\\.[^.]+(\\.value)?")),
                        "--poll asks obd.query, and so goes with series such as obd.rpm only");
            }
            return new PlotOptions(series.stream().distinct().toList(), window, poll, options.has("--ascii"));
        }

        private static void require(boolean valid, String sentence) throws Failure {
            if (!valid) {
                throw CommandOptions.bad("plot: " + sentence);
            }
        }
    }

    /** Thread that repeats an action until it is closed. */
    private static final class PeriodicThread implements AutoCloseable {
        private static final long END_MILLIS = 2_000;

        private final Thread thread;

        /** @param nanos period from start to start; missed runs are skipped */
        PeriodicThread(String name, long nanos, Ticker ticker, Runnable action) {
            thread = new Thread(() -> repeat(nanos, ticker, action), name);
            thread.setDaemon(true);
            thread.start();
        }

        private static void repeat(long nanos, Ticker ticker, Runnable action) {
            try {
                while (true) {
                    long begun = ticker.nanos();
                    action.run();
                    ticker.sleep(nanos - (ticker.nanos() - begun));
                }
            } catch (InterruptedException e) {
                // closed
            }
        }

        @Override
        public void close() {
            thread.interrupt();
            try {
                thread.join(END_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
