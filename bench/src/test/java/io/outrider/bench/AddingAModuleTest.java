package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/adding-a-module.md, built by its own commands, in an installed program. */
@Tag("slow")
class AddingAModuleTest {
    private static final Pattern SOURCE =
            Pattern.compile("`(src/[\\w/]+\\.java)`\n\n```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SETTINGS = Pattern.compile("```toml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void theModuleOfTheDocumentIsCalledPublishesAndIsLogged() throws Exception {
        String page = Files.readString(Path.of("../docs/adding-a-module.md"));
        Matcher source = SOURCE.matcher(page);
        while (source.find()) {
            Path file = folder.resolve(source.group(1));
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.group(2));
        }
        Path program = folder.resolve("program");
        Installation installation = new Installation(program);
        run(first(COMMANDS, page), program);
        Path door = Files.writeString(folder.resolve("door"), "0");
        try (DaemonProcess daemon = new UnitBuilder(folder.resolve("unit"), "u1")
                .localApi()
                .settings(first(SETTINGS, page).replace("/tmp/door", door.toString()))
                .program(installation)
                .build()) {
            daemon.startAccepting();
            assertThat(call(daemon, "door.state").path("value").asBoolean(true)).isFalse();
            Await.until(
                    "the first logger has read",
                    () -> last(daemon, "door.state").path("value").asText().equals("false"));
            Files.writeString(door, "1");
            Await.until(
                    "the event was logged",
                    () -> last(daemon, "door-alarm").path("value").asText().equals("true"));
            assertThat(last(daemon, "door-alarm").path("@t").asText()).isEqualTo("door.alarm");
            Await.until(
                    "the change was logged",
                    () -> last(daemon, "door.state").path("value").asText().equals("true"));
            Files.delete(door);
            assertThat(daemon.outrider("door.state").err()).contains("set file in [door]");
        }
    }

    private static String first(Pattern block, String page) {
        Matcher found = block.matcher(page);
        assertThat(found.find()).as(block.pattern()).isTrue();
        return found.group(1);
    }

    private void run(String commands, Path program) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("bash", "-euc", commands).directory(folder.toFile());
        builder.environment().put("OUTRIDER", program.toString());
        Path output = folder.resolve("output");
        int code = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertThat(code).as(Files.readString(output)).isZero();
    }

    private static JsonNode call(DaemonProcess daemon, String function) throws Exception {
        ProcessOutput output = daemon.outrider("--json", function);
        assertThat(output.code()).as(output.err()).isZero();
        return new ObjectMapper().readTree(output.out());
    }

    /** Last record of a logger; missing if there is none. */
    private static JsonNode last(DaemonProcess daemon, String logger) throws Exception {
        for (JsonNode each : call(daemon, "logger.list")) {
            if (each.path("name").asText().equals(logger)) {
                return each.path("last");
            }
        }
        throw new AssertionError("no logger " + logger);
    }
}
