package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.daemon.DaemonProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaProgramTest {
    private static final List<String> FROM_JAVA_25 = List.of("-XX:+UseCompactObjectHeaders", "-Xlog:cds*=off,aot*=off");

    @Test
    void flagsAreThoseOfTheStartScript() throws Exception {
        Path options = DaemonProcess.installed().resolveSibling("outrider-environment");
        List<String> words = Arrays.asList(Files.readString(options).split("[\\s\\\\\"]+"));
        assertThat(words).containsAll(JavaProgram.FLAGS);
        assertThat(JavaProgram.FLAGS)
                .containsAll(words.stream()
                        .filter(word -> word.matches("-X.*"))
                        .filter(word -> !word.equals("-XX:+ExitOnOutOfMemoryError") && !FROM_JAVA_25.contains(word))
                        .toList());
    }
}
