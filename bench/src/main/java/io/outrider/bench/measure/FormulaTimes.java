package io.outrider.bench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.obd.formula.Formula;
import io.outrider.obd.formula.FormulaException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Measurement of one evaluation after warm-up, beside {@code eval} of the same text in {@code python3}, as in AutoPi. */
final class FormulaTimes {
    /** Formulas like the collected ones, for machines without the collection. */
    private static final List<String> TYPICAL = List.of(
            "bytes_to_int(message.data[3:5])/10",
            "bytes_to_int(message.data[34:35])/2.0",
            "twos_comp(bytes_to_int(message.data[13:14])*256+bytes_to_int(message.data[14:15]),16)/10.0",
            "((bytes_to_int(message.data[12:13])&1)/1)",
            "(0.2*message.data[3])-25.6",
            "int(not ((bytes_to_int(message.data[53:54])&4)/4) and ((bytes_to_int(message.data[12:13])&1)/1))",
            "bytes_to_int(messages[0].data[-3:])",
            "messages[0].data[3:20].hex()");

    private static final int EVALUATIONS = 20_000;
    private static final int ROUNDS = 7;
    private static final double MOST_NANOS = 2_000;

    private record TimedFormula(String text, Formula formula, List<byte[]> messages) {}

    private final List<TimedFormula> cases;
    private final String source;

    /** @param collected the collected formulas, or a path that does not exist */
    FormulaTimes(Path collected) throws IOException {
        boolean isCollected = Files.isReadable(collected);
        source = isCollected ? "collected real" : "typical";
        cases = isCollected ? read(collected) : typical();
    }

    List<Figure> measure() throws Exception {
        double[] means = new double[ROUNDS];
        double slowest = 0;
        for (int round = -2; round < ROUNDS; round++) {
            double sum = 0;
            double worst = 0;
            for (TimedFormula each : cases) {
                double nanos = nanos(each);
                sum += nanos;
                worst = Math.max(worst, nanos);
            }
            if (round >= 0) {
                means[round] = sum / cases.size();
                slowest = round == 0 ? worst : Math.min(slowest, worst);
            }
        }
        double mean = AlternatingRounds.median(means);
        double python = python();
        String name = "formula evaluation, " + cases.size() + " " + source + " formulas";
        return List.of(
                new Figure(
                        name + ", mean",
                        String.format("%.0f ns", mean),
                        String.format("python3 eval %.0f ns", python),
                        python / mean,
                        "at most 2 µs, at least 20 times faster",
                        mean <= MOST_NANOS && python / mean >= 20),
                new Figure(
                        name + ", slowest",
                        String.format("%.0f ns", slowest),
                        String.format("mean %.0f ns", mean),
                        slowest / mean,
                        "at most 2 µs",
                        slowest <= MOST_NANOS));
    }

    private static double nanos(TimedFormula each) throws FormulaException {
        long begun = System.nanoTime();
        int withoutValue = 0;
        for (int i = 0; i < EVALUATIONS; i++) {
            withoutValue += each.formula().evaluate(each.messages()).value() == null ? 1 : 0;
        }
        long taken = System.nanoTime() - begun;
        if (withoutValue == EVALUATIONS) {
            throw new IllegalStateException(each.text() + " has no value");
        }
        return (double) taken / EVALUATIONS;
    }

    /** Nanoseconds per evaluation of the same cases in one Python process. */
    private double python() throws Exception {
        Process python = new ProcessBuilder("python3", "-")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var script = python.outputWriter(StandardCharsets.UTF_8)) {
            script.write(new String(
                    FormulaTimes.class.getResourceAsStream("formulas.py").readAllBytes(), StandardCharsets.UTF_8));
            script.write("CASES = " + new ObjectMapper().writeValueAsString(pythonCases()) + "\n");
            script.write("main(CASES)\n");
        }
        try (BufferedReader answer = new BufferedReader(new InputStreamReader(python.getInputStream()))) {
            return Double.parseDouble(answer.readLine());
        } finally {
            python.waitFor();
        }
    }

    private List<Object> pythonCases() {
        List<Object> rows = new ArrayList<>();
        for (TimedFormula each : cases) {
            rows.add(List.of(
                    each.text(),
                    each.messages().stream().map(HexFormat.of()::formatHex).toList()));
        }
        return rows;
    }

    private static List<TimedFormula> typical() {
        byte[] message = new byte[64];
        new Random(1).nextBytes(message);
        List<TimedFormula> cases = new ArrayList<>();
        for (String text : TYPICAL) {
            add(cases, text, List.of(message));
        }
        return cases;
    }

    /** Each distinct real formula, on a payload that gives a value. */
    private static List<TimedFormula> read(Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode row = json.readTree(line);
            boolean usable = row.path("tier").asText().equals("real")
                    && row.path("kind").asText().endsWith("payload")
                    && row.path("expected").hasNonNull("value")
                    && row.path("messages").path(0).path("data_hex").asText().length() > 10;
            if (usable) {
                rows.putIfAbsent(row.get("formula").asText(), row);
            }
        }
        List<TimedFormula> cases = new ArrayList<>();
        rows.forEach((text, row) -> {
            List<byte[]> messages = new ArrayList<>();
            row.get("messages")
                    .forEach(message -> messages.add(
                            HexFormat.of().parseHex(message.get("data_hex").asText())));
            add(cases, text, messages);
        });
        return cases;
    }

    private static void add(List<TimedFormula> cases, String text, List<byte[]> messages) {
        try {
            cases.add(new TimedFormula(text, Formula.parse(text), messages));
        } catch (FormulaException e) {
            throw new IllegalStateException(text + " cannot be parsed", e);
        }
    }
}
