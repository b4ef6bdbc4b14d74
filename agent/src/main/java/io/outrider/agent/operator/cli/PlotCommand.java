package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.operator.plot.Chart;
import io.outrider.agent.operator.plot.FigureText;
import io.outrider.agent.operator.plot.Glyphs;
import io.outrider.agent.operator.plot.PlotSeries;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Command {@code outrider plot}: curves on a terminal, else a line for each value. Runs until interrupted. */
final class PlotCommand {
    private static final long FRAME = TimeUnit.MILLISECONDS.toNanos(250);

    /** Seconds without a value before a hint is shown. */
    private static final double HINT_SECONDS = 5;

    private final PlotOptions options;
    private final Invocation invocation;
    private final LocalClient client;
    private final Ticker ticker;
    private final SeriesSources sources;

    PlotCommand(PlotOptions options, Invocation invocation, Ticker ticker) throws Failure {
        this.options = options;
        this.invocation = invocation;
        this.client = invocation.client();
        this.ticker = ticker;
        this.sources = new SeriesSources(client);
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
        AtomicReference<TerminalSize> size = new AtomicReference<>();
        terminal.resized().accept(() -> size.set(null));
        try (AlternateScreen screen = new AlternateScreen(invocation.out())) {
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
            feed.series().stream()
                    .filter(each -> each.isEmpty() && !each.hasNote())
                    .forEach(each -> each.note(sources.whyNothing(each.name())));
        }
    }

    private void print() throws Failure, InterruptedException {
        SeriesFeed feed = feed(this::print);
        boolean[] reminded = new boolean[1];
        follow(feed, invocation::warn, this::warn, () -> {
            if (!reminded[0] && feed.now() > HINT_SECONDS) {
                reminded[0] = true;
                feed.series().stream()
                        .filter(PlotSeries::isEmpty)
                        .forEach(each -> warn(each, sources.whyNothing(each.name())));
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
            try {
                client.call(StandardNames.QUERY, each.name().split("\\.")[1].toUpperCase(Locale.ROOT));
            } catch (Failure e) {
                notes.accept(each, e.getMessage());
            }
        }
    }
}
