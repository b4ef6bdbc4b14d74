package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.operator.plot.Chart;
import io.outrider.agent.operator.plot.FigureText;
import io.outrider.agent.operator.plot.Glyphs;
import io.outrider.agent.operator.plot.PlotSeries;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Command {@code outrider plot}: curves on a terminal, else a line for each value. */
final class PlotCommand {
    private static final long FRAME = TimeUnit.MILLISECONDS.toNanos(250);

    /** Seconds without a value before a hint is shown. */
    private static final double HINT_SECONDS = 5;

    private final PlotOptions options;
    private final LocalClient client;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminal terminal;
    private final Ticker ticker;
    private final SeriesSources sources;

    PlotCommand(
            PlotOptions options,
            LocalClient client,
            PrintWriter out,
            PrintWriter err,
            Terminal terminal,
            Ticker ticker) {
        this.options = options;
        this.client = client;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.ticker = ticker;
        this.sources = new SeriesSources(client);
    }

    /** Runs until interrupted. */
    void draw() throws Failure, InterruptedException {
        Chart chart =
                new Chart(terminal.unicode() && !options.ascii() ? Glyphs.BRAILLE : Glyphs.ASCII, options.window());
        SeriesFeed feed =
                new SeriesFeed(options.series(), options.window(), ticker, (series, record, value, unit) -> {});
        client.get("/status"); // reports a failure before the alternate screen opens
        AtomicReference<TerminalSize> size = new AtomicReference<>();
        terminal.resized().accept(() -> size.set(null));
        try (AlternateScreen screen = new AlternateScreen(out)) {
            terminal.ending().accept(screen::close);
            follow(feed, feed::note, PlotSeries::note, () -> {
                hint(feed);
                TerminalSize now = size.updateAndGet(
                        known -> known != null ? known : terminal.size().get());
                screen.show(chart.lines(feed.series(), feed.now(), now.columns(), now.rows()));
            });
        }
    }

    private void hint(SeriesFeed feed) {
        if (feed.now() > HINT_SECONDS) {
            for (PlotSeries each : feed.series()) {
                if (each.isEmpty() && !each.hasNote()) {
                    each.note(sources.whyNothing(each.name()));
                }
            }
        }
    }

    /** @param json true for JSON lines */
    void print(boolean json) throws Failure, InterruptedException {
        Printer printer = new Printer(out, json, false);
        SeriesFeed feed = new SeriesFeed(options.series(), options.window(), ticker, (series, record, value, unit) -> {
            if (json) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("series", series);
                line.put("@ts", record.path("@ts"));
                line.put("value", value);
                printer.print(line);
            } else {
                printer.print(record.path("@ts").asText() + "  " + series + "  " + FigureText.of(value) + " " + unit);
            }
        });
        boolean[] reminded = new boolean[1];
        follow(feed, this::warn, (series, text) -> warn(series.name() + ": " + text), () -> {
            if (!reminded[0] && feed.now() > HINT_SECONDS) {
                reminded[0] = true;
                feed.series().stream()
                        .filter(PlotSeries::isEmpty)
                        .forEach(each -> warn(each.name() + ": " + sources.whyNothing(each.name())));
            }
        });
    }

    private void warn(String sentence) {
        err.println("outrider: " + sentence);
        err.flush();
    }

    private void follow(
            SeriesFeed feed,
            Consumer<String> says,
            BiConsumer<PlotSeries, String> notes,
            PeriodicThread.Action everyFrame)
            throws Failure, InterruptedException {
        Double seconds = options.pollSeconds();
        PeriodicThread.Action asks = seconds == null ? () -> {} : () -> poll(feed, notes);
        long pause = seconds == null ? TimeUnit.HOURS.toNanos(1) : (long) (seconds * 1e9);
        try (PeriodicThread frames = new PeriodicThread("plot-frames", FRAME, ticker, everyFrame);
                PeriodicThread questions = new PeriodicThread("plot-poll", pause, ticker, asks)) {
            new Follower(client, ticker, says).follow(feed.query(), feed);
        }
    }

    /** Polls the vehicle; the values arrive as records on the stream. */
    private void poll(SeriesFeed feed, BiConsumer<PlotSeries, String> notes) {
        for (PlotSeries each : feed.series()) {
            String pid = each.name().split("\\.")[1].toUpperCase(Locale.ROOT);
            try {
                client.execute(StandardNames.QUERY, List.of(pid), Map.of(), progress -> {});
            } catch (Failure e) {
                notes.accept(each, e.getMessage());
            }
        }
    }
}
