package io.outrider.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Excerpt;
import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Check of {@code bench/demo --check}: runs each line as a shell does that it is pasted into, and judges its result. One thread. */
final class CurlCheck {
    private static final Duration LONGEST = Duration.ofSeconds(40);
    private static final int SHOWN = 200;

    /** Report of curl, apart from what it prints. */
    private static final String CURL_SETTINGS = "write-out = \"%{stderr}%{http_code}\"\nnoproxy = \"*\"\n";

    private final CurlLines lines;
    private final Map<String, String> variables;
    private final Map<String, String> environment;
    private final boolean engine;
    private final PrintStream out;
    private int failed;
    private int skipped;

    /**
     * @param folder for the settings of curl
     * @param variables with which the lines begin
     */
    CurlCheck(CurlLines lines, Map<String, String> variables, boolean engine, Path folder, PrintStream out)
            throws IOException {
        this.lines = lines;
        this.variables = new HashMap<>(variables);
        this.engine = engine;
        this.out = out;
        Files.writeString(folder.resolve(".curlrc"), CURL_SETTINGS);
        environment = Map.of("CURL_HOME", folder.toString());
    }

    /** Returns the exit code. */
    int run(JsonNode document) throws InterruptedException {
        lines.lines().forEach(this::run);
        Set<String> missing = lines.missing(document);
        failed += missing.size();
        missing.forEach(each -> out.println("WRONG no line calls " + each));
        String but = skipped == 0 ? "" : ", but " + skipped + " were skipped";
        out.println((failed == 0 ? "== all hold" : "== " + failed + " wrong") + but);
        return failed == 0 ? 0 : 1;
    }

    private void run(CurlLine line) {
        if (line.engine() && !engine) {
            skipped++;
            out.println("skipped, as a container engine needs root: " + line.text());
            return;
        }
        ProcessOutput[] last = {null};
        boolean right;
        try {
            Await.until(line.text(), line.isRead() ? LONGEST : Duration.ZERO, () -> {
                last[0] = output(line);
                return line.accepts(last[0].err().strip(), last[0].out(), variables);
            });
            right = true;
        } catch (AssertionError e) {
            right = false;
            failed++;
        }
        if (line.variable() != null) {
            variables.put(line.variable(), last[0].out().strip());
        }
        out.println((right ? "ok    " : "WRONG ") + line.text());
        out.println("      " + Excerpt.of(last[0].out().strip().replace("\n", " "), SHOWN));
        if (!right) {
            out.println("      status " + last[0].err().strip() + ", expected " + line.status() + " " + line.content());
        }
    }

    private ProcessOutput output(CurlLine line) throws InterruptedException {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(variables);
        return ProcessOutput.by(all, List.of("bash", "-c", line.text()));
    }
}
