package io.outrider.obd.formula;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reference interpreter: python3, called once with all formulas. */
final class CPython {
    private CPython() {}

    record Case(String formula, List<byte[]> messages) {}

    /** True if python3 is installed and has AutoPi's scoping, which changed for comprehensions in 3.12. */
    static boolean present() throws InterruptedException {
        try {
            Process process = new ProcessBuilder(
                            "python3", "-c", "import sys; sys.exit(sys.version_info[:2] != (3, 11))")
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().close();
            return process.waitFor(TimeoutFactor.scaledSeconds(10), TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    static List<String> evaluate(List<Case> cases, Path folder) throws IOException, InterruptedException {
        ObjectMapper mapper = new ObjectMapper();
        List<String> lines = new ArrayList<>();
        for (Case each : cases) {
            List<String> payloads =
                    each.messages().stream().map(HexFormat.of()::formatHex).toList();
            lines.add(mapper.writeValueAsString(List.of(each.formula(), payloads)));
        }
        Path input = Files.write(folder.resolve("cases.jsonl"), lines);
        Path output = folder.resolve("values.txt");
        Path script = folder.resolve("oracle.py");
        try (InputStream source = CPython.class.getResourceAsStream("oracle.py")) {
            Files.copy(source, script);
        }
        Process process = new ProcessBuilder("python3", "-W", "ignore", script.toString())
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
        if (!process.waitFor(TimeoutFactor.scaledSeconds(60), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            int done = Files.readAllLines(output).size();
            throw new AssertionError("python3 did not finish; among the next: "
                    + lines.subList(done, Math.min(lines.size(), done + 400)));
        }
        List<String> values = Files.readAllLines(output);
        if (values.size() != cases.size()) {
            throw new AssertionError("python3 gave " + values.size() + " values for " + cases.size() + " formulas: "
                    + Files.readString(folder.resolve("errors.txt")));
        }
        return values;
    }
}
