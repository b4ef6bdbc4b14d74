package io.outrider.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Check that the tests and commands named in docs/promises.md exist. Skipped without a git checkout. */
class PromisesPageTest {
    private static final Path PAGE = Path.of("docs/promises.md");

    /** The last cell of a row. */
    private static final Pattern HOLDERS = Pattern.compile("^\\| .* \\| ([^|]*`[^|]*) \\|$", Pattern.MULTILINE);

    private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");

    @Test
    void everyTestAndCommandExists() throws Exception {
        Checkout checkout = Checkout.orSkip();
        Map<String, Path> tests = new HashMap<>();
        checkout.javaTestFiles()
                .forEach(file -> tests.put(file.getFileName().toString().replace(".java", ""), file));
        List<String> missing = new ArrayList<>();
        int count = 0;
        for (String row : rows(checkout)) {
            Matcher holder = QUOTED.matcher(row);
            while (holder.find()) {
                count++;
                if (!exists(checkout, tests, holder.group(1))) {
                    missing.add(holder.group(1));
                }
            }
        }
        assertThat(missing).as("named in " + PAGE).isEmpty();
        assertThat(count).isGreaterThan(100);
        assertThat(exists(checkout, tests, "CrashTest.noSuchMethod")).isFalse();
        assertThat(exists(checkout, tests, "bench/nothing")).isFalse();
    }

    private static List<String> rows(Checkout checkout) {
        List<String> rows = new ArrayList<>();
        Matcher row = HOLDERS.matcher(checkout.text(PAGE));
        while (row.find()) {
            rows.add(row.group(1));
        }
        return rows;
    }

    private static boolean exists(Checkout checkout, Map<String, Path> tests, String holder) {
        if (holder.matches("(bench|packaging)/.*")) {
            return Files.isExecutable(checkout.root().resolve(holder));
        }
        int dot = holder.indexOf('.');
        Path file = dot < 0 ? null : tests.get(holder.substring(0, dot));
        Pattern method =
                Pattern.compile("^ {4}void " + Pattern.quote(holder.substring(dot + 1)) + "\\(", Pattern.MULTILINE);
        return file != null && method.matcher(checkout.text(file)).find();
    }
}
