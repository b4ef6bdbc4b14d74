package io.outrider.bench.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KillTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... words) throws Exception {
        return Kill.run(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void helpNamesEveryKindOfKill() throws Exception {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("--runs N", "--service", "--postgresql", "--cluster", "--power-cuts N", "--seed N");
    }

    @Test
    void wrongWordsRunNothing() throws Exception {
        assertThat(run("--service", "--cluster", "--runs", "many")).isEqualTo(2);
        assertThat(run("--service", "--clusters")).isEqualTo(2);
        assertThat(run("--service", "--cluster", "--power-cuts", "2")).isEqualTo(2);
        assertThat(run("--service", "--cluster", "--postgresql")).isEqualTo(2);
        assertThat(run("--runs", "0")).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("usage: bench/kill");
    }
}
