package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.operator.plot.PlotSeries;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Feed of series from records. A series is named by a type, for its field {@code value}, or by a type and a field: {@code
 * obd.rpm}, {@code track.pos.sog}, {@code track.pos.loc.lat}.
 */
final class SeriesFeed implements LocalClient.StreamListener {
    private final List<PlotSeries> series;
    private final Ticker ticker;
    private final long start;
    private final Values values;

    interface Values {
        void value(String series, JsonNode record, double value, String unit) throws Failure;
    }

    SeriesFeed(List<String> names, double window, Ticker ticker, Values values) {
        this.series = names.stream().map(name -> new PlotSeries(name, window)).toList();
        this.ticker = ticker;
        this.start = ticker.nanos();
        this.values = values;
    }

    List<PlotSeries> series() {
        return series;
    }

    double now() {
        return (ticker.nanos() - start) / 1e9;
    }

    /** Stream query of all record types that the series may belong to: each prefix of their names. */
    String query() {
        Set<String> types = new LinkedHashSet<>();
        for (PlotSeries each : series) {
            String name = each.name();
            for (int end = name.length(); name.indexOf('.') < end; end = name.lastIndexOf('.', end - 1)) {
                types.add("type=" + name.substring(0, end));
            }
        }
        return "event=record&" + String.join("&", types);
    }

    @Override
    public void onEvent(String event, JsonNode record) throws Failure {
        String type = record.path("@t").asText();
        for (PlotSeries each : series) {
            if (each.name().equals(type)) {
                add(each, record, record.path("value"), record.path("unit"));
            } else if (each.name().startsWith(type + ".")) {
                JsonNode field = record;
                for (String name : each.name().substring(type.length() + 1).split("\\.")) {
                    field = field.path(name);
                }
                if (field.isObject()) {
                    add(each, record, field.path("value"), field.path("unit"));
                } else {
                    add(each, record, field, each.name().endsWith(".value") ? record.path("unit") : field);
                }
            }
        }
    }

    private void add(PlotSeries to, JsonNode record, JsonNode value, JsonNode unit) throws Failure {
        if (!value.isNumber() && !value.isBoolean()) {
            if (to.isEmpty()) {
                to.note("no number there: " + numbers(record));
            }
            return;
        }
        double number = value.isBoolean() ? (value.asBoolean() ? 1 : 0) : value.asDouble();
        String text = unit.isTextual() ? Printer.oneLine(unit.asText()) : "";
        to.add(now(), number, text);
        values.value(to.name(), record, number, text);
    }

    private static String numbers(JsonNode record) {
        String type = record.path("@t").asText();
        StringJoiner text = new StringJoiner(", ", "there is ", "").setEmptyValue(type + " has none");
        record.properties().forEach(field -> {
            if (field.getValue().isNumber()) {
                text.add(type + "." + field.getKey());
            }
        });
        return Printer.oneLine(text.toString());
    }

    void note(String text) {
        series.forEach(each -> each.note(text));
    }
}
